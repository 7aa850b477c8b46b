//! Groth16 over BN254 by arkworks, for keys and witnesses of circom and snarkjs: what a program in a browser would be,
//! that depends on arkworks and on nothing of this project.

pub mod exports;
mod key;
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
