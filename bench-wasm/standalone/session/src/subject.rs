//! What a row times, whoever's product it is: the loops and the product, on elements as bytes.

use fqmul::bench::error::InputError;
use fqmul::bench::info::Field;
use fqmul::field::Element;

/// What a loop gives of a seed and a number of products.
type Loop = dyn Fn(u64, u32) -> Vec<u8>;
/// What an operation makes of one element, and of two.
type Unary = dyn Fn(&[u8]) -> Vec<u8>;
type Binary = dyn Fn(&[u8], &[u8]) -> Vec<u8>;

/// An element is bytes, little-endian and canonical, as many as the words of its field have.
pub struct Subject {
    /// The checksum of so many products, on the operands of a seed.
    pub run: Box<Loop>,
    /// The product of two elements.
    pub mul: Box<Binary>,
    /// An element to the product's own format and back.
    pub convert: Box<Unary>,
}

/// Why a row cannot be timed.
pub struct Refusal {
    pub message: String,
    /// Whether that is for what the runtime lacks, and nothing is broken.
    pub unsupported: bool,
}

impl From<InputError> for Refusal {
    fn from(error: InputError) -> Self {
        Self {
            unsupported: matches!(error, InputError::Unfused { .. }),
            message: error.to_string(),
        }
    }
}

/// An element of the registry's field.
pub fn element(bytes: &[u8]) -> Element<Field> {
    Element::from_bytes("operand", bytes).expect("the harness sends elements")
}
