//! One product at a time, whatever the kernel.

use super::info::Field;
use crate::field::Element;
use crate::kernel::{Kernel, MAX_LANES};

/// One product at a time, whatever the kernel.
pub trait Multiply {
    /// The product of two elements.
    fn mul(&self, a: Element<Field>, b: Element<Field>) -> Element<Field>;
    /// Takes operands: the accumulator becomes `a`, the multiplier `b`.
    fn set(&mut self, a: Element<Field>, b: Element<Field>);
    /// accumulator = accumulator · b.
    fn step(&mut self);
    /// accumulator = accumulator + b.
    fn add(&mut self);
    /// The accumulator.
    fn product(&self) -> Element<Field>;
    /// To the kernel's residue and back, no product.
    fn convert(&self, a: Element<Field>) -> Element<Field>;
}

/// Operands in a kernel's format. Every lane holds the same value: one product is wanted, and a
/// two-lane kernel does it twice.
pub(super) struct Operands<K: Kernel> {
    accumulator: K::Packed,
    b: K::Packed,
}

impl<K: Kernel<Modulus = Field>> Operands<K> {
    pub(super) fn new() -> Self {
        Self {
            accumulator: Self::load(Element::ONE),
            b: Self::load(Element::ONE),
        }
    }

    fn load(a: Element<Field>) -> K::Packed {
        K::load(&[a; MAX_LANES][..K::LANES])
    }

    pub(super) fn product_of(a: Element<Field>, b: Element<Field>) -> Element<Field> {
        K::store(&K::mul(&Self::load(a), &Self::load(b)))[0]
    }
}

impl<K: Kernel<Modulus = Field>> Multiply for Operands<K> {
    fn mul(&self, a: Element<Field>, b: Element<Field>) -> Element<Field> {
        Self::product_of(a, b)
    }

    fn set(&mut self, a: Element<Field>, b: Element<Field>) {
        self.accumulator = Self::load(a);
        self.b = Self::load(b);
    }

    fn step(&mut self) {
        self.accumulator = K::mul(&self.accumulator, &self.b);
    }

    fn add(&mut self) {
        K::add_assign(&mut self.accumulator, &self.b);
    }

    fn product(&self) -> Element<Field> {
        K::store(&self.accumulator)[0]
    }

    fn convert(&self, a: Element<Field>) -> Element<Field> {
        K::store(&Self::load(a))[0]
    }
}
