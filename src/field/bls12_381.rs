//! BLS12-381: a scalar field of 255 bits.

use super::{Element, Integer, Modulus, TwoAdic};

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
