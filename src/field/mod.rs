//! The fields: primes as compile-time constants, and elements as they cross the crate's boundary.
//!
//! A field is a file here and a line in [`each`], or in [`each_below_254_bits`], which the kernels
//! in f64 lanes take too.

pub mod bls12_377;
pub mod bls12_381;
pub mod bn254;
mod element;
pub(crate) mod modulus;
pub mod pasta;

pub use element::{Element, ElementError};
pub use modulus::{Integer, Modulus};

/// Something to be done for every field.
pub trait Visitor {
    /// Does it for one.
    fn visit<M: Modulus>(&mut self);
}

/// Every field.
pub fn each(visitor: &mut impl Visitor) {
    each_below_254_bits(visitor);
    visitor.visit::<bls12_381::Fr>();
    visitor.visit::<pasta::Fp>();
    visitor.visit::<pasta::Fq>();
}

/// The fields whose prime is below 2^254 by a margin that the kernels in f64 lanes need.
pub fn each_below_254_bits(visitor: &mut impl Visitor) {
    visitor.visit::<bn254::Fq>();
    visitor.visit::<bn254::Fr>();
    visitor.visit::<bls12_377::Fr>();
}
