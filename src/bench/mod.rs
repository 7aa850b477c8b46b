//! Everything under measurement: the registry of the kernels, the loops that are timed, and what a
//! wasm module exports. Here for this project's harness: no part of what the crate's version promises.

pub mod batch;
#[cfg(feature = "arkworks")]
pub mod curve;
pub mod error;
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
mod exports;
#[cfg(feature = "fields")]
pub mod fields;
pub mod generator;
pub mod hash;
pub mod info;
pub mod inversion;
pub mod limb;
#[cfg(target_arch = "wasm32")]
mod loops;
pub mod msm;
pub mod multiplier;
pub mod ntt;
pub mod pairs;
pub mod registry;
#[cfg(all(
    feature = "replica",
    target_arch = "wasm32",
    target_os = "unknown",
    target_feature = "simd128"
))]
mod replica;
pub mod results;
pub mod row;
pub mod selection;
