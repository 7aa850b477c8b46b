//! Grumpkin of Aztec: its order is the prime of BN254's coordinates, and the prime of its coordinates is BN254's order.

use super::bn254::U;
use super::curve::{Curve, Lattice};
use super::point::Point;
use crate::field::bn254::{Fq, Fr};
use crate::field::{Element, Modulus, integer};

/// y² = x³ - 17 over BN254's scalar field.
pub enum Grumpkin {}

impl Curve for Grumpkin {
    type Element = Element<Fr>;
    type Scalar = Fq;
    const EQUATION: &'static str = "y^2 = x^3 - 17";
    const B: Element<Fr> = Element::canonical(integer::wrapping_sub(&Fr::P, &[17, 0, 0, 0]).0);
    const GENERATOR: Point<Element<Fr>> = Point {
        x: Element::ONE,
        y: Element::canonical([
            0x833fc48d823f272c,
            0x2d270d45f1181294,
            0xcf135e7506a45d63,
            2,
        ]),
    };
    const BETA: Element<Fr> = Element::canonical([
        0x8b17ea66b99c90dd,
        0x5bfc41088d8daaa7,
        0xb3c4d79d41a91758,
        0,
    ]);
    const IS_WHOLE: bool = true;
    const LATTICE: Lattice = Lattice {
        s: 2 * U,
        t: 6 * U * U + 2 * U + 1,
    };
}
