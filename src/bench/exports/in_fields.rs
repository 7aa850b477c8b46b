//! Transforms and products over fields that are named.

use super::arguments::{byte_array, id, id_of};
use super::workloads::{boolean, bytes_of, json};
use crate::bench::{field_products, field_transforms};
use wasm_bindgen::prelude::*;

/// The types that TypeScript sees where Rust sees any value.
#[wasm_bindgen(typescript_custom_section)]
const FIELDS: &str = r#"
/** The id of a field that `mul_of` has: the base field of a curve is its fq, the scalar field its fr. */
export type FieldId =
  | "bn254-fq"
  | "bn254-fr"
  | "bls12-381-fq"
  | "bls12-381-fr"
  | "bls12-377-fq"
  | "bls12-377-fr"
  | "pallas-fq"
  | "vesta-fq"
  | "grumpkin-fq";
/** The id of a field that `ntt_of` has. */
export type TransformedFieldId = Exclude<FieldId, "bn254-fq" | "bls12-381-fq" | "bls12-377-fq">;
"#;

/// The transform of n elements of a field, X\[k\] = Σ x\[j\]·w^(jk), or its inverse, by this crate's algorithm on one
/// kernel: 32 bytes each, little-endian and canonical, in natural order, in and out. n is a power of two from 2 to 2^22,
/// and w = g^((p-1)/n), for the generator g of the field that arkworks has: 5 in bn254-fr, pallas-fq and vesta-fq, 7 in
/// bls12-381-fr, 22 in bls12-377-fr.
#[wasm_bindgen]
pub fn ntt_of(
    #[wasm_bindgen(unchecked_param_type = "TransformedFieldId")] field: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Kernel")] kernel: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Uint8Array")] values: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "boolean")] inverse: &JsValue,
) -> Result<Vec<u8>, JsValue> {
    let (field, kernel) = (id_of("field", field)?, id(kernel)?);
    let values = bytes_of(byte_array("values", values, "a Uint8Array")?)?;
    let inverse = boolean("inverse", inverse)?;
    Ok(field_transforms::ntt(&field, &kernel, &values, inverse)?)
}

/// The ids of the kernels of this build that have transforms over a field, as a JSON array.
#[wasm_bindgen]
pub fn ntts_of(
    #[wasm_bindgen(unchecked_param_type = "TransformedFieldId")] field: &JsValue,
) -> Result<String, JsValue> {
    let field = id_of("field", field)?;
    Ok(json(field_transforms::kernels(&field)?))
}

/// A transform over a field, and values that stay in the kernel's format between calls
/// ([`crate::bench::timed::TimedBytes`]).
#[wasm_bindgen]
pub struct FieldTransform(Box<dyn field_transforms::Invertible>);

#[wasm_bindgen]
impl FieldTransform {
    /// That of [`ntt_of`], of as many values.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "TransformedFieldId")] field: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Kernel")] kernel: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Uint8Array")] values: &JsValue,
    ) -> Result<Self, JsValue> {
        let (field, kernel) = (id_of("field", field)?, id(kernel)?);
        let values = bytes_of(byte_array("values", values, "a Uint8Array")?)?;
        Ok(Self(field_transforms::transform(&field, &kernel, &values)?))
    }

    /// One transform of the values as they are.
    pub fn forward(&mut self) {
        self.0.forward();
    }

    /// The values as they are now, 32 bytes each.
    pub fn values(&self) -> Vec<u8> {
        self.0.values()
    }
}

/// The product of two elements of a field, 32 bytes each, or 48 in bls12-381-fq and bls12-377-fq, little-endian and
/// canonical, by the kernel of that id.
#[wasm_bindgen]
pub fn mul_of(
    #[wasm_bindgen(unchecked_param_type = "FieldId")] field: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Kernel")] kernel: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Uint8Array")] a: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Uint8Array")] b: &JsValue,
) -> Result<Vec<u8>, JsValue> {
    let (field, kernel) = (id_of("field", field)?, id(kernel)?);
    let operand = |argument, value| {
        let expected = "a Uint8Array of an element's bytes, little-endian,";
        bytes_of(byte_array(argument, value, expected)?)
    };
    let (a, b) = (operand("a", a)?, operand("b", b)?);
    Ok(field_products::product(&field, &kernel, &a, &b)?)
}
