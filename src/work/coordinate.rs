//! What an affine coordinate is to an algorithm over points: packed elements of a prime field, or of a quadratic
//! extension of one.

use crate::field::{Element, Modulus};
use crate::kernel::MAX_LANES;
use core::fmt::Debug;
use core::ops::{Add, Mul, Sub};

/// One element as it goes in and comes out: canonical integers, or residues where that is said.
pub trait Canonical: Copy + Debug + Eq + 'static {
    /// An element of the prime field below.
    type Base: Canonical;
    /// 0.
    const ZERO: Self;
    /// 1, of elements that are canonical.
    const ONE: Self;
}

impl<M: Modulus<N>, const N: usize> Canonical for Element<M, N> {
    type Base = Self;
    const ZERO: Self = Self::ZERO;
    const ONE: Self = Self::ONE;
}

/// a + b·u.
impl<M: Modulus<N>, const N: usize> Canonical for [Element<M, N>; 2] {
    type Base = Element<M, N>;
    const ZERO: Self = [Element::ZERO; 2];
    const ONE: Self = [Element::ONE, Element::ZERO];
}

/// Elements of a field, one a lane, that every operation takes and gives in the ranges of their kernel.
///
/// Sums, differences and products are std's operators.
pub trait Coordinate:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + 'static
{
    /// One of them outside.
    type Element: Canonical;
    /// Elements of the prime field below.
    type Base: Coordinate<Element = <Self::Element as Canonical>::Base>;
    /// One of them as it lies in memory.
    type Lane: Copy + Default;
    /// A difference as it may go into one product, and nowhere else.
    type Difference: Copy;
    /// How many there are: 1 or 2.
    const LANES: usize;

    /// The elements of the lanes. `lanes.len() == LANES`.
    fn load(lanes: &[Self::Element]) -> Self;

    /// Those of which the lanes have the residues x·2^(64·N) mod p, of N words: 2^256 of four. `lanes.len() == LANES`.
    fn load_residues(lanes: &[Self::Element]) -> Self;

    /// The elements of the lanes; the rest of the array is unspecified.
    fn store(&self) -> [Self::Element; MAX_LANES];

    /// The same element in every lane.
    fn splat(element: Self::Element) -> Self {
        Self::load(&[element; MAX_LANES][..Self::LANES])
    }

    /// 0 in every lane.
    fn zero() -> Self;

    /// Which lanes are 0; the rest of the array is unspecified. Not constant time.
    fn is_zero(&self) -> [bool; MAX_LANES];

    /// The elements `memory[at[lane]]`.
    ///
    /// # Panics
    /// Where an index is not below the memory's length.
    fn gather(memory: &[Self::Lane], at: [usize; MAX_LANES]) -> Self;

    /// Puts the element of each lane to `memory[at[lane]]`.
    ///
    /// # Panics
    /// As [`gather`](Coordinate::gather).
    fn scatter(&self, memory: &mut [Self::Lane], at: [usize; MAX_LANES]);

    /// Negated in the lanes that are `true`.
    fn negate(&self, lanes: [bool; MAX_LANES]) -> Self;

    /// self - a - b.
    fn minus_both(&self, a: &Self, b: &Self) -> Self;

    /// self - other, reduced where there is no room for more alone.
    fn difference(&self, other: &Self) -> Self::Difference;

    /// self·difference.
    fn times_difference(&self, difference: &Self::Difference) -> Self;

    /// self².
    fn square(&self) -> Self;

    /// self·other, by a call: where a product's time is none of the whole's, that spares its code.
    fn times(&self, other: &Self) -> Self;

    /// self², by a call.
    #[inline(never)]
    fn squared(&self) -> Self {
        self.square()
    }

    /// self·factor, of a factor in the prime field.
    fn scaled(&self, factor: &Self::Base) -> Self;

    // Products and nothing else, many of them, as `Lanewise` has them.

    /// `products[i]` = `a[i]`·`b[i]`.
    ///
    /// # Panics
    /// Where not all slices are of one length; so do the other four.
    #[inline(never)]
    fn multiply_all(products: &mut [Self], a: &[Self], b: &[Self::Difference]) {
        assert!(a.len() == products.len() && b.len() == products.len());
        for ((product, a), b) in products.iter_mut().zip(a).zip(b) {
            *product = a.times_difference(b);
        }
    }

    /// `a[i]` = `a[i]`·`b[i]`.
    #[inline(never)]
    fn multiply_all_in_place(a: &mut [Self], b: &[Self]) {
        assert!(b.len() == a.len());
        for (a, b) in a.iter_mut().zip(b) {
            *a = *a * *b;
        }
    }

    /// `squares[i]` = `a[i]`².
    #[inline(never)]
    fn square_all(squares: &mut [Self], a: &[Self]) {
        assert!(a.len() == squares.len());
        for (square, a) in squares.iter_mut().zip(a) {
            *square = a.square();
        }
    }

    /// `products[i]` = `products[i - CHAINS]`·`b[i]`, from the first that has such a one to the last.
    #[inline(never)]
    fn multiply_up<const CHAINS: usize>(products: &mut [Self], b: &[Self::Difference]) {
        assert!(b.len() == products.len());
        for i in CHAINS..products.len() {
            products[i] = products[i - CHAINS].times_difference(&b[i]);
        }
    }

    /// `products[i - CHAINS]` = `products[i]`·`b[i]`, from the last to the first that has such a one.
    #[inline(never)]
    fn multiply_down<const CHAINS: usize>(products: &mut [Self], b: &[Self::Difference]) {
        assert!(b.len() == products.len());
        for i in (CHAINS..products.len()).rev() {
            products[i - CHAINS] = products[i].times_difference(&b[i]);
        }
    }

    /// 1/self in every lane, or None where a lane is 0. Variable time.
    fn inverse(&self) -> Option<Self>;

    /// self + self.
    #[inline(always)]
    fn double(&self) -> Self {
        *self + *self
    }
}
