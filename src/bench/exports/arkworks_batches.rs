//! Sums and transforms of arkworks over curves and fields that are named.

use crate::bench::arkworks_batches;
use crate::bench::timed::{TimedBytes, TimedMsm};
use wasm_bindgen::prelude::*;

/// A sum of arkworks over a curve: the operands are read once.
#[wasm_bindgen]
pub struct ArkworksSum(Box<dyn TimedMsm>);

#[wasm_bindgen]
impl ArkworksSum {
    /// Affine x and y of points that are of the group, and as many scalars of 32 bytes.
    #[wasm_bindgen(constructor)]
    pub fn new(curve: &str, points: &[u8], scalars: &[u8]) -> Result<Self, JsValue> {
        Ok(Self(arkworks_batches::sum(curve, points, scalars)?))
    }

    /// The affine x and y of the sum.
    pub fn sum(&self) -> Vec<u8> {
        self.0.sum()
    }
}

/// A transform of arkworks over a field, and values that stay as it has them between calls.
#[wasm_bindgen]
pub struct ArkworksTransform(Box<dyn TimedBytes>);

#[wasm_bindgen]
impl ArkworksTransform {
    /// A power of two of values of 32 bytes.
    #[wasm_bindgen(constructor)]
    pub fn new(field: &str, values: &[u8]) -> Result<Self, JsValue> {
        Ok(Self(arkworks_batches::transform(field, values)?))
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
