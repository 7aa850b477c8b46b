//! The Montgomery product in limbs of 29 or 30 bits, written once over abstract words: scalar and v128
//! kernels are the same steps on different machines.
//!
//! An element is L limbs, little-endian, and R is 2^(L·[`width`]):
//!
//! | words | limbs | R | a product of two elements |
//! |---|---|---|---|
//! | 4 | 9 of 29 bits | 2^261 | Karatsuba over three blocks of three limbs: 54 multiplications instead of 81 |
//! | 6 | 13 of 30 bits | 2^390 | Karatsuba over three blocks of four limbs, and a limb: 121 instead of 169 |
//!
//! The low L columns are removed in one of four ways, a [`Reduction`]; [`MontgomeryConstants::of`] takes the
//! first that is right for the modulus and the operation, at compile time.
//!
//! Sources: M. Scott, "Missing a trick: Karatsuba variations" (2018), for the form of Karatsuba;
//! Barretenberg (AztecProtocol/aztec-packages, PR 22481) for the reduction by 2^-29 mod p;
//! mitschabaude/montgomery, `doc/zprize22.md`, for radix 2^29 in wasm.

use super::packing::unrolled;
use crate::field::integer;

/// Bits of a limb of an element of so many limbs.
///
/// 14 limbs of 29 bits would do for six words, and their columns have more room: 2^384 is reached by
/// 22 bits, and no column carries before its turn. The product takes a quarter longer.
pub const fn width(limbs: usize) -> u32 {
    if limbs == 13 { 30 } else { 29 }
}

/// log2 of the Montgomery radix of an element of so many limbs.
pub const fn radix_bits(limbs: usize) -> u32 {
    limbs as u32 * width(limbs)
}

/// The machine that the product runs on: 64-bit accumulators and 32-bit limbs, one or several
/// side by side.
pub trait Accumulator: Copy {
    /// A limb in [-2^31, 2^31), in the form in which it is multiplied.
    type Limb: Copy;
    /// Whether three-limb blocks are multiplied in six multiplications rather than nine.
    const KARATSUBA_BLOCKS: bool;
    /// 0.
    fn zero() -> Self;
    /// a·b mod 2^64.
    fn product(a: Self::Limb, b: Self::Limb) -> Self;
    /// a - b; the caller keeps it in [-2^31, 2^31).
    fn difference(a: Self::Limb, b: Self::Limb) -> Self::Limb;
    /// a + b; the caller keeps it in [-2^31, 2^31).
    fn sum(a: Self::Limb, b: Self::Limb) -> Self::Limb;
    /// self + other mod 2^64.
    fn plus(self, other: Self) -> Self;
    /// self div 2^width.
    fn high(self, width: u32) -> Self;
    /// self mod 2^width.
    fn low(self, width: u32) -> Self;
    /// -self mod 2^width.
    fn negated_low(self, width: u32) -> Self;
    /// A value below 2^31 as a limb.
    fn limb(self) -> Self::Limb;
}

/// Whether a limb is in [-2^31, 2^31).
fn fits(limb: u64) -> bool {
    i32::try_from(limb as i64).is_ok()
}

impl Accumulator for u64 {
    /// Two's complement.
    type Limb = u64;

    // Six multiplications and their additions are more instructions than nine.
    const KARATSUBA_BLOCKS: bool = false;

    #[inline(always)]
    fn zero() -> u64 {
        0
    }

    #[inline(always)]
    fn product(a: u64, b: u64) -> u64 {
        debug_assert!(fits(a) && fits(b));
        a.wrapping_mul(b)
    }

    #[inline(always)]
    fn difference(a: u64, b: u64) -> u64 {
        a.wrapping_sub(b)
    }

    #[inline(always)]
    fn sum(a: u64, b: u64) -> u64 {
        a.wrapping_add(b)
    }

    #[inline(always)]
    fn plus(self, other: u64) -> u64 {
        self.wrapping_add(other)
    }

    #[inline(always)]
    fn high(self, width: u32) -> u64 {
        self >> width
    }

    #[inline(always)]
    fn low(self, width: u32) -> u64 {
        self & ((1 << width) - 1)
    }

    #[inline(always)]
    fn negated_low(self, width: u32) -> u64 {
        self.wrapping_neg().low(width)
    }

    #[inline(always)]
    fn limb(self) -> u64 {
        self
    }
}

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

/// out = a·b·R^-1 mod p.
///
/// Preconditions: a·b is worth what the constants are for, limbs < 2^w. Postcondition: out < 2p, limbs
/// < 2^w, as words.
#[inline(always)]
pub fn multiply<W: Accumulator, const L: usize, const C: usize>(
    a: &[W::Limb; L],
    b: &[W::Limb; L],
    constants: &MontgomeryConstants<W::Limb, L>,
) -> [W; L] {
    reduce(product::<W, L, C>(a, b), 1, constants)
}

