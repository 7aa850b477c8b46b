//! The Pasta curves of Mina and Halo 2: two fields of 255 bits, each the scalar field of the other's curve.

use super::{Element, Integer, Modulus, TwoAdic};

/// The base field of Pallas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fp;

impl Modulus for Fp {
    const NAME: &'static str = "pasta::Fp";
    const P: Integer = [
        0x992d30ed00000001,
        0x224698fc094cf91b,
        0x0000000000000000,
        0x4000000000000000,
    ];
}

impl TwoAdic for Fp {
    const GENERATOR: Element<Self> = Element::canonical([5, 0, 0, 0]);
}

/// The base field of Vesta.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fq;

impl Modulus for Fq {
    const NAME: &'static str = "pasta::Fq";
    const P: Integer = [
        0x8c46eb2100000001,
        0x224698fc0994a8dd,
        0x0000000000000000,
        0x4000000000000000,
    ];
}

impl TwoAdic for Fq {
    const GENERATOR: Element<Self> = Element::canonical([5, 0, 0, 0]);
}
