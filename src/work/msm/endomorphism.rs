//! The endomorphism of BN254's groups, which halves scalars.
//!
//! (x, y) -> (β·x, y) multiplies a point of G1 by λ, where β and λ are cube roots of 1 mod p and mod r. A scalar k is
//! k1 + λ·k2 mod r with k1 and k2 of half as many bits, so that k·P = k1·P + k2·(β·x, y). In G2, λ times a point is
//! (β²·x, y): not on all of its curve, which has more points than G2.
//!
//! The pairs (a, b) with a + λ·b = 0 mod r are a lattice of determinant r. With u the number that BN254 is made of, s =
//! 2u + 1 and t = 6u² + 2u, two of them are (s, -t) and (t + s, s), which are nearly at right angles and nearly as long
//! as √r: what (k, 0) is off the nearest combination of them is at most (t + 2s)/2 in each coordinate, below
//! 0.87·2^126.
//!
//! Source: R. Gallant, R. Lambert, S. Vanstone, "Faster point multiplication on elliptic curves with efficient
//! endomorphisms" (2001).

use crate::field::bn254::{Fq, Fr};
use crate::field::{Element, Integer};

/// Bits of each half.
pub const HALF_BITS: u32 = 126;

/// β.
pub const BETA: Element<Fq> = Element::canonical([
    0x5763473177fffffe,
    0xd4f263f1acdb5c4f,
    0x59e26bcea0d48bac,
    0,
]);

/// β², the other one.
pub const BETA_SQUARED: Element<Fq> = Element::canonical([
    0xe4bd44e5607cfd48,
    0xc28f069fbb966e3d,
    0x5e6dd9e7e0acccb0,
    0x30644e72e131a029,
]);

/// u.
const U: u128 = 4965661367192848881;
const S: u128 = 2 * U + 1;
const T: u128 = 6 * U * U + 2 * U;

/// 2^288·s/r and 2^288·t/r, rounded, in words of 32 bits.
const S_OVER_R: [u32; 4] = [0x6eb9c714, 0xc7e0b3d7, 0xd91d232e, 0x00000002];
const T_OVER_R: [u32; 6] = [
    0xa5e38cfb, 0x391eb18d, 0x7a7bd9d4, 0xa773d2cf, 0x4ccef014, 0x00000002,
];

/// One half of a scalar: its sign and what it is without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Half {
    /// Whether it is below 0.
    pub negative: bool,
    /// Below 2^[`HALF_BITS`].
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

/// k1 and k2.
pub fn halves(scalar: &Element<Fr>) -> [Half; 2] {
    let k = scalar.integer();
    let (c1, c2) = (rounded(k, &S_OVER_R), rounded(k, &T_OVER_R));
    // Both halves are below 2^127 in magnitude, so they are known by their lowest 128 bits.
    let k1 = (k[0] as u128 | (k[1] as u128) << 64)
        .wrapping_sub(c1.wrapping_mul(S))
        .wrapping_sub(c2.wrapping_mul(T + S));
    let k2 = c1.wrapping_mul(T).wrapping_sub(c2.wrapping_mul(S));
    [k1, k2].map(Half::new)
}

/// k·factor/2^288, rounded. The lowest 96 bits of k are left out, which are worth less than 2^-30 of the result: so the
/// integer is the nearest one, or is off by so little more than 1/2.
fn rounded<const N: usize>(k: &Integer, factor: &[u32; N]) -> u128 {
    let high = |i: usize| {
        let word = k[(i + 3) / 2];
        u64::from((word >> (32 * ((i + 3) % 2))) as u32)
    };
    // Words 0 to 4 of k div 2^96 times N words, and 1/2: of the 11 or fewer the product is those from 6 on.
    let mut sum = [0u64; 11];
    sum[5] = 1 << 31;
    for i in 0..5 {
        let mut carry = 0;
        for j in 0..N {
            let column = sum[i + j] + high(i) * u64::from(factor[j]) + carry;
            sum[i + j] = column & 0xffff_ffff;
            carry = column >> 32;
        }
        for word in &mut sum[i + N..] {
            let column = *word + carry;
            *word = column & 0xffff_ffff;
            carry = column >> 32;
        }
    }
    let word = |i: usize| u128::from(sum[i]);
    word(6) | word(7) << 32 | word(8) << 64 | word(9) << 96
}