/// out = a·a·R^-1 mod p, twice that if `doubled`, which limbs of 29 bits allow.
///
/// Pre- and postconditions as of [`multiply`].
#[inline(always)]
pub fn square<W: Accumulator, const L: usize, const C: usize>(
    a: &[W::Limb; L],
    doubled: bool,
    constants: &MontgomeryConstants<W::Limb, L>,
) -> [W; L] {
    let double = |x: &[W::Limb; L]| x.map(|limb| W::sum(limb, limb));
    let twice = double(a);
    if doubled {
        reduce(squared::<W, L, C>(a, &twice, &double(&twice)), 2, constants)
    } else {
        reduce(squared::<W, L, C>(a, a, &twice), 1, constants)
    }
}

/// out = the sum of all a\[i\]·b\[i\]·R^-1 mod p, reduced once, of one to four products.
///
/// Pre- and postconditions as of [`multiply`], of all products together.
#[inline(always)]
pub fn sum_of_products<W: Accumulator, const L: usize, const C: usize, const TERMS: usize>(
    a: [&[W::Limb; L]; TERMS],
    b: [&[W::Limb; L]; TERMS],
    constants: &MontgomeryConstants<W::Limb, L>,
) -> [W; L] {
    if L == 9 && TERMS == 2 {
        // They share the additions of Karatsuba's identity. Three or four would, too, but keep so many values that a
        // Poseidon hash takes an eighth longer in Node 20, and a tenth less in Node 26.
        let columns = three_blocks::<W, 3, 5, C, TERMS>(a.map(|a| &a[..]), b.map(|b| &b[..]));
        return reduce(columns, TERMS, constants);
    }
    let mut columns = product::<W, L, C>(a[0], b[0]);
    for (a, b) in a.iter().zip(&b).skip(1) {
        carry_heavy_columns::<W, L, C>(&mut columns, TERMS);
        add_all(&mut columns, 0, product::<W, L, C>(a, b));
    }
    reduce(columns, TERMS, constants)
}

/// a·R^-1 mod p: out of the Montgomery form. Pre- and postconditions as of [`multiply`].
#[cfg(any(feature = "arkworks", test))]
#[inline(always)]
pub fn from_montgomery<W: Accumulator, const L: usize, const C: usize>(
    a: [W; L],
    constants: &MontgomeryConstants<W::Limb, L>,
) -> [W; L] {
    let mut columns = [W::zero(); C];
    columns[..L].copy_from_slice(&a);
    reduce(columns, 1, constants)
}

/// The columns of a square: each product of two limbs once. `diagonal` multiplies a limb by itself,
/// `cross` by the ones above it: a and 2a, or twice these for twice the square.
///
/// Of nine limbs 45 multiplications; Karatsuba would need 36, and more additions than that saves.
#[inline(always)]
fn squared<W: Accumulator, const L: usize, const C: usize>(
    a: &[W::Limb; L],
    diagonal: &[W::Limb; L],
    cross: &[W::Limb; L],
) -> [W; C] {
    let mut columns = [W::zero(); C];
    unrolled!(L, |i| {
        columns[2 * i] = columns[2 * i].plus(W::product(diagonal[i], a[i]));
        for j in i + 1..L {
            columns[i + j] = columns[i + j].plus(W::product(cross[i], a[j]));
        }
    });
    columns
}

/// The columns of a·b: column k is the sum of all a\[i\]·b\[k-i\]. Differences on the way may be negative,
/// and wrap.
#[inline(always)]
fn product<W: Accumulator, const L: usize, const C: usize>(
    a: &[W::Limb; L],
    b: &[W::Limb; L],
) -> [W; C] {
    if L == 9 {
        return three_blocks::<W, 3, 5, C, 1>([a], [b]);
    }
    // The highest limb beside the three blocks.
    let mut columns = three_blocks::<W, 4, 7, C, 1>([a], [b]);
    let last = L - 1;
    unrolled!(last, |i| {
        let both = W::product(a[last], b[i]).plus(W::product(a[i], b[last]));
        columns[last + i] = columns[last + i].plus(both);
    });
    columns[2 * last] = columns[2 * last].plus(W::product(a[last], b[last]));
    columns
}

/// The columns of a sum of products of two elements of three blocks of H limbs each; HC is 2H-1. Of one product:
///
/// With z = 2^(H·w) and A = A0 + A1·z + A2·z^2, B alike, and pairs of blocks as
/// Ai·Bj + Aj·Bi = (Ai - Aj)(Bj - Bi) + Ai·Bi + Aj·Bj, the product is
/// D(1 + z + z^2) + (A0-A1)(B1-B0)z + (A0-A2)(B2-B0)z^2 + (A1-A2)(B2-B1)z^3
/// with D = A0·B0 + A1·B1·z + A2·B2·z^2.
#[inline(always)]
fn three_blocks<
    W: Accumulator,
    const H: usize,
    const HC: usize,
    const C: usize,
    const TERMS: usize,
