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
mod point;
mod sums;
mod weights;
mod windows;

use crate::field::Element;
pub use point::Point;

use crate::field::bn254::{Fq, Fr};
use crate::kernel::{Lanewise, MAX_LANES};
use crate::work::packed::Packed;
use addition::Source;
use alloc::vec;
use alloc::vec::Vec;
use endomorphism::{BETA, HALF_BITS, Half};
use groups::Groups;
use sums::{Summer, Sums};
use weights::Array;
use windows::{Window, Windows};

/// x, y and β·x of point i in the kernel's lanes, at 3i and up. A code is 4i, 2 more where β·x is meant, and 1 more for the
/// negative.
struct WithImages;

impl Source for WithImages {
    #[inline(always)]
    fn x(code: u32) -> usize {
        (3 * (code >> 2) + (code & 2)) as usize
    }

    #[inline(always)]
    fn y(code: u32) -> usize {
        (3 * (code >> 2) + 1) as usize
    }

    #[inline(always)]
    fn is_negative(code: u32) -> bool {
        code & 1 == 1
    }

    const SIGNED: bool = true;
}

/// Half scalars that are sorted at the same time, at least: few points have many windows at a time.
const SORTED: usize = 1 << 17;

/// Σ `scalars[i]`·`points[i]`. As many of both; points are on the curve, or the result is anything.
///
/// # Panics
/// Where there are not as many of both, or 2^28 or more.
pub fn msm<K: Lanewise<Modulus = Fq>>(points: &[Point], scalars: &[Element<Fr>]) -> Point {
    assert!(points.len() == scalars.len() && points.len() < 1 << 28);
    let memory = loaded::<K>(points);
    let windows = Windows::new(2 * points.len());
    let halves: Vec<u128> = points
        .iter()
        .zip(scalars)
        .flat_map(|(point, scalar)| {
            let zero = Half {
                negative: false,
                magnitude: 0,
            };
            let halves = if *point == Point::INFINITY {
                [zero; 2]
            } else {
                endomorphism::halves(scalar)
            };
            halves.map(|half| windows.shifted(half))
        })
        .collect();
    let mut summer = Summer::<K>::new();
    let mut buckets = Sums::new();
    let mut arrays = Vec::new();
    let at_once = (SORTED / halves.len().max(1)).max(1);
    for windows in windows.as_slice().chunks(at_once) {
        let before = buckets.starts.len() - 1;
        let groups = in_buckets(&halves, windows);
        let mut first = before;
        arrays.extend(windows.iter().map(|window| {
            let array = Array {
                weight: window.offset,
                first,
                size: window.largest() + 1,
            };
            first += array.size;
            array
        }));
        buckets.append(summer.sum::<WithImages>(&memory, &groups));
    }
    let powers = weights::powers(buckets, arrays, HALF_BITS + 2, &mut summer);
    horner::horner::<K>(&powers)
}

/// The points of each digit of each window.
fn in_buckets(halves: &[u128], windows: &[Window]) -> Groups {
    let buckets = windows.iter().map(|window| window.largest() + 1).sum();
    Groups::sorted(buckets, || {
        let mut first = 0;
        windows.iter().flat_map(move |&window| {
            let base = first;
            first += window.largest() + 1;
            halves.iter().enumerate().filter_map(move |(i, &half)| {
                let digit = windows::digit(half, window);
                let code = (i as u32) << 1 | u32::from(digit < 0);
                (digit != 0).then_some((base + digit.unsigned_abs() as usize, code))
            })
        })
    })
}

/// Points in lanes, as [`WithImages`] has them.
#[inline(never)]
fn loaded<K: Lanewise<Modulus = Fq>>(points: &[Point]) -> Vec<K::Lane> {
    let mut memory = vec![K::Lane::default(); 3 * points.len()];
    let beta = Packed::<K>::splat(BETA);
    let Some(last) = points.len().checked_sub(1) else {
        return memory;
    };
    for first in (0..points.len()).step_by(K::LANES) {
        let at: [usize; MAX_LANES] =
            core::array::from_fn(|lane| (first + lane % K::LANES).min(last));
        let lanes = at.map(|i| points[i]);
        let x = Packed::<K>::load(&lanes.map(|point| point.x)[..K::LANES]);
        let y = Packed::<K>::load(&lanes.map(|point| point.y)[..K::LANES]);
        x.scatter(&mut memory, at.map(|i| 3 * i));
        y.scatter(&mut memory, at.map(|i| 3 * i + 1));
        (&x * &beta).scatter(&mut memory, at.map(|i| 3 * i + 2));
    }
    memory
}
