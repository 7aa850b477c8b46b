//! Poseidon.

use super::arguments::{self, bytes, count, element};
use crate::bench::error::InputError;
use crate::bench::hash;
use wasm_bindgen::prelude::*;

/// Every hasher, as a JSON array of objects: `hash`, what it computes, `id`, `build`, the build that it
/// is timed from, `summary`, and whether it is `available` in this one.
#[wasm_bindgen]
pub fn hashers() -> String {
    let rows: Vec<_> = hash::HASHERS
        .iter()
        .map(|row| {
            format!(
                r#"{{"hash":"{}","id":"{}","build":"{}","summary":"{}","available":{}}}"#,
                row.hash,
                row.id,
                row.build,
                row.summary,
                row.available()
            )
        })
        .collect();
    format!("[{}]", rows.join(","))
}

/// Poseidon of two elements of BN254's scalar field ([`crate::bench::hash::TimedHasher`]).
#[wasm_bindgen]
pub struct Hasher(Box<dyn hash::TimedHasher>);

#[wasm_bindgen]
impl Hasher {
    /// The hasher of that hash and id, one of [`hashers`].
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "string")] hash: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] id: &JsValue,
    ) -> Result<Self, JsValue> {
        let string = |argument, value: &JsValue| {
            value.as_string().ok_or(InputError::Type {
                argument,
                expected: "a string, as in hashers(),",
            })
        };
        let (hash, id) = (string("hash", hash)?, string("id", id)?);
        Ok(Self(hash::hasher(&hash, &id)?))
    }

    /// The hash of two elements.
    pub fn hash(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Uint8Array")] a: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Uint8Array")] b: &JsValue,
    ) -> Result<Vec<u8>, JsValue> {
        let (a, b) = (element("a", a)?, element("b", b)?);
        Ok(bytes(self.0.hash(a, b)))
    }

    /// n hashes, each of which needs the one before: the last.
    pub fn chain(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Seed")] seed: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Count")] n: &JsValue,
    ) -> Result<Vec<u8>, JsValue> {
        let (seed, n) = (arguments::seed(seed)?, count("n", n)?);
        Ok(bytes(self.0.chain(seed, n)))
    }

    /// n hashes of eight pairs in turns, n a multiple of eight: the fold of them.
    pub fn batch(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Seed")] seed: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Count")] n: &JsValue,
    ) -> Result<Vec<u8>, JsValue> {
        let (seed, n) = (arguments::seed(seed)?, count("n", n)?);
        if !(n as usize).is_multiple_of(hash::SLOTS) {
            return Err(InputError::Range {
                argument: "n",
                expected: "a multiple of 8, the number of pairs,",
            }
            .into());
        }
        Ok(bytes(self.0.batch(seed, n)))
    }
}
