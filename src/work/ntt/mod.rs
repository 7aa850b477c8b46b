//! The number-theoretic transform over a [field](TwoAdic) that has the roots for it: the values of a polynomial at all
//! powers of a root of unity, X\[k\] = Σ x\[j\]·w^(jk), and back.
//!
//! Sizes are powers of two. The root of size n is the one that arkworks takes, g^((p-1)/n) for the field's generator g, so
//! that a transform here is the one of ark-poly's `Radix2EvaluationDomain`. Input and output are in natural order.
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
mod coset;
mod error;
mod kernels;
mod lazy;
mod order;
mod reversal;
mod roots;

pub use butterfly::{Butterflies, PreparedTwiddle, Twiddles, Unprepared};
pub use coset::OtherHalf;
pub use error::TransformError;
pub use lazy::{Lazy, Loose, Sum};

use crate::field::{Element, TwoAdic};
use crate::kernel::{MAX_LANES, product};
use alloc::vec::Vec;
use error::with_room;
use roots::{Roots, inverse, root, splat};

/// log2 of the largest transform: as many values, their copy and the roots of both directions are 1.3 GB in
/// the largest format.
pub const MOST_LAYERS: u32 = 22;

/// Asserts that a field has the roots: a transform to the other half of the roots of twice the order needs the largest.
const fn assert_roots<M: TwoAdic>() {
    assert!(
        MOST_LAYERS + 2 <= M::TWO_ADICITY,
        "the field has no roots of such an order"
    );
}

/// A transform of one size on one kernel: its roots, and the memory that it needs beside the values.
pub struct Transform<K: Butterflies> {
    log2_size: u32,
    forward: Roots<K>,
    inverse: Roots<K>,
    /// 1/n.
    scale: K::Packed,
    scratch: Vec<Loose<K>>,
}

/// The powers of an offset by which the coset of a transform differs from its domain. It is one of every transform of the
/// same size, and refused by others.
pub struct Coset<K: Lazy> {
    /// offset^j for value j.
    powers: Vec<K::Packed>,
    /// offset^-j/n.
    inverses: Vec<K::Packed>,
}

impl<K: Butterflies> Transform<K> {
    /// The transform of 2^`log2_size` values.
    ///
    /// # Errors
    /// [`TransformError::Size`] where `log2_size` is not from 1 to [`MOST_LAYERS`], and [`TransformError::Memory`].
    pub fn new(log2_size: u32) -> Result<Self, TransformError> {
        const { assert_roots::<K::Modulus>() };
        if !(1..=MOST_LAYERS).contains(&log2_size) {
            return Err(TransformError::Size { log2_size });
        }
        let root = root::<K>(log2_size);
        let scale = Element::inverse_power_of_two(log2_size);
        let packed = (1 << log2_size) / K::LANES;
        let mut scratch = with_room(packed)?;
        scratch.resize(packed, Loose(splat::<K>(Element::ZERO)));
        Ok(Self {
            log2_size,
            forward: Roots::new(&root, log2_size)?,
            inverse: Roots::new(&inverse::<K>(&root), log2_size)?,
            scale: K::twiddle(&splat::<K>(scale)),
            scratch,
        })
    }

    fn check(&self, values: &[K::Packed]) -> Result<(), TransformError> {
        match (values.len() * K::LANES, 1 << self.log2_size) {
            (given, size) if given != size => Err(TransformError::Values { given, size }),
            _ => Ok(()),
        }
    }

    fn check_coset(&self, coset: &Coset<K>) -> Result<(), TransformError> {
        match (coset.powers.len() * K::LANES, 1 << self.log2_size) {
            (given, size) if given != size => Err(TransformError::Coset { given, size }),
            _ => Ok(()),
        }
    }

    /// X\[k\] = Σ x\[j\]·w^(jk), in place.
    ///
    /// # Errors
    /// [`TransformError::Values`] where there are not as many as the transform is for. Then nothing is done; so it is with
    /// the other three.
    pub fn forward(&mut self, values: &mut [K::Packed]) -> Result<(), TransformError> {
        self.check(values)?;
        order::transform(&self.forward, values, &mut self.scratch);
        Ok(())
    }

    /// x\[j\] = Σ X\[k\]·w^(-jk)/n, in place.
    ///
    /// # Errors
    /// As [`forward`](Transform::forward).
    pub fn inverse(&mut self, values: &mut [K::Packed]) -> Result<(), TransformError> {
        self.check(values)?;
        order::transform(&self.inverse, values, &mut self.scratch);
        multiply_all::<K>(values, core::iter::repeat(&self.scale));
        Ok(())
    }

    /// The coset of the domain by an offset.
    ///
    /// # Errors
    /// [`TransformError::ZeroOffset`], and [`TransformError::Memory`].
    pub fn coset(&self, offset: Element<K::Modulus>) -> Result<Coset<K>, TransformError> {
        if offset == Element::ZERO {
            return Err(TransformError::ZeroOffset);
        }
        let offset = splat::<K>(offset);
        let count = (1 << self.log2_size) / K::LANES;
        Ok(Coset {
            powers: powers::<K>(&splat::<K>(Element::ONE), &offset, count)?,
            inverses: powers::<K>(&self.scale, &inverse::<K>(&offset), count)?,
        })
    }

    /// X\[k\] = Σ x\[j\]·(g·w^k)^j for the coset's offset g, in place.
    ///
    /// # Errors
    /// As [`forward`](Transform::forward), and [`TransformError::Coset`] where the coset is of another size.
    pub fn forward_on(
        &mut self,
        coset: &Coset<K>,
        values: &mut [K::Packed],
    ) -> Result<(), TransformError> {
        self.check(values)?;
        self.check_coset(coset)?;
        multiply_all::<K>(values, coset.powers.iter());
        order::transform(&self.forward, values, &mut self.scratch);
        Ok(())
    }

    /// x\[j\] = Σ X\[k\]·w^(-jk)·g^(-j)/n, in place.
    ///
    /// # Errors
    /// As [`forward_on`](Transform::forward_on).
    pub fn inverse_on(
        &mut self,
        coset: &Coset<K>,
        values: &mut [K::Packed],
    ) -> Result<(), TransformError> {
        self.check(values)?;
        self.check_coset(coset)?;
        order::transform(&self.inverse, values, &mut self.scratch);
        multiply_all::<K>(values, coset.inverses.iter());
        Ok(())
    }
}

/// Each value times its factor.
#[inline(never)]
fn multiply_all<'a, K: Lazy>(
    values: &mut [K::Packed],
    factors: impl Iterator<Item = &'a K::Packed>,
) {
    for (x, factor) in values.iter_mut().zip(factors) {
        *x = K::mul(x, factor);
    }
}

/// first·base^j for as many packed elements, neighbours in their lanes.
fn powers<K: Lazy>(
    first: &K::Packed,
    base: &K::Packed,
    count: usize,
) -> Result<Vec<K::Packed>, TransformError> {
    let mut lanes = [Element::ZERO; MAX_LANES];
    let mut next = *first;
    for lane in &mut lanes[..K::LANES] {
        *lane = K::store(&next)[0];
        next = product::<K, 4>(&next, base);
    }
    let step = (1..K::LANES).fold(*base, |step, _| product::<K, 4>(&step, base));
    let mut powers = with_room(count)?;
    let mut power = K::load(&lanes[..K::LANES]);
    for _ in 0..count {
        powers.push(K::twiddle(&power));
        power = product::<K, 4>(&power, &step);
    }
    Ok(powers)
}
