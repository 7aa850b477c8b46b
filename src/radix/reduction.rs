//! The reduction of the columns of a product of limbs: columns worth S become S·R^-1 mod p, in one of four ways, a
//! [`Reduction`]. [`MontgomeryConstants::of`] takes the first that is right for the modulus and the operation, at compile
//! time.
//!
//! Source: Barretenberg (AztecProtocol/aztec-packages, PR 22481) for the reduction by 2^-29 mod p.

use super::accumulator::{Accumulator, radix_bits, width};
use super::packing::unrolled;
use crate::field::integer;

/// How the low columns of a product are removed. A limb has w bits; with M = 2^-w mod p or -2^-w mod p,
/// columns worth S become a value below S/R + p, and below S/R + p + 1.01·M the first two ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reduction {
    /// A column's low w bits q are worth q·2^-w one limb up: no multiplication is needed to find q,
    /// and the dependency chain is short. One Montgomery step removes the last column. Of nine limbs
    /// 82 multiplications, of thirteen 170.
    InverseRadix,
    /// The same where p ≡ 1 mod 2^w, whose -2^-w is p div 2^w, in all steps: q is what the column
    /// lacks to a multiple of 2^w. 72 multiplications, 156.
    MontgomeryOne,
    /// What a column lacks to a multiple of 2^w is worth as much of -2^-w. 82 multiplications, 170.
    NegatedInverseRadix,
    /// A Montgomery step for each limb by q = -s/p mod 2^w, whatever p is. 90 multiplications, 182.
    Montgomery,
}

/// The constants of a modulus, as limbs of a machine.
pub struct MontgomeryConstants<F, const L: usize> {
    /// How columns are removed.
    pub reduction: Reduction,
    /// p.
    pub p: [F; L],
    /// 2^-w mod p, or -2^-w mod p, as the reduction has it.
    pub inverse_radix: [F; L],
    /// -p^-1 mod 2^w.
    pub negated_inverse: F,
}

/// Whether columns worth `squares`·p^2 become a value below 2p by Montgomery steps: squares·p is at most
/// R. It is told by the highest word of p.
pub const fn is_reduced<const N: usize, const L: usize>(p: &[u64; N], squares: u32) -> bool {
    squares as u128 * (p[N - 1] as u128 + 1) <= 1 << (radix_bits(L) - 64 * (N as u32 - 1))
}

impl<const L: usize> MontgomeryConstants<u64, L> {
    /// The constants of p, for columns worth at most `squares`·p^2: of nine limbs 4 for a product of
    /// operands below 2p, 32 for one of a drop-in, twice that for a sum of two. The result is below 2p.
    ///
    /// # Panics
    /// Where p is even, or too large for as many squares. Constants are made at compile time: the kernel
    /// then does not compile.
    pub const fn of<const N: usize>(p: &[u64; N], squares: u32) -> Self {
        integer::assert_odd(p);
        assert!(
            is_reduced::<N, L>(p, squares),
            "the modulus is too large for a sum of so many products"
        );
        let width = width(L);
        let positive = integer::inverse_power_of_two(width, p);
        let negative = integer::wrapping_sub(p, &positive).0;
        let (reduction, inverse_radix) = if Self::leaves_room(p, squares, &positive) {
            (Reduction::InverseRadix, positive)
        } else if p[0] & ((1 << width) - 1) == 1 {
            (Reduction::MontgomeryOne, negative)
        } else if Self::leaves_room(p, squares, &negative) {
            (Reduction::NegatedInverseRadix, negative)
        } else {
            (Reduction::Montgomery, positive)
        };
        Self {
            reduction,
            p: integer::split(p, width),
            inverse_radix: integer::split(&inverse_radix, width),
            negated_inverse: integer::negated_inverse(p) & ((1 << width) - 1),
        }
    }

    /// Whether squares·p^2/R + 1.01·M is below p. The top words tell: p/R is below
    /// (p\[N-1\] + 1)/2^(log2 R - 64·(N - 1)), and 32 bits of either integer are enough beside 1.01 for
    /// 1 + 2^-28.
    const fn leaves_room<const N: usize>(p: &[u64; N], squares: u32, inverse: &[u64; N]) -> bool {
        let one = 1u128 << (radix_bits(L) - 64 * (N as u32 - 1));
        let product = squares as u128 * (p[N - 1] as u128 + 1);
        let top = (p[N - 1] >> 32) as u128;
        let added = (inverse[N - 1] >> 32) as u128 + 1;
        product * top + (added + added / 100) * one < top * one
    }
}

