//! Σ s\[i\]·P\[i\] by buckets.

use super::endomorphism::{self, BETA, HALF_BITS};
use super::groups::Groups;
use super::horner::horner;
use super::memory::{Code, Memory};
use super::point::{Point, coordinates};
use super::sums::Summer;
use super::weights::{self, Array};
use super::windows::{self, Window, Windows};
use crate::field::Element;
use crate::field::bn254::{Fq, Fr};
use crate::kernel::{Lanewise, MAX_LANES};
use crate::work::packed::Packed;
use alloc::vec;
use alloc::vec::Vec;

/// Points in buckets that are summed up at the same time, about: so that few points fill many additions of one
/// inversion.
const AT_ONCE: usize = 1 << 17;

/// Σ `scalars[i]`·`points[i]`. As many of both; points are on the curve, or the result is anything.
///
/// # Panics
/// Where there are not as many of both, or 2^26 or more.
pub fn msm<K: Lanewise<Modulus = Fq>>(points: &[Point], scalars: &[Element<Fr>]) -> Point {
    assert!(points.len() == scalars.len() && points.len() < 1 << 26);
    let mut memory = Memory::new(loaded::<K>(points));
    let windows = Windows::new(2 * points.len());
    let halves: Vec<u128> = points
        .iter()
        .zip(scalars)
        .flat_map(|(point, scalar)| {
            let scalar = if *point == Point::INFINITY {
                &Element::ZERO
            } else {
                scalar
            };
            endomorphism::halves(scalar).map(|half| windows.shifted(half))
        })
        .collect();
    let mut summer = Summer::<K>::new();
    let mut buckets = Buckets::<K>::new();
    let loaded = memory.used;
    for windows in windows
        .as_slice()
        .chunks((AT_ONCE / halves.len().max(1)).max(1))
    {
        let sums = summer.sum(&in_buckets(&halves, windows), &mut memory);
        buckets.append(windows, &sums, memory.lanes());
        memory.used = loaded;
    }
    let Buckets {
        sums,
        arrays,
        lanes,
    } = buckets;
    let mut memory = Memory::new(lanes);
    let powers = weights::powers(sums, arrays, HALF_BITS + 2, &mut memory, &mut summer);
    horner::<K>(&powers, memory.lanes())
}

/// The points of each digit of each window: a group for each magnitude, 0 included, which has none.
fn in_buckets(halves: &[u128], windows: &[Window]) -> Groups {
    let buckets = windows.iter().map(|window| window.largest() + 1).sum();
    Groups::sorted(buckets, || {
        let mut first = 0;
        windows.iter().flat_map(move |&window| {
            let base = first;
            first += window.largest() + 1;
            halves.iter().enumerate().filter_map(move |(i, &half)| {
                let digit = windows::digit(half, window);
                let point = Code::of(LANES * (i / 2), i % 2 == 1, digit < 0);
                (digit != 0).then_some((base + digit.unsigned_abs() as usize, point))
            })
        })
    })
}

/// The sums of all buckets so far, as arrays of weights.
struct Buckets<K: Lanewise> {
    arrays: Vec<Array>,
    sums: Groups,
    lanes: Vec<K::Lane>,
}

impl<K: Lanewise> Buckets<K> {
    fn new() -> Self {
        Self {
            arrays: Vec::new(),
            sums: Groups {
                starts: vec![0],
                points: Vec::new(),
            },
            lanes: Vec::new(),
        }
    }

    fn append(&mut self, windows: &[Window], sums: &Groups, memory: &[K::Lane]) {
        let mut first = self.sums.starts.len() - 1;
        for window in windows {
            let (weight, size) = (window.offset, window.largest() + 1);
            self.arrays.push(Array {
                weight,
                first,
                size,
            });
            first += size;
        }
        for point in sums.firsts() {
            if let Some(point) = point {
                self.sums.points.push(Code::at(self.lanes.len()));
                let [x, y] =
                    [point.x(), point.y()].map(|at| Packed::<K>::gather(memory, [at; MAX_LANES]));
                let at = self.lanes.len();
                self.lanes.resize(at + 2, K::Lane::default());
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

/// Points in lanes.
#[inline(never)]
fn loaded<K: Lanewise<Modulus = Fq>>(points: &[Point]) -> Vec<K::Lane> {
    let mut memory = vec![K::Lane::default(); LANES * points.len()];
    let beta = Packed::<K>::splat(BETA);
    for first in (0..points.len()).step_by(K::LANES) {
        let (at, [x, y]) = coordinates::<K>(points, first);
        x.scatter(&mut memory, at.map(|i| LANES * i));
        y.scatter(&mut memory, at.map(|i| LANES * i + 1));
        (&x * &beta).scatter(&mut memory, at.map(|i| LANES * i + 2));
    }
    memory
}
