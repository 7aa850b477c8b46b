//! Groth16 over BN254 by arkworks, for keys and witnesses of circom and snarkjs: what a program in a browser would be,
//! that depends on arkworks and on nothing of this project. With the feature `batches` it takes its transforms and sums
//! from this project, and the rest from arkworks.

#[cfg(feature = "batches")]
mod batches;
pub mod exports;
mod key;
#[cfg(not(feature = "batches"))]
mod published;
mod reduction;
mod sections;
pub mod session;
mod witness;
#[cfg(target_os = "unknown")]
mod zeroing;

pub use arkworks::ark_bn254::Fr;
pub use sections::Refused;

#[cfg(target_os = "unknown")]
#[global_allocator]
static MEMORY: zeroing::Zeroing = zeroing::Zeroing;
