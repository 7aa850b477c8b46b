//! What a caller of the module can do wrong.

use crate::field::ElementError;
use crate::work::ntt::TransformError;
use std::collections::TryReserveError;
use thiserror::Error;

/// Every message names the argument and what is allowed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum InputError {
    /// Bytes are no element.
    #[error(transparent)]
    Element(#[from] ElementError),
    /// No kernel has this id.
    #[error("kernel: unknown id \"{given}\"; known: {known}")]
    UnknownKernel {
        /// What was asked for.
        given: String,
        /// Every id of the registry.
        known: String,
    },
    /// There is no curve of this name.
    #[error("curve: unknown id \"{given}\"; known: {known}")]
    UnknownCurve {
        /// What was asked for.
        given: String,
        /// Every curve of this build.
        known: String,
    },
    /// There is no field of this name.
    #[error("field: unknown name \"{given}\"; known: {known}")]
    UnknownField {
        /// What was asked for.
        given: String,
        /// Every field.
        known: String,
    },
    /// No operation has this name.
    #[error("operation: unknown name \"{given}\"; known: {known}")]
    UnknownOperation {
        /// What was asked for.
        given: String,
        /// Every operation.
        known: String,
    },
    /// The kernel is not part of this build.
    #[error("kernel: \"{id}\" is not in this build; it needs the {build} build")]
    NotInBuild {
        /// The kernel's id.
        id: &'static str,
        /// The build that has it.
        build: &'static str,
    },
    /// The kernel would give wrong products on this engine.
    #[error("kernel: \"{id}\" needs a fused relaxed_madd; this engine rounds twice (unfused)")]
    Unfused {
        /// The kernel's id.
        id: &'static str,
    },
    /// A point is not on its curve.
    #[error(
        "{argument}: point {index} is not on the curve {equation}; {bytes} zero bytes are the point at infinity"
    )]
    OffCurve {
        /// The argument's name.
        argument: &'static str,
        /// Which of the points.
        index: usize,
        /// The curve's equation.
        equation: &'static str,
        /// Bytes of a point.
        bytes: usize,
    },
    /// A point is on its curve, but not of the group.
    #[error("{argument}: point {index} is on the curve, and not in its subgroup of prime order")]
    OffSubgroup {
        /// The argument's name.
        argument: &'static str,
        /// Which of the points.
        index: usize,
    },
    /// There is not enough memory for what was asked for.
    #[error(
        "memory: there is not enough for what was asked for; a smaller size or number expected"
    )]
    Memory,
    /// An argument has the wrong type.
    #[error("{argument}: {expected} expected")]
    Type {
        /// The argument's name.
        argument: &'static str,
        /// What is allowed.
        expected: &'static str,
    },
    /// A number is outside its range.
    #[error("{argument}: {expected} expected")]
    Range {
        /// The argument's name.
        argument: &'static str,
        /// What is allowed.
        expected: &'static str,
    },
}

impl From<TryReserveError> for InputError {
    fn from(_: TryReserveError) -> Self {
        Self::Memory
    }
}

impl From<TransformError> for InputError {
    fn from(error: TransformError) -> Self {
        match error {
            TransformError::Memory(_) => Self::Memory,
            _ => Self::Range {
                argument: "log2_size",
                expected: "a whole number from 1 to 22",
            },
        }
    }
}

/// A vector with room for so many.
pub fn with_room<T>(count: usize) -> Result<Vec<T>, InputError> {
    let mut room = Vec::new();
    room.try_reserve_exact(count)?;
    Ok(room)
}

/// The ids of a table, as a message lists them.
#[cfg(any(feature = "bench", feature = "algorithms"))]
pub fn ids<T>(rows: &[(&'static str, T)]) -> String {
    let ids: Vec<_> = rows.iter().map(|(id, _)| *id).collect();
    ids.join(", ")
}
