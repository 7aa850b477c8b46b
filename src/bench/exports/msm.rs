//! Multi-scalar multiplication by this crate's algorithm.

use super::arguments::{self, byte_array, id};
use super::workloads;
use crate::bench::curve_sums;
use crate::bench::msm;
use crate::bench::timed::TimedMsm;
use wasm_bindgen::prelude::*;

/// The ids of the kernels of this build that have an MSM of this crate's algorithm, as a JSON array.
#[wasm_bindgen]
pub fn msms() -> String {
    let ids: Vec<_> = msm::MSMS
        .iter()
        .map(|(id, _)| format!("\"{id}\""))
        .collect();
    format!("[{}]", ids.join(","))
}

/// The sum of scalar·point over BN254's G1, by this crate's algorithm on one kernel: 64 bytes, affine x and y.
///
/// Points are 64 bytes each, affine x and y, scalars 32 bytes each, as many; all canonical and little-endian. 64 zero
/// bytes are the point at infinity. Not constant time.
#[wasm_bindgen]
pub fn msm(
    #[wasm_bindgen(unchecked_param_type = "Kernel")] kernel: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Uint8Array")] points: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Uint8Array")] scalars: &JsValue,
) -> Result<Vec<u8>, JsValue> {
    let expected = "a Uint8Array of 64 bytes a point,";
    sum(curve_sums::BN254_G1, kernel, (points, expected), scalars)
}

/// The types that TypeScript sees where Rust sees any value.
#[cfg(feature = "curves")]
#[wasm_bindgen(typescript_custom_section)]
const CURVES: &str = r#"
/** The id of a curve that `msm_of` has. */
export type CurveId = "bn254-g1" | "bls12-381-g1" | "bls12-377-g1" | "pallas" | "vesta" | "grumpkin";
"#;

/// The sum of scalar·point over a curve, by this crate's algorithm on one kernel: affine x and y.
///
/// Points are affine x and y, 32 bytes each, or 48 of bls12-381-g1 and bls12-377-g1; scalars are 32 bytes each, as many;
/// all canonical and little-endian. Zeros are the point at infinity. Every point is looked at whether it is of the group:
/// of bls12-381-g1 and bls12-377-g1 that takes several times as long as the sum. Not constant time.
#[cfg(feature = "curves")]
#[wasm_bindgen]
pub fn msm_of(
    #[wasm_bindgen(unchecked_param_type = "CurveId")] curve: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Kernel")] kernel: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Uint8Array")] points: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Uint8Array")] scalars: &JsValue,
) -> Result<Vec<u8>, JsValue> {
    let expected = "a Uint8Array of x and y of each point,";
    let curve = arguments::id_of("curve", curve)?;
    sum(&curve, kernel, (points, expected), scalars)
}

fn sum(
    curve: &str,
    kernel: &JsValue,
    (points, expected): (&JsValue, &'static str),
    scalars: &JsValue,
) -> Result<Vec<u8>, JsValue> {
    let id = id(kernel)?;
    let points = byte_array("points", points, expected)?;
    let scalars = byte_array("scalars", scalars, "a Uint8Array of 32 bytes a scalar,")?;
    let (points, scalars) = (workloads::bytes_of(points)?, workloads::bytes_of(scalars)?);
    Ok(curve_sums::sum(curve, &id, &points, &scalars)?)
}

/// The ids of the kernels of this build that have sums over a curve, as a JSON array.
#[cfg(feature = "curves")]
#[wasm_bindgen]
pub fn msms_of(
    #[wasm_bindgen(unchecked_param_type = "CurveId")] curve: &JsValue,
) -> Result<String, JsValue> {
    let curve = arguments::id_of("curve", curve)?;
    Ok(workloads::json(curve_sums::kernels(&curve)?))
}

/// Points of a curve and scalars that are read once ([`crate::bench::curve_sums::Operands`]).
#[cfg(feature = "curves")]
#[wasm_bindgen]
pub struct CurveSum(Box<dyn curve_sums::Operands>);

#[cfg(feature = "curves")]
#[wasm_bindgen]
impl CurveSum {
    /// The operands of [`msm_of`]. Nothing looks whether points are of the group: a sum of others is any point.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "CurveId")] curve: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Kernel")] kernel: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Uint8Array")] points: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Uint8Array")] scalars: &JsValue,
    ) -> Result<Self, JsValue> {
        let (curve, kernel) = (arguments::id_of("curve", curve)?, id(kernel)?);
        let bytes = |argument, value| {
            let given = byte_array(argument, value, "a Uint8Array")?;
            workloads::bytes_of(given)
        };
        let (points, scalars) = (bytes("points", points)?, bytes("scalars", scalars)?);
        Ok(Self(curve_sums::operands(
            &curve, &kernel, &points, &scalars,
        )?))
    }

    /// The affine x and y of the sum.
    pub fn sum(&self) -> Vec<u8> {
        self.0.sum()
    }
}

/// An MSM by this crate's algorithm on one kernel ([`crate::bench::timed::TimedMsm`]).
#[wasm_bindgen]
pub struct Msm(Box<dyn TimedMsm>);

#[wasm_bindgen]
impl Msm {
    /// That of the kernel of that id, of 2^log2_points points and scalars of a seed; log2_points from 0 to 20.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "Kernel")] kernel: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] log2_points: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Seed")] seed: &JsValue,
    ) -> Result<Self, JsValue> {
        let (id, log2) = (id(kernel)?, workloads::log2_points(log2_points)?);
        Ok(Self(msm::msm(&id, log2, arguments::seed(seed)?)?))
    }

    /// The affine x and y of the sum: 64 bytes.
    pub fn sum(&self) -> Vec<u8> {
        self.0.sum()
    }
}
