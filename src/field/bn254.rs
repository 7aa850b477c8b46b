//! BN254, as in EIP-196: 254 bits.

use super::{Element, Integer, Modulus, TwoAdic};

/// The base field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fq;

impl Modulus for Fq {
    const NAME: &'static str = "bn254::Fq";
    const P: Integer = [
        0x3c208c16d87cfd47,
        0x97816a916871ca8d,
        0xb85045b68181585d,
        0x30644e72e131a029,
    ];
}

/// The scalar field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fr;

impl Modulus for Fr {
    const NAME: &'static str = "bn254::Fr";
    const P: Integer = [
        0x43e1f593f0000001,
        0x2833e84879b97091,
        0xb85045b68181585d,
        0x30644e72e131a029,
    ];
}

impl TwoAdic for Fr {
    const GENERATOR: Element<Self> = Element::canonical([5, 0, 0, 0]);
}