>(
    a: [&[W::Limb]; TERMS],
    b: [&[W::Limb]; TERMS],
) -> [W; C] {
    let block =
        |x: &[W::Limb], first: usize| -> [W::Limb; H] { core::array::from_fn(|i| x[first + i]) };
    let blocks = |x: &[W::Limb]| (block(x, 0), block(x, H), block(x, 2 * H));
    let mut d = [W::zero(); C];
    unrolled!(TERMS, |term| {
        let ((a0, a1, a2), (b0, b1, b2)) = (blocks(a[term]), blocks(b[term]));
        add_all(&mut d, 0, block_product::<W, H, HC>(&a0, &b0));
        add_all(&mut d, H, block_product::<W, H, HC>(&a1, &b1));
        add_all(&mut d, 2 * H, block_product::<W, H, HC>(&a2, &b2));
    });
    // D(1 + z + z^2): the low half from below, the high half from above.
    let mut columns = d;
    unrolled!(2 * H, |k| columns[H + k] = d[H + k].plus(columns[k]));
    unrolled!(H, |k| columns[5 * H - 1 + k] = d[3 * H - 1 + k]);
    unrolled!(2 * H - 1, |k| {
        let k = 5 * H - 2 - k;
        columns[k] = d[k - 2 * H].plus(columns[k + H]);
    });
    unrolled!(TERMS, |term| {
        let ((a0, a1, a2), (b0, b1, b2)) = (blocks(a[term]), blocks(b[term]));
        add_cross::<W, H, HC>(&mut columns, H, [&a0, &a1], [&b0, &b1]);
        add_cross::<W, H, HC>(&mut columns, 2 * H, [&a0, &a2], [&b0, &b2]);
        add_cross::<W, H, HC>(&mut columns, 3 * H, [&a1, &a2], [&b1, &b2]);
    });
    columns
}

/// Adds (x - y)(w - z) to columns, from the first on.
#[inline(always)]
fn add_cross<W: Accumulator, const H: usize, const HC: usize>(
    columns: &mut [W],
    first: usize,
    [x, y]: [&[W::Limb; H]; 2],
    [z, w]: [&[W::Limb; H]; 2],
) {
    let (x, y) = (differences::<W, H>(x, y), differences::<W, H>(w, z));
    add_all(columns, first, block_product::<W, H, HC>(&x, &y));
}

/// Adds words to columns, from the first on.
#[inline(always)]
fn add_all<W: Accumulator, const HC: usize>(columns: &mut [W], first: usize, words: [W; HC]) {
    for (i, word) in words.into_iter().enumerate() {
        columns[first + i] = columns[first + i].plus(word);
    }
}

#[inline(always)]
fn differences<W: Accumulator, const H: usize>(x: &[W::Limb; H], y: &[W::Limb; H]) -> [W::Limb; H] {
    core::array::from_fn(|i| W::difference(x[i], y[i]))
}

/// The columns of a product of blocks of H limbs: of three limbs nine multiplications, or six and the
/// same identity once more where a multiplication costs more than two additions.
///
/// Limbs are in (-2^30, 2^30), so that their differences are in (-2^31, 2^31).
#[inline(always)]
fn block_product<W: Accumulator, const H: usize, const HC: usize>(
    x: &[W::Limb; H],
    y: &[W::Limb; H],
) -> [W; HC] {
    let product = |i: usize, j: usize| W::product(x[i], y[j]);
    let mut columns = [W::zero(); HC];
    if W::KARATSUBA_BLOCKS && H == 3 {
        let cross =
            |i: usize, j: usize| W::product(W::difference(x[i], x[j]), W::difference(y[j], y[i]));
        let (p, q, r) = (product(0, 0), product(1, 1), product(2, 2));
        let low = p.plus(q);
        columns[0] = p;
        columns[1] = low.plus(cross(0, 1));
        columns[2] = low.plus(r).plus(cross(0, 2));
        columns[3] = q.plus(r).plus(cross(1, 2));
        columns[4] = r;
    } else {
        unrolled!(H, |i| for j in 0..H {
            columns[i + j] = columns[i + j].plus(product(i, j));
        });
    }
    columns
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
fn carry_heavy_columns<W: Accumulator, const L: usize, const C: usize>(
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

/// The columns of a sum of so many products to limbs: value·R^-1 mod p.
#[inline(always)]
fn reduce<W: Accumulator, const L: usize, const C: usize>(
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
