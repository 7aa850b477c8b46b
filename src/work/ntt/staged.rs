//! The loops of `butterfly.rs` for a kernel whose product has two stages, columns and reduction: each reduction runs
//! beside the columns of a product that does not need it, which may be of the next butterfly.

use super::butterfly::{Factors, radix2_sums, radix4_sums};
use super::lazy::{Lazy, Loose, Sum};

/// A kernel with such a product.
pub trait Staged: Lazy {
    /// A product whose reduction is yet to come.
    type Begun: Copy;

    /// The first stage of x·w, as [`times`](Lazy::times) takes them.
    fn begin(x: &Loose<Self>, w: &Self::Packed) -> Self::Begun;

    /// The product that was begun before, and the first stage of x·w.
    fn overlap(
        before: &Self::Begun,
        x: &Loose<Self>,
        w: &Self::Packed,
    ) -> (Self::Packed, Self::Begun);
}

/// [`Butterflies::radix4_loop`](super::butterfly::Butterflies::radix4_loop).
#[inline(always)]
pub fn radix4_loop<'a, K: Staged>(
    count: usize,
    x: &mut [Loose<K>],
    at: impl Fn(usize) -> ([usize; 4], Factors<'a, K::Packed>),
) where
    K::Packed: 'a,
{
    let ([_, _, i2, i3], w) = at(0);
    let (mut y2, mut y3) = K::overlap(&K::begin(&x[i2], w.first), &x[i3], w.first);
    for n in 0..count {
        let (i, w) = at(n);
        // Behind the last one its own once more, for nothing.
        let ([_, _, next2, next3], next) = at((n + 1).min(count - 1));
        let (product3, next_y2) = K::overlap(&y3, &x[next2], next.first);
        let x1 = Sum::from(&x[i[1]]);
        let plus = K::multiplicand(&K::plus(&x1, &product3));
        let (next_y2, z1) = K::overlap(&next_y2, &plus, w.second[0]);
        let minus = K::multiplicand(&K::minus(&x1, &product3));
        let (z1, z3) = K::overlap(&z1, &minus, w.second[1]);
        let (z3, next_y3) = K::overlap(&z3, &x[next3], next.first);
        let results = radix4_sums(&x[i[0]], &y2, &z1, &z3);
        for (i, result) in i.into_iter().zip(results) {
            x[i] = result;
        }
        (y2, y3) = (next_y2, next_y3);
    }
}

/// [`Butterflies::radix2_loop`](super::butterfly::Butterflies::radix2_loop).
#[inline(always)]
pub fn radix2_loop<'a, K: Staged>(
    count: usize,
    read: impl Fn(usize) -> ([Loose<K>; 2], &'a K::Packed),
    mut write: impl FnMut(usize, [Loose<K>; 2]),
) where
    K::Packed: 'a,
{
    let ([mut x0, x1], w) = read(0);
    let mut y1 = K::begin(&x1, w);
    for n in 0..count {
        // Behind the last one its own once more, for nothing.
        let ([next_x0, next_x1], next) = read((n + 1).min(count - 1));
        let (product, next_y1) = K::overlap(&y1, &next_x1, next);
        write(n, radix2_sums(&x0, &product));
        (x0, y1) = (next_x0, next_y1);
    }
}
