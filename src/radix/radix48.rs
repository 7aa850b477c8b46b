//! The 8x48 format in floating point, and the constants of its products, over the lanes of
//! [`radix51`](super::radix51).
//!
//! R = 2^384, which is that of six words. An element is eight limbs in radix 2^48, doubles that hold integers, signed
//! and balanced: |x| is about 2^47 at most, and the value is at most p in magnitude. R is at least eight times p, so that
//! products need no correction.
//!
//! | file | what |
//! |---|---|
//! | `column48.rs` | a column of products of limbs, as a high and a low part |
//! | `product48.rs` | the columns of a product and of a square |
//! | `reduction48.rs` | columns to limbs |
//! | `linear48.rs` | sums and differences |

use super::packing;
use super::radix51::{Constant, balance, signed, splat, two};
use crate::field::integer;
use crate::field::modulus::{self, Modulus};

/// Limbs of an element.
pub const LIMBS: usize = 8;

/// Columns of the product of two elements.
pub const COLUMNS: usize = 2 * LIMBS - 1;

/// Low columns that are folded; quotients remove the next two.
pub const FOLDED: usize = 6;

/// Bits of a limb.
pub const WIDTH: u32 = 48;

/// log2 of the Montgomery radix.
pub const RADIX_BITS: u32 = 384;

/// The largest magnitude of limbs 0 to 6: balanced, and carries of the limbs below.
pub const LIMB: f64 = two(47) + 8.0;

/// What limb 7 may be more than p's.
pub const TOP_SLACK: f64 = 8.0;

/// Where a column of products begins: in the middle of [2^100, 2^101), where a double's last bit is worth 2^48, with room
/// for ±2^99 = 32 products of balanced limbs.
const SPLIT: f64 = 3.0 * two(99);

/// SPLIT in units of 2^48. A low part that begins at its negative takes it away with the carry of the column below.
const OFFSET: f64 = SPLIT * two(-(WIDTH as i32));

/// The constants of a modulus.
#[repr(C)]
pub struct Radix48Constants {
    pub(super) split: Constant,
    /// SPLIT - OFFSET.
    pub(super) split_less_offset: Constant,
    /// 2^-48, a carry's weight in the next column.
    pub(super) weight: Constant,
    /// -OFFSET.
    pub(super) split_carry: Constant,
    /// 2^(48(k-6)) mod p for k = 0..6, nearest to zero, balanced limbs.
    pub(super) fold: [[Constant; LIMBS]; FOLDED],
    pub(super) p: [Constant; LIMBS],
    /// -p^-1 mod 2^48, nearest to zero.
    pub(super) negated_inverse: Constant,
    /// 1/p in units of limb 7.
    pub(super) p_inverse: Constant,
    /// 1.5·2^52: added to x, leaves the integer nearest to x, for |x| below 2^51.
    pub(super) rounder: Constant,
}

impl Radix48Constants {
    /// The constants of M.
    ///
    /// # Panics
    /// Where M is even, or too large or too small for a step of this format. Constants are made at
    /// compile time: the kernel then does not compile.
    pub const fn of<M: Modulus<6>>() -> Self {
        modulus::assert_bits(&M::P);
        let p = limbs_of_p::<M>();
        let negated_inverse = signed(integer::negated_inverse(&M::P), WIDTH);
        let mut limbs = [[0.0; LIMBS]; FOLDED];
        let mut fold = [[Constant::splat(0.0); LIMBS]; FOLDED];
        let mut k = 0;
        while k < FOLDED {
            let power = integer::inverse_power_of_two(WIDTH * (FOLDED - k) as u32, &M::P);
            limbs[k] = split::<M>(&power);
            fold[k] = splat(&limbs[k]);
            k += 1;
        }
        assert_bounds(&p, &limbs, negated_inverse);
        Self {
            split: Constant::splat(SPLIT),
            split_less_offset: Constant::splat(SPLIT - OFFSET),
            weight: Constant::splat(two(-(WIDTH as i32))),
            split_carry: Constant::splat(-OFFSET),
            fold,
            p: splat(&p),
            negated_inverse: Constant::splat(negated_inverse),
            p_inverse: Constant::splat(1.0 / p[LIMBS - 1]),
            rounder: Constant::splat(1.5 * two(52)),
        }
    }
}

