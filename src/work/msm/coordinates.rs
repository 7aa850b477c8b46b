//! Points into lanes, and whether they are of the group.

use super::horner::horner;
use super::memory::PointRef;
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
        let right = x.squared().times(&x) + b;
        let on_curve = (y.squared() - right).is_zero();
        let off =
            (0..X::LANES).find(|&lane| !on_curve[lane] && *points[at[lane]] != Point::INFINITY);
        off.map(|lane| at[lane])
    })
}

/// The index of the first point of the curve that is not of the group, where the group is not all of the curve.
///
/// With s and t as the curve's [`Lattice`](crate::work::curves::Lattice) has them, s·P = t·(β·x, y) holds for every point
/// P of the group, and for no other: these are the points that s - t·φ takes to infinity, φ being the endomorphism, and
/// there are as many of them as its norm s² + s·t + t² says, which is the order of the group.
///
/// One point after the other, by so many doublings as s and t have bits: a sum of the points takes a part of that.
pub fn first_outside<C: Curve, X: Coordinate<Element = C::Element>>(
    points: &[Point<C::Element>],
) -> Option<usize> {
    if C::IS_WHOLE {
        return None;
    }
    let beta = X::Base::splat(C::BETA);
    let mut lanes = [X::Lane::default(); 3];
    points.iter().position(|point| {
        let [x, y] = [point.x, point.y].map(X::splat);
        for (at, coordinate) in [x, y, x.scaled(&beta)].iter().enumerate() {
            coordinate.scatter(&mut lanes, [at; MAX_LANES]);
        }
        let multiple = |factor: u128, image: bool| {
            let bits = u128::BITS - factor.leading_zeros();
            let point = |i| (factor >> i & 1 == 1).then_some(PointRef::of(0, image, false));
            horner::<X>(&(0..bits).map(point).collect::<Vec<_>>(), &lanes)
        };
        *point != Point::INFINITY && multiple(C::LATTICE.s, false) != multiple(C::LATTICE.t, true)
    })
}
