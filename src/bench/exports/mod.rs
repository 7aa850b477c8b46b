//! The wasm-bindgen surface, thin, one file an object: arguments are validated in `arguments.rs` and in
//! [`Element::from_bytes`](crate::field::Element::from_bytes), everything else is the crate's. Nothing traps, but where wasm
//! has no room for an argument that the glue copies.
//!
//! The functions that are for people look at every argument. [`Multiplier`](multiplier::Multiplier) is timed: its
//! elements come as slices, which the glue copies into wasm through a cached view, because values that Rust inspects
//! cost three times as much. What has no `length` fails there in the glue, with a TypeError of the engine's own, and
//! what is no Uint8Array is read as if it were one.

mod arguments;
#[cfg(feature = "algorithms")]
mod arkworks_batches;
mod arrays;
mod batches;
#[cfg(all(feature = "workloads", feature = "arkworks"))]
mod curve;
#[cfg(feature = "fields")]
mod fields;
#[cfg(feature = "workloads")]
mod hasher;
#[cfg(feature = "curves")]
mod in_fields;
#[cfg(any(
    feature = "fields",
    fqmul_wide_arithmetic,
    all(feature = "curves", target_feature = "simd128")
))]
mod kernel_loops;
mod kernels;
#[cfg(feature = "workloads")]
mod msm;
mod multiplier;
#[cfg(feature = "workloads")]
mod ntt;
mod pairs;
mod products;
#[cfg(feature = "workloads")]
mod workloads;

use wasm_bindgen::prelude::*;

/// Nothing: the floor of every call.
#[wasm_bindgen]
pub fn noop() {}

/// A seed from the system's randomness, for a run that nobody chose.
#[wasm_bindgen]
pub fn random_seed() -> Result<u64, JsValue> {
    getrandom::u64().map_err(|error| js_sys::Error::new(&error.to_string()).into())
}
