//! Roots of unity whose order is a power of two.

use super::element::Element;
use super::integer::{self, multiply};
use super::modulus::{Integer, Modulus};

/// A field whose multiplicative group has a large subgroup of an order that is a power of two: what transforms are over.
pub trait TwoAdic: Modulus {
    /// A generator of the multiplicative group, the one that arkworks has.
    const GENERATOR: Element<Self>;
    /// log2 of the largest power of two that divides p - 1.
    const TWO_ADICITY: u32 = two_adicity(&Self::P);
    /// A root of unity of order 2^[`TWO_ADICITY`](TwoAdic::TWO_ADICITY): [`GENERATOR`](TwoAdic::GENERATOR) to the power
    /// of (p - 1)/2^[`TWO_ADICITY`](TwoAdic::TWO_ADICITY).
    const ROOT_OF_UNITY: Element<Self> =
        Element::canonical(odd_power(Self::GENERATOR.integer(), &Self::P));
}

const fn two_adicity(p: &Integer) -> u32 {
    // p is odd.
    let mut bits = 1;
    while p[bits as usize / 64] >> (bits % 64) & 1 == 0 {
        bits += 1;
    }
    bits
}

/// x to the power of (p - 1) without its factors of 2, mod p.
const fn odd_power(x: &Integer, p: &Integer) -> Integer {
    let r_squared = integer::power_of_two(512, p);
    let x = multiply(x, &r_squared, p);
    let mut power = integer::power_of_two(256, p);
    let mut bit = 256;
    while bit > two_adicity(p) {
        bit -= 1;
        power = multiply(&power, &power, p);
        if p[bit as usize / 64] >> (bit % 64) & 1 == 1 {
            power = multiply(&power, &x, p);
        }
    }
    multiply(&power, &[1, 0, 0, 0], p)
}
