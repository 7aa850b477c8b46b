//! What a caller of a transform can do wrong.

use super::MOST_LAYERS;
use alloc::collections::TryReserveError;
use alloc::vec::Vec;
use core::fmt;

/// Why there is no such transform, or why it was not done. Every message names what is allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TransformError {
    /// There is no transform of this size.
    Size {
        /// log2 of the size.
        log2_size: u32,
    },
    /// There are not as many values as the transform is for.
    Values {
        /// How many there are.
        given: usize,
        /// The transform's size.
        size: usize,
    },
    /// The coset is of a transform of another size.
    Coset {
        /// The coset's size.
        given: usize,
        /// The transform's size.
        size: usize,
    },
    /// A coset by 0 is none: all its points are 0.
    ZeroOffset,
    /// There is not enough memory.
    Memory(TryReserveError),
}

impl fmt::Display for TransformError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size { log2_size } => write!(
                f,
                "log2_size: {log2_size} given, transforms have 2^1 to 2^{MOST_LAYERS} values"
            ),
            Self::Values { given, size } => {
                write!(f, "values: {given} given, the transform is for {size}")
            }
            Self::Coset { given, size } => write!(
                f,
                "coset: of a transform of {given} values given, the transform is for {size}"
            ),
            Self::ZeroOffset => write!(f, "offset: 0 given, a coset is by another element"),
            Self::Memory(error) => write!(f, "there is not enough memory: {error}"),
        }
    }
}

impl core::error::Error for TransformError {}

impl From<TryReserveError> for TransformError {
    fn from(error: TryReserveError) -> Self {
        Self::Memory(error)
    }
}

/// A vector with room for so many.
pub fn with_room<T>(count: usize) -> Result<Vec<T>, TryReserveError> {
    let mut room = Vec::new();
    room.try_reserve_exact(count)?;
    Ok(room)
}
