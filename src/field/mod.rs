//! The fields: primes as compile-time constants, and elements as they cross the crate's boundary.

pub mod bls12_377;
pub mod bls12_381;
pub mod bn254;
mod element;
pub(crate) mod integer;
mod inverse;
pub(crate) mod modulus;
pub mod pasta;
mod two_adic;

pub use element::{Element, ElementError};
pub use integer::split;
pub use modulus::{Integer, Modulus, negated_inverse};
pub use two_adic::TwoAdic;

/// Something to be done for every field.
#[cfg(any(feature = "bench", test))]
pub(crate) trait FieldVisitor {
    /// Does it for one.
    fn visit<M: Modulus>(&mut self);
}

/// The same for the fields of six words.
#[cfg(any(feature = "bench", test))]
pub(crate) trait SixWordFieldVisitor {
    /// Does it for one.
    fn visit<M: Modulus<6>>(&mut self);
}

/// Every field of six words.
#[cfg(any(feature = "bench", test))]
pub(crate) fn each_of_six_words(visitor: &mut impl SixWordFieldVisitor) {
    visitor.visit::<bls12_381::Fq>();
    visitor.visit::<bls12_377::Fq>();
}

/// Every field of four words. What is tested and registered is what is listed here.
#[cfg(any(feature = "bench", test))]
pub(crate) fn each(visitor: &mut impl FieldVisitor) {
    each_below_254_bits(visitor);
    visitor.visit::<bls12_381::Fr>();
    visitor.visit::<pasta::Fp>();
    visitor.visit::<pasta::Fq>();
}

/// The fields whose prime is below 2^254, as operands up to 2p need it.
#[cfg(any(feature = "bench", test))]
pub(crate) fn each_below_254_bits(visitor: &mut impl FieldVisitor) {
    visitor.visit::<bn254::Fq>();
    visitor.visit::<bn254::Fr>();
    visitor.visit::<bls12_377::Fr>();
}
