//! The wasm-bindgen surface, thin: arguments are validated here and in [`Element::from_bytes`],
//! everything else is the crate's. Errors are JavaScript's own `TypeError` and `RangeError`; their
//! messages begin with the argument's name. Nothing traps.
//!
//! The functions that are for people look at every argument. [`Multiplier`] is timed: its elements
//! come as slices, which the glue copies into wasm through a cached view, because values that Rust
//! inspects cost three times as much. What has no `length` fails there in the glue, with a TypeError
//! of the engine's own, and what is no Uint8Array is read as if it were one.

use super::error::InputError;
use super::info::{Field, Operation};
use super::inversion;
use super::limb;
use super::multiplier::Multiply;
use super::ntt;
use super::pairs::MultiplyPairs;
use super::registry::{REGISTRY, every_kernel};
use super::row::Operations;
use super::selection::{self, find};
use crate::field::{Element, ElementError, Modulus};
use crate::work::ntt::MOST_LAYERS;
use js_sys::{ArrayBuffer, BigUint64Array, RangeError, Reflect, Symbol, TypeError, Uint8Array};
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

fn bytes<M: Modulus>(element: Element<M>) -> Vec<u8> {
    element.to_bytes().to_vec()
}

/// A value of JavaScript as an array of bytes, as many as `expected` says.
fn byte_array<'a>(
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
fn element<M: Modulus>(argument: &'static str, value: &JsValue) -> Result<Element<M>, JsValue> {
    let given = byte_array(argument, value, "a Uint8Array of 32 bytes, little-endian,")?;
    let mut bytes = [0; 32];
    if given.length() != 32 {
        return Err(InputError::from(ElementError::Length {
            argument,
            given: given.length() as usize,
        })
        .into());
    }
    given.copy_to(&mut bytes);
    Ok(from_bytes(argument, &bytes)?)
}

