//! The 9x29 format, in which elements stay between products: sums, differences, and integers in and
//! out. `montgomery.rs` multiplies them.
//!
//! R = 2^261. An element is nine limbs in radix 2^29, little-endian, of a value below 2p.

use super::accumulator::{Accumulator, radix_bits, width};
use super::montgomery;
use super::packing;
use super::reduction::MontgomeryConstants;
use crate::field::integer;
use crate::field::modulus::{self, Integer, Modulus};

/// Limbs of an element.
pub const LIMBS: usize = 9;
/// Bits of a limb.
pub const WIDTH: u32 = width(LIMBS);
/// log2 of the Montgomery radix.
pub const RADIX_BITS: u32 = radix_bits(LIMBS);
/// Columns of the product of two elements.
pub const COLUMNS: usize = 2 * LIMBS - 1;

/// What sums need of the machine beside that: arithmetic on limbs, with a sign.
pub trait SignedLimbs: Accumulator {
    /// a div 2^29, rounded down.
    fn carry(a: Self::Limb) -> Self::Limb;
    /// a mod 2^29.
    fn low_limb(a: Self::Limb) -> Self::Limb;
    /// a·b, below 2^31 and not below -2^31.
    fn multiple(a: Self::Limb, b: Self::Limb) -> Self::Limb;
    /// a div 2^bits, rounded down.
    fn down(a: Self::Limb, bits: u32) -> Self::Limb;
}

impl SignedLimbs for u64 {
    #[inline(always)]
    fn carry(a: u64) -> u64 {
        (a as i64 >> WIDTH) as u64
    }

    #[inline(always)]
    fn low_limb(a: u64) -> u64 {
        a.low(WIDTH)
    }

    #[inline(always)]
    fn multiple(a: u64, b: u64) -> u64 {
        a.wrapping_mul(b)
    }

    #[inline(always)]
    fn down(a: u64, bits: u32) -> u64 {
        (a as i64 >> bits) as u64
    }
}

/// The constants of M, for columns worth at most `squares`·p^2.
///
/// # Panics
/// As [`MontgomeryConstants::of`], and where p is not below 2^255: operands are below 2p < 2^256.
pub const fn constants<M: Modulus>(squares: u32) -> MontgomeryConstants<u64, LIMBS> {
    modulus::assert_bits(&M::P);
    MontgomeryConstants::of(&M::P, squares)
}

/// What a sum or difference needs of the modulus: p, and how often it goes into a value by the value's highest limb t,
/// about (t·`inverse` - `half`) div 2^`bits`.
pub struct Quotient<F> {
    /// p.
    pub p: [F; LIMBS],
    /// 2^(232 + bits)/p, rounded down.
    pub inverse: F,
    /// 2^(bits - 1).
    pub half: F,
    /// 5 more than the highest limb of p has.
    pub bits: u32,
}

/// The quotient by M.
///
/// # Panics
/// Where p is not below 2^255, or so small that its highest limb has fewer than 9 bits.
pub const fn quotient<M: Modulus>() -> Quotient<u64> {
    modulus::assert_bits(&M::P);
    let p: [u64; LIMBS] = integer::split(&M::P, WIDTH);
    assert!(
        p[LIMBS - 1] >> 8 != 0,
        "the modulus is too small for sums of limbs: its top limb has too few bits"
    );
    let bits = 64 - p[LIMBS - 1].leading_zeros() + 5;
    Quotient {
        p,
        // Of the 64 bits of p from 2^192 on: 2^232 = 2^192·2^40.
        inverse: ((1u128 << (40 + bits)) / (M::P[3] as u128 + 1)) as u64,
        half: 1 << (bits - 1),
        bits,
    }
}

/// 4p, limbs 0 to 7 from 2^29 - 1 to 2^30 - 1: less any limb of an element they are not negative. Limb 8 is at least
/// that of 2p.
pub const fn lifted_four_p<M: Modulus>() -> [u64; LIMBS] {
    let twice: [u64; LIMBS] = integer::split(&integer::wrapping_add(&M::P, &M::P).0, WIDTH);
    let mut limbs = [0; LIMBS];
    let mut carry = 0;
    let mut i = 0;
    while i < LIMBS {
        let limb = 2 * twice[i] + carry;
        carry = if i < LIMBS - 1 { limb >> WIDTH } else { 0 };
        limbs[i] = limb - (carry << WIDTH);
        i += 1;
    }
    // Each limb lends the one below it 1, which is 2^29 there.
    let mut i = 0;
    while i < LIMBS - 1 {
        limbs[i] += (1 << WIDTH) - (i > 0) as u64;
        i += 1;
    }
    limbs[LIMBS - 1] -= 1;
    assert!(
        limbs[LIMBS - 1] >= twice[LIMBS - 1],
        "the modulus is too small for differences that are not reduced"
    );
    limbs
}

/// The nine limbs of an integer.
#[inline(always)]
pub fn split(integer: &Integer) -> [u64; LIMBS] {
    packing::split(integer, WIDTH, 0, |limb: u64| limb.low(WIDTH))
}

/// The canonical integer of nine limbs below 2^29 whose value is below 2p.
#[inline(always)]
pub fn join<M: Modulus>(limbs: &[u64; LIMBS]) -> Integer {
    integer::reduce_once(&packing::join(limbs, WIDTH), &M::P)
}

