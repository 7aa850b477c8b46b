//! Butterflies: two layers of a transform on four values, one layer on two.

use super::lazy::{Lazy, Loose, Sum};
use crate::black_box::black_box;

/// The twiddle factors of two layers of a block.
pub struct Twiddles<'a, P> {
    /// Of the block in the first layer.
    pub first: &'a P,
    /// Of its halves in the second.
    pub second: [&'a P; 2],
}

/// What is known of a twiddle factor that multiplies many values of the kernel K.
pub trait PreparedTwiddle<K: Lazy>: Copy {
    /// From so many packed elements on it is worth its computation and its bytes.
    const FROM: usize;

    /// That of a twiddle factor made by [`twiddle`](Lazy::twiddle).
    fn of(w: &K::Packed) -> Self;

    /// x·w, which is as large as a sum of two reduced values.
    fn times(&self, x: &Loose<K>) -> Sum<K>;
}

/// The twiddle factor itself, for kernels that nothing can be prepared for: no block has as many values.
pub struct Unprepared<K: Lazy>(K::Packed);

impl<K: Lazy> Clone for Unprepared<K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K: Lazy> Copy for Unprepared<K> {}

impl<K: Lazy> PreparedTwiddle<K> for Unprepared<K> {
    const FROM: usize = usize::MAX;

    fn of(w: &K::Packed) -> Self {
        Self(*w)
    }

    #[inline(always)]
    fn times(&self, x: &Loose<K>) -> Sum<K> {
        Sum(K::times(x, &self.0))
    }
}

/// A kernel that transforms are on, and what it makes of twiddle factors that many values are multiplied by.
pub trait Butterflies: Lazy + Sized {
    /// What is known of a twiddle factor that many values are multiplied by.
    type Prepared: PreparedTwiddle<Self>;
}

/// Two layers of a block, in quarters of [`FROM`](PreparedTwiddle::FROM) packed elements or more.
#[inline(always)]
pub fn radix4_block<K: Butterflies>(quarters: [&mut [Loose<K>]; 4], w: &Twiddles<'_, K::Prepared>) {
    let [x0, x1, x2, x3] = quarters;
    for (((x0, x1), x2), x3) in x0.iter_mut().zip(x1).zip(x2).zip(x3) {
        // LLVM would load what it sees twice once, before all products, and have no registers for it.
        let y2 = black_box(&w.first).times(x2);
        let y3 = black_box(&w.first).times(x3);
        let x1_sum = Sum::from(&*x1);
        let plus = K::settle(&K::plus_sum(&x1_sum, &y3));
        let z1 = black_box(&w.second[0]).times(&plus);
        let minus = K::settle(&K::minus_sum(&x1_sum, &y3));
        let z3 = black_box(&w.second[1]).times(&minus);
        let x0_sum = Sum::from(&*x0);
        let even = K::plus_sum(&x0_sum, &y2);
        let odd = K::minus_sum(&x0_sum, &y2);
        *x0 = K::settle(&K::plus_sum(&even, &z1));
        *x1 = K::settle(&K::minus_sum(&even, &z1));
        *x2 = K::settle(&K::plus_sum(&odd, &z3));
        *x3 = K::settle(&K::minus_sum(&odd, &z3));
    }
}

/// Two layers of `count` butterflies, four products each. `at` says where in x the values of one are, which
/// are those of no other, and what its twiddle factors are.
#[inline(always)]
pub fn radix4_loop<'a, K: Lazy>(
    count: usize,
    x: &mut [Loose<K>],
    at: impl Fn(usize) -> ([usize; 4], Twiddles<'a, K::Packed>),
) where
    K::Packed: 'a,
{
    for n in 0..count {
        let (i, w) = at(n);
        let [x0, x1, x2, x3] = i.map(|i| x[i]);
        let [y2, y3] = [x2, x3].map(|x| K::times(&x, w.first));
        let x1 = Sum::from(&x1);
        let z1 = K::times(&K::multiplicand(&K::plus(&x1, &y3)), w.second[0]);
        let z3 = K::times(&K::multiplicand(&K::minus(&x1, &y3)), w.second[1]);
        let results = radix4_sums(&x0, &y2, &z1, &z3);
        for (i, result) in i.into_iter().zip(results) {
            x[i] = result;
        }
    }
}

/// One layer of `count` butterflies, one product each. `read` gives the values of one and its twiddle factor, `write` takes
/// what becomes of them.
#[inline(always)]
pub fn radix2_loop<'a, K: Lazy>(
    count: usize,
    read: impl Fn(usize) -> ([Loose<K>; 2], &'a K::Packed),
    mut write: impl FnMut(usize, [Loose<K>; 2]),
) where
    K::Packed: 'a,
{
    for n in 0..count {
        let ([x0, x1], w) = read(n);
        write(n, radix2_sums(&x0, &K::times(&x1, w)));
    }
}

/// x0 ± y2 ± z: what is left of two layers when their products are done.
#[inline(always)]
pub fn radix4_sums<K: Lazy + ?Sized>(
    x0: &Loose<K>,
    y2: &K::Packed,
    z1: &K::Packed,
    z3: &K::Packed,
) -> [Loose<K>; 4] {
    let x0 = Sum::from(x0);
    let (even, odd) = (K::plus(&x0, y2), K::minus(&x0, y2));
    [
        K::settle(&K::plus(&even, z1)),
        K::settle(&K::minus(&even, z1)),
        K::settle(&K::plus(&odd, z3)),
        K::settle(&K::minus(&odd, z3)),
    ]
}

/// The same of one in the first block, whose factors are 1, 1 and a square root of -1: one product.
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

/// x0 ± y1.
#[inline(always)]
pub fn radix2_sums<K: Lazy + ?Sized>(x0: &Loose<K>, y1: &K::Packed) -> [Loose<K>; 2] {
    let x0 = Sum::from(x0);
    [K::settle(&K::plus(&x0, y1)), K::settle(&K::minus(&x0, y1))]
}

/// One layer of one butterfly with the factor 1.
#[inline(always)]
pub fn first_radix2<K: Lazy>([x0, x1]: [K::Packed; 2]) -> [Loose<K>; 2] {
    let x0 = Sum(x0);
    [
        K::settle(&K::plus(&x0, &x1)),
        K::settle(&K::minus(&x0, &x1)),
    ]
}
