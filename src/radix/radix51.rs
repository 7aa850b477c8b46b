//! The 5x51 format in floating point, and the constants of its products, written once over abstract lanes: v128 in the
//! module, `f64` in native tests, intervals in the bounds test.
//!
//! R = 2^255. An element is five limbs in radix 2^51, doubles that hold integers, signed and balanced: |x| is about 2^50
//! at most. How large the value may be depends on the [`Form`] that the prime has.
//!
//! | file | what |
//! |---|---|
//! | `column51.rs` | a column of products of limbs, as a high and a low part |
//! | `product51.rs` | the columns of a product, a square and a sum of two products |
//! | `reduction51.rs` | columns to limbs |
//! | `linear51.rs` | sums and differences |
//!
//! Every step is either exact or rounds on purpose, and which is which is in its name; the bounds test runs these files on
//! intervals and proves that the exact ones are.

use super::packing;
use crate::field::integer;
use crate::field::modulus::{self, Integer, Modulus};
use core::mem::offset_of;

/// Limbs of an element.
pub const LIMBS: usize = 5;

/// Columns of the product of two elements.
pub const COLUMNS: usize = 2 * LIMBS - 1;

/// Bits of a limb.
pub const WIDTH: u32 = 51;

/// log2 of the Montgomery radix.
pub const RADIX_BITS: u32 = 255;

/// Doubles side by side, on a machine whose fused multiply-add rounds once.
///
/// An operation and its `rounding_` twin are the same instruction. The first promises that the
/// result is a double and nothing is rounded; the bounds test holds it to that.
pub trait DoubleLanes: Copy {
    /// A constant from memory.
    fn load(constant: &Constant) -> Self;
    /// self·factor + addend, exact.
    fn fma(self, factor: Self, addend: Self) -> Self;
    /// self + other, exact.
    fn plus(self, other: Self) -> Self;
    /// self - other, exact.
    fn minus(self, other: Self) -> Self;
    /// self·factor + addend, rounded to the nearest double.
    fn rounding_fma(self, factor: Self, addend: Self) -> Self;
    /// self + other, rounded to the nearest double.
    fn rounding_plus(self, other: Self) -> Self;
    /// self·factor, rounded to the nearest double.
    fn rounding_times(self, factor: Self) -> Self;
    /// The nearest integer.
    fn round(self) -> Self;
    /// self·factor + addend, a multiple of 2^WIDTH by the choice of the Montgomery quotient, and exact
    /// because of that.
    fn fma_to_multiple<const WIDTH: u32>(self, factor: Self, addend: Self) -> Self;
}

/// A double for each of two lanes, as v128 is loaded.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(16))]
pub struct Constant(pub [f64; 2]);

impl Constant {
    /// The same double in both.
    pub const fn splat(x: f64) -> Self {
        Self([x; 2])
    }

    /// The double of these bits in both.
    pub const fn bits(x: u64) -> Self {
        Self::splat(f64::from_bits(x))
    }
}

/// The largest magnitude of limbs 0 to 3: balanced, and carries of the limbs below.
pub const LIMB: f64 = two(50) + 8.0;

/// What limb 4 may be more than p's.
pub const TOP_SLACK: f64 = 16.0;

/// How values stay in the range of an operand, which p decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Two Montgomery steps leave less than p of a product of values up to p.
    TwoSteps,
    /// They would leave more. The second step's quotient is known mod 2^51 only, and the one is taken that brings the value
    /// nearest to 0: at most [`CENTRED`]·p of any product and of a sum of two.
    Centred,
}

/// What a value is at most where the quotient is centred, of p: a half, and 2^-5 for the rounding of what the quotient is
/// read off (2^46 of 2^51).
pub const CENTRED: f64 = 0.5 + two(-5);

impl Form {
    /// That of M.
    pub const fn of<M: Modulus>() -> Self {
        let p4 = limbs_of_p::<M>()[4];
        let top = p4 + TOP_SLACK;
        // a·b/2^255 and half of p, and what carries and roundings are worth.
        if top * top * two(-51) + p4 / 2.0 + 4.0 <= p4 {
            Self::TwoSteps
        } else {
            Self::Centred
        }
    }

    /// What the value of an operand is at most, of p.
    pub const fn share(self) -> f64 {
        match self {
            Self::TwoSteps => 1.0,
            Self::Centred => CENTRED,
        }
    }
}

/// p's limbs, balanced.
pub const fn limbs_of_p<M: Modulus>() -> [f64; LIMBS] {
    balance(integer::split(&M::P, WIDTH), [0; LIMBS], WIDTH)
}

/// 2^exponent.
pub const fn two(exponent: i32) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

/// Where a column of products begins: in the middle of [2^103, 2^104), where a double's last bit is
/// worth 2^51, with room for ±4·2^100 = four products of balanced limbs.
pub const SPLIT: f64 = 12.0 * two(100);

