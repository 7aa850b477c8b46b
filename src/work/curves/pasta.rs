//! The Pasta curves of Mina and Halo 2: the order of each is the prime of the other's coordinates.

use super::curve::{Curve, Lattice};
use super::point::Point;
use crate::field::pasta::{Fp, Fq};
use crate::field::{Element, Modulus, integer};

/// -1.
const fn minus_one<M: Modulus>() -> Element<M> {
    Element::canonical(integer::wrapping_sub(&M::P, &[1, 0, 0, 0]).0)
}

/// y² = x³ + 5 over the field [`Fp`].
pub enum Pallas {}

impl Curve for Pallas {
    type Element = Element<Fp>;
    type Scalar = Fq;
    const EQUATION: &'static str = "y^2 = x^3 + 5";
    const B: Element<Fp> = Element::canonical([5, 0, 0, 0]);
    const GENERATOR: Point<Element<Fp>> = Point {
        x: minus_one(),
        y: Element::canonical([2, 0, 0, 0]),
    };
    const BETA: Element<Fp> = Element::canonical([
        0x7b7fd22f0201b547,
        0x05270d29d19fc7d2,
        0xd3552a23a8554e50,
        0x2d33357cb532458e,
    ]);
    const IS_WHOLE: bool = true;
    const LATTICE: Lattice = Lattice {
        s: 0x49e6_9d16_40a8_9953_8cb1_2793_0000_0000,
        t: 0x49e6_9d16_40f0_4915_7fca_e1c7_0000_0001,
    };
}

/// y² = x³ + 5 over the field [`Fq`].
pub enum Vesta {}

impl Curve for Vesta {
    type Element = Element<Fq>;
    type Scalar = Fp;
    const EQUATION: &'static str = "y^2 = x^3 + 5";
    const B: Element<Fq> = Element::canonical([5, 0, 0, 0]);
    const GENERATOR: Point<Element<Fq>> = Point {
        x: minus_one(),
        y: Element::canonical([2, 0, 0, 0]),
    };
    const BETA: Element<Fq> = Element::canonical([
        0x619d1840af55f1b1,
        0x1259527ec1d4752e,
        0xaee24b27e308f0a6,
        0x397e65a7d7c1ad71,
    ]);
    const IS_WHOLE: bool = true;
    const LATTICE: Lattice = Lattice {
        s: 0x49e6_9d16_40a8_9953_8cb1_2793_0000_0001,
        t: 0x49e6_9d16_40f0_4915_7fca_e1c7_0000_0000,
    };
}
