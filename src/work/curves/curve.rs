//! What is known of a curve.

use super::point::Point;
use crate::field::Modulus;
use crate::work::coordinate::Canonical;

/// A group of prime order on a curve y² = x³ + b, and its endomorphism (x, y) -> (β·x, y).
///
/// The endomorphism multiplies each point of the group by λ, where β and λ are cube roots of 1 mod p and mod the order.
pub trait Curve: 'static {
    /// A coordinate.
    type Element: Canonical;
    /// The field of the scalars: its prime is the group's order.
    type Scalar: Modulus;
    /// The curve's equation, for people.
    const EQUATION: &'static str;
    /// b.
    const B: Self::Element;
    /// A point whose multiples are the group.
    const GENERATOR: Point<Self::Element>;
    /// β.
    const BETA: <Self::Element as Canonical>::Base;
    /// Whether the group is all of the curve.
    const IS_WHOLE: bool;
    /// Which pairs (a, b) have a + λ·b = 0 mod the order.
    const LATTICE: Lattice;
}

/// The pairs (a, b) with a + λ·b = 0 mod r, where λ² + λ + 1 = 0 mod r.
///
/// λ maps them to themselves, as λ·(a + λ·b) = -b + λ·(a - b). So they are the multiples of one of them, (s, -t), in the
/// ring of integers of the cube roots of 1, whose norm s² + s·t + t² is r; and one of its six associates has an s and a t
/// that are not negative.
#[derive(Clone, Copy, Debug)]
pub struct Lattice {
    /// s.
    pub s: u128,
    /// t.
    pub t: u128,
}