/// The constants of a modulus. Emitted loops read all but the last three where this order puts them
/// (`constants` of `bench-wasm/src/emit/fma-pair.mjs`).
#[repr(C)]
pub struct Radix51Constants {
    pub(super) split: Constant,
    /// 2^-51, a carry's weight in the next column.
    pub(super) weight: Constant,
    /// -SPLIT·2^-51.
    pub(super) split_carry: Constant,
    /// 2^(51(k-3)) mod p for k = 0..3, nearest to zero, balanced limbs.
    pub(super) fold: [[Constant; LIMBS]; 3],
    pub(super) p: [Constant; LIMBS],
    /// -p^-1 mod 2^51, nearest to zero.
    pub(super) negated_inverse: Constant,
    /// 1/p in units of limb 4.
    pub(super) p_inverse: Constant,
    /// -SPLIT times it.
    pub(super) split_quotient: Constant,
    /// 1.5·2^52: added to x, leaves the integer nearest to x, for |x| below 2^51.
    pub(super) rounder: Constant,
}

/// What emitted loops rely on: a change here is one of `bench-wasm/src/emit/fma-pair.mjs`, too.
const _: () = {
    const BYTES: usize = size_of::<Constant>();
    assert!(BYTES == 16 && align_of::<Radix51Constants>() == 16);
    assert!(offset_of!(Radix51Constants, split) == 0);
    assert!(offset_of!(Radix51Constants, weight) == BYTES);
    assert!(offset_of!(Radix51Constants, split_carry) == 2 * BYTES);
    assert!(offset_of!(Radix51Constants, fold) == 3 * BYTES);
    assert!(offset_of!(Radix51Constants, p) == (3 + 3 * LIMBS) * BYTES);
    assert!(offset_of!(Radix51Constants, negated_inverse) == (3 + 4 * LIMBS) * BYTES);
};

impl Radix51Constants {
    /// The constants of M.
    ///
    /// # Panics
    /// Where M is even, or too large or too small for a step of this file. Constants are made at
    /// compile time: the kernel then does not compile.
    pub const fn of<M: Modulus>() -> Self {
        modulus::assert_bits(&M::P);
        let p = limbs_of_p::<M>();
        let negated_inverse = signed(integer::negated_inverse(&M::P), WIDTH);
        let mut limbs = [[0.0; LIMBS]; 3];
        let mut fold = [[Constant::splat(0.0); LIMBS]; 3];
        let mut k = 0;
        while k < 3 {
            let power = integer::inverse_power_of_two(WIDTH * (3 - k as u32), &M::P);
            limbs[k] = split::<M>(&power);
            fold[k] = splat(&limbs[k]);
            k += 1;
        }
        assert_bounds(Form::of::<M>(), &p, &limbs, negated_inverse);
        let p_inverse = 1.0 / p[4];
        Self {
            split: Constant::splat(SPLIT),
            weight: Constant::splat(two(-(WIDTH as i32))),
            split_carry: Constant::splat(-SPLIT * two(-(WIDTH as i32))),
            fold,
            p: splat(&p),
            negated_inverse: Constant::splat(negated_inverse),
            p_inverse: Constant::splat(p_inverse),
            split_quotient: Constant::splat(-SPLIT * p_inverse),
            rounder: Constant::splat(1.5 * two(52)),
        }
    }
}

/// A constant for each limb.
pub const fn splat<const L: usize>(limbs: &[f64; L]) -> [Constant; L] {
    let mut constants = [Constant::splat(0.0); L];
    let mut i = 0;
    while i < L {
        constants[i] = Constant::splat(limbs[i]);
        i += 1;
    }
    constants
}

/// The low bits of x, as many as `width`, as a two's complement number.
pub const fn signed(x: u64, width: u32) -> f64 {
    let unused = 64 - width;
    (((x << unused) as i64) >> unused) as f64
}

/// A limb or constant in units of 2^50, which is what a balanced limb is at most, and what a rounding
/// to a multiple of 2^51 leaves at most.
pub const fn units(limb: f64) -> f64 {
    limb.abs() * two(-50)
}

/// Constant limbs in one column, in [`units`].
pub const fn column<const N: usize>(fold: &[[f64; LIMBS]; N], j: usize) -> f64 {
    let mut sum = 0.0;
    let mut k = 0;
    while k < N {
        sum += units(fold[k][j]);
        k += 1;
    }
    sum
}

/// Asserts that products of a column, in units of 2^100, stay where a double's last bit is worth 2^51:
/// within 4 of [`SPLIT`], with a margin for roundings and what is carried into the column.
pub const fn assert_high(products: f64) {
    assert!(
        products < 4.0 - two(-30),
        "this modulus is too large for f64 lanes: a column of products leaves its binade"
    );
}

/// Asserts that a low part, in [`units`], is a double: it is below 2^53.
pub const fn assert_low(units: f64) {
    assert!(
        units < 8.0 - two(-30),
        "this modulus is too large for f64 lanes: a column's low part is no double"
    );
}

