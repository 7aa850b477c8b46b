//! Multi-scalar multiplication over G1 and G2 of BN254: Σ s\[i\]·P\[i\].
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
//! Which group it is, the type of the coordinates says ([`G1`], [`G2`]); all else is the same.
//!
//! Points and scalars go in as canonical integers, and the sum comes out as such. Points as arkworks' `VariableBaseMSM`
//! takes them are residues with R = 2^256: each coordinate is one product away from the kernel's format all the same,
//! by another constant ([`msm_of_residues`]).
//!
//! Variable time.

mod addition;
mod curve;
pub(crate) mod endomorphism;
mod groups;
mod horner;
mod memory;
mod pippenger;
mod point;
mod progression;
mod sums;
mod weights;
pub(crate) mod windows;

pub use curve::{Curve, G1, G2};
pub use pippenger::{msm, msm_of_residues};
pub use point::{Point, first_off_curve};
pub use progression::progression;
