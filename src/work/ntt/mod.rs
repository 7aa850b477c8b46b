//! The number-theoretic transform over BN254's scalar field: the values of a polynomial at all powers of
//! a root of unity, X\[k\] = Σ x\[j\]·w^(jk), and back.
//!
//! Sizes are powers of two. The root of size n is the one that arkworks takes,
//! 5^((r-1)/n), so that a transform here is the one of ark-poly's `Radix2EvaluationDomain`. Input and
//! output are in natural order.
//!
//! The values are a kernel's packed elements, neighbours in its lanes. In all layers but the last a
//! butterfly is between two packed elements, and the lanes are two of them that have the same factor;
//! in the last one it is between two lanes, so that two packed elements exchange one each. The layers are
//! described in `order.rs`, what is added without reduction in `lazy.rs`.
//!
//! A butterfly is one product, one sum and one difference; n/2·log2(n) of them are a transform, and n of
//! their products are by 1. Those of the first two layers are left out, and those of the first block.
//!
//! Source: the layers are Cooley and Tukey's with roots in bit-reversed order, as in Longa, Naehrig,
//! "Speeding up the number theoretic transform for faster ideal lattice-based cryptography" (2016); order
//! of memory, lanes and lazy sums: this project.
//!
//! Nothing here is audited for constant-time execution; what is done does not depend on the values.

mod butterfly;
mod kernels;
mod lazy;
mod order;
mod reversal;
mod roots;

pub use butterfly::{Butterflies, PreparedTwiddle, Twiddles, Unprepared};
pub use lazy::{Lazy, Loose, Sum};
pub use roots::{GENERATOR, TWO_ADICITY};

use crate::field::Element;
use crate::field::bn254::Fr;
use crate::kernel::MAX_LANES;
use alloc::vec::Vec;
use roots::{Roots, inverse, product, root, splat};

/// log2 of the largest transform: as many values, their copy and the roots of both directions are 1.3 GB in
/// the largest format.
pub const MOST_LAYERS: u32 = 22;

/// A transform of one size on one kernel: its roots, and the memory that it needs beside the values.
pub struct Transform<K: Butterflies> {
    log2_size: u32,
    forward: Roots<K>,
    inverse: Roots<K>,
    /// 1/n.
    scale: K::Packed,
    scratch: Vec<Loose<K>>,
}

/// The powers of an offset by which the coset of a transform differs from its domain.
pub struct Coset<K: Lazy> {
    /// offset^j for value j.
    powers: Vec<K::Packed>,
    /// offset^-j/n.
    inverses: Vec<K::Packed>,
}

impl<K: Butterflies<Modulus = Fr>> Transform<K> {
    /// The transform of 2^`log2_size` values.
    ///
    /// # Panics
    /// Where `log2_size` is not from 1 to [`MOST_LAYERS`].
    pub fn new(log2_size: u32) -> Self {
        assert!(
            (1..=MOST_LAYERS).contains(&log2_size),
            "log2_size is from 1 to 22"
        );
        let root = root::<K>(log2_size);
        let scale = Element::inverse_power_of_two(log2_size);
        Self {
            log2_size,
            forward: Roots::new(&root, log2_size),
            inverse: Roots::new(&inverse::<K>(&root), log2_size),
            scale: K::twiddle(&splat::<K>(scale)),
            scratch: alloc::vec![Loose(splat::<K>(Element::ZERO)); (1 << log2_size) / K::LANES],
        }
    }

    fn check(&self, values: &[K::Packed]) {
        assert!(
            values.len() * K::LANES == 1 << self.log2_size,
            "as many values as the transform is for"
        );
    }

    /// X\[k\] = Σ x\[j\]·w^(jk), in place.
    ///
    /// # Panics
    /// Where there are not as many values as the transform is for; so do the other three.
    pub fn forward(&mut self, values: &mut [K::Packed]) {
        self.check(values);
        order::transform(&self.forward, values, &mut self.scratch);
    }

    /// x\[j\] = Σ X\[k\]·w^(-jk)/n, in place.
    pub fn inverse(&mut self, values: &mut [K::Packed]) {
        self.check(values);
        order::transform(&self.inverse, values, &mut self.scratch);
        multiply_all::<K>(values, core::iter::repeat(&self.scale));
    }

    /// The coset of the domain by an offset other than 0.
    pub fn coset(&self, offset: Element<Fr>) -> Coset<K> {
        let offset = splat::<K>(offset);
        let count = (1 << self.log2_size) / K::LANES;
        Coset {
            powers: powers::<K>(&splat::<K>(Element::ONE), &offset, count),
            inverses: powers::<K>(&self.scale, &inverse::<K>(&offset), count),
        }
    }

    /// X\[k\] = Σ x\[j\]·(g·w^k)^j for the coset's offset g, in place.
    pub fn forward_on(&mut self, coset: &Coset<K>, values: &mut [K::Packed]) {
        self.check(values);
        multiply_all::<K>(values, coset.powers.iter());
        order::transform(&self.forward, values, &mut self.scratch);
    }

    /// x\[j\] = Σ X\[k\]·w^(-jk)·g^(-j)/n, in place.
    pub fn inverse_on(&mut self, coset: &Coset<K>, values: &mut [K::Packed]) {
        self.check(values);
        order::transform(&self.inverse, values, &mut self.scratch);
        multiply_all::<K>(values, coset.inverses.iter());
    }
}

/// Each value times its factor.
#[inline(never)]
fn multiply_all<'a, K: Lazy<Modulus = Fr>>(
    values: &mut [K::Packed],
    factors: impl Iterator<Item = &'a K::Packed>,
) {
    for (x, factor) in values.iter_mut().zip(factors) {
        *x = K::mul(x, factor);
    }
}

/// first·base^j for as many packed elements, neighbours in their lanes.
fn powers<K: Lazy<Modulus = Fr>>(
    first: &K::Packed,
    base: &K::Packed,
    count: usize,
) -> Vec<K::Packed> {
    let mut lanes = [Element::ZERO; MAX_LANES];
    let mut next = *first;
    for lane in &mut lanes[..K::LANES] {
        *lane = K::store(&next)[0];
        next = product::<K>(&next, base);
    }
    let step = (1..K::LANES).fold(*base, |step, _| product::<K>(&step, base));
    let mut powers = Vec::with_capacity(count);
    let mut power = K::load(&lanes[..K::LANES]);
    for _ in 0..count {
        powers.push(K::twiddle(&power));
        power = product::<K>(&power, &step);
    }
    powers
}
