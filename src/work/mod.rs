//! What products are for: algorithms, each generic over the kernel.

pub mod coordinate;
pub mod curves;
pub mod inversion;
#[cfg(any(feature = "alloc", test))]
pub mod msm;
#[cfg(any(feature = "alloc", test))]
pub mod ntt;
pub mod packed;
pub mod poseidon;
#[cfg(any(feature = "alloc", test))]
mod prefetch;
pub mod quadratic;
