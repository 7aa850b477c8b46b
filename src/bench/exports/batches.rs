//! The loops that are timed: n operations a call, and a checksum of what they gave.

use super::arguments::{self, bytes, count, id};
use crate::bench::error::InputError;
use crate::bench::info::Field;
use crate::bench::selection::{self, find};
use crate::bench::{inversion, limb};
use crate::field::Element;
use wasm_bindgen::prelude::*;

/// The checksum of a [`stream`] of the kernel [`best_batch`](super::kernels::best_batch).
#[wasm_bindgen]
pub fn stream_best(
    #[wasm_bindgen(unchecked_param_type = "Seed")] seed: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Count")] n: &JsValue,
) -> Result<Vec<u8>, JsValue> {
    batch(selection::best_batch().1.stream, seed, ("n", n))
}

/// The checksum of n dependent products ([`crate::bench::batch::chain`]).
#[wasm_bindgen]
pub fn chain(
    #[wasm_bindgen(unchecked_param_type = "Kernel")] kernel: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Seed")] seed: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Count")] n: &JsValue,
) -> Result<Vec<u8>, JsValue> {
    batch(find(&id(kernel)?)?.chain, seed, ("n", n))
}

/// The checksum of n independent products ([`crate::bench::batch::stream`]).
#[wasm_bindgen]
pub fn stream(
    #[wasm_bindgen(unchecked_param_type = "Kernel")] kernel: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Seed")] seed: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Count")] n: &JsValue,
) -> Result<Vec<u8>, JsValue> {
    batch(find(&id(kernel)?)?.stream, seed, ("n", n))
}

/// The checksum of n independent operations ([`crate::bench::batch::stream_of`]): `square`, `add`,
/// `sub`, or sums of two, three or four products, `sop2`, `sop3` and `sop4`, of which n counts the
/// products, as many as whole sums have.
#[wasm_bindgen]
pub fn stream_of(
    #[wasm_bindgen(unchecked_param_type = "Kernel")] kernel: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Operation")] operation: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Seed")] seed: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Count")] n: &JsValue,
) -> Result<Vec<u8>, JsValue> {
    let operations = find(&id(kernel)?)?;
    let operation = arguments::operation(operation)?;
    let (seed, n) = (arguments::seed(seed)?, count("n", n)?);
    if n % operation.counts() != 0 {
        return Err(InputError::Range {
            argument: "n",
            expected: "a multiple of the products of a sum",
        }
        .into());
    }
    Ok(bytes((operations.stream_of)(operation, seed, n)))
}

/// The checksum of n dependent limb products of a kernel ([`crate::bench::limb`]).
#[wasm_bindgen]
pub fn limb_chain(
    #[wasm_bindgen(unchecked_param_type = "Kernel")] kernel: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Seed")] seed: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Count")] n: &JsValue,
) -> Result<Vec<u8>, JsValue> {
    batch(limb::find(&id(kernel)?)?.chain, seed, ("n", n))
}

/// The checksum of n independent limb products of a kernel ([`crate::bench::limb`]).
#[wasm_bindgen]
pub fn limb_stream(
    #[wasm_bindgen(unchecked_param_type = "Kernel")] kernel: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Seed")] seed: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Count")] n: &JsValue,
) -> Result<Vec<u8>, JsValue> {
    batch(limb::find(&id(kernel)?)?.stream, seed, ("n", n))
}

/// The checksum of n inversions of a kernel, one at a time ([`crate::bench::inversion`]).
#[wasm_bindgen]
pub fn invert(
    #[wasm_bindgen(unchecked_param_type = "Kernel")] kernel: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Seed")] seed: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Count")] n: &JsValue,
) -> Result<Vec<u8>, JsValue> {
    batch(inversion::find(&id(kernel)?)?.single, seed, ("n", n))
}

/// The checksum of n inverses of a kernel, 1024 at once ([`crate::bench::inversion`]).
#[wasm_bindgen]
pub fn invert_batch(
    #[wasm_bindgen(unchecked_param_type = "Kernel")] kernel: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Seed")] seed: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Count")] n: &JsValue,
) -> Result<Vec<u8>, JsValue> {
    batch(inversion::find(&id(kernel)?)?.batch, seed, ("n", n))
}

/// A batch of as many products as the named argument says.
fn batch(
    run: fn(u64, u32) -> Element<Field>,
    seed: &JsValue,
    (argument, n): (&'static str, &JsValue),
) -> Result<Vec<u8>, JsValue> {
    Ok(bytes(run(arguments::seed(seed)?, count(argument, n)?)))
}

/// The checksum of a [`stream`] of `multi3`.
#[wasm_bindgen]
pub fn bench_multi3(
    #[wasm_bindgen(unchecked_param_type = "Seed")] seed: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Count")] cases: &JsValue,
) -> Result<Vec<u8>, JsValue> {
    batch(find("multi3")?.stream, seed, ("cases", cases))
}

/// The checksum of a [`stream`] of `simd`.
#[wasm_bindgen]
pub fn bench_simd(
    #[wasm_bindgen(unchecked_param_type = "Seed")] seed: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Count")] cases: &JsValue,
) -> Result<Vec<u8>, JsValue> {
    batch(find("simd")?.stream, seed, ("cases", cases))
}
