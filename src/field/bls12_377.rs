//! BLS12-377: a base field of 377 bits, and a scalar field of 253.

use super::{Element, Integer, Modulus, TwoAdic};

/// The base field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fq;

impl Modulus<6> for Fq {
    const NAME: &'static str = "bls12_377::Fq";
    const P: [u64; 6] = [
        0x8508c00000000001,
        0x170b5d4430000000,
        0x1ef3622fba094800,
        0x1a22d9f300f5138f,
        0xc63b05c06ca1493b,
        0x01ae3a4617c510ea,
    ];
}

/// The scalar field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fr;

impl Modulus for Fr {
    const NAME: &'static str = "bls12_377::Fr";
    const P: Integer = [
        0x0a11800000000001,
        0x59aa76fed0000001,
        0x60b44d1e5c37b001,
        0x12ab655e9a2ca556,
    ];
}

impl TwoAdic for Fr {
    const GENERATOR: Element<Self> = Element::canonical([22, 0, 0, 0]);
}
