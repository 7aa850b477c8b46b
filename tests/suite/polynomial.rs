//! What a word of a bounds test is, as a polynomial in what is not known.

use num_bigint::BigInt;
use std::collections::BTreeMap;

/// Coefficients are integers in units of 2^-FRACTION: each of the columns that is split divides by one
/// limb.
pub const FRACTION: u32 = 26 * 30;

/// 2^exponent.
pub fn two(exponent: u32) -> BigInt {
    BigInt::from(1) << exponent
}

/// An index into the unknowns of a proof.
pub type Unknown = usize;
/// The number 1, where a product has fewer than two unknowns.
pub const ONE: Unknown = 0;

/// A sum of products of at most two unknowns, in ascending order, each with its coefficient.
#[derive(Clone, Debug, Default)]
pub struct Polynomial(pub BTreeMap<[Unknown; 2], BigInt>);

impl Polynomial {
    /// coefficient·unknown.
    pub fn term(coefficient: BigInt, unknown: Unknown) -> Self {
        let mut polynomial = Self::default();
        polynomial.add([ONE, unknown], coefficient);
        polynomial
    }

    fn add(&mut self, key: [Unknown; 2], coefficient: BigInt) {
        let sum = self.0.entry(key).or_default();
        *sum += coefficient;
        if *sum == BigInt::ZERO {
            self.0.remove(&key);
        }
    }

    /// self + factor·other.
    pub fn plus(mut self, factor: &BigInt, other: &Self) -> Self {
        for (&key, coefficient) in &other.0 {
            self.add(key, factor * coefficient);
        }
        self
    }

    /// self·other, both of one unknown at most in each product.
    pub fn times(&self, other: &Self) -> Self {
        let mut product = Self::default();
        for (x, a) in &self.0 {
            for (y, b) in &other.0 {
                let mut unknowns = [x[0], x[1], y[0], y[1]];
                unknowns.sort_unstable();
                assert!(unknowns[..2] == [ONE; 2], "a product of products");
                product.add([unknowns[2], unknowns[3]], a * b);
            }
        }
        product
    }

    /// Its coefficients changed, each by itself.
    pub fn map(&self, change: impl Fn(&BigInt) -> BigInt) -> Self {
        let mut changed = Self::default();
        for (&key, coefficient) in &self.0 {
            changed.add(key, change(coefficient));
        }
        changed
    }

    /// The coefficients mod 2^width.
    pub fn reduced(&self, width: u32) -> Self {
        self.map(|x| ((x % two(width)) + two(width)) % two(width))
    }

    /// x / 2^bits in units of 2^-[`FRACTION`].
    pub fn shifted(&self, bits: u32) -> Self {
        self.map(|x| {
            let shifted: BigInt = x >> bits;
            assert_eq!(&shifted << bits, *x, "FRACTION is too small");
            shifted
        })
    }
}
