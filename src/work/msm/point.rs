//! Points as they go in and come out.

use crate::field::Element;
use crate::field::bn254::Fq;
use crate::kernel::{Lanewise, MAX_LANES};
use crate::work::coordinate::{Canonical, Coordinate};
use crate::work::packed::Packed;
use alloc::vec::Vec;

/// A point in affine coordinates: of BN254's G1, or of another group by the type of its coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point<E = Element<Fq>> {
    /// x.
    pub x: E,
    /// y.
    pub y: E,
}

impl<E: Canonical> Point<E> {
    /// (0, 0), which is not on the curve, stands for the point at infinity.
    pub const INFINITY: Self = Self {
        x: E::ZERO,
        y: E::ZERO,
    };
}

impl Point {
    /// (1, 2), whose multiples are all of G1.
    pub const GENERATOR: Self = Self {
        x: Element::ONE,
        y: Element::canonical([2, 0, 0, 0]),
    };
}

/// The coordinates of points from `first` on, one a lane, by `load`, and which these are. In lanes that are left is the
/// last point.
#[inline(always)]
pub(super) fn coordinates<C: Coordinate>(
    points: &[&Point<C::Element>],
    first: usize,
    load: fn(&[C::Element]) -> C,
) -> ([usize; MAX_LANES], [C; 2]) {
    let at: [usize; MAX_LANES] =
        core::array::from_fn(|lane| (first + lane % C::LANES).min(points.len() - 1));
    let load = |coordinate: fn(&Point<C::Element>) -> C::Element| {
        load(&at.map(|i| coordinate(points[i]))[..C::LANES])
    };
    (at, [load(|point| point.x), load(|point| point.y)])
}

/// The index of the first point that is neither on the curve of G1, y² = x³ + 3, nor the point at infinity.
pub fn first_off_curve<K: Lanewise<Modulus = Fq>>(points: &[Point]) -> Option<usize> {
    let three = Packed::<K>::splat(Element::canonical([3, 0, 0, 0]));
    let points: Vec<_> = points.iter().collect();
    (0..points.len()).step_by(K::LANES).find_map(|first| {
        let (at, [x, y]) = coordinates(&points, first, Packed::<K>::load);
        let right = x.square() * x + three;
        let on_curve = (y.square() - right).is_zero();
        let off =
            (0..K::LANES).find(|&lane| !on_curve[lane] && *points[at[lane]] != Point::INFINITY);
        off.map(|lane| at[lane])
    })
}
