//! Points into lanes.

use crate::kernel::MAX_LANES;
use crate::work::coordinate::Coordinate;
use crate::work::curves::{Curve, Point};
use alloc::vec::Vec;

/// The coordinates of points from `first` on, one a lane, by `load`, and which these are. In lanes that are left is the
/// last point.
#[inline(always)]
pub(super) fn coordinates<X: Coordinate>(
    points: &[&Point<X::Element>],
    first: usize,
    load: fn(&[X::Element]) -> X,
) -> ([usize; MAX_LANES], [X; 2]) {
    let at: [usize; MAX_LANES] =
        core::array::from_fn(|lane| (first + lane % X::LANES).min(points.len() - 1));
    let load = |coordinate: fn(&Point<X::Element>) -> X::Element| {
        load(&at.map(|i| coordinate(points[i]))[..X::LANES])
    };
    (at, [load(|point| point.x), load(|point| point.y)])
}

/// The index of the first point that is neither on the curve nor the point at infinity.
pub fn first_off_curve<C: Curve, X: Coordinate<Element = C::Element>>(
    points: &[Point<C::Element>],
) -> Option<usize> {
    let b = X::splat(C::B);
    let points: Vec<_> = points.iter().collect();
    (0..points.len()).step_by(X::LANES).find_map(|first| {
        let (at, [x, y]) = coordinates(&points, first, X::load);
        let right = x.square() * x + b;
        let on_curve = (y.square() - right).is_zero();
        let off =
            (0..X::LANES).find(|&lane| !on_curve[lane] && *points[at[lane]] != Point::INFINITY);
        off.map(|lane| at[lane])
    })
}
