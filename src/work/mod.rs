//! What products are for: algorithms, each generic over the kernel.

pub mod poseidon;
