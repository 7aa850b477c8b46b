//! Arguments of JavaScript to Rust's values, and results to bytes: the one place where exports look at what they are given.
//! Errors are JavaScript's own `TypeError` and `RangeError`; their messages begin with the argument's name.

use crate::bench::error::InputError;
use crate::bench::info::Operation;
use crate::bench::registry::every_kernel;
use crate::field::{Element, ElementError, Modulus};
use crate::work::ntt::MOST_LAYERS;
use js_sys::{ArrayBuffer, RangeError, Reflect, Symbol, TypeError, Uint8Array};
use wasm_bindgen::prelude::*;

impl From<InputError> for JsValue {
    fn from(error: InputError) -> Self {
        let message = error.to_string();
        match error {
            InputError::Type { .. } => TypeError::new(&message).into(),
            _ => RangeError::new(&message).into(),
        }
    }
}

/// The types that TypeScript sees where Rust sees any value.
#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** What a kernel does beside its product; of sums of so many products, such as `sop2`, n counts the products. */
export type Operation = "square" | "add" | "sub" | "sop2" | "sop3" | "sop4";
/** A seed: a BigInt from 0 to 2^64 - 1. */
export type Seed = bigint;
/** How many: a whole number from 1 to 2^32 - 1. */
export type Count = number;
"#;

macro_rules! kernel_type {
    ($($(#[$condition:meta])* { id: $id:literal, $($rest:tt)* })*) => {
        #[wasm_bindgen(typescript_custom_section)]
        const KERNEL: &str = concat!(
            "/** The id of a kernel: `kernels()` gives a row for each. */\nexport type Kernel =",
            $("\n  | \"", $id, "\"",)*
            ";\n"
        );
    };
}

every_kernel!(kernel_type);

pub(super) fn bytes<M: Modulus>(element: Element<M>) -> Vec<u8> {
    element.to_bytes().to_vec()
}

/// A value of JavaScript as an array of bytes, as many as `expected` says.
pub(super) fn byte_array<'a>(
    argument: &'static str,
    value: &'a JsValue,
    expected: &'static str,
) -> Result<&'a Uint8Array, InputError> {
    // A view of any realm says what it is: `instanceof` would know those of this one only.
    let is_bytes = ArrayBuffer::is_view(value)
        && Reflect::get(value, &Symbol::to_string_tag())
            .is_ok_and(|tag| tag.as_string().as_deref() == Some("Uint8Array"));
    if is_bytes {
        Ok(value.unchecked_ref())
    } else {
        Err(InputError::Type { argument, expected })
    }
}

/// A value of JavaScript as an element.
pub(super) fn element<M: Modulus>(
    argument: &'static str,
    value: &JsValue,
) -> Result<Element<M>, JsValue> {
    let given = byte_array(argument, value, "a Uint8Array of 32 bytes, little-endian,")?;
    let mut bytes = [0; 32];
    if given.length() != 32 {
        return Err(InputError::from(ElementError::Length {
            argument,
            given: given.length() as usize,
            expected: 32,
        })
        .into());
    }
    given.copy_to(&mut bytes);
    Ok(from_bytes(argument, &bytes)?)
}

pub(super) fn from_bytes<M: Modulus>(
    argument: &'static str,
    bytes: &[u8],
) -> Result<Element<M>, InputError> {
    Ok(Element::from_bytes(argument, bytes)?)
}

pub(super) fn id(value: &JsValue) -> Result<String, InputError> {
    value.as_string().ok_or(InputError::Type {
        argument: "kernel",
        expected: "a string, one of kernels(),",
    })
}

/// The id of a curve or a field.
#[cfg(feature = "curves")]
pub(super) fn id_of(argument: &'static str, value: &JsValue) -> Result<String, InputError> {
    value.as_string().ok_or(InputError::Type {
        argument,
        expected: "a string",
    })
}

pub(super) fn operation(value: &JsValue) -> Result<Operation, InputError> {
    let name = value.as_string().ok_or(InputError::Type {
        argument: "operation",
        expected: "a string, one of square, add, sub, sop2, sop3, sop4,",
    })?;
    Operation::find(&name)
}

pub(super) fn seed(value: &JsValue) -> Result<u64, InputError> {
    if !value.is_bigint() {
        return Err(InputError::Type {
            argument: "seed",
            expected: "a BigInt",
        });
    }
    u64::try_from(value.clone()).map_err(|_| InputError::Range {
        argument: "seed",
        expected: "0 <= seed < 2^64",
    })
}

pub(super) fn count(argument: &'static str, value: &JsValue) -> Result<u32, InputError> {
    let number = value.as_f64().ok_or(InputError::Type {
        argument,
        expected: "a number",
    })?;
    if number.fract() == 0.0 && (1.0..=f64::from(u32::MAX)).contains(&number) {
        Ok(number as u32)
    } else {
        Err(InputError::Range {
            argument,
            expected: "a whole number from 1 to 2^32-1",
        })
    }
}

/// log2 of how many elements are transformed or multiplied.
pub(super) fn log2_size(value: &JsValue) -> Result<u32, InputError> {
    match count("log2_size", value) {
        Ok(log2_size @ 1..=MOST_LAYERS) => Ok(log2_size),
        Err(error @ InputError::Type { .. }) => Err(error),
        _ => Err(InputError::Range {
            argument: "log2_size",
            expected: "a whole number from 1 to 22",
        }),
    }
}