fn from_bytes<M: Modulus>(argument: &'static str, bytes: &[u8]) -> Result<Element<M>, InputError> {
    Ok(Element::from_bytes(argument, bytes)?)
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
        expected: "a string, one of square, add, sub, sop2, sop3, sop4,",
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

/// How many points, as log2.
fn log2_points(value: &JsValue) -> Result<u32, InputError> {
    let argument = "log2_points";
    let expected = "a whole number from 0 to 20";
    let number = value
        .as_f64()
        .ok_or(InputError::Type { argument, expected })?;
    if number.fract() == 0.0 && (0.0..=f64::from(super::msm::MOST_LOG2)).contains(&number) {
        Ok(number as u32)
    } else {
        Err(InputError::Range { argument, expected })
    }
}

/// The registry, as a JSON array of objects. Each has
///
/// - `id`, the word by which every other function takes the kernel; `summary` and `source`;
/// - `form`: `dropin` where 4x64 Montgomery residues with R = 2^256 go in and out, else `internal`;
/// - `limbs`, as count x bits; `radixBits`, log2 of R; `lanes`, the independent products of a call;
/// - `build`, the build that it is timed from, and whether it is `available` in this one;
/// - `fused`: whether this engine fuses `relaxed_madd`, where the kernel is right only then, and it
///   refuses where this is false; null for any other kernel, and for one that this build lacks;
/// - `models`: those that it is timed in; null for all of them;
/// - `multiplies`: its multiplication instructions, as `[operation, instruction, count]`.
#[wasm_bindgen]
pub fn kernels() -> String {
    let rows: Vec<_> = REGISTRY
        .iter()
        .map(|row| {
            let info = row.info;
            let multiplies = info.multiplies.iter();
            let multiplies: Vec<_> = multiplies
                .map(|(operation, instruction, count)| {
                    format!(r#"["{operation}","{instruction}",{count}]"#)
                })
                .collect();
            format!(
                concat!(
                    r#"{{"id":"{}","form":"{}","lanes":{},"limbs":"{}","radixBits":{},"build":"{}","#,
                    r#""available":{},"fused":{},"models":{},"multiplies":[{}],"#,
                    r#""summary":"{}","source":"{}"}}"#
                ),
                info.id,
                info.form.as_str(),
                info.lanes,
                info.limbs,
                info.radix_bits,
                info.build.as_str(),
                row.operations.is_some(),
                row.fused.map_or("null", |fused| if fused() { "true" } else { "false" }),
                info.models.map_or("null".into(), |models| {
                    format!(r#"["{}"]"#, models.join(r#"",""#))
                }),
                multiplies.join(","),
                info.summary,
                info.source,
            )
        })
        .collect();
    format!("[{}]", rows.join(","))
}

fn product(operations: Operations, a: &JsValue, b: &JsValue) -> Result<Vec<u8>, JsValue> {
    let (a, b) = (element("a", a)?, element("b", b)?);
    Ok(bytes((operations.mul)(a, b)))
}

/// The product of two elements by the kernel of that id.
#[wasm_bindgen]
pub fn mul(
    #[wasm_bindgen(unchecked_param_type = "Kernel")] kernel: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Uint8Array")] a: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Uint8Array")] b: &JsValue,
) -> Result<Vec<u8>, JsValue> {
    product(find(&id(kernel)?)?, a, b)
}

/// The product of two elements by `multi3`.
#[wasm_bindgen]
pub fn mul_multi3(
    #[wasm_bindgen(unchecked_param_type = "Uint8Array")] a: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Uint8Array")] b: &JsValue,
) -> Result<Vec<u8>, JsValue> {
    product(find("multi3")?, a, b)
}

/// The product of two elements by `simd`.
#[wasm_bindgen]
pub fn mul_simd(
    #[wasm_bindgen(unchecked_param_type = "Uint8Array")] a: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Uint8Array")] b: &JsValue,
) -> Result<Vec<u8>, JsValue> {
    product(find("simd")?, a, b)
}

/// The id of the kernel of this build, right on this engine, that is the fastest for one product at
/// a time.
#[wasm_bindgen(unchecked_return_type = "Kernel")]
pub fn best_single() -> String {
    selection::best_single().0.into()
}

/// The id of the kernel of this build, right on this engine, that is the fastest in batches.
#[wasm_bindgen(unchecked_return_type = "Kernel")]
pub fn best_batch() -> String {
    selection::best_batch().0.into()
}

/// The product of two elements by the kernel [`best_single`].
#[wasm_bindgen]
pub fn mul_best(
    #[wasm_bindgen(unchecked_param_type = "Uint8Array")] a: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Uint8Array")] b: &JsValue,
) -> Result<Vec<u8>, JsValue> {
    product(selection::best_single().1, a, b)
}

/// The checksum of a [`stream`] of the kernel [`best_batch`].
#[wasm_bindgen]
pub fn stream_best(
    #[wasm_bindgen(unchecked_param_type = "Seed")] seed: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Count")] n: &JsValue,
) -> Result<Vec<u8>, JsValue> {
    batch(selection::best_batch().1.stream, seed, ("n", n))
}

/// The checksum of n dependent products ([`crate::bench::batch::chain`]).
#[wasm_bindgen]
pub fn chain(
    #[wasm_bindgen(unchecked_param_type = "Kernel")] kernel: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Seed")] seed: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Count")] n: &JsValue,
) -> Result<Vec<u8>, JsValue> {
    batch(find(&id(kernel)?)?.chain, seed, ("n", n))
}

/// The checksum of n independent products ([`crate::bench::batch::stream`]).
#[wasm_bindgen]
pub fn stream(
    #[wasm_bindgen(unchecked_param_type = "Kernel")] kernel: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Seed")] seed: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Count")] n: &JsValue,
) -> Result<Vec<u8>, JsValue> {
    batch(find(&id(kernel)?)?.stream, seed, ("n", n))
}

/// The checksum of n independent operations ([`crate::bench::batch::stream_of`]): `square`, `add`,
/// `sub`, or sums of two, three or four products, `sop2`, `sop3` and `sop4`, of which n counts the
/// products, as many as whole sums have.
#[wasm_bindgen]
pub fn stream_of(
    #[wasm_bindgen(unchecked_param_type = "Kernel")] kernel: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Operation")] operation: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Seed")] seed: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Count")] n: &JsValue,
) -> Result<Vec<u8>, JsValue> {
    let operations = find(&id(kernel)?)?;
    let operation = self::operation(operation)?;
    let (seed, n) = (self::seed(seed)?, count("n", n)?);
    if n % operation.counts() != 0 {
        return Err(InputError::Range {
            argument: "n",
            expected: "a multiple of the products of a sum",
        }
        .into());
    }
    Ok(bytes((operations.stream_of)(operation, seed, n)))
}

/// The checksum of n dependent limb products of a kernel ([`crate::bench::limb`]).
#[wasm_bindgen]
pub fn limb_chain(
    #[wasm_bindgen(unchecked_param_type = "Kernel")] kernel: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Seed")] seed: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Count")] n: &JsValue,
) -> Result<Vec<u8>, JsValue> {
    batch(limb::find(&id(kernel)?)?.chain, seed, ("n", n))
}

/// The checksum of n independent limb products of a kernel ([`crate::bench::limb`]).
#[wasm_bindgen]
pub fn limb_stream(
    #[wasm_bindgen(unchecked_param_type = "Kernel")] kernel: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Seed")] seed: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Count")] n: &JsValue,
) -> Result<Vec<u8>, JsValue> {
    batch(limb::find(&id(kernel)?)?.stream, seed, ("n", n))
}

/// The checksum of n inversions of a kernel, one at a time ([`crate::bench::inversion`]).
#[wasm_bindgen]
pub fn invert(
    #[wasm_bindgen(unchecked_param_type = "Kernel")] kernel: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Seed")] seed: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Count")] n: &JsValue,
) -> Result<Vec<u8>, JsValue> {
    batch(inversions(kernel)?.single, seed, ("n", n))
}

/// The checksum of n inverses of a kernel, 1024 at once ([`crate::bench::inversion`]).
#[wasm_bindgen]
pub fn invert_batch(
    #[wasm_bindgen(unchecked_param_type = "Kernel")] kernel: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Seed")] seed: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Count")] n: &JsValue,
) -> Result<Vec<u8>, JsValue> {
    batch(inversions(kernel)?.batch, seed, ("n", n))
}

/// Those of a kernel that is right on this engine.
fn inversions(kernel: &JsValue) -> Result<inversion::Inversion, JsValue> {
    let id = id(kernel)?;
    let inversions = inversion::find(&id)?;
    find(&id)?;
    Ok(inversions)
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
pub fn bench_multi3(
    #[wasm_bindgen(unchecked_param_type = "Seed")] seed: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Count")] cases: &JsValue,
) -> Result<Vec<u8>, JsValue> {
    batch(find("multi3")?.stream, seed, ("cases", cases))
}

/// The checksum of a [`stream`] of `simd`.
#[wasm_bindgen]
pub fn bench_simd(
    #[wasm_bindgen(unchecked_param_type = "Seed")] seed: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Count")] cases: &JsValue,
) -> Result<Vec<u8>, JsValue> {
    batch(find("simd")?.stream, seed, ("cases", cases))
}

/// Four megabytes.
const MOST_PAIRS: u32 = 65536;

/// One product at a time by one kernel, with operands in wasm or from JavaScript.
#[wasm_bindgen]
pub struct Multiplier(Box<dyn Multiply>);

#[wasm_bindgen]
impl Multiplier {
    /// A multiplier of the kernel of that id; its accumulator and b are 1.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "Kernel")] kernel: &JsValue,
    ) -> Result<Self, JsValue> {
        Ok(Self((find(&id(kernel)?)?.multiplier)()))
    }

    /// The product of two elements from JavaScript, back in JavaScript.
    pub fn mul(&self, a: &[u8], b: &[u8]) -> Result<Vec<u8>, JsValue> {
        Ok(bytes(self.0.mul(from_bytes("a", a)?, from_bytes("b", b)?)))
    }

    /// Puts operands into wasm: accumulator = a.
    pub fn set(&mut self, a: &[u8], b: &[u8]) -> Result<(), JsValue> {
        self.0.set(from_bytes("a", a)?, from_bytes("b", b)?);
        Ok(())
    }

    /// accumulator = accumulator · b, nothing in or out.
    pub fn step(&mut self) {
        self.0.step();
    }

    /// accumulator = accumulator + b, nothing in or out.
    pub fn add(&mut self) {
        self.0.add();
    }

    /// The accumulator.
    pub fn product(&self) -> Vec<u8> {
        bytes(self.0.product())
    }

    /// An element to the kernel's residue and back: what IO costs without a product.
    pub fn convert(&self, a: &[u8]) -> Result<Vec<u8>, JsValue> {
        Ok(bytes(self.0.convert(from_bytes("a", a)?)))
    }
}

/// Pairs of elements that JavaScript writes into wasm memory as 64-bit words, and whose products it
/// reads there: no call copies or allocates.
#[wasm_bindgen]
pub struct Pairs(Box<dyn MultiplyPairs>);

#[wasm_bindgen]
impl Pairs {
    /// n pairs for the kernel of that id, zeros at first; n from 1 to 65536.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "Kernel")] kernel: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Count")] n: &JsValue,
    ) -> Result<Self, JsValue> {
        let (operations, n) = (find(&id(kernel)?)?, count("n", n)?);
        if n > MOST_PAIRS {
            return Err(InputError::Range {
                argument: "n",
                expected: "a whole number from 1 to 65536",
            }
            .into());
        }
        Ok(Self((operations.pairs)(n as usize)))
    }

    /// The memory that the pairs are in, a view of it: a\[0\], b\[0\], a\[1\], b\[1\], ..., four words each,
    /// the lowest first. It loses its words, and must be asked for again, when the module's memory
    /// grows, as any other call that allocates may make it do.
    pub fn words(&mut self) -> BigUint64Array {
        // SAFETY: the words stay where they are until the pairs are freed, and Rust reads or writes
        // them in `mul` alone, during which no JavaScript runs.
        unsafe { BigUint64Array::view(self.0.words()) }
    }

    /// a\[i\] = a\[i\]·b\[i\] for all i. Gives n; or, where a value is not below p, the index of the
    /// first pair with one, and multiplies nothing. (An exception would have to be looked for at
    /// each call, which takes longer than a product does.)
    pub fn mul(&mut self) -> u32 {
        match self.0.multiply() {
            Ok(()) => (self.0.words().len() / 8) as u32,
            Err(first) => first as u32,
        }
    }
}

/// The ids of the kernels of this build that have an MSM of this crate's algorithm, as a JSON array.
#[wasm_bindgen]
pub fn msms() -> String {
    let ids: Vec<_> = super::msm::MSMS
        .iter()
        .map(|row| format!("\"{}\"", row.id))
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
    let id = id(kernel)?;
    let points = byte_array("points", points, "a Uint8Array of 64 bytes a point,")?;
    let scalars = byte_array("scalars", scalars, "a Uint8Array of 32 bytes a scalar,")?;
    Ok(super::msm::sum(&id, &points.to_vec(), &scalars.to_vec())?)
}

/// An MSM by this crate's algorithm on one kernel ([`crate::bench::msm::TimedMsm`]).
#[wasm_bindgen]
pub struct Msm(Box<dyn super::msm::TimedMsm>);

#[wasm_bindgen]
impl Msm {
    /// That of the kernel of that id, of 2^log2_points points and scalars of a seed; log2_points from 0 to 20.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "Kernel")] kernel: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] log2_points: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Seed")] seed: &JsValue,
    ) -> Result<Self, JsValue> {
        let (id, log2) = (id(kernel)?, self::log2_points(log2_points)?);
        Ok(Self(super::msm::msm(&id, log2, self::seed(seed)?)?))
    }

    /// The affine x and y of the sum: 64 bytes.
    pub fn sum(&self) -> Vec<u8> {
        self.0.sum()
    }
}

/// The ids of the kernels that have a curve, as a JSON array.
#[cfg(feature = "arkworks")]
#[wasm_bindgen]
pub fn curves() -> String {
    let ids: Vec<_> = super::curve::CURVES
        .iter()
        .map(|(id, _)| format!("\"{id}\""))
        .collect();
    format!("[{}]", ids.join(","))
}

/// MSM and pairing by arkworks on one kernel ([`crate::bench::curve::TimedCurve`]).
#[cfg(feature = "arkworks")]
#[wasm_bindgen]
pub struct Curve(Box<dyn super::curve::TimedCurve>);

#[cfg(feature = "arkworks")]
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
        let (id, seed) = (id(kernel)?, self::seed(seed)?);
        let log2 = if log2_points.is_undefined() {
            super::curve::LOG2_POINTS
        } else {
            self::log2_points(log2_points)?
        };
        Ok(Self(super::curve::curve(&id, seed, log2)?))
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

/// The fields of arkworks that this build has, as a JSON array of their names.
#[cfg(feature = "fields")]
#[wasm_bindgen]
pub fn fields() -> String {
    let ids: Vec<_> = super::fields::FIELDS
        .iter()
        .map(|(field, _)| format!(r#""{field}""#))
        .collect();
    format!("[{}]", ids.join(","))
}

/// A field of arkworks ([`crate::bench::fields::Loops`]). An element is as many bytes as its words have.
#[cfg(feature = "fields")]
#[wasm_bindgen]
pub struct FieldLoops(Box<dyn super::fields::Loops>);

#[cfg(feature = "fields")]
#[wasm_bindgen]
impl FieldLoops {
    /// The loops of that field, one of [`fields`].
    #[wasm_bindgen(constructor)]
    pub fn new(field: &str) -> Result<Self, JsValue> {
        Ok(Self(super::fields::loops(field)?))
    }

    /// The checksum of n operations of a model: `chain`, `stream`, `square`, `add`, `sub`, or `sop2`, of which n
    /// counts the products.
    pub fn run(
        &self,
        model: &str,
        #[wasm_bindgen(unchecked_param_type = "Seed")] seed: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Count")] n: &JsValue,
    ) -> Result<Vec<u8>, JsValue> {
        Ok(self.0.run(model, self::seed(seed)?, count("n", n)?)?)
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

/// Every hasher, as a JSON array of objects: `hash`, what it computes, `id`, `build`, the build that it
/// is timed from, `summary`, and whether it is `available` in this one.
#[wasm_bindgen]
pub fn hashers() -> String {
    let rows: Vec<_> = super::hash::HASHERS
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
pub struct Hasher(Box<dyn super::hash::TimedHasher>);

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
        Ok(Self(super::hash::hasher(&hash, &id)?))
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
        let (seed, n) = (self::seed(seed)?, count("n", n)?);
        Ok(bytes(self.0.chain(seed, n)))
    }

    /// n hashes of eight pairs in turns, n a multiple of eight: the fold of them.
    pub fn batch(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Seed")] seed: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Count")] n: &JsValue,
    ) -> Result<Vec<u8>, JsValue> {
        let (seed, n) = (self::seed(seed)?, count("n", n)?);
        if !(n as usize).is_multiple_of(super::hash::SLOTS) {
            return Err(InputError::Range {
                argument: "n",
                expected: "a multiple of 8, the number of pairs,",
            }
            .into());
        }
        Ok(bytes(self.0.batch(seed, n)))
    }
}

/// Two arrays of 2^k elements in the format of a kernel, multiplied element by element: what a size
/// costs ([`crate::bench::batch::Arrays`]).
#[wasm_bindgen]
pub struct Arrays(Box<dyn super::batch::Stream<Field>>);

#[wasm_bindgen]
impl Arrays {
    /// The arrays of the kernel of that id, of 2^`log2_size` elements, from 1 to 22, that a seed draws.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "Kernel")] kernel: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] log2_size: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Seed")] seed: &JsValue,
    ) -> Result<Self, JsValue> {
        let operations = find(&id(kernel)?)?;
        let (log2_size, seed) = (self::log2_size(log2_size)?, self::seed(seed)?);
        Ok(Self((operations.arrays)(1 << log2_size, seed)))
    }

    /// So many passes of a\[i\] = a\[i\]·b\[i\] over all i.
    pub fn multiply(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Count")] passes: &JsValue,
    ) -> Result<(), JsValue> {
        for _ in 0..count("passes", passes)? {
            self.0.pass();
        }
        Ok(())
    }

    /// The fold of the array a, whose element i is a\[i\]·b\[i\]^k after k passes.
    pub fn checksum(&self) -> Vec<u8> {
        bytes(self.0.checksum())
    }
}

/// log2 of how many elements are transformed or multiplied.
fn log2_size(value: &JsValue) -> Result<u32, InputError> {
    match count("log2_size", value) {
        Ok(log2_size @ 1..=MOST_LAYERS) => Ok(log2_size),
        Err(error @ InputError::Type { .. }) => Err(error),
        _ => Err(InputError::Range {
            argument: "log2_size",
            expected: "a whole number from 1 to 22",
        }),
    }
}

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
    let inverse = inverse.as_bool().ok_or(InputError::Type {
        argument: "inverse",
        expected: "a boolean",
    })?;
    let given = given.to_vec();
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

fn transform_id(value: &JsValue) -> Result<String, InputError> {
    value.as_string().ok_or(InputError::Type {
        argument: "kernel",
        expected: "a string, as in ntts(),",
    })
}

fn all_bytes<M: Modulus>(elements: &[Element<M>]) -> Vec<u8> {
    elements.iter().flat_map(|x| x.to_bytes()).collect()
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
        let (log2_size, seed) = (self::log2_size(log2_size)?, self::seed(seed)?);
        Ok(Self(ntt::ntt(&id, &ntt::geometric(seed, 1 << log2_size))?))
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
    pub fn prepare(&mut self) {
        self.0.prepare();
    }

    /// The values as they are now, 32 bytes each, little-endian and canonical.
    pub fn values(&self) -> Vec<u8> {
        all_bytes(&self.0.values())
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
