//! The wasm-bindgen surface, thin: arguments are validated here and in [`Element::from_bytes`],
//! everything else is the crate's. Errors are JavaScript's own `TypeError` and `RangeError`; their
//! messages begin with the argument's name. Nothing traps.
//!
//! Elements come as slices, which the glue copies into wasm through a cached view: as JS objects
//! that Rust inspects they cost three times as much. What has no `length` fails in the glue, with a
//! TypeError of the engine's own.

use crate::element::{Element, InputError};
use crate::kernel::{self, Field, Multiply, Operation, Operations, REGISTRY};
use js_sys::{RangeError, TypeError};
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

fn bytes(element: Element<Field>) -> Vec<u8> {
    element.to_bytes().to_vec()
}

fn id(value: &JsValue) -> Result<String, InputError> {
    value.as_string().ok_or(InputError::Type {
        argument: "kernel",
        expected: "a string, one of kernels(),",
    })
}

fn operation(value: &JsValue) -> Result<Operation, InputError> {
    let name = value.as_string().ok_or(InputError::Type {
        argument: "operation",
        expected: "a string, one of square, add, sub, sop2,",
    })?;
    Operation::find(&name)
}

fn seed(value: &JsValue) -> Result<u64, InputError> {
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

fn count(argument: &'static str, value: &JsValue) -> Result<u32, InputError> {
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

/// The registry: a JSON array of `{id, form, lanes, limbs, radixBits, build, available, fused,
/// models, summary, source}`. `fused` is null for a kernel that is right whether or not the engine
/// fuses, and for one that this build lacks; where it is false the kernel refuses. `models` is null
/// for a kernel that is timed in all of them, else the names of those that it is timed in.
#[wasm_bindgen]
pub fn kernels() -> String {
    let rows: Vec<_> = REGISTRY
        .iter()
        .map(|row| {
            let info = row.info;
            format!(
                concat!(
                    r#"{{"id":"{}","form":"{}","lanes":{},"limbs":"{}","radixBits":{},"build":"{}","#,
                    r#""available":{},"fused":{},"models":{},"summary":"{}","source":"{}"}}"#
                ),
                info.id,
                info.form.as_str(),
                info.lanes,
                info.limbs,
                info.radix_bits,
                info.build.as_str(),
                row.operations.is_some(),
                row.fused.map_or("null", |fused| if fused() { "true" } else { "false" }),
                row.only.map_or("null".into(), |models| {
                    format!(r#"["{}"]"#, models.join(r#"",""#))
                }),
                info.summary,
                info.source,
            )
        })
        .collect();
    format!("[{}]", rows.join(","))
}

fn product(operations: Operations, a: &[u8], b: &[u8]) -> Result<Vec<u8>, JsValue> {
    let (a, b) = (Element::from_bytes("a", a)?, Element::from_bytes("b", b)?);
    Ok(bytes((operations.mul)(a, b)))
}

/// The product of two elements by the kernel of that id.
#[wasm_bindgen]
pub fn mul(kernel: &JsValue, a: &[u8], b: &[u8]) -> Result<Vec<u8>, JsValue> {
    product(kernel::find(&id(kernel)?)?, a, b)
}

/// The product of two elements by `multi3`.
#[wasm_bindgen]
pub fn mul_multi3(a: &[u8], b: &[u8]) -> Result<Vec<u8>, JsValue> {
    product(kernel::find("multi3")?, a, b)
}

/// The product of two elements by `simd`.
#[wasm_bindgen]
pub fn mul_simd(a: &[u8], b: &[u8]) -> Result<Vec<u8>, JsValue> {
    product(kernel::find("simd")?, a, b)
}

/// The id of the fastest kernel of this build that is right on this engine.
#[wasm_bindgen]
pub fn best() -> String {
    kernel::best().0.into()
}

/// The product of two elements by the kernel [`best`].
#[wasm_bindgen]
pub fn mul_best(a: &[u8], b: &[u8]) -> Result<Vec<u8>, JsValue> {
    product(kernel::best().1, a, b)
}

/// The checksum of a [`stream`] of the kernel [`best`].
#[wasm_bindgen]
pub fn stream_best(seed: &JsValue, n: &JsValue) -> Result<Vec<u8>, JsValue> {
    batch(kernel::best().1.stream, seed, ("n", n))
}

/// The checksum of n dependent products ([`crate::batch::chain`]).
#[wasm_bindgen]
pub fn chain(kernel: &JsValue, seed: &JsValue, n: &JsValue) -> Result<Vec<u8>, JsValue> {
    batch(kernel::find(&id(kernel)?)?.chain, seed, ("n", n))
}

/// The checksum of n independent products ([`crate::batch::stream`]).
#[wasm_bindgen]
pub fn stream(kernel: &JsValue, seed: &JsValue, n: &JsValue) -> Result<Vec<u8>, JsValue> {
    batch(kernel::find(&id(kernel)?)?.stream, seed, ("n", n))
}

/// The checksum of n independent operations ([`crate::batch::stream_of`]): `square`, `add`, `sub`,
/// or `sop2`, of which n counts the products and is even.
#[wasm_bindgen]
pub fn stream_of(
    kernel: &JsValue,
    operation: &JsValue,
    seed: &JsValue,
    n: &JsValue,
) -> Result<Vec<u8>, JsValue> {
    let operations = kernel::find(&id(kernel)?)?;
    let operation = self::operation(operation)?;
    let (seed, n) = (self::seed(seed)?, count("n", n)?);
    if operation == Operation::Sop2 && n % 2 == 1 {
        return Err(InputError::Range {
            argument: "n",
            expected: "an even number, of two products a sum,",
        }
        .into());
    }
    Ok(bytes((operations.stream_of)(operation, seed, n)))
}

/// A batch of as many products as the named argument says.
fn batch(
    run: fn(u64, u32) -> Element<Field>,
    seed: &JsValue,
    (argument, n): (&'static str, &JsValue),
) -> Result<Vec<u8>, JsValue> {
    Ok(bytes(run(self::seed(seed)?, count(argument, n)?)))
}

/// The checksum of a [`stream`] of `multi3`.
#[wasm_bindgen]
pub fn bench_multi3(seed: &JsValue, cases: &JsValue) -> Result<Vec<u8>, JsValue> {
    batch(kernel::find("multi3")?.stream, seed, ("cases", cases))
}

/// The checksum of a [`stream`] of `simd`.
#[wasm_bindgen]
pub fn bench_simd(seed: &JsValue, cases: &JsValue) -> Result<Vec<u8>, JsValue> {
    batch(kernel::find("simd")?.stream, seed, ("cases", cases))
}

/// One product at a time by one kernel, with operands in wasm or from JavaScript.
#[wasm_bindgen]
pub struct Multiplier(Box<dyn Multiply>);

#[wasm_bindgen]
impl Multiplier {
    /// A multiplier of the kernel of that id; its accumulator and b are 1.
    #[wasm_bindgen(constructor)]
    pub fn new(kernel: &JsValue) -> Result<Self, JsValue> {
        Ok(Self((kernel::find(&id(kernel)?)?.multiplier)()))
    }

    /// The product of two elements from JavaScript, back in JavaScript.
    pub fn mul(&self, a: &[u8], b: &[u8]) -> Result<Vec<u8>, JsValue> {
        Ok(bytes(self.0.mul(
            Element::from_bytes("a", a)?,
            Element::from_bytes("b", b)?,
        )))
    }

    /// Puts operands into wasm: accumulator = a.
    pub fn set(&mut self, a: &[u8], b: &[u8]) -> Result<(), JsValue> {
        self.0
            .set(Element::from_bytes("a", a)?, Element::from_bytes("b", b)?);
        Ok(())
    }

    /// accumulator = accumulator · b, nothing in or out.
    pub fn step(&mut self) {
        self.0.step();
    }

    /// The accumulator.
    pub fn product(&self) -> Vec<u8> {
        bytes(self.0.product())
    }

    /// An element to the kernel's residue and back: what IO costs without a product.
    pub fn convert(&self, a: &[u8]) -> Result<Vec<u8>, JsValue> {
        Ok(bytes(self.0.convert(Element::from_bytes("a", a)?)))
    }
}

/// The ids of the kernels that have a curve, as a JSON array.
#[cfg(feature = "curve")]
#[wasm_bindgen]
pub fn curves() -> String {
    let ids: Vec<_> = crate::curve::CURVES
        .iter()
        .map(|(id, _)| format!("\"{id}\""))
        .collect();
    format!("[{}]", ids.join(","))
}

/// MSM and pairing by arkworks on one kernel ([`crate::curve::Curve`]).
#[cfg(feature = "curve")]
#[wasm_bindgen]
pub struct Curve(Box<dyn crate::curve::Curve>);

#[cfg(feature = "curve")]
#[wasm_bindgen]
impl Curve {
    /// The curve of the kernel of that id, with the operands of a seed.
    #[wasm_bindgen(constructor)]
    pub fn new(kernel: &JsValue, seed: &JsValue) -> Result<Self, JsValue> {
        let (id, seed) = (id(kernel)?, self::seed(seed)?);
        Ok(Self(crate::curve::curve(&id, seed)?))
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

/// Nothing: the floor of every call.
#[wasm_bindgen]
pub fn noop() {}

/// A seed from the system's randomness, for a run that nobody chose.
#[wasm_bindgen]
pub fn random_seed() -> Result<u64, JsValue> {
    getrandom::u64().map_err(|error| js_sys::Error::new(&error.to_string()).into())
}
