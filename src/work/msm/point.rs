//! Points as they go in and come out.

use crate::field::Element;
use crate::field::bn254::Fq;
use crate::kernel::{Lanewise, MAX_LANES};
use crate::work::packed::Packed;

/// A point of BN254's G1, y² = x³ + 3, in affine coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// x.
    pub x: Element<Fq>,
    /// y.
    pub y: Element<Fq>,
}

impl Point {
    /// (0, 0), which is not on the curve, stands for the point at infinity.
    pub const INFINITY: Self = Self {
        x: Element::ZERO,
        y: Element::ZERO,
    };

    /// (1, 2), whose multiples are all of G1.
    pub const GENERATOR: Self = Self {
        x: Element::ONE,
        y: Element::canonical([2, 0, 0, 0]),
    };
}

/// The coordinates of points from `first` on, one a lane, and which these are. In lanes that are left is the last
/// point.
#[inline(always)]
pub(super) fn coordinates<K: Lanewise<Modulus = Fq>>(
    points: &[Point],
    first: usize,
) -> ([usize; MAX_LANES], [Packed<K>; 2]) {
    let at: [usize; MAX_LANES] =
        core::array::from_fn(|lane| (first + lane % K::LANES).min(points.len() - 1));
    let load = |coordinate: fn(Point) -> Element<Fq>| {
        Packed::load(&at.map(|i| coordinate(points[i]))[..K::LANES])
    };
    (at, [load(|point| point.x), load(|point| point.y)])
}

/// The index of the first point that is neither on the curve nor the point at infinity.
pub fn first_off_curve<K: Lanewise<Modulus = Fq>>(points: &[Point]) -> Option<usize> {
    let three = Packed::<K>::splat(Element::canonical([3, 0, 0, 0]));
    (0..points.len()).step_by(K::LANES).find_map(|first| {
        let (at, [x, y]) = coordinates::<K>(points, first);
        let right = &(&x.square() * &x) + &three;
        let on_curve = (&y.square() - &right).is_zero();
        let off =
            (0..K::LANES).find(|&lane| !on_curve[lane] && points[at[lane]] != Point::INFINITY);
        off.map(|lane| at[lane])
    })
}
