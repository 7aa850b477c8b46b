//! Arguments and results of MSMs and transforms alone.

use crate::bench::error::{InputError, with_room};
use crate::bench::msm::MOST_LOG2;
use crate::field::{Element, Modulus};
use js_sys::Uint8Array;
use wasm_bindgen::prelude::*;

/// How many points, as log2.
pub(super) fn log2_points(value: &JsValue) -> Result<u32, InputError> {
    let argument = "log2_points";
    let expected = "a whole number from 0 to 20";
    let number = value
        .as_f64()
        .ok_or(InputError::Type { argument, expected })?;
    if number.fract() == 0.0 && (0.0..=f64::from(MOST_LOG2)).contains(&number) {
        Ok(number as u32)
    } else {
        Err(InputError::Range { argument, expected })
    }
}

pub(super) fn boolean(argument: &'static str, value: &JsValue) -> Result<bool, InputError> {
    value.as_bool().ok_or(InputError::Type {
        argument,
        expected: "a boolean",
    })
}

pub(super) fn transform_id(value: &JsValue) -> Result<String, InputError> {
    value.as_string().ok_or(InputError::Type {
        argument: "kernel",
        expected: "a string, as in ntts(),",
    })
}

pub(super) fn all_bytes<M: Modulus>(elements: &[Element<M>]) -> Vec<u8> {
    elements.iter().flat_map(|x| x.to_bytes()).collect()
}

/// The ids of a table of kernels, as a JSON array.
#[cfg(feature = "curves")]
pub(super) fn json<T>(rows: &[(&str, T)]) -> String {
    let ids: Vec<_> = rows.iter().map(|(id, _)| format!("\"{id}\"")).collect();
    format!("[{}]", ids.join(","))
}

/// The bytes of an array of JavaScript, however many.
pub(super) fn bytes_of(array: &Uint8Array) -> Result<Vec<u8>, InputError> {
    let length = array.length() as usize;
    let mut bytes = with_room(length)?;
    bytes.resize(length, 0);
    array.copy_to(&mut bytes);
    Ok(bytes)
}