/// The columns of a sum of so many products to limbs: value·R^-1 mod p.
#[inline(always)]
pub fn reduce<W: Accumulator, const L: usize, const C: usize>(
    mut s: [W; C],
    products: usize,
    constants: &MontgomeryConstants<W::Limb, L>,
) -> [W; L] {
    carry_heavy_columns::<W, L, C>(&mut s, products);
    macro_rules! each_column {
        ($low:ident, $last:ident) => {
            unrolled!(L, |k| if k + 1 < L {
                $low(&mut s, k, constants);
            } else {
                $last(&mut s, k, constants);
            })
        };
    }
    match constants.reduction {
        Reduction::InverseRadix => each_column!(remove_column, cancel_column),
        Reduction::NegatedInverseRadix => each_column!(fill_column, cancel_column),
        Reduction::Montgomery => each_column!(cancel_column, cancel_column),
        Reduction::MontgomeryOne => each_column!(cancel_column_by_one, cancel_column_by_one),
    }
    let mut column = s[L];
    core::array::from_fn(|i| {
        if i == L - 1 {
            // What the highest column carries.
            return column;
        }
        let (low, high) = (column.low(width(L)), column.high(width(L)));
        column = if i + 1 == L - 1 {
            high
        } else {
            s[L + i + 1].plus(high)
        };
        low
    })
}

/// Moves column k into the L columns above it: its low bits q as q·M, the rest as a carry.
#[inline(always)]
fn remove_column<W: Accumulator, const L: usize, const C: usize>(
    s: &mut [W; C],
    k: usize,
    constants: &MontgomeryConstants<W::Limb, L>,
) {
    let q = s[k].low(width(L)).limb();
    s[k + 1] = s[k + 1].plus(s[k].high(width(L)));
    for j in 0..L {
        s[k + 1 + j] = s[k + 1 + j].plus(W::product(q, constants.inverse_radix[j]));
    }
}

/// The same where M is -2^-w: what the column lacks to a multiple of 2^w, as q·M.
#[inline(always)]
fn fill_column<W: Accumulator, const L: usize, const C: usize>(
    s: &mut [W; C],
    k: usize,
    constants: &MontgomeryConstants<W::Limb, L>,
) {
    let lack = s[k].negated_low(width(L));
    let q = lack.limb();
    for j in 0..L {
        s[k + 1 + j] = s[k + 1 + j].plus(W::product(q, constants.inverse_radix[j]));
    }
    s[k + 1] = s[k + 1].plus(s[k].plus(lack).high(width(L)));
}

/// Adds q·p so that column k is a multiple of 2^w, and carries it into the next one.
#[inline(always)]
fn cancel_column<W: Accumulator, const L: usize, const C: usize>(
    s: &mut [W; C],
    k: usize,
    constants: &MontgomeryConstants<W::Limb, L>,
) {
    let q = W::product(s[k].low(width(L)).limb(), constants.negated_inverse);
    let q = q.low(width(L)).limb();
    for j in 0..L {
        s[k + j] = s[k + j].plus(W::product(q, constants.p[j]));
    }
    s[k + 1] = s[k + 1].plus(s[k].high(width(L)));
}

/// The same where p ≡ 1 mod 2^w.
#[inline(always)]
fn cancel_column_by_one<W: Accumulator, const L: usize, const C: usize>(
    s: &mut [W; C],
    k: usize,
    constants: &MontgomeryConstants<W::Limb, L>,
) {
    let lack = s[k].negated_low(width(L));
    let q = lack.limb();
    for j in 1..L {
        s[k + j] = s[k + j].plus(W::product(q, constants.p[j]));
    }
    s[k + 1] = s[k + 1].plus(s[k].plus(lack).high(width(L)));
}

/// Whether the products of a column and what the reduction adds to it, as much as one product more, may
/// not be below 2^64.
const fn is_heavy(column: usize, limbs: usize, products: usize) -> bool {
    let above = 2 * limbs - 1 - column;
    let terms = if column < above { column + 1 } else { above };
    (products as u64 + 1) * terms as u64 >= 1 << (64 - 2 * width(limbs))
}

/// Carries what is above a limb in each heavy column into the next one. Of limbs of 29 bits none is
/// heavy.
#[inline(always)]
pub fn carry_heavy_columns<W: Accumulator, const L: usize, const C: usize>(
    s: &mut [W; C],
    products: usize,
) {
    let mut carry = |k: usize| {
        if is_heavy(k, L, products) {
            s[k + 1] = s[k + 1].plus(s[k].high(width(L)));
            s[k] = s[k].low(width(L));
        }
    };
    unrolled!(L, |k| carry(k));
    unrolled!(L - 2, |k| carry(L + k));
}
