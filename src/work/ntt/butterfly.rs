//! Butterflies: two layers of a transform on four values, one layer on two.

use super::lazy::{Lazy, Loose, Sum};

/// The factors of two layers of a block: of the first, and of the two halves in the second.
pub struct Factors<'a, P> {
    pub first: &'a P,
    pub second: [&'a P; 2],
}

/// Two layers on values that are a quarter of a block apart: four products.
#[inline(always)]
pub fn radix4<K: Lazy>(x: [&Loose<K>; 4], w: &Factors<K::Packed>) -> [Loose<K>; 4] {
    let [x0, x1, x2, x3] = x;
    let y2 = K::times(x2, w.first);
    let y3 = K::times(x3, w.first);
    let (x0, x1) = (Sum::from(x0), Sum::from(x1));
    let z1 = K::times_sum(&K::plus(&x1, &y3), w.second[0]);
    let z3 = K::times_sum(&K::minus(&x1, &y3), w.second[1]);
    let (even, odd) = (K::plus(&x0, &y2), K::minus(&x0, &y2));
    [
        K::settle(&K::plus(&even, &z1)),
        K::settle(&K::minus(&even, &z1)),
        K::settle(&K::plus(&odd, &z3)),
        K::settle(&K::minus(&odd, &z3)),
    ]
}

/// The same in the first block, whose factors are 1, 1 and a square root of -1: one product.
#[inline(always)]
pub fn first_radix4<K: Lazy>(x: [K::Packed; 4], root: &K::Packed) -> [Loose<K>; 4] {
    let [x0, x1, x2, x3] = x;
    let (x0, x1) = (Sum(x0), Sum(x1));
    let (even, odd) = (K::plus(&x0, &x2), K::minus(&x0, &x2));
    let y1 = K::plus(&x1, &x3);
    let z3 = K::times(&K::settle(&K::minus(&x1, &x3)), root);
    [
        K::settle(&K::plus_sum(&even, &y1)),
        K::settle(&K::minus_sum(&even, &y1)),
        K::settle(&K::plus(&odd, &z3)),
        K::settle(&K::minus(&odd, &z3)),
    ]
}

/// One layer: one product.
#[inline(always)]
pub fn radix2<K: Lazy>([x0, x1]: [&Loose<K>; 2], w: &K::Packed) -> [Loose<K>; 2] {
    let y1 = K::times(x1, w);
    let x0 = Sum::from(x0);
    [
        K::settle(&K::plus(&x0, &y1)),
        K::settle(&K::minus(&x0, &y1)),
    ]
}

/// The same with the factor 1.
#[inline(always)]
pub fn first_radix2<K: Lazy>([x0, x1]: [K::Packed; 2]) -> [Loose<K>; 2] {
    let x0 = Sum(x0);
    [
        K::settle(&K::plus(&x0, &x1)),
        K::settle(&K::minus(&x0, &x1)),
    ]
}
