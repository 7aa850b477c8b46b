//! Products of pairs in memory that JavaScript shares.

use super::arguments::{count, id};
use crate::bench::error::InputError;
use crate::bench::pairs::MultiplyPairs;
use crate::bench::selection::find;
use js_sys::BigUint64Array;
use wasm_bindgen::prelude::*;

/// Four megabytes.
const MOST_PAIRS: u32 = 65536;

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
        Ok(Self((operations.pairs)(n as usize)?))
    }

    /// The memory that the pairs are in, a view of it: a\[0\], b\[0\], a\[1\], b\[1\], ..., four words each,
    /// the lowest first. It loses its words, and must be asked for again, when the module's memory
    /// grows, as any other call that allocates may make it do. A view that is kept when the pairs are freed is one of
    /// pairs for ever: those of whoever asks for as many next, or of nobody.
    pub fn words(&mut self) -> BigUint64Array {
        // SAFETY: the words stay where they are, and are words, when the pairs are freed, too; and Rust reads or writes
        // them in `new` and `mul` alone, during which no JavaScript runs.
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