/// Asserts that a top limb is long enough for quotients to be read off it: carries of the limbs below
/// and TOP_SLACK are nothing beside it.
pub const fn assert_top(p: &[f64; LIMBS]) {
    assert!(
        p[4] > 1024.0 * TOP_SLACK,
        "this modulus is too small for f64 lanes: its top limb has too few bits"
    );
}

/// Asserts what the operations of this file need of a modulus: each bound is that of the operation
/// that needs most.
///
/// What depends on no modulus is left to the bounds test: columns 0 to 2, and the low parts of those
/// columns that are within their room whatever the constants are.
const fn assert_bounds(
    form: Form,
    p: &[f64; LIMBS],
    fold: &[[f64; LIMBS]; 3],
    negated_inverse: f64,
) {
    assert_top(p);
    let (limb, top) = (units(LIMB), units(form.share() * p[4] + TOP_SLACK));
    let [p0, p1, p2, p3, p4] = [
        units(p[0]),
        units(p[1]),
        units(p[2]),
        units(p[3]),
        units(p[4]),
    ];
    let square = limb * limb;
    let (s4, s5, s7) = (
        3.0 * square + limb * top,
        2.0 * (square + limb * top),
        2.0 * limb * top,
    );
    assert_high(s4);
    assert_high(s5);
    // The second quotient, and columns 7 and 8, which it ends in.
    let (f3, f4, f7) = (column(fold, 0), column(fold, 1), column(fold, 4));
    let q4 = match form {
        Form::TwoSteps => {
            assert_high(s7 + f7 + p4 + p3);
            assert_high(2.0 * top * top + p4);
            1.0
        }
        // It takes column 8, of which a sum has two squares, to 0 but for its own rounding.
        Form::Centred => {
            let centre = 2.0 * top * top / p4;
            // The rounding of what it is read off is 2^46 at most.
            assert!(
                units(negated_inverse) + (centre + 1.0) * two(-50) < 1.0,
                "the inverse of this modulus leaves a centred quotient no room"
            );
            let q4 = 2.0 * CENTRED + centre;
            assert_high(s7);
            assert_high(f7 + p4 + q4 * p3);
            assert_high(2.0 * top * top);
            assert_high(2.0 * CENTRED * p4);
            q4
        }
    };
    // The reduction. Column 3 has two late products of a sum, column 4 the late square's.
    assert_high(f3 + 2.0 * square);
    assert_high(f4 + p1 + 2.0 * limb * top);
    assert_high(column(fold, 2) + p2 + q4 * p1);
    assert_high(column(fold, 3) + p3 + q4 * p2);
    // The low parts of columns 4 and 5 of a product, with what the column below carries: half of it.
    let low = 3.0 + 1.0 + 1.0 + 1.0 + (f3 + square) / 2.0 + p0 / 2.0;
    assert_low(low);
    assert_low(4.0 + s4 / 2.0 + (f4 + p1 + limb * top) / 2.0 + q4 * p0 / 2.0);
    // A quotient is a column's low part times the inverse; what is centred is settled before, and so is a sum. Of a
    // product's column 3 there are a late product, three folded digits and a digit.
    let low = match form {
        Form::TwoSteps => low,
        Form::Centred => 1.0 + 3.0 + 1.0,
    };
    assert_high(low * units(negated_inverse));
}

/// Balanced limbs of plus - minus, in radix 2^width.
pub const fn balance<const L: usize>(plus: [u64; L], minus: [u64; L], width: u32) -> [f64; L] {
    let half = 1 << (width - 1);
    let mut limbs = [0.0; L];
    let mut carry = 0;
    let mut i = 0;
    while i < L {
        let limb = plus[i] as i64 - minus[i] as i64 + carry;
        carry = if i < L - 1 { (limb + half) >> width } else { 0 };
        limbs[i] = (limb - (carry << width)) as f64;
        i += 1;
    }
    limbs
}

/// The limbs of an integer below p: balanced, of the representative nearest to zero.
pub const fn split<M: Modulus>(x: &Integer) -> [f64; LIMBS] {
    // 2x mod p is below x exactly when 2x is not below p.
    let upper_half = integer::less_than(&integer::add(x, x, &M::P), x);
    let minus = if upper_half { M::P } else { [0; 4] };
    balance(
        integer::split(x, WIDTH),
        integer::split(&minus, WIDTH),
        WIDTH,
    )
}

/// The canonical integer of limbs whose value is above -p and below p.
pub fn join<M: Modulus>(limbs: &[f64; LIMBS]) -> Integer {
    let p: [u64; LIMBS] = integer::split(&M::P, WIDTH);
    let mut carry = 0;
    let digits: [u64; LIMBS] = core::array::from_fn(|i| {
        let limb = limbs[i] as i64 + p[i] as i64 + carry;
        // The highest digit keeps its 52nd bit: what is joined is below 2p.
        carry = if i < LIMBS - 1 { limb >> WIDTH } else { 0 };
        (limb - (carry << WIDTH)) as u64
    });
    integer::reduce_once(&packing::join(&digits, WIDTH), &M::P)
}
