//! arkworks on this crate's product: [`Dropin`] is ark-ff 0.6's configuration of a prime field whose
//! products are those of [`Limbs29Dropin`](crate::limbs29::Limbs29Dropin), and [`bn254`] is BN254 on
//! such fields.
//!
//! The drop-in takes and gives arkworks' residues, 4x64 limbs with R = 2^256, canonical. So whatever
//! arkworks has as constants is taken over as it is, limb for limb, and whatever it computes above
//! the field is its own code, with two exceptions, which are on lanes: sums of multiples of points, by
//! `SWCurveConfig::msm` and the [`groups`], and transforms, by [`domain`].

pub mod bn254;
#[cfg(feature = "arkworks-curves")]
pub mod curves;
pub mod domain;
mod dropin;
mod field;
#[cfg(feature = "groth16")]
pub mod groth16;
pub mod groups;
mod kept;
mod lanes;
mod msm;
mod transforms;

pub use dropin::{Dropin, DropinField};
pub use field::LaneField;
