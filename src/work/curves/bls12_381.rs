//! BLS12-381: the groups G1 and G2.

use super::curve::{Curve, Lattice};
use super::point::Point;
use crate::field::Element;
use crate::field::bls12_381::{Fq, Fr};

/// The magnitude of the number x that p and the order are polynomials in: the order is x⁴ - x² + 1.
const X: u128 = 0xd201_0000_0001_0000;

/// s² + s·t + t² is the order.
const LATTICE: Lattice = Lattice { s: 1, t: X * X - 1 };

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
    const LATTICE: Lattice = LATTICE;
}

/// The multiples of a generator on the twist y² = x³ + 4(1 + u), u² = -1, which has more points than them.
pub enum Bls12381G2 {}

impl Curve for Bls12381G2 {
    type Element = [Element<Fq, 6>; 2];
    type Scalar = Fr;
    const EQUATION: &'static str = "y^2 = x^3 + 4(1 + u)";
    const B: [Element<Fq, 6>; 2] = [Element::canonical([4, 0, 0, 0, 0, 0]); 2];
    const GENERATOR: Point<[Element<Fq, 6>; 2]> = Point {
        x: [
            Element::canonical([
                0xd48056c8c121bdb8,
                0x0bac0326a805bbef,
                0xb4510b647ae3d177,
                0xc6e47ad4fa403b02,
                0x260805272dc51051,
                0x024aa2b2f08f0a91,
            ]),
            Element::canonical([
                0xe5ac7d055d042b7e,
                0x334cf11213945d57,
                0xb5da61bbdc7f5049,
                0x596bd0d09920b61a,
                0x7dacd3a088274f65,
                0x13e02b6052719f60,
            ]),
        ],
        y: [
            Element::canonical([
                0xe193548608b82801,
                0x923ac9cc3baca289,
                0x6d429a695160d12c,
                0xadfd9baa8cbdd3a7,
                0x8cc9cdc6da2e351a,
                0x0ce5d527727d6e11,
            ]),
            Element::canonical([
                0xaaa9075ff05f79be,
                0x3f370d275cec1da1,
                0x267492ab572e99ab,
                0xcb3e287e85a763af,
                0x32acd2b02bc28b99,
                0x0606c4a02ea734cc,
            ]),
        ],
    };
    /// The other cube root than that of G1.
    const BETA: Element<Fq, 6> = Element::canonical([
        0x8bfd00000000aaac,
        0x409427eb4f49fffd,
        0x897d29650fb85f9b,
        0xaa0d857d89759ad4,
        0xec02408663d4de85,
        0x1a0111ea397fe699,
    ]);
    const IS_WHOLE: bool = false;
    const LATTICE: Lattice = LATTICE;
}
