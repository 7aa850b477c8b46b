//! BN254, as in EIP-196 and EIP-197.

use super::curve::{Curve, Lattice};
use super::point::Point;
use crate::field::Element;
use crate::field::bn254::{Fq, Fr};

/// The number u that p and r are polynomials in: p = 36u⁴ + 36u³ + 24u² + 6u + 1, and r is p - 6u².
pub(super) const U: u128 = 4965661367192848881;

/// s² + s·t + t² is r.
const LATTICE: Lattice = Lattice {
    s: 2 * U + 1,
    t: 6 * U * U + 2 * U,
};

/// y² = x³ + 3.
pub enum G1 {}

impl Curve for G1 {
    type Element = Element<Fq>;
    type Scalar = Fr;
    const EQUATION: &'static str = "y^2 = x^3 + 3";
    const B: Element<Fq> = Element::canonical([3, 0, 0, 0]);
    const GENERATOR: Point<Element<Fq>> = Point {
        x: Element::ONE,
        y: Element::canonical([2, 0, 0, 0]),
    };
    const BETA: Element<Fq> = Element::canonical([
        0x5763473177fffffe,
        0xd4f263f1acdb5c4f,
        0x59e26bcea0d48bac,
        0,
    ]);
    const IS_WHOLE: bool = true;
    const LATTICE: Lattice = LATTICE;
}

/// The multiples of a generator on the twist y² = x³ + 3/(9 + u), u² = -1, which has more points than them.
pub enum G2 {}

impl Curve for G2 {
    type Element = [Element<Fq>; 2];
    type Scalar = Fr;
    const EQUATION: &'static str = "y^2 = x^3 + 3/(9 + u)";
    const B: [Element<Fq>; 2] = [
        Element::canonical([
            0x3267e6dc24a138e5,
            0xb5b4c5e559dbefa3,
            0x81be18991be06ac3,
            0x2b149d40ceb8aaae,
        ]),
        Element::canonical([
            0xe4a2bd0685c315d2,
            0xa74fa084e52d1852,
            0xcd2cafadeed8fdf4,
            0x009713b03af0fed4,
        ]),
    ];
    const GENERATOR: Point<[Element<Fq>; 2]> = Point {
        x: [
            Element::canonical([
                0x46debd5cd992f6ed,
                0x674322d4f75edadd,
                0x426a00665e5c4479,
                0x1800deef121f1e76,
            ]),
            Element::canonical([
                0x97e485b7aef312c2,
                0xf1aa493335a9e712,
                0x7260bfb731fb5d25,
                0x198e9393920d483a,
            ]),
        ],
        y: [
            Element::canonical([
                0x4ce6cc0166fa7daa,
                0xe3d1e7690c43d37b,
                0x4aab71808dcb408f,
                0x12c85ea5db8c6deb,
            ]),
            Element::canonical([
                0x55acdadcd122975b,
                0xbc4b313370b38ef3,
                0xec9e99ad690c3395,
                0x090689d0585ff075,
            ]),
        ],
    };
    /// The other cube root than that of G1.
    const BETA: Element<Fq> = Element::canonical([
        0xe4bd44e5607cfd48,
        0xc28f069fbb966e3d,
        0x5e6dd9e7e0acccb0,
        0x30644e72e131a029,
    ]);
    const IS_WHOLE: bool = false;
    const LATTICE: Lattice = LATTICE;
}
