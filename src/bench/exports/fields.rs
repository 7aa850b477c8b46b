//! Fields of arkworks.

use super::arguments::{self, count};
use crate::bench::field_loops::Loops;
use crate::bench::fields;
use wasm_bindgen::prelude::*;

/// The fields of arkworks that this build has, as a JSON array of their names.
#[wasm_bindgen]
pub fn fields() -> String {
    let ids: Vec<_> = fields::FIELDS
        .iter()
        .map(|(field, _)| format!(r#""{field}""#))
        .collect();
    format!("[{}]", ids.join(","))
}

/// A field of arkworks ([`crate::bench::field_loops::Loops`]). An element is as many bytes as its words have.
#[wasm_bindgen]
pub struct FieldLoops(Box<dyn Loops>);

#[wasm_bindgen]
impl FieldLoops {
    /// The loops of that field, one of [`fields`].
    #[wasm_bindgen(constructor)]
    pub fn new(field: &str) -> Result<Self, JsValue> {
        Ok(Self(fields::loops(field)?))
    }

    /// The checksum of n operations of a model: `chain`, `stream`, `square`, `add`, `sub`, or `sop2`, of which n
    /// counts the products.
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