/// p's limbs, balanced.
pub const fn limbs_of_p<M: Modulus<6>>() -> [f64; LIMBS] {
    balance(integer::split(&M::P, WIDTH), [0; LIMBS], WIDTH)
}

/// In units of 2^47, which is what a balanced limb is at most.
const fn units(limb: f64) -> f64 {
    limb.abs() * two(-47)
}

/// What carries and roundings are worth in [`units`], where they are left out.
const MARGIN: f64 = two(-30);

/// Asserts what the operations of this format need of a modulus: the bounds of all columns, one after the other.
///
/// High parts are in units of 2^94, which is a product of two balanced limbs; low parts in [`units`].
const fn assert_bounds(p: &[f64; LIMBS], fold: &[[f64; LIMBS]; FOLDED], negated_inverse: f64) {
    let p7 = p[LIMBS - 1];
    assert!(
        p7 > 1024.0 * TOP_SLACK,
        "this modulus is too small for f64 lanes: its top limb has too few bits"
    );
    let top = p7 + TOP_SLACK;
    // a·b/2^384 and half of p, and what carries and folded digits are worth.
    assert!(
        top * top * two(-(WIDTH as i32)) + p7 / 2.0 + 64.0 <= p7,
        "this modulus is too large for f64 lanes: a product is above p"
    );
    let mut limbs = [units(LIMB); LIMBS];
    limbs[LIMBS - 1] = units(top);
    let mut digits = [0.0; FOLDED];
    // What the column below carries, and a multiple of p that ends there.
    let (mut carry, mut removed) = (0.0, 0.0);
    let mut k = 0;
    while k < COLUMNS {
        let (mut high, mut low) = (0.0, 0.0);
        let mut i = 0;
        while i < LIMBS {
            if i <= k && k - i < LIMBS {
                high += limbs[i] * limbs[k - i];
                low += 1.0;
            }
            if i < FOLDED && k >= FOLDED && k - FOLDED < LIMBS {
                high += digits[i] * units(fold[i][k - FOLDED]);
                low += 1.0;
            }
            // The quotients of columns 6 and 7.
            if i < 2 && k > FOLDED + i && k - FOLDED - i < LIMBS {
                high += units(p[k - FOLDED - i]);
                low += 1.0;
            }
            i += 1;
        }
        assert!(
            high < 32.0 - MARGIN,
            "this modulus is too large for f64 lanes: a column of products leaves its binade"
        );
        // 2^53, and OFFSET of it until the carry is there.
        assert!(
            low + 48.0 <= 64.0 && low + carry + removed < 64.0 - MARGIN,
            "this modulus is too large for f64 lanes: a column's low part is no double"
        );
        low += carry + removed;
        removed = 0.0;
        if k < FOLDED {
            digits[k] = low;
        } else if k < LIMBS {
            assert!(
                low * units(negated_inverse) < 32.0 - MARGIN,
                "the inverse of this modulus leaves a quotient no room"
            );
            removed = units(p[0]) / 2.0 + MARGIN;
        }
        // Of units of 2^94 a 2^48th is half as many of 2^47.
        carry = high / 2.0 + MARGIN;
        k += 1;
    }
}

/// The limbs of an integer below p: balanced, of the representative nearest to zero.
pub const fn split<M: Modulus<6>>(x: &[u64; 6]) -> [f64; LIMBS] {
    // 2x mod p is below x exactly when 2x is not below p.
    let upper_half = integer::less_than(&integer::add(x, x, &M::P), x);
    let minus = if upper_half { M::P } else { [0; 6] };
    balance(
        integer::split(x, WIDTH),
        integer::split(&minus, WIDTH),
        WIDTH,
    )
}

/// The canonical integer of limbs whose value is above -p and below p.
pub fn join<M: Modulus<6>>(limbs: &[f64; LIMBS]) -> [u64; 6] {
    let p: [u64; LIMBS] = integer::split(&M::P, WIDTH);
    let mut carry = 0;
    // What is joined is below 2p, which is below 2^384.
    let digits: [u64; LIMBS] = core::array::from_fn(|i| {
        let limb = limbs[i] as i64 + p[i] as i64 + carry;
        carry = limb >> WIDTH;
        (limb & ((1 << WIDTH) - 1)) as u64
    });
    integer::reduce_once(&packing::join(&digits, WIDTH), &M::P)
}
