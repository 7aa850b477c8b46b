//! Multi-scalar multiplication and pairing by arkworks.

use super::arguments::{self, id};
use super::workloads;
use crate::bench::curve;
use wasm_bindgen::prelude::*;

/// The ids of the kernels that have a curve, as a JSON array.
#[wasm_bindgen]
pub fn curves() -> String {
    let ids: Vec<_> = curve::CURVES
        .iter()
        .map(|(id, _)| format!("\"{id}\""))
        .collect();
    format!("[{}]", ids.join(","))
}

/// MSM and pairing by arkworks on one kernel ([`crate::bench::curve::TimedCurve`]).
#[wasm_bindgen]
pub struct Curve(Box<dyn curve::TimedCurve>);

#[wasm_bindgen]
impl Curve {
    /// The curve of the kernel of that id, with the operands of a seed: 2^log2_points of them, from 0 to 20, 12
    /// without.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "Kernel")] kernel: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Seed")] seed: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "number")] log2_points: &JsValue,
    ) -> Result<Self, JsValue> {
        let (id, seed) = (id(kernel)?, arguments::seed(seed)?);
        let log2 = if log2_points.is_undefined() {
            curve::LOG2_POINTS
        } else {
            workloads::log2_points(log2_points)?
        };
        Ok(Self(curve::curve(&id, seed, log2)?))
    }

    /// One MSM: the affine x and y of the sum, 64 bytes.
    pub fn msm(&self) -> Vec<u8> {
        self.0.msm()
    }

    /// One pairing of the seed's points: 384 bytes.
    pub fn pairing(&self) -> Vec<u8> {
        self.0.pairing()
    }

    /// The pairing of the generators: 384 bytes.
    pub fn base(&self) -> Vec<u8> {
        self.0.base()
    }
}
