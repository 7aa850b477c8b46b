//! Points as they go in and come out.

use crate::work::coordinate::Canonical;

/// A point in affine coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point<E> {
    /// x.
    pub x: E,
    /// y.
    pub y: E,
}

impl<E: Canonical> Point<E> {
    /// (0, 0), which is on no curve whose b is not 0, stands for the point at infinity.
    pub const INFINITY: Self = Self {
        x: E::ZERO,
        y: E::ZERO,
    };
}
