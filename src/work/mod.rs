//! What products are for: algorithms, each generic over the kernel.

pub mod packed;
pub mod poseidon;
