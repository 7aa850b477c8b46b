//! Sums of 9x29 limbs that are not reduced, for algorithms whose next operation is a product by a
//! constant.
//!
//! R is 2^261, and p below 2^255: an operand may be many times p before a product's result leaves
//! 2p, and limbs may be above 29 bits before a column leaves 64. So a sum needs no comparison with 2p, and
//! no carry runs through all limbs: each limb gives what it has above 29 bits to the next one, all at the
//! same time.
//!
//! | state | value | limbs |
//! |---|---|---|
//! | reduced | below 2p | below 2^29 |
//! | loose | below [`MAX_MULTIPLE`]·p | below 2^29 + 8 |
//! | a sum | below [`MAX_MULTIPLE`]·p | not negative, below 2^32 |
//!
//! Values grow: a difference adds 3p, so that it is not negative, and [`settle`] keeps the value.

use super::accumulator::Accumulator;
use super::radix29::{LIMBS, WIDTH, constants};
use super::reduction::MontgomeryConstants;
use crate::field::integer;
use crate::field::modulus::Modulus;

/// What loose values are below, in p. So many squares of p are what a product by a twiddle factor below p reduces.
pub const MAX_MULTIPLE: u32 = 70;
/// What a difference adds, in p.
pub const ADDED: u32 = 3;
/// What a difference of two sums adds, in p.
pub const ADDED_TO_SUM: u32 = 6;

/// Arithmetic on limbs without a sign.
pub trait UnsignedLimbs: Accumulator {
    /// a + b, below 2^32.
    fn total(a: Self::Limb, b: Self::Limb) -> Self::Limb;
    /// a - b, not negative.
    fn rest(a: Self::Limb, b: Self::Limb) -> Self::Limb;
    /// a div 2^29.
    fn above(a: Self::Limb) -> Self::Limb;
    /// a mod 2^29.
    fn below(a: Self::Limb) -> Self::Limb;
}

impl UnsignedLimbs for u64 {
    #[inline(always)]
    fn total(a: u64, b: u64) -> u64 {
        debug_assert!(a + b < 1 << 32);
        a + b
    }

    #[inline(always)]
    fn rest(a: u64, b: u64) -> u64 {
        a - b
    }

    #[inline(always)]
    fn above(a: u64) -> u64 {
        a >> WIDTH
    }

    #[inline(always)]
    fn below(a: u64) -> u64 {
        a & ((1 << WIDTH) - 1)
    }
}

/// `multiple`·p in limbs of which all but the highest are at least `room`·2^29 - `room`, and below
/// (`room` + 1)·2^29, so that limbs up to room·(2^29 - 1) can be subtracted from it.
///
/// # Panics
/// Where the highest limb may be smaller than that of a value below (`multiple` - 1)·p.
pub const fn spread<M: Modulus>(multiple: u32, room: u64) -> [u64; LIMBS] {
    let p: [u64; LIMBS] = integer::split(&M::P, WIDTH);
    let mut limbs = [0; LIMBS];
    let mut carry = 0;
    let mut i = 0;
    while i < LIMBS {
        let column = p[i] * multiple as u64 + carry;
        limbs[i] = column;
        if i < LIMBS - 1 {
            limbs[i] = (column & ((1 << WIDTH) - 1)) + (room << WIDTH);
            carry = column >> WIDTH;
        }
        if i > 0 {
            limbs[i] -= room;
        }
        i += 1;
    }
    assert!(
        p[LIMBS - 1] > 1 + room,
        "this modulus is too small for sums that are not reduced"
    );
    limbs
}

/// The constants of products by twiddle factors below p.
pub const fn twiddle_constants<M: Modulus>() -> MontgomeryConstants<u64, LIMBS> {
    constants::<M>(MAX_MULTIPLE)
}

/// x + y.
#[inline(always)]
pub fn plus<W: UnsignedLimbs>(x: &[W::Limb; LIMBS], y: &[W::Limb; LIMBS]) -> [W::Limb; LIMBS] {
    core::array::from_fn(|i| W::total(x[i], y[i]))
}

/// x + `added` - y, `added` as [`spread`] makes it for the y.
#[inline(always)]
pub fn minus<W: UnsignedLimbs>(
    x: &[W::Limb; LIMBS],
    y: &[W::Limb; LIMBS],
    added: &[W::Limb; LIMBS],
) -> [W::Limb; LIMBS] {
    core::array::from_fn(|i| W::total(x[i], W::rest(added[i], y[i])))
}

/// The same value in loose limbs.
#[inline(always)]
pub fn settle<W: UnsignedLimbs>(x: &[W::Limb; LIMBS]) -> [W::Limb; LIMBS] {
    core::array::from_fn(|i| {
        let limb = if i + 1 < LIMBS { W::below(x[i]) } else { x[i] };
        if i == 0 {
            limb
        } else {
            W::total(limb, W::above(x[i - 1]))
        }
    })
}

/// What [`reduce`] needs.
pub struct Multiples<F> {
    /// 2^51 divided by p's highest limb and 1.
    pub inverse: F,
    /// 2^261 - p.
    pub complement: [F; LIMBS],
    /// 1.
    pub one: F,
}

impl Multiples<u64> {
    /// Of M.
    pub const fn of<M: Modulus>() -> Self {
        let p: [u64; LIMBS] = integer::split(&M::P, WIDTH);
        let mut complement = [0; LIMBS];
        let mut i = 0;
        while i < LIMBS {
            complement[i] = (1 << WIDTH) - 1 - p[i];
            i += 1;
        }
        // p is odd.
        complement[0] += 1;
        let inverse = (1 << 51) / (p[LIMBS - 1] + 1);
        assert!(inverse < 1 << 31, "this modulus is too small");
        Self {
            inverse,
            complement,
            one: 1,
        }
    }
}

/// A loose value less a multiple of p: below 2p, limbs below 2^29.
///
/// The multiple is told by the highest limb, x8 div (p8 + 1), and is never too large. It lacks less than 1
/// and a few 70·2^-21, as p8 has 22 bits or more.
#[inline(always)]
pub fn reduce<W: Accumulator>(x: &[W::Limb; LIMBS], multiples: &Multiples<W::Limb>) -> [W; LIMBS] {
    let quotient = W::product(x[LIMBS - 1], multiples.inverse).high(51).limb();
    let mut column = W::zero();
    core::array::from_fn(|i| {
        column = column
            .plus(W::product(x[i], multiples.one))
            .plus(W::product(quotient, multiples.complement[i]));
        let limb = column.low(WIDTH);
        column = column.high(WIDTH);
        limb
    })
}
