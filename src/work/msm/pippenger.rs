//! Σ s\[i\]·P\[i\] by buckets.

use super::coordinates::coordinates;
use super::endomorphism::{half_bits, halves};
use super::groups::Groups;
use super::horner::horner;
use super::memory::{Memory, PointRef};
use super::sums::{self, Summer};
use super::weights::{self, WeightedSum};
use super::windows::{self, Window, Windows};
use crate::field::Element;
use crate::kernel::MAX_LANES;
use crate::work::coordinate::Coordinate;
use crate::work::curves::{Curve, Point};
use alloc::vec;
use alloc::vec::Vec;

/// Points in buckets that are summed up at the same time, about: so that few points fill many additions of one
/// inversion.
const AT_ONCE: usize = 1 << 17;

/// Σ `scalars[i]`·`points[i]`. As many of both; points are of the group, or the result is anything.
///
/// # Panics
/// Where there are not as many of both, or 2^26 or more.
pub fn msm<C: Curve, X: Coordinate<Element = C::Element>>(
    points: &[Point<C::Element>],
    scalars: &[Element<C::Scalar>],
) -> Point<C::Element> {
    sum::<C, X>(points, scalars, X::load)
}

/// The same of points whose coordinates are residues x·2^256 mod p. The sum is canonical, as that of [`msm`].
///
/// # Panics
/// As [`msm`].
pub fn msm_of_residues<C: Curve, X: Coordinate<Element = C::Element>>(
    points: &[Point<C::Element>],
    scalars: &[Element<C::Scalar>],
) -> Point<C::Element> {
    sum::<C, X>(points, scalars, X::load_residues)
}

/// The same of points that `load` takes to the kernel's format.
///
/// Its long parts are never inlined: an engine optimises whole functions, which takes long for all in one.
fn sum<C: Curve, X: Coordinate<Element = C::Element>>(
    points: &[Point<C::Element>],
    scalars: &[Element<C::Scalar>],
    load: fn(&[C::Element]) -> X,
) -> Point<C::Element> {
    assert!(points.len() == scalars.len() && points.len() < 1 << 26);
    // What adds nothing is left out: windows are for as many points as there are.
    let (points, scalars): (Vec<_>, Vec<_>) = points
        .iter()
        .zip(scalars)
        .filter(|&(point, scalar)| *point != Point::INFINITY && *scalar != Element::ZERO)
        .unzip();
    let windows = Windows::new(2 * points.len(), half_bits::<C>());
    let at_once = (AT_ONCE / (2 * points.len()).max(1)).max(1);
    let room = windows.as_slice().chunks(at_once).map(lanes_of).max();
    let mut memory = Memory::new(loaded::<C, X>(&points, room.unwrap_or(0), load));
    let halves: Vec<u128> = scalars
        .into_iter()
        .flat_map(halves::<C>)
        .map(|half| windows.shifted(half))
        .collect();
    let mut summer = Summer::<X>::new();
    let mut buckets = Buckets::<X>::new(windows.as_slice());
    let loaded = memory.used;
    for windows in windows.as_slice().chunks(at_once) {
        let sums = summer.sum(&in_buckets(&halves, windows), &mut memory);
        buckets.append(windows, &sums, memory.lanes());
        memory.used = loaded;
    }
    drop(memory);
    let Buckets {
        sums,
        arrays,
        lanes,
    } = buckets;
    let mut memory = Memory::new(lanes);
    let powers = weights::powers(sums, arrays, half_bits::<C>() + 2, &mut memory, &mut summer);
    horner::<X>(&powers, memory.lanes())
}

/// Lanes of the buckets of some windows, and of what is added up meanwhile.
fn lanes_of(windows: &[Window]) -> usize {
    let buckets: usize = windows.iter().map(|window| window.largest() + 1).sum();
    2 * buckets + sums::LANES
}

/// The points of each digit of each window: a group for each magnitude, 0 included, which has none.
#[inline(never)]
fn in_buckets(halves: &[u128], windows: &[Window]) -> Groups {
    let buckets = windows.iter().map(|window| window.largest() + 1).sum();
    Groups::sorted(buckets, || {
        let mut first = 0;
        windows.iter().flat_map(move |&window| {
            let base = first;
            first += window.largest() + 1;
            halves.iter().enumerate().filter_map(move |(i, &half)| {
                let digit = windows::digit(half, window);
                let point = PointRef::of(LANES * (i / 2), i % 2 == 1, digit < 0);
                (digit != 0).then_some((base + digit.unsigned_abs() as usize, point))
            })
        })
    })
}

/// The sums of all buckets so far, as arrays of weights.
struct Buckets<X: Coordinate> {
    arrays: Vec<WeightedSum>,
    sums: Groups,
    lanes: Vec<X::Lane>,
}

impl<X: Coordinate> Buckets<X> {
    fn new(windows: &[Window]) -> Self {
        Self {
            arrays: Vec::new(),
            sums: Groups {
                starts: vec![0],
                points: Vec::new(),
            },
            lanes: Vec::with_capacity(lanes_of(windows)),
        }
    }

    fn append(&mut self, windows: &[Window], sums: &Groups, memory: &[X::Lane]) {
        let mut first = self.sums.starts.len() - 1;
        for window in windows {
            let (weight, size) = (window.offset, window.largest() + 1);
            self.arrays.push(WeightedSum {
                weight,
                first,
                size,
            });
            first += size;
        }
        for point in sums.firsts() {
            if let Some(point) = point {
                self.sums.points.push(PointRef::at(self.lanes.len()));
                let [x, y] = [point.x(), point.y()].map(|at| X::gather(memory, [at; MAX_LANES]));
                let at = self.lanes.len();
                self.lanes.resize(at + 2, X::Lane::default());
                x.scatter(&mut self.lanes, [at; MAX_LANES]);
                y.negate([point.is_negative(); MAX_LANES])
                    .scatter(&mut self.lanes, [at + 1; MAX_LANES]);
            }
            self.sums.starts.push(self.sums.points.len() as u32);
        }
    }
}

/// Lanes of a point: x, y, and β·x, which is the x of its image.
const LANES: usize = 3;

/// Points in lanes, and room for more lanes: memory that grew would be there twice meanwhile.
#[inline(never)]
fn loaded<C: Curve, X: Coordinate<Element = C::Element>>(
    points: &[&Point<C::Element>],
    room: usize,
    load: fn(&[C::Element]) -> X,
) -> Vec<X::Lane> {
    let mut memory = Vec::with_capacity(LANES * points.len() + room);
    memory.resize(LANES * points.len(), X::Lane::default());
    let beta = X::Base::splat(C::BETA);
    for first in (0..points.len()).step_by(X::LANES) {
        let (at, [x, y]) = coordinates(points, first, load);
        x.scatter(&mut memory, at.map(|i| LANES * i));
        y.scatter(&mut memory, at.map(|i| LANES * i + 1));
        x.scaled(&beta)
            .scatter(&mut memory, at.map(|i| LANES * i + 2));
    }
    memory
}
