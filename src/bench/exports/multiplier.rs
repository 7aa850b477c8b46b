//! One product a call.

use super::arguments::{bytes, from_bytes, id};
use crate::bench::multiplier::Multiply;
use crate::bench::selection::find;
use wasm_bindgen::prelude::*;

/// One product at a time by one kernel, with operands in wasm or from JavaScript.
#[wasm_bindgen]
pub struct Multiplier(Box<dyn Multiply>);

#[wasm_bindgen]
impl Multiplier {
    /// A multiplier of the kernel of that id; its accumulator and b are 1.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "Kernel")] kernel: &JsValue,
    ) -> Result<Self, JsValue> {
        Ok(Self((find(&id(kernel)?)?.multiplier)()))
    }

    /// The product of two elements from JavaScript, back in JavaScript.
    pub fn mul(&self, a: &[u8], b: &[u8]) -> Result<Vec<u8>, JsValue> {
        Ok(bytes(self.0.mul(from_bytes("a", a)?, from_bytes("b", b)?)))
    }

    /// Puts operands into wasm: accumulator = a.
    pub fn set(&mut self, a: &[u8], b: &[u8]) -> Result<(), JsValue> {
        self.0.set(from_bytes("a", a)?, from_bytes("b", b)?);
        Ok(())
    }

    /// accumulator = accumulator · b, nothing in or out.
    pub fn step(&mut self) {
        self.0.step();
    }

    /// accumulator = accumulator + b, nothing in or out.
    pub fn add(&mut self) {
        self.0.add();
    }

    /// The accumulator.
    pub fn product(&self) -> Vec<u8> {
        bytes(self.0.product())
    }

    /// An element to the kernel's residue and back: what IO costs without a product.
    pub fn convert(&self, a: &[u8]) -> Result<Vec<u8>, JsValue> {
        Ok(bytes(self.0.convert(from_bytes("a", a)?)))
    }
}
