//! Multi-scalar multiplication over G1 of BN254: Σ s\[i\]·P\[i\].
//!
//! Pippenger's: every scalar is digits, one a window; in each window the points of a digit are added up in a bucket, and
//! the sum over all windows is Σ 2^offset·k·bucket\[k\]. Everything is additions of points in affine coordinates, hundreds of which
//! share an inversion, at six products each, in as many lanes as the kernel has:
//!
//! 1. [`endomorphism`] makes two halves of a scalar, [`windows`] digits of these;
//! 2. [`groups`] sorts the points by buckets, and [`sums`] adds up what is in each, in rounds of [`addition`]s;
//! 3. [`weights`] adds up rows and columns of buckets, until weights are powers of two;
//! 4. [`horner`] does the rest, in Jacobian coordinates.
//!
//! Points and scalars go in as canonical integers, and the sum comes out as such. What arkworks' `VariableBaseMSM` takes is
//! residues with R = 2^256: each coordinate is one product away from the kernel's format all the same, by another
//! constant.
//!
//! Variable time.

mod addition;
mod endomorphism;
mod groups;
mod horner;
mod memory;
mod point;
mod sums;
mod weights;
mod windows;

use crate::field::Element;
pub use point::Point;

use crate::field::bn254::{Fq, Fr};
use crate::kernel::{Lanewise, MAX_LANES};
use crate::work::packed::Packed;
use alloc::vec;
use alloc::vec::Vec;
use endomorphism::{BETA, HALF_BITS};
use groups::Groups;
use memory::{Code, Memory};
use sums::Summer;
use weights::Array;
use windows::{Window, Windows};

/// Points in buckets that are summed up at the same time, about: so that few points fill many additions of one inversion.
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
        let sums = summer.sum(in_buckets(&halves, windows), &mut memory);
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
    horner::horner::<K>(&powers, memory.lanes())
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
        // The last one is in lanes that are left, too.
        let at: [usize; MAX_LANES] =
            core::array::from_fn(|lane| (first + lane % K::LANES).min(points.len() - 1));
        let [x, y] = [|point: Point| point.x, |point: Point| point.y].map(|coordinate| {
            let lanes = at.map(|i| coordinate(points[i]));
            Packed::<K>::load(&lanes[..K::LANES])
        });
        x.scatter(&mut memory, at.map(|i| LANES * i));
        y.scatter(&mut memory, at.map(|i| LANES * i + 1));
        (&x * &beta).scatter(&mut memory, at.map(|i| LANES * i + 2));
    }
    memory
}
