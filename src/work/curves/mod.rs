//! Curves y² = x³ + b as constants: what an algorithm over points needs to know of a group.
//!
//! A curve is a type, a file has the curves of a family, and every curve is generic over the kernel that its coordinates
//! are on: a coordinate is any [`Coordinate`](super::coordinate::Coordinate) of the curve's elements.

mod bls12_377;
mod bls12_381;
mod bn254;
mod curve;
mod grumpkin;
mod pasta;
mod point;

pub use bls12_377::Bls12377G1;
pub use bls12_381::{Bls12381G1, Bls12381G2};
pub use bn254::{G1, G2};
pub use curve::{Curve, Lattice};
pub use grumpkin::Grumpkin;
pub use pasta::{Pallas, Vesta};
pub use point::Point;
