//! What a row times, whoever's product it is: the loops and the product, on elements as bytes.

#[cfg(feature = "emitted")]
use crate::emitted;
#[cfg(feature = "fields")]
use crate::fields;
#[cfg(feature = "neighbours")]
use crate::neighbours;
use crate::plan::{Model, Row};
use fqmul::bench::error::InputError;
use fqmul::bench::info::Field;
use fqmul::bench::{limb, selection};
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

/// The subject of a row.
///
/// # Errors
/// A kernel that this build lacks or that is wrong in this runtime, and a product of a limb that a
/// kernel does not have.
pub fn find(row: &Row) -> Result<Subject, Refusal> {
    #[cfg(feature = "emitted")]
    if let Some(subject) = emitted::find(row)? {
        return Ok(subject);
    }
    #[cfg(feature = "neighbours")]
    if let Some(subject) = neighbours::find(row) {
        return Ok(subject);
    }
    #[cfg(feature = "fields")]
    if let Some(subject) = fields::find(row)? {
        return Ok(subject);
    }
    let operations = selection::find(&row.of)?;
    let limb = || {
        limb::find(&row.of).map_err(|error| Refusal {
            message: error.to_string(),
            unsupported: true,
        })
    };
    let run = match row.model {
        Model::Chain => operations.chain,
        Model::Stream => operations.stream,
        Model::LimbChain => limb()?.chain,
        Model::LimbStream => limb()?.stream,
    };
    let multiplier = (operations.multiplier)();
    Ok(Subject {
        run: Box::new(move |seed, n| run(seed, n).to_bytes().into()),
        mul: Box::new(move |a, b| (operations.mul)(element(a), element(b)).to_bytes().into()),
        convert: Box::new(move |a| multiplier.convert(element(a)).to_bytes().into()),
    })
}
