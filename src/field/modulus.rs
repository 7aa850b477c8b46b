//! A prime as compile-time constants. Everything is derived from p by `const fn`.

use super::integer::{self, has_spare_bit, less_than};

/// An integer below 2^256: four 64-bit limbs, little-endian.
pub type Integer = [u64; 4];

/// An odd prime of N 64-bit words, 2p below 2^(64·N): below 2^255 where nothing else is said.
///
/// Everything that a kernel needs of it is computed from [`P`](Modulus::P) at compile time, and a
/// kernel that would be wrong for this prime does not compile: each asserts the bounds that it
/// needs where it makes its constants.
///
/// That P is prime is not checked.
pub trait Modulus<const N: usize = 4>:
    Copy + core::fmt::Debug + Eq + Send + Sync + 'static
{
    /// The field's name.
    const NAME: &'static str;
    /// The prime.
    const P: [u64; N];
}

/// -p^-1 mod 2^64: what a Montgomery step in 64-bit limbs multiplies a limb by, and mod 2^w what one in limbs of w bits
/// does.
pub const fn negated_inverse<M: Modulus>() -> u64 {
    integer::negated_inverse(&M::P)
}

/// Asserts what a field of this crate needs of its modulus: it is odd, and 2p is below 2^(64·N).
pub const fn assert_bits<const N: usize>(p: &[u64; N]) {
    let mut one = [0; N];
    one[0] = 1;
    assert!(
        p[0] & 1 == 1 && has_spare_bit(p) && less_than(&one, p),
        "a modulus is odd, above 1 and below 2^255, or 2^383 with six words"
    );
}
