//! The endomorphism of a curve, which halves scalars.
//!
//! (x, y) -> (β·x, y) multiplies a point by λ. A scalar k is k1 + λ·k2 mod r with k1 and k2 of half as many bits, so that
//! k·P = k1·P + k2·(β·x, y).
//!
//! The pairs (a, b) with a + λ·b = 0 mod r are a lattice of determinant r, of which (s, -t) and (t + s, s) are a basis,
//! with s and t as [`Lattice`] says: the second is 1 + λ times the first. What (k, 0) is off the nearest combination of
//! them is at most (t + 2s)/2 in its first coordinate and (t + s)/2 in the second.
//!
//! Source: R. Gallant, R. Lambert, S. Vanstone, "Faster point multiplication on elliptic curves with efficient
//! endomorphisms" (2001).

use crate::field::{Element, Integer, Modulus, integer};
use crate::work::curves::{Curve, Lattice};
use core::marker::PhantomData;

/// One half of a scalar: its sign and what it is without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Half {
    /// Whether it is below 0.
    pub negative: bool,
    /// Below 14/15·2^[`half_bits`].
    pub magnitude: u128,
}

impl Half {
    /// Of a two's complement number.
    fn new(x: u128) -> Self {
        Self {
            negative: (x as i128) < 0,
            magnitude: (x as i128).unsigned_abs(),
        }
    }
}

/// Words of 2^288·x/r for an x below 2^128 and an r above 2^224.
const WORDS: usize = 6;

/// The constants of a curve.
struct Halving<C>(PhantomData<C>);

impl<C: Curve> Halving<C> {
    const S: u128 = C::LATTICE.s;
    const T: u128 = C::LATTICE.t;
    const S_OVER_R: [u32; WORDS] = over(Self::S, &C::Scalar::P);
    const T_OVER_R: [u32; WORDS] = over(Self::T, &C::Scalar::P);
    const BITS: u32 = {
        let Lattice { s, t } = C::LATTICE;
        // And a little for what is not rounded to the nearest.
        let largest = s + t / 2 + (1 << 97);
        let room = largest + largest / 14;
        assert!(room < 1 << 127, "halves are numbers of 128 bits");
        u128::BITS - room.leading_zeros()
    };
}

/// Bits of each half of a scalar.
pub const fn half_bits<C: Curve>() -> u32 {
    Halving::<C>::BITS
}

/// k1 and k2.
pub fn halves<C: Curve>(scalar: &Element<C::Scalar>) -> [Half; 2] {
    let (s, t) = (Halving::<C>::S, Halving::<C>::T);
    let k = scalar.integer();
    let c1 = rounded(k, const { significant(&Halving::<C>::S_OVER_R) });
    let c2 = rounded(k, const { significant(&Halving::<C>::T_OVER_R) });
    // Both halves are below 2^127 in magnitude, so they are known by their lowest 128 bits.
    let k1 = (k[0] as u128 | (k[1] as u128) << 64)
        .wrapping_sub(c1.wrapping_mul(s))
        .wrapping_sub(c2.wrapping_mul(t + s));
    let k2 = c1.wrapping_mul(t).wrapping_sub(c2.wrapping_mul(s));
    [k1, k2].map(Half::new)
}

/// k·factor/2^288, rounded. The lowest 96 bits of k are left out, which are worth less than 2^-30 of the result: so the
/// integer is the nearest one, or is off by so little more than 1/2.
#[inline(always)]
fn rounded(k: &Integer, factor: &[u32]) -> u128 {
    let high = |i: usize| {
        let word = k[(i + 3) / 2];
        u64::from((word >> (32 * ((i + 3) % 2))) as u32)
    };
    // Words 0 to 4 of k div 2^96 times those of the factor, and 1/2: of the 11 or fewer the product is those from 6 on.
    let mut sum = [0u64; 5 + WORDS];
    sum[5] = 1 << 31;
    for i in 0..5 {
        let mut carry = 0;
        for (j, word) in factor.iter().enumerate() {
            let column = sum[i + j] + high(i) * u64::from(*word) + carry;
            sum[i + j] = column & 0xffff_ffff;
            carry = column >> 32;
        }
        for word in &mut sum[i + factor.len()..] {
            let column = *word + carry;
            *word = column & 0xffff_ffff;
            carry = column >> 32;
        }
    }
    let word = |i: usize| u128::from(sum[i]);
    word(6) | word(7) << 32 | word(8) << 64 | word(9) << 96
}

/// 2^288·x/r, rounded, by a division bit by bit.
///
/// # Panics
/// Where it has more than [`WORDS`] words.
const fn over(x: u128, r: &Integer) -> [u32; WORDS] {
    let mut quotient = [0u64; WORDS / 2];
    // Below r, which is below 2^255.
    let mut rest = [0; 4];
    let mut bit = 128 + 288;
    while bit > 0 {
        bit -= 1;
        let digit = if bit >= 288 { x >> (bit - 288) & 1 } else { 0 };
        rest = integer::wrapping_add(&rest, &rest).0;
        rest[0] |= digit as u64;
        if !integer::less_than(&rest, r) {
            rest = integer::wrapping_sub(&rest, r).0;
            assert!(bit < 64 * quotient.len() as u32, "r is too small");
            quotient[bit as usize / 64] |= 1 << (bit % 64);
        }
    }
    if !integer::less_than(&integer::wrapping_add(&rest, &rest).0, r) {
        let mut one = [0; WORDS / 2];
        one[0] = 1;
        quotient = integer::wrapping_add(&quotient, &one).0;
    }
    let mut words = [0; WORDS];
    let mut i = 0;
    while i < WORDS {
        words[i] = (quotient[i / 2] >> (32 * (i % 2))) as u32;
        i += 1;
    }
    words
}

/// The words up to the highest that is not 0.
const fn significant(mut words: &[u32]) -> &[u32] {
    while let [lower @ .., 0] = words {
        words = lower;
    }
    words
}
