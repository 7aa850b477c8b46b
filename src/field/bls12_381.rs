//! BLS12-381: a base field of 381 bits, and a scalar field of 255.

use super::{Element, Integer, Modulus, TwoAdic};

/// The base field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fq;

impl Modulus<6> for Fq {
    const NAME: &'static str = "bls12_381::Fq";
    const P: [u64; 6] = [
        0xb9feffffffffaaab,
        0x1eabfffeb153ffff,
        0x6730d2a0f6b0f624,
        0x64774b84f38512bf,
        0x4b1ba7b6434bacd7,
        0x1a0111ea397fe69a,
    ];
}

/// The scalar field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fr;

impl Modulus for Fr {
    const NAME: &'static str = "bls12_381::Fr";
    const P: Integer = [
        0xffffffff00000001,
        0x53bda402fffe5bfe,
        0x3339d80809a1d805,
        0x73eda753299d7d48,
    ];
}

impl TwoAdic for Fr {
    const GENERATOR: Element<Self> = Element::canonical([7, 0, 0, 0]);
}
