//! Field elements at the boundary of the crate: the one place where input is validated.

use super::integer;
use super::inverse;
use super::modulus::Modulus;
use core::fmt;
use core::marker::PhantomData;
use core::ops::{Add, Neg, Sub};

/// Why bytes are no element. Every message names the argument and what is allowed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ElementError {
    /// They are not as many as an element has.
    Length {
        /// The argument's name.
        argument: &'static str,
        /// Its length in bytes.
        given: usize,
        /// That of an element: 32 bytes, or 48 in a field of six words.
        expected: usize,
    },
    /// Their value is not below p.
    NotCanonical {
        /// The argument's name.
        argument: &'static str,
        /// The field's name.
        field: &'static str,
    },
}

impl fmt::Display for ElementError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length {
                argument,
                given,
                expected,
            } => write!(
                f,
                "{argument}: {given} bytes given, an element is {expected} bytes, little-endian"
            ),
            Self::NotCanonical { argument, field } => write!(
                f,
                "{argument}: the value is not below the modulus of {field}; \
                 an element is canonical, 0 <= value < p"
            ),
        }
    }
}

impl core::error::Error for ElementError {}

/// A field element as the canonical integer below p, of N 64-bit words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Element<M: Modulus<N>, const N: usize = 4> {
    integer: [u64; N],
    field: PhantomData<M>,
}

/// A number of one word.
const fn small<const N: usize>(word: u64) -> [u64; N] {
    let mut words = [0; N];
    words[0] = word;
    words
}

impl<M: Modulus<N>, const N: usize> Element<M, N> {
    /// 0.
    pub const ZERO: Self = Self::canonical([0; N]);
    /// 1.
    pub const ONE: Self = Self::canonical(small(1));
    /// The bytes of an element.
    pub const BYTES: usize = 8 * N;

    /// The element of an integer; None where it is not below p.
    pub const fn new(integer: [u64; N]) -> Option<Self> {
        if integer::less_than(&integer, &M::P) {
            Some(Self::canonical(integer))
        } else {
            None
        }
    }

    /// The element of an integer that is below p. Only debug builds assert it.
    pub(crate) const fn canonical(integer: [u64; N]) -> Self {
        debug_assert!(integer::less_than(&integer, &M::P));
        Self {
            integer,
            field: PhantomData,
        }
    }

    /// The element of an integer x that a kernel's packed element has. Anybody may put anything there, in safe code, so
    /// that x may not be below p. Then this is the lowest word of x, which is below p and not congruent to x: their
    /// difference is 2^64 times a positive number below 2^(64·(N - 1)), and p is odd and above that. So a kernel that
    /// breaks its contract shows as a wrong product.
    #[inline(always)]
    pub(crate) const fn unpacked(x: [u64; N]) -> Self {
        match (Self::new(x), Self::new(small(x[0]))) {
            (Some(element), _) | (None, Some(element)) => element,
            // Of a prime below 2^64.
            (None, None) => Self::ZERO,
        }
    }

    /// The element of [`BYTES`](Element::BYTES) little-endian bytes.
    ///
    /// # Errors
    /// [`ElementError::Length`] and [`ElementError::NotCanonical`], naming `argument`.
    pub fn from_bytes(argument: &'static str, bytes: &[u8]) -> Result<Self, ElementError> {
        if bytes.len() != Self::BYTES {
            return Err(ElementError::Length {
                argument,
                given: bytes.len(),
                expected: Self::BYTES,
            });
        }
        let mut integer = [0; N];
        for (limb, word) in integer.iter_mut().zip(bytes.as_chunks::<8>().0) {
            *limb = u64::from_le_bytes(*word);
        }
        Self::new(integer).ok_or(ElementError::NotCanonical {
            argument,
            field: M::NAME,
        })
    }

    /// The canonical integer, N 64-bit limbs.
    pub const fn integer(&self) -> &[u64; N] {
        &self.integer
    }

    /// 1/self mod p; 0 of 0. Variable time.
    pub fn inverse(self) -> Self {
        Self::canonical(inverse::inverse(&self.integer, &M::P))
    }

    /// 2^exponent mod p.
    pub const fn power_of_two(exponent: u32) -> Self {
        Self::canonical(integer::power_of_two(exponent, &M::P))
    }

    /// 2^-exponent mod p.
    pub const fn inverse_power_of_two(exponent: u32) -> Self {
        Self::canonical(integer::inverse_power_of_two(exponent, &M::P))
    }
}

impl<M: Modulus> Element<M> {
    /// 32 little-endian bytes.
    pub fn to_bytes(self) -> [u8; 32] {
        let mut bytes = [0; 32];
        for (to, word) in bytes.as_chunks_mut::<8>().0.iter_mut().zip(self.integer) {
            *to = word.to_le_bytes();
        }
        bytes
    }
}

/// mod p, without a branch on the values.
impl<M: Modulus<N>, const N: usize> Add for Element<M, N> {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::canonical(integer::add(&self.integer, &other.integer, &M::P))
    }
}

/// mod p, without a branch on the values.
impl<M: Modulus<N>, const N: usize> Sub for Element<M, N> {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self::canonical(integer::sub(&self.integer, &other.integer, &M::P))
    }
}

/// mod p, without a branch on the value.
impl<M: Modulus<N>, const N: usize> Neg for Element<M, N> {
    type Output = Self;

    fn neg(self) -> Self {
        Self::ZERO - self
    }
}
