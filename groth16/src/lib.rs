//! Groth16 over BN254 for the keys (.zkey) and witnesses (.wtns) of circom and snarkjs.
//!
//! ```
//! use fqmul_groth16::{ProvingKey, Witness, verify};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # use ark_std::rand::{SeedableRng, rngs::StdRng};
//! # let case = |name| format!("{}/../bench-wasm/test/cases/mopro-multiplier/{name}", env!("CARGO_MANIFEST_DIR"));
//! # let (zkey, wtns) = (case("multiplier2_final.zkey"), case("witness.wtns"));
//! # // A program has the system's own.
//! # let mut rng = StdRng::seed_from_u64(1);
//! let mut key = ProvingKey::read(&std::fs::read(zkey)?)?;
//! let witness = Witness::read(&std::fs::read(wtns)?)?;
//! let proof = key.prove(&witness, &mut rng)?;
//! let public = witness.public(key.sizes())?;
//! assert!(verify(key.verifying_key(), public, &proof)?);
//! println!("{}", proof.to_json());
//! # Ok(()) }
//! ```
//!
//! Sums and transforms are those of `fqmul` on the fastest kernel that the build has the instructions for: `fma-pair`
//! with `+relaxed-simd` where the engine rounds once, `simd` with `+simd128`, `limbs29` otherwise
//! ([`ProvingKey::kernel`]).
//!
//! A proof can be computed by several, in threads or on machines ([`Part`]): each has a range of the key's points, and
//! gives its part of the sums. [`Head::finish`] makes the proof of all.
//!
//! Variable time. A witness and the numbers that a proof is drawn with are overwritten when they are dropped; what sums
//! and transforms leave in freed memory is the allocator's matter.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod bytes;
mod coefficients;
mod error;
mod file;
mod head;
mod json;
mod kernels;
mod key;
mod part;
mod points;
mod proof;
mod quotient;
mod share;
mod witness;

pub use error::Error;
pub use head::Head;
pub use json::{public_from_json, public_to_json};
pub use kernels::Value;
pub use key::ProvingKey;
pub use part::Part;
pub use points::{G1Affine, G2Affine};
pub use proof::{PreparedVerifyingKey, Proof, VerifyingKey, verify};
pub use share::{Points, Sizes, Sums};
pub use witness::{Values, Witness};

/// An element of the scalar field.
pub use fqmul::arkworks::bn254::Fr;

/// The id of the kernel that sums and transforms are on: the fastest of this build that is right on this engine.
///
/// # Errors
/// [`Error::Unfused`]
pub fn kernel() -> Result<&'static str, Error> {
    kernels::fastest().map(|kernels| kernels.id())
}
