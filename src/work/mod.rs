//! What products are for: algorithms, each generic over the kernel.

pub mod inversion;
#[cfg(any(feature = "alloc", test))]
pub mod msm;
pub mod packed;
pub mod poseidon;
