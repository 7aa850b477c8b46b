//! What products are for: algorithms, each generic over the kernel.

pub mod inversion;
#[cfg(any(feature = "alloc", test))]
pub mod msm;
#[cfg(any(feature = "bench", feature = "arkworks"))]
pub mod ntt;
pub mod packed;
pub mod poseidon;
#[cfg(any(feature = "bench", feature = "arkworks"))]
mod touch;
