//! Points in arithmetic progression: many of which it is known what multiples of the generator they are, at an affine
//! addition each.

use super::addition::{Adder, Addition, MAX_ADDITIONS};
use super::curve::G1;
use super::memory::{Memory, PointRef};
use super::pippenger::msm;
use super::point::Point;
use crate::field::Element;
use crate::field::bn254::{Fq, Fr};
use crate::kernel::{Lanewise, MAX_LANES};
use crate::work::packed::Packed;
use alloc::vec::Vec;

/// (a + i·d)·G for i below 2^`log2`, with G the generator.
///
/// In steps that double how many there are: 2^k·d·G is added to each of the 2^k that are there.
///
/// # Panics
/// Where one of them is the point at infinity.
pub fn progression<K: Lanewise<Modulus = Fq>>(
    a: Element<Fr>,
    d: Element<Fr>,
    log2: u32,
) -> Vec<Point> {
    let multiple = |factor: Element<Fr>| {
        let point = msm::<G1<K>>(&[Point::GENERATOR], &[factor]);
        assert!(point != Point::INFINITY, "the point at infinity");
        [point.x, point.y].map(|x| Packed::<K>::splat(x))
    };
    let mut memory = Memory::<K::Lane>::new(Vec::new());
    // The step is in front of the points.
    memory.reserve(2 * (1 + (1 << log2)));
    let lanes = memory.lanes();
    let point = |i: usize| PointRef::at(2 * (i + 1));
    put(&multiple(a), lanes, point(0));
    let mut adder = Adder::<G1<K>>::new();
    let (mut factor, mut identities) = (d, Vec::new());
    for k in 0..log2 {
        let step = PointRef::at(0);
        put(&multiple(factor), lanes, step);
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
    assert!(identities.is_empty(), "the point at infinity");
    let element = |at| Packed::<K>::gather(lanes, [at; MAX_LANES]).store()[0];
    let points = (0..1 << log2).map(point);
    points
        .map(|point| Point {
            x: element(point.x()),
            y: element(point.y()),
        })
        .collect()
}

fn put<K: Lanewise>([x, y]: &[Packed<K>; 2], lanes: &mut [K::Lane], point: PointRef) {
    x.scatter(lanes, [point.x(); MAX_LANES]);
    y.scatter(lanes, [point.y(); MAX_LANES]);
}
