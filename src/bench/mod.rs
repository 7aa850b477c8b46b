//! Everything under measurement: the registry of the kernels, the loops that are timed, and what a
//! wasm module exports. Here for this project's harness: no part of what the crate's version promises.

// With the feature `loops` alone: a product of another crate in the loops of the kernels.
pub mod batch;
pub mod error;
pub mod generator;
pub mod info;
pub mod timed;

#[cfg(feature = "algorithms")]
pub mod arkworks_batches;
#[cfg(feature = "workloads")]
mod build_ids;
#[cfg(feature = "bench")]
mod built;
#[cfg(all(feature = "workloads", feature = "arkworks"))]
pub mod curve;
#[cfg(feature = "workloads")]
pub mod curve_sums;
#[cfg(all(feature = "exports", target_arch = "wasm32", target_os = "unknown"))]
mod exports;
#[cfg(feature = "bench")]
pub mod field_ids;
#[cfg(any(
    feature = "fields",
    fqmul_wide_arithmetic,
    all(feature = "curves", target_feature = "simd128")
))]
pub mod field_loops;
#[cfg(feature = "curves")]
pub mod field_products;
#[cfg(feature = "curves")]
pub mod field_transforms;
#[cfg(feature = "fields")]
pub mod fields;
#[cfg(feature = "workloads")]
pub mod hash;
#[cfg(feature = "bench")]
pub mod inversion;
#[cfg(any(
    feature = "fields",
    fqmul_wide_arithmetic,
    all(feature = "curves", target_feature = "simd128")
))]
pub mod kernel_loops;
#[cfg(feature = "bench")]
pub mod limb;
#[cfg(all(feature = "bench", target_arch = "wasm32"))]
mod loops;
#[cfg(feature = "workloads")]
pub mod msm;
#[cfg(feature = "bench")]
pub mod multiplier;
#[cfg(feature = "workloads")]
pub mod ntt;
#[cfg(feature = "bench")]
pub mod pairs;
#[cfg(feature = "bench")]
pub mod registry;
#[cfg(all(
    feature = "replica",
    target_arch = "wasm32",
    target_os = "unknown",
    target_feature = "simd128"
))]
mod replica;
#[cfg(feature = "bench")]
pub mod results;
#[cfg(feature = "bench")]
pub mod row;
#[cfg(feature = "bench")]
pub mod selection;