/// out = a·b·2^-261 mod p.
///
/// Preconditions: a, b < 2p, limbs < 2^29. Postcondition: out < 2p, limbs < 2^29, as words.
/// Columns stay below 2^62.
#[inline(always)]
pub fn multiply<W: Accumulator>(
    a: &[W::Limb; LIMBS],
    b: &[W::Limb; LIMBS],
    constants: &MontgomeryConstants<W::Limb, LIMBS>,
) -> [W; LIMBS] {
    montgomery::multiply::<W, LIMBS, COLUMNS>(a, b, constants)
}

/// out = a - b + 4p, in limbs that are not carried.
///
/// Preconditions: a, b < 2p, limbs < 2^29, `four_p` as [`lifted_four_p`]. Postcondition: out < 6p, limbs < 3·2^29. It
/// may be one factor of [`multiply`] whose constants are for 12 squares of p: columns are at most 27·2^58, and the
/// reduction adds 9·2^58 and carries.
#[inline(always)]
pub fn difference<W: SignedLimbs>(
    a: &[W::Limb; LIMBS],
    b: &[W::Limb; LIMBS],
    four_p: &[W::Limb; LIMBS],
) -> [W::Limb; LIMBS] {
    core::array::from_fn(|i| W::difference(W::sum(a[i], four_p[i]), b[i]))
}

/// out = a·a·2^-261 mod p, twice that if `doubled`.
///
/// Preconditions: a < 2p, limbs < 2^29. Postcondition: out < 2p, limbs < 2^29, as words.
/// Columns are those of the product, or twice as large: at most 27·2^58 and carries, below 2^63.
#[inline(always)]
pub fn square<W: Accumulator>(
    a: &[W::Limb; LIMBS],
    doubled: bool,
    constants: &MontgomeryConstants<W::Limb, LIMBS>,
) -> [W; LIMBS] {
    montgomery::square::<W, LIMBS, COLUMNS>(a, doubled, constants)
}

/// out = the sum of all a\[i\]·b\[i\]·2^-261 mod p, reduced once, of one to four products.
///
/// Preconditions: operands < 2p, limbs < 2^29. Postcondition: out < 2p, limbs < 2^29, as words.
/// A column of a product is at most 9·2^58, and the reduction adds as much and carries: with four
/// products 45·2^58, below 2^64.
/// Two of them: out < 1.19p (Fq), 1.55p (Fr).
#[inline(always)]
pub fn sum_of_products<W: Accumulator, const N: usize>(
    a: [&[W::Limb; LIMBS]; N],
    b: [&[W::Limb; LIMBS]; N],
    constants: &MontgomeryConstants<W::Limb, LIMBS>,
) -> [W; LIMBS] {
    const { assert!(1 <= N && N <= 4, "a sum has one to four products") };
    montgomery::sum_of_products::<W, LIMBS, COLUMNS, N>(a, b, constants)
}

/// a = a + b mod p.
///
/// Preconditions: a, b < 2p, limbs < 2^29, `quotient` as [`quotient`]. Postcondition: a < 2p, limbs < 2^29.
#[inline(always)]
pub fn add_assign<W: SignedLimbs>(
    a: &mut [W::Limb; LIMBS],
    b: &[W::Limb; LIMBS],
    quotient: &Quotient<W::Limb>,
) {
    reduce::<W>(a, |a, i| W::sum(a[i], b[i]), quotient);
}

/// a = a - b mod p.
///
/// Preconditions: a, b < 2p, limbs < 2^29, `quotient` as [`quotient`]. Postcondition: a < 2p, limbs < 2^29.
#[inline(always)]
pub fn sub_assign<W: SignedLimbs>(
    a: &mut [W::Limb; LIMBS],
    b: &[W::Limb; LIMBS],
    quotient: &Quotient<W::Limb>,
) {
    reduce::<W>(a, |a, i| W::difference(a[i], b[i]), quotient);
}

/// out = x less a multiple of p, in limbs below 2^29, by one walk of the carries and without a branch. Limb i of x is
/// `limb` of what out was, and i.
///
/// Precondition: -2p <= x < 4p, limbs in [-2^29, 2^30). Postcondition: out < 2p.
///
/// The multiple is found before any carry, by limb 8 alone, as floor(x/p - 1/2) would be. What is carried into that limb
/// is -1, 0 or 1, at most 2^-8 of p, and `inverse` is off by at most 2^-5 of itself; together that is less than 1/5 of p
/// for x below 4p, and there is room for a half.
///
/// In place, because engines keep the order of loads and stores: if all limbs were loaded before the first was stored,
/// half of them would not fit the registers.
#[inline(always)]
fn reduce<W: SignedLimbs>(
    out: &mut [W::Limb; LIMBS],
    limb: impl Fn(&[W::Limb; LIMBS], usize) -> W::Limb,
    quotient: &Quotient<W::Limb>,
) {
    let top = W::multiple(limb(out, LIMBS - 1), quotient.inverse);
    let times = W::down(W::difference(top, quotient.half), quotient.bits);
    let rest = |x: &[W::Limb; LIMBS], i: usize| {
        W::difference(limb(x, i), W::multiple(times, quotient.p[i]))
    };
    let mut sum = rest(out, 0);
    for i in 1..LIMBS {
        let next = rest(out, i);
        out[i - 1] = W::low_limb(sum);
        sum = W::sum(next, W::carry(sum));
    }
    out[LIMBS - 1] = sum;
}
