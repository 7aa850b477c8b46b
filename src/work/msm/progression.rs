//! Points in arithmetic progression: many of which it is known what multiples of the generator they are, at an affine
//! addition each.

use super::addition::{Adder, Addition, MAX_ADDITIONS};
use super::memory::{Memory, PointRef};
use super::pippenger::msm;
use crate::field::Element;
use crate::kernel::MAX_LANES;
use crate::work::coordinate::Coordinate;
use crate::work::curves::{Curve, Point};
use alloc::vec;
use alloc::vec::Vec;

/// (a + i·d)·G for i below 2^`log2`, with G the generator.
///
/// In steps that double how many there are: 2^k·d·G is added to each of the 2^k that are there.
///
/// None where one of them is the point at infinity.
pub fn progression<C: Curve, X: Coordinate<Element = C::Element>>(
    a: Element<C::Scalar>,
    d: Element<C::Scalar>,
    log2: u32,
) -> Option<Vec<Point<C::Element>>> {
    let multiple = |factor: Element<C::Scalar>| msm::<C, X>(&[C::GENERATOR], &[factor]);
    let first = multiple(a);
    if first == Point::INFINITY {
        return None;
    }
    if d == Element::ZERO {
        return Some(vec![first; 1 << log2]);
    }
    let mut memory = Memory::<X::Lane>::new(Vec::new());
    // The step is in front of the points.
    memory.reserve(2 * (1 + (1 << log2)));
    let lanes = memory.lanes();
    let point = |i: usize| PointRef::at(2 * (i + 1));
    put::<X>(&first, lanes, point(0));
    let mut adder = Adder::<X>::new();
    let (mut factor, mut identities) = (d, Vec::new());
    for k in 0..log2 {
        let step = PointRef::at(0);
        // 2^k·d is not 0, since the order is an odd prime.
        put::<X>(&multiple(factor), lanes, step);
        let additions: Vec<_> = (0..1 << k)
            .map(|i| Addition {
                left: point(i),
                right: step,
                to: point(i + (1 << k)),
            })
            .collect();
        for additions in additions.chunks(MAX_ADDITIONS) {
            adder.add(additions, lanes, &mut identities);
        }
        factor = factor + factor;
    }
    if !identities.is_empty() {
        return None;
    }
    let element = |at| X::gather(lanes, [at; MAX_LANES]).store()[0];
    let points = (0..1 << log2).map(point);
    let points = points.map(|point| Point {
        x: element(point.x()),
        y: element(point.y()),
    });
    Some(points.collect())
}

fn put<X: Coordinate>(from: &Point<X::Element>, lanes: &mut [X::Lane], point: PointRef) {
    let [x, y] = [from.x, from.y].map(X::splat);
    x.scatter(lanes, [point.x(); MAX_LANES]);
    y.scatter(lanes, [point.y(); MAX_LANES]);
}
