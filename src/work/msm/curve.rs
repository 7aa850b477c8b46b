//! The groups that points are of: on one kernel, each is known by the type of its coordinates.

use super::endomorphism::{BETA, BETA_SQUARED};
use crate::field::Element;
use crate::field::bn254::Fq;
use crate::kernel::Lanewise;
use crate::work::coordinate::Coordinate;
use crate::work::packed::Packed;
use crate::work::quadratic::Quadratic;

/// A group of BN254's order.
pub trait Curve: Coordinate {
    /// The kernel that its coordinates are on.
    type Kernel: Lanewise<Modulus = Fq>;
    /// The cube root of 1 by which x becomes the x of λ times a point.
    const ROOT: Element<Fq>;

    /// The x of an image, with [`ROOT`](Curve::ROOT) as the factor.
    fn image(&self, root: &Packed<Self::Kernel>) -> Self;
}

/// y² = x³ + 3.
pub type G1<K> = Packed<K>;

/// The multiples of a generator on y² = x³ + 3/(9 + u).
pub type G2<K> = Quadratic<K>;

impl<K: Lanewise<Modulus = Fq>> Curve for G1<K> {
    type Kernel = K;
    const ROOT: Element<Fq> = BETA;

    #[inline(always)]
    fn image(&self, root: &Packed<K>) -> Self {
        self * root
    }
}

impl<K: Lanewise<Modulus = Fq>> Curve for G2<K> {
    type Kernel = K;
    const ROOT: Element<Fq> = BETA_SQUARED;

    #[inline(always)]
    fn image(&self, root: &Packed<K>) -> Self {
        self.scaled(root)
    }
}
