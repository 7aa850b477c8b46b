//! Number-theoretic transforms.

use super::arguments::{self, byte_array, from_bytes};
use super::workloads::{all_bytes, boolean, bytes_of, transform_id};
use crate::bench::ntt;
use wasm_bindgen::prelude::*;

/// Every transform, as a JSON array of objects: `id`, `build`, the build that it is timed from, `summary`,
/// and whether it is `available` in this one.
#[wasm_bindgen]
pub fn ntts() -> String {
    let rows: Vec<_> = ntt::TRANSFORMS
        .iter()
        .map(|row| {
            format!(
                r#"{{"id":"{}","build":"{}","summary":"{}","available":{}}}"#,
                row.id,
                row.build,
                row.summary,
                row.available()
            )
        })
        .collect();
    format!("[{}]", rows.join(","))
}

/// The transform of n elements of BN254's scalar field, X\[k\] = Σ x\[j\]·w^(jk), or its inverse: 32 bytes
/// each, little-endian and canonical, in natural order, in and out. n is a power of two from 2 to 2^22, and
/// w = 5^((r-1)/n), as arkworks has it. The roots are computed in each call; [`Ntt`] keeps them.
#[wasm_bindgen(js_name = ntt)]
pub fn transformed(
    #[wasm_bindgen(unchecked_param_type = "string")] kernel: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Uint8Array")] values: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "boolean")] inverse: &JsValue,
) -> Result<Vec<u8>, JsValue> {
    let id = transform_id(kernel)?;
    let given = byte_array("values", values, "a Uint8Array")?;
    let inverse = boolean("inverse", inverse)?;
    let given = bytes_of(given)?;
    let (elements, rest) = given.as_chunks::<32>();
    if !rest.is_empty() {
        return Err(ntt::wrong_length().into());
    }
    let elements: Vec<_> = elements
        .iter()
        .map(|x| from_bytes("values", x))
        .collect::<Result<_, _>>()?;
    let mut ntt = ntt::ntt(&id, &elements)?;
    if inverse {
        ntt.inverse();
    } else {
        ntt.forward();
    }
    Ok(all_bytes(&ntt.values()))
}

/// A transform of one size, and values that stay in the kernel's format between calls
/// ([`crate::bench::ntt::TimedNtt`]).
#[wasm_bindgen]
pub struct Ntt(Box<dyn ntt::TimedNtt>);

#[wasm_bindgen]
impl Ntt {
    /// The transform of that id, one of [`ntts`], of 2^`log2_size` values, from 1 to 22, that a seed gives:
    /// x\[j\] = a·q^j for the two elements a and q that it draws, whose transform is
    /// X\[k\] = a·(q^n - 1)/(q·w^k - 1).
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "string")] kernel: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] log2_size: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Seed")] seed: &JsValue,
    ) -> Result<Self, JsValue> {
        let id = transform_id(kernel)?;
        let (log2_size, seed) = (arguments::log2_size(log2_size)?, arguments::seed(seed)?);
        Ok(Self(ntt::ntt(&id, &ntt::geometric(seed, 1 << log2_size)?)?))
    }

    /// One transform of the values as they are.
    pub fn forward(&mut self) {
        self.0.forward();
    }

    /// What undoes it.
    pub fn inverse(&mut self) {
        self.0.inverse();
    }

    /// One transform to the coset of offset 5: X\[k\] = Σ x\[j\]·(5·w^k)^j.
    pub fn coset_forward(&mut self) {
        self.0.coset_forward();
    }

    /// What undoes it.
    pub fn coset_inverse(&mut self) {
        self.0.coset_inverse();
    }

    /// Computes the roots and the powers of the coset's offset again, which the constructor did.
    pub fn prepare(&mut self) -> Result<(), JsValue> {
        Ok(self.0.prepare()?)
    }

    /// The values as they are now, 32 bytes each, little-endian and canonical.
    pub fn values(&self) -> Vec<u8> {
        all_bytes(&self.0.values())
    }
}
