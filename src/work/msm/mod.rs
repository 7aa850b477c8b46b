//! Multi-scalar multiplication: Σ s\[i\]·P\[i\] over any of the [curves](super::curves).
//!
//! Pippenger's: every scalar is digits, one a window; in each window the points of a digit are added up in a bucket,
//! and the sum over all windows is Σ 2^offset·k·bucket\[k\]. Everything is additions of points in affine coordinates,
//! hundreds of which share an inversion, at six products each, in as many lanes as the kernel has:
//!
//! 1. `endomorphism` makes two halves of a scalar, `windows` digits of these;
//! 2. `groups` sorts the points by buckets, and `sums` adds up what is in each, in rounds of `addition`s;
//! 3. `weights` adds up rows and columns of buckets, until weights are powers of two;
//! 4. `horner` does the rest, in Jacobian coordinates.
//!
//! Which group it is, a [`Curve`](super::curves::Curve) says, and the type of the coordinates, which kernel they are on:
//!
//! ```
//! use fqmul::field::pasta::Fp;
//! use fqmul::field::Element;
//! use fqmul::limbs29::Limbs29;
//! use fqmul::work::curves::{Curve, Pallas, Point};
//! use fqmul::work::msm::msm;
//! use fqmul::work::packed::Packed;
//!
//! let sum = msm::<Pallas, Packed<Limbs29<Fp>>>;
//! let (g, one) = (Pallas::GENERATOR, Element::ONE);
//! assert_eq!(sum(&[g, g], &[one, -one]), Point::INFINITY);
//! assert_eq!(sum(&[g, g], &[one + one, -one]), g);
//! ```
//!
//! Points and scalars go in as canonical integers, and the sum comes out as such. Points as arkworks' `VariableBaseMSM`
//! takes them are residues with R = 2^256: each coordinate is one product away from the kernel's format all the same,
//! by another constant ([`msm_of_residues`]).
//!
//! Variable time.

mod addition;
mod coordinates;
pub(crate) mod endomorphism;
mod groups;
mod horner;
mod memory;
mod pippenger;
mod progression;
mod sums;
mod weights;
pub(crate) mod windows;

pub use coordinates::{first_off_curve, first_outside};
pub use pippenger::{msm, msm_of_residues};
pub use progression::progression;
