//! What is timed in a field that is named, with the types erased.

use super::error::InputError;

/// Loops like those of [`batch`](super::batch), in one field. An element is bytes, little-endian and canonical, as many
/// as its words have.
pub trait Loops {
    /// The checksum of n operations of a model, as [`batch`](super::batch) has it; of `sop2`, n counts the
    /// products.
    ///
    /// # Errors
    /// [`InputError::UnknownOperation`].
    fn run(&self, model: &str, seed: u64, n: u32) -> Result<Vec<u8>, InputError>;

    /// The product of two elements.
    ///
    /// # Errors
    /// [`InputError::Range`] or [`InputError::Element`] where bytes are no element.
    fn mul(&self, a: &[u8], b: &[u8]) -> Result<Vec<u8>, InputError>;

    /// An element to its residue and back.
    ///
    /// # Errors
    /// [`InputError::Range`] or [`InputError::Element`] where bytes are no element.
    fn convert(&self, a: &[u8]) -> Result<Vec<u8>, InputError>;
}
