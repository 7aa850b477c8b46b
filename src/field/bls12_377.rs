//! BLS12-377: a scalar field of 253 bits.

use super::{Element, Integer, Modulus, TwoAdic};

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
