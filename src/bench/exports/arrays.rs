//! Products over arrays of any size.

use super::arguments::{self, bytes, count, id};
use crate::bench::batch;
use crate::bench::info::Field;
use crate::bench::selection::find;
use wasm_bindgen::prelude::*;

/// Two arrays of 2^k elements in the format of a kernel, multiplied element by element: what a size
/// costs ([`crate::bench::batch::Arrays`]).
#[wasm_bindgen]
pub struct Arrays(Box<dyn batch::Stream<Field>>);

#[wasm_bindgen]
impl Arrays {
    /// The arrays of the kernel of that id, of 2^`log2_size` elements, from 1 to 22, that a seed draws.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "Kernel")] kernel: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] log2_size: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Seed")] seed: &JsValue,
    ) -> Result<Self, JsValue> {
        let operations = find(&id(kernel)?)?;
        let (log2_size, seed) = (arguments::log2_size(log2_size)?, arguments::seed(seed)?);
        Ok(Self((operations.arrays)(1 << log2_size, seed)?))
    }

    /// So many passes of a\[i\] = a\[i\]·b\[i\] over all i.
    pub fn multiply(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Count")] passes: &JsValue,
    ) -> Result<(), JsValue> {
        for _ in 0..count("passes", passes)? {
            self.0.pass();
        }
        Ok(())
    }

    /// The fold of the array a, whose element i is a\[i\]·b\[i\]^k after k passes.
    pub fn checksum(&self) -> Vec<u8> {
        bytes(self.0.checksum())
    }
}
