//! What products are for: algorithms, each generic over the kernel.

#[cfg(any(feature = "bench", feature = "arkworks"))]
pub mod ntt;
pub mod packed;
pub mod poseidon;
