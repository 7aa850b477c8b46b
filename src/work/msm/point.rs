//! Points as they go in and come out.

use crate::field::Element;
use crate::field::bn254::Fq;

/// A point of BN254's G1, y² = x³ + 3, in affine coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// x.
    pub x: Element<Fq>,
    /// y.
    pub y: Element<Fq>,
}

impl Point {
    /// (0, 0), which is not on the curve, stands for the point at infinity.
    pub const INFINITY: Self = Self {
        x: Element::ZERO,
        y: Element::ZERO,
    };
}
