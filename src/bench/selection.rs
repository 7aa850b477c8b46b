//! A kernel by its id, and the fastest one where nobody chooses.

use super::error::{self, InputError};
use super::registry::REGISTRY;
use super::row::Operations;

/// The kernels for one product at a time, the fastest first, whatever the build: one that a build
/// lacks is passed over. SIMD does not beat the scalar kernel there, and beside it only wide
/// arithmetic does. The last is right everywhere.
///
/// This order and that of [`FASTEST_BATCH`] are held against committed results by a test of the
/// harness.
pub static FASTEST_SINGLE: &[&str] = &["wide-lazy", "multi3-wide", "limbs29"];

/// The kernels for batches of independent products, the fastest first.
pub static FASTEST_BATCH: &[&str] = &["fma-pair", "wide-lazy", "multi3-wide", "simd", "limbs29"];

/// The kernel of this build, right on this engine, that is the fastest for one product at a time.
pub fn best_single() -> (&'static str, Operations) {
    first(FASTEST_SINGLE)
}

/// The kernel of this build, right on this engine, that is the fastest in batches.
pub fn best_batch() -> (&'static str, Operations) {
    first(FASTEST_BATCH)
}

fn first(order: &[&'static str]) -> (&'static str, Operations) {
    order
        .iter()
        .find_map(|id| Some((*id, find(id).ok()?)))
        .expect("the last one is in every build")
}

/// The operations of the kernel `id`.
///
/// # Errors
/// [`InputError::UnknownKernel`], [`InputError::NotInBuild`] and [`InputError::Unfused`].
pub fn find(id: &str) -> Result<Operations, InputError> {
    let Some(row) = REGISTRY.iter().find(|row| row.info.id == id) else {
        let ids: Vec<_> = REGISTRY.iter().map(|row| row.info.id).collect();
        return Err(InputError::UnknownKernel {
            given: id.into(),
            known: ids.join(", "),
        });
    };
    row.right_here()
}

/// What a kernel has in a table of this build, if it is right on this engine.
///
/// # Errors
/// [`InputError::UnknownKernel`], naming those of the table, and [`InputError::Unfused`].
pub fn among<T: Copy>(rows: &[(&'static str, T)], kernel: &str) -> Result<T, InputError> {
    match rows.iter().find(|(id, _)| *id == kernel) {
        Some((_, row)) => find(kernel).map(|_| *row),
        None => Err(InputError::UnknownKernel {
            given: kernel.into(),
            known: error::ids(rows),
        }),
    }
}
