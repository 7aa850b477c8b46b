//! Groth16 over BN254 by arkworks, for keys and witnesses of circom and snarkjs: what a program in a browser would be,
//! that depends on arkworks and on nothing of this project.

mod arkworks;
#[cfg(target_family = "wasm")]
mod exports;
mod key;
mod reduction;
mod sections;
pub mod session;
mod witness;

pub use arkworks::ark_bn254::Fr;
pub use sections::Refused;
