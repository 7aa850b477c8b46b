//! Butterflies: two layers of a transform on four values, one layer on two.

use super::lazy::{Lazy, Loose, Sum};
use crate::opaque::opaque;

/// The factors of two layers of a block.
pub struct Factors<'a, P> {
    /// Of the block in the first layer.
    pub first: &'a P,
    /// Of its halves in the second.
    pub second: [&'a P; 2],
}

/// A kernel that transforms are on, with its loops of butterflies: these, or the same in another order.
pub trait Butterflies: Lazy {
    /// What is known of a factor that many values are multiplied by.
    type Repeated: Copy;
    /// From so many packed elements on it is worth its computation and its bytes; no transform has as many by default.
    const MANY: usize = usize::MAX;

    /// What is known of a factor made by [`factor`](Lazy::factor).
    fn repeated(_w: &Self::Packed) -> Self::Repeated {
        unreachable!("no block of this kernel has many values")
    }

    /// x·w, which is as large as a sum of two reduced values.
    #[inline(always)]
    fn times_repeated(_x: &Loose<Self>, _w: &Self::Repeated) -> Sum<Self> {
        unreachable!("no block of this kernel has many values")
    }

    /// Two layers of a block, in quarters of [`MANY`](Butterflies::MANY) packed elements or more.
    #[inline(always)]
    fn radix4_block(quarters: [&mut [Loose<Self>]; 4], w: &Factors<'_, Self::Repeated>) {
        let [x0, x1, x2, x3] = quarters;
        for (((x0, x1), x2), x3) in x0.iter_mut().zip(x1).zip(x2).zip(x3) {
            // LLVM would load what it sees twice once, before all products, and have no registers for it.
            let y2 = Self::times_repeated(x2, opaque(&w.first));
            let y3 = Self::times_repeated(x3, opaque(&w.first));
            let x1_sum = Sum::from(&*x1);
            let plus = Self::settle(&Self::plus_sum(&x1_sum, &y3));
            let z1 = Self::times_repeated(&plus, opaque(&w.second[0]));
            let minus = Self::settle(&Self::minus_sum(&x1_sum, &y3));
            let z3 = Self::times_repeated(&minus, opaque(&w.second[1]));
            let x0_sum = Sum::from(&*x0);
            let even = Self::plus_sum(&x0_sum, &y2);
            let odd = Self::minus_sum(&x0_sum, &y2);
            *x0 = Self::settle(&Self::plus_sum(&even, &z1));
            *x1 = Self::settle(&Self::minus_sum(&even, &z1));
            *x2 = Self::settle(&Self::plus_sum(&odd, &z3));
            *x3 = Self::settle(&Self::minus_sum(&odd, &z3));
        }
    }

    /// Two layers of `count` butterflies, four products each. `at` says where in x the values of one are, which
    /// are those of no other, and what its factors are.
    #[inline(always)]
    fn radix4_loop<'a>(
        count: usize,
        x: &mut [Loose<Self>],
        at: impl Fn(usize) -> ([usize; 4], Factors<'a, Self::Packed>),
    ) where
        Self::Packed: 'a,
    {
        for n in 0..count {
            let (i, w) = at(n);
            let [x0, x1, x2, x3] = i.map(|i| x[i]);
            let [y2, y3] = [x2, x3].map(|x| Self::times(&x, w.first));
            let x1 = Sum::from(&x1);
            let z1 = Self::times(&Self::multiplicand(&Self::plus(&x1, &y3)), w.second[0]);
            let z3 = Self::times(&Self::multiplicand(&Self::minus(&x1, &y3)), w.second[1]);
            let results = radix4_sums(&x0, &y2, &z1, &z3);
            for (i, result) in i.into_iter().zip(results) {
                x[i] = result;
            }
        }
    }

    /// One layer of `count` butterflies, one product each. `read` gives the values of one and its factor, `write` takes
    /// what becomes of them.
    #[inline(always)]
    fn radix2_loop<'a>(
        count: usize,
        read: impl Fn(usize) -> ([Loose<Self>; 2], &'a Self::Packed),
        mut write: impl FnMut(usize, [Loose<Self>; 2]),
    ) where
        Self::Packed: 'a,
    {
        for n in 0..count {
            let ([x0, x1], w) = read(n);
            write(n, radix2_sums(&x0, &Self::times(&x1, w)));
        }
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
