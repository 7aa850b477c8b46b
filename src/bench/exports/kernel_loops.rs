//! This crate's kernels in fields that are named.

use super::arguments::{self, count};
use crate::bench::field_loops::Loops;
use crate::bench::kernel_loops;
use wasm_bindgen::prelude::*;

/// A kernel in a field ([`crate::bench::kernel_loops`]). An element is as many bytes as its words have.
#[wasm_bindgen]
pub struct KernelLoops(Box<dyn Loops>);

#[wasm_bindgen]
impl KernelLoops {
    /// The loops of the kernel of that id in a field: `fr`, `bls12-381-fq`, `bls12-381-fr`, `bls12-377-fq`,
    /// `bls12-377-fr`, `pallas` or `vesta`.
    #[wasm_bindgen(constructor)]
    pub fn new(field: &str, kernel: &str) -> Result<Self, JsValue> {
        Ok(Self(kernel_loops::loops(field, kernel)?))
    }

    /// The checksum of n products in `chain` or `stream`.
    pub fn run(
        &self,
        model: &str,
        #[wasm_bindgen(unchecked_param_type = "Seed")] seed: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Count")] n: &JsValue,
    ) -> Result<Vec<u8>, JsValue> {
        Ok(self.0.run(model, arguments::seed(seed)?, count("n", n)?)?)
    }

    /// The product of two elements.
    pub fn mul(&self, a: &[u8], b: &[u8]) -> Result<Vec<u8>, JsValue> {
        Ok(self.0.mul(a, b)?)
    }

    /// An element to its residue and back.
    pub fn convert(&self, a: &[u8]) -> Result<Vec<u8>, JsValue> {
        Ok(self.0.convert(a)?)
    }
}
