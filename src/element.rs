//! Field elements at the boundary of the crate: the one place where input is validated.

use crate::modulus::{self, Integer, Modulus};
use core::marker::PhantomData;
use thiserror::Error;

/// What a caller can do wrong. Every message names the argument and what is allowed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum InputError {
    /// An element is not 32 bytes long.
    #[error("{argument}: {given} bytes given, an element is 32 bytes, little-endian")]
    Length {
        /// The argument's name.
        argument: &'static str,
        /// Its length in bytes.
        given: usize,
    },
    /// An element is not canonical.
    #[error(
        "{argument}: the value is not below the modulus of {field}; an element is canonical, 0 <= value < p"
    )]
    NotCanonical {
        /// The argument's name.
        argument: &'static str,
        /// The field's name.
        field: &'static str,
    },
    /// No kernel has this id.
    #[error("kernel: unknown id \"{given}\"; known: {known}")]
    UnknownKernel {
        /// What was asked for.
        given: String,
        /// Every id of the registry.
        known: String,
    },
    /// No operation has this name.
    #[error("operation: unknown name \"{given}\"; known: {known}")]
    UnknownOperation {
        /// What was asked for.
        given: String,
        /// Every operation.
        known: String,
    },
    /// The kernel is not part of this build.
    #[error("kernel: \"{id}\" is not in this build; it needs the {build} build")]
    NotInBuild {
        /// The kernel's id.
        id: &'static str,
        /// The build that has it.
        build: &'static str,
    },
    /// The kernel would give wrong products on this engine.
    #[error("kernel: \"{id}\" needs a fused relaxed_madd; this engine rounds twice (unfused)")]
    Unfused {
        /// The kernel's id.
        id: &'static str,
    },
    /// An argument has the wrong type.
    #[error("{argument}: {expected} expected")]
    Type {
        /// The argument's name.
        argument: &'static str,
        /// What is allowed.
        expected: &'static str,
    },
    /// A number is outside its range.
    #[error("{argument}: {expected} expected")]
    Range {
        /// The argument's name.
        argument: &'static str,
        /// What is allowed.
        expected: &'static str,
    },
}

/// A field element as the canonical integer below p.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Element<M: Modulus> {
    integer: Integer,
    field: PhantomData<M>,
}

impl<M: Modulus> Element<M> {
    /// 0.
    pub const ZERO: Self = Self::new([0; 4]);
    /// 1.
    pub const ONE: Self = Self::new([1, 0, 0, 0]);

    /// The element of an integer below p, which only debug builds assert: a kernel that breaks its
    /// contract must show as a wrong product, not as a trap.
    pub const fn new(integer: Integer) -> Self {
        debug_assert!(modulus::less_than(&integer, &M::P));
        Self {
            integer,
            field: PhantomData,
        }
    }

    /// The element of 32 little-endian bytes.
    ///
    /// # Errors
    /// [`InputError::Length`] and [`InputError::NotCanonical`], naming `argument`.
    pub fn from_bytes(argument: &'static str, bytes: &[u8]) -> Result<Self, InputError> {
        if bytes.len() != 32 {
            return Err(InputError::Length {
                argument,
                given: bytes.len(),
            });
        }
        let mut integer = [0; 4];
        for (limb, word) in integer.iter_mut().zip(bytes.as_chunks::<8>().0) {
            *limb = u64::from_le_bytes(*word);
        }
        if !modulus::less_than(&integer, &M::P) {
            return Err(InputError::NotCanonical {
                argument,
                field: M::NAME,
            });
        }
        Ok(Self::new(integer))
    }

    /// 32 little-endian bytes.
    pub fn to_bytes(self) -> [u8; 32] {
        let mut bytes = [0; 32];
        for (word, limb) in bytes.as_chunks_mut::<8>().0.iter_mut().zip(self.integer) {
            *word = limb.to_le_bytes();
        }
        bytes
    }

    /// The canonical integer, four 64-bit limbs.
    pub const fn integer(&self) -> &Integer {
        &self.integer
    }

    /// self + other mod p.
    pub fn plus(self, other: Self) -> Self {
        Self::new(modulus::add(&self.integer, &other.integer, &M::P))
    }

    /// 2^exponent mod p.
    pub const fn power_of_two(exponent: u32) -> Self {
        Self::new(modulus::power_of_two(exponent, &M::P))
    }
}
