//! One product of two elements.

use super::arguments::{bytes, element, id};
use crate::bench::row::Operations;
use crate::bench::selection::{self, find};
use wasm_bindgen::prelude::*;

fn product(operations: Operations, a: &JsValue, b: &JsValue) -> Result<Vec<u8>, JsValue> {
    let (a, b) = (element("a", a)?, element("b", b)?);
    Ok(bytes((operations.mul)(a, b)))
}

/// The product of two elements by the kernel of that id.
#[wasm_bindgen]
pub fn mul(
    #[wasm_bindgen(unchecked_param_type = "Kernel")] kernel: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Uint8Array")] a: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Uint8Array")] b: &JsValue,
) -> Result<Vec<u8>, JsValue> {
    product(find(&id(kernel)?)?, a, b)
}

/// The product of two elements by `multi3`.
#[wasm_bindgen]
pub fn mul_multi3(
    #[wasm_bindgen(unchecked_param_type = "Uint8Array")] a: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Uint8Array")] b: &JsValue,
) -> Result<Vec<u8>, JsValue> {
    product(find("multi3")?, a, b)
}

/// The product of two elements by `simd`.
#[wasm_bindgen]
pub fn mul_simd(
    #[wasm_bindgen(unchecked_param_type = "Uint8Array")] a: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Uint8Array")] b: &JsValue,
) -> Result<Vec<u8>, JsValue> {
    product(find("simd")?, a, b)
}

/// The product of two elements by the kernel [`best_single`](super::kernels::best_single).
#[wasm_bindgen]
pub fn mul_best(
    #[wasm_bindgen(unchecked_param_type = "Uint8Array")] a: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Uint8Array")] b: &JsValue,
) -> Result<Vec<u8>, JsValue> {
    product(selection::best_single().1, a, b)
}
