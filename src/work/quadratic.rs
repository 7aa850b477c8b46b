//! A packed element of a quadratic extension: a + b·u with u² = -1, where -1 is no square mod p, so that p is 3 mod 4.
//! For another p it does not compile, since then two elements that are not 0 have the product 0:
//!
//! ```compile_fail,E0080
//! use fqmul::field::bn254::Fr;
//! use fqmul::limbs29::Limbs29;
//! use fqmul::work::coordinate::{Canonical, Coordinate};
//! use fqmul::work::quadratic::Quadratic;
//!
//! let one = Quadratic::<Limbs29<Fr>>::load(&[Canonical::ONE]);
//! let _ = one * one;
//! ```
//!
//! Each part of a product is a sum of two, which a kernel may have by one reduction. Then a product is fewer
//! multiplications than by Karatsuba's three products, and needs no sums before and behind them.
//!
//! Products and squares are functions of their own: several in one are more than some engines have registers for, and
//! a call is nothing beside them.

use super::coordinate::Coordinate;
use super::packed::Packed;
use crate::field::{Element, Modulus};
use crate::kernel::{Lanewise, MAX_LANES};
use core::ops::{Add, Mul, Sub};

/// Elements a + b·u, one a lane, of parts of N words.
pub struct Quadratic<K: Lanewise<N>, const N: usize = 4>(pub [Packed<K, N>; 2]);

impl<K: Lanewise<N>, const N: usize> Clone for Quadratic<K, N> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<K: Lanewise<N>, const N: usize> Copy for Quadratic<K, N> {}

impl<K: Lanewise<N>, const N: usize> Quadratic<K, N> {
    /// Those of such parts of elements.
    #[inline(always)]
    fn of(part: impl Fn(usize) -> Packed<K, N>) -> Self {
        Self([part(0), part(1)])
    }

    const MINUS_ONE_IS_NO_SQUARE: () = assert!(
        <K::Modulus as Modulus<N>>::P[0] % 4 == 3,
        "this modulus is not 3 mod 4: -1 is a square, and a quadratic extension is by another number"
    );

    /// (a + b·u)(c + d·u) = a·c - b·d + (a·d + b·c)·u.
    #[inline(never)]
    fn product(&self, other: &Self) -> Self {
        const { Self::MINUS_ONE_IS_NO_SQUARE };
        let ([a, b], [c, d]) = (&self.0, &other.0);
        let minus_b = b.negate([true; MAX_LANES]);
        Self([
            Packed::sum_of_products([a, &minus_b], [c, d]),
            Packed::sum_of_products([a, b], [d, c]),
        ])
    }
}

impl<K: Lanewise<N>, const N: usize> Add for Quadratic<K, N> {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self::of(|i| self.0[i] + other.0[i])
    }
}

impl<K: Lanewise<N>, const N: usize> Sub for Quadratic<K, N> {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self::of(|i| self.0[i] - other.0[i])
    }
}

impl<K: Lanewise<N>, const N: usize> Mul for Quadratic<K, N> {
    type Output = Self;

    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        self.product(&other)
    }
}

/// The elements of the lanes, with the first or the second part of each.
fn parts<K: Lanewise<N>, const N: usize>(
    lanes: &[[Element<K::Modulus, N>; 2]],
    load: fn(&[Element<K::Modulus, N>]) -> Packed<K, N>,
) -> Quadratic<K, N> {
    Quadratic::of(|i| {
        let part: [_; MAX_LANES] = core::array::from_fn(|lane| lanes[lane % K::LANES][i]);
        load(&part[..K::LANES])
    })
}

/// An element lies in memory as its two parts. A difference is reduced: a product takes it as a term of two sums.
impl<K: Lanewise<N>, const N: usize> Coordinate for Quadratic<K, N> {
    type Element = [Element<K::Modulus, N>; 2];
    type Base = Packed<K, N>;
    type Lane = [K::Lane; 2];
    type Difference = Self;
    const LANES: usize = K::LANES;

    fn load(lanes: &[Self::Element]) -> Self {
        parts(lanes, Packed::load)
    }

    fn load_residues(lanes: &[Self::Element]) -> Self {
        parts(lanes, Packed::load_residues)
    }

    fn store(&self) -> [Self::Element; MAX_LANES] {
        let [a, b] = self.0.map(|part| part.store());
        core::array::from_fn(|lane| [a[lane], b[lane]])
    }

    #[inline(always)]
    fn zero() -> Self {
        Self([Packed::zero(); 2])
    }

    fn is_zero(&self) -> [bool; MAX_LANES] {
        let [a, b] = self.0.map(|part| part.is_zero());
        core::array::from_fn(|lane| a[lane] && b[lane])
    }

    #[inline(always)]
    fn gather(memory: &[Self::Lane], at: [usize; MAX_LANES]) -> Self {
        Self::of(|i| Packed::gather(memory.as_flattened(), at.map(|at| 2 * at + i)))
    }

    #[inline(always)]
    fn scatter(&self, memory: &mut [Self::Lane], at: [usize; MAX_LANES]) {
        for (i, part) in self.0.iter().enumerate() {
            part.scatter(memory.as_flattened_mut(), at.map(|at| 2 * at + i));
        }
    }

    #[inline(always)]
    fn negate(&self, lanes: [bool; MAX_LANES]) -> Self {
        Self::of(|i| self.0[i].negate(lanes))
    }

    #[inline(always)]
    fn minus_both(&self, a: &Self, b: &Self) -> Self {
        Self::of(|i| self.0[i].minus_both(&a.0[i], &b.0[i]))
    }

    #[inline(always)]
    fn difference(&self, other: &Self) -> Self {
        *self - *other
    }

    #[inline(always)]
    fn times_difference(&self, difference: &Self) -> Self {
        self.product(difference)
    }

    /// (a + b·u)² = (a - b)(a + b) + 2a·b·u.
    #[inline(never)]
    fn square(&self) -> Self {
        const { Self::MINUS_ONE_IS_NO_SQUARE };
        let [a, b] = &self.0;
        Self([&a.difference(b) * &(a + b), &a.double() * b])
    }

    #[inline(always)]
    fn times(&self, other: &Self) -> Self {
        self.product(other)
    }

    #[inline(always)]
    fn scaled(&self, factor: &Packed<K, N>) -> Self {
        Self::of(|i| &self.0[i] * factor)
    }

    /// 1/(a + b·u) = (a - b·u)/(a² + b²).
    fn inverse(&self) -> Option<Self> {
        const { Self::MINUS_ONE_IS_NO_SQUARE };
        let [a, b] = &self.0;
        let inverse = Packed::sum_of_products([a, b], [a, b]).inverse()?;
        Some(Self([*a, b.negate([true; MAX_LANES])]).scaled(&inverse))
    }
}
