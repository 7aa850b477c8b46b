//! BLS12-377: the group G1.

use super::curve::{Curve, Lattice};
use super::point::Point;
use crate::field::Element;
use crate::field::bls12_377::{Fq, Fr};

/// The number x that p and the order are polynomials in: the order is x⁴ - x² + 1.
const X: u128 = 0x8508_c000_0000_0001;

/// The multiples of a generator on y² = x³ + 1, which has more points than them.
pub enum Bls12377G1 {}

impl Curve for Bls12377G1 {
    type Element = Element<Fq, 6>;
    type Scalar = Fr;
    const EQUATION: &'static str = "y^2 = x^3 + 1";
    const B: Element<Fq, 6> = Element::canonical([1, 0, 0, 0, 0, 0]);
    const GENERATOR: Point<Element<Fq, 6>> = Point {
        x: Element::canonical([
            0xeab9b16eb21be9ef,
            0xd5481512ffcd394e,
            0x188282c8bd37cb5c,
            0x85951e2caa9d41bb,
            0xc8fc6225bf87ff54,
            0x008848defe740a67,
        ]),
        y: Element::canonical([
            0xfd82de55559c8ea6,
            0xc2fe3d3634a9591a,
            0x6d182ad44fb82305,
            0xbd7fb348ca3e52d9,
            0x1f674f5d30afeec4,
            0x01914a69c5102eff,
        ]),
    };
    const BETA: Element<Fq, 6> = Element::canonical([
        0xffffffffffffffff,
        0xd1e945779fffffff,
        0x59064ee822fb5bff,
        0xb8882a75cc9bc8e3,
        0xbc8756ba8f8c524e,
        0x01ae3a4617c510ea,
    ]);
    const IS_WHOLE: bool = false;
    const LATTICE: Lattice = Lattice { s: 1, t: X * X - 1 };
}
