//! BLS12-381: the group G1.

use super::curve::{Curve, Lattice};
use super::point::Point;
use crate::field::Element;
use crate::field::bls12_381::{Fq, Fr};

/// The magnitude of the number x that p and the order are polynomials in: the order is x⁴ - x² + 1.
const X: u128 = 0xd201_0000_0001_0000;

/// The multiples of a generator on y² = x³ + 4, which has more points than them.
pub enum Bls12381G1 {}

impl Curve for Bls12381G1 {
    type Element = Element<Fq, 6>;
    type Scalar = Fr;
    const EQUATION: &'static str = "y^2 = x^3 + 4";
    const B: Element<Fq, 6> = Element::canonical([4, 0, 0, 0, 0, 0]);
    const GENERATOR: Point<Element<Fq, 6>> = Point {
        x: Element::canonical([
            0xfb3af00adb22c6bb,
            0x6c55e83ff97a1aef,
            0xa14e3a3f171bac58,
            0xc3688c4f9774b905,
            0x2695638c4fa9ac0f,
            0x17f1d3a73197d794,
        ]),
        y: Element::canonical([
            0x0caa232946c5e7e1,
            0xd03cc744a2888ae4,
            0x00db18cb2c04b3ed,
            0xfcf5e095d5d00af6,
            0xa09e30ed741d8ae4,
            0x08b3f481e3aaa0f1,
        ]),
    };
    const BETA: Element<Fq, 6> = Element::canonical([
        0x2e01fffffffefffe,
        0xde17d813620a0002,
        0xddb3a93be6f89688,
        0xba69c6076a0f77ea,
        0x5f19672fdf76ce51,
        0x0000000000000000,
    ]);
    const IS_WHOLE: bool = false;
    const LATTICE: Lattice = Lattice { s: 1, t: X * X - 1 };
}
