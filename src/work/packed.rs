//! A packed element: as many elements as a kernel has lanes, in the kernel's own format, with the operators of a field.
//!
//! An algorithm over arrays is written once over [`Packed`], and an operation of it is one of each lane. Arrays that
//! are read in another order than they were written hold lanes ([`Lanewise::Lane`]), which are gathered and scattered.
//!
//! A [`Difference`] is another type than a reduced element: it goes into one product, whose bounds have room for it,
//! and nowhere else, so that its carries are never made.
//!
//! What arkworks' traits would need for that: `ark_ff::Field` is one element, in the form in which it is compared and
//! written. Its algorithms would have to be over an associated type `Packed` of `PrimeField`, with lanes in and out,
//! as `Packing` of Plonky3's fields is; equality, zero and bytes would belong to elements alone, because a packed
//! element is not canonical; and `sum_of_products`, which `Field` has, would take the unreduced type.
//!
//! Nothing here is audited for constant-time execution.

use super::coordinate::Coordinate;
use crate::field::Element;
use crate::kernel::{Kernel, Lanewise, MAX_LANES, product};
use core::ops::{Add, Mul, Sub};

/// Elements of a field of N words, one a lane, as residues of the kernel K.
#[repr(transparent)]
pub struct Packed<K: Kernel<N>, const N: usize = 4>(pub K::Packed);

/// A difference of two, which may be multiplied once.
#[repr(transparent)]
pub struct Difference<K: Lanewise<N>, const N: usize = 4>(K::Difference);

impl<K: Kernel<N>, const N: usize> Clone for Packed<K, N> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<K: Kernel<N>, const N: usize> Copy for Packed<K, N> {}

impl<K: Lanewise<N>, const N: usize> Clone for Difference<K, N> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<K: Lanewise<N>, const N: usize> Copy for Difference<K, N> {}

impl<K: Kernel<N>, const N: usize> Packed<K, N> {
    /// The elements of the lanes. `lanes.len() == LANES`.
    pub fn load(lanes: &[Element<K::Modulus, N>]) -> Self {
        Self(K::load(lanes))
    }

    /// The elements of which the lanes have the residues x·2^(64·N) mod p, as arkworks and others keep them.
    /// `lanes.len() == LANES`.
    #[inline(never)]
    pub fn load_residues(lanes: &[Element<K::Modulus, N>]) -> Self {
        // x·2^(64·N) times f/R is x·R.
        let factor = const { Element::power_of_two(2 * K::RADIX_BITS - 64 * N as u32) };
        let factor = K::pack(&[factor; MAX_LANES][..K::LANES]);
        Self(product::<K, N>(&K::pack(lanes), &factor))
    }

    /// The same element in every lane.
    pub fn splat(element: Element<K::Modulus, N>) -> Self {
        Self::load(&[element; MAX_LANES][..K::LANES])
    }

    /// 0 in every lane.
    #[inline(always)]
    pub fn zero() -> Self {
        Self(K::pack(&[Element::ZERO; MAX_LANES][..K::LANES]))
    }

    /// The elements of the lanes; the rest of the array is unspecified.
    pub fn store(&self) -> [Element<K::Modulus, N>; MAX_LANES] {
        K::store(&self.0)
    }

    /// self + self.
    #[inline(always)]
    pub fn double(&self) -> Self {
        Self(K::add(&self.0, &self.0))
    }

    /// self².
    #[inline(always)]
    pub fn square(&self) -> Self {
        Self(K::square(&self.0))
    }

    /// The sum of two to four elements.
    #[inline(always)]
    pub fn sum<const TERMS: usize>(terms: [&Self; TERMS]) -> Self {
        Self(K::sum(terms.map(|x| &x.0)))
    }

    /// The sum of all a\[i\]·b\[i\], of one to four products.
    #[inline(always)]
    pub fn sum_of_products<const TERMS: usize>(a: [&Self; TERMS], b: [&Self; TERMS]) -> Self {
        Self(K::sum_of_products(a.map(|x| &x.0), b.map(|x| &x.0)))
    }

    /// Which lanes are 0, by their canonical form; the rest of the array is unspecified. Not constant time.
    pub fn is_zero(&self) -> [bool; MAX_LANES] {
        K::unpack(&self.0).map(|lane| lane == Element::ZERO)
    }
}

impl<K: Lanewise<N>, const N: usize> Packed<K, N> {
    /// The residues `memory[at[lane]]`.
    ///
    /// # Panics
    /// Where an index is not below the memory's length.
    #[inline(always)]
    pub fn gather(memory: &[K::Lane], at: [usize; MAX_LANES]) -> Self {
        Self(K::gather(memory, at))
    }

    /// Puts the residue of each lane to `memory[at[lane]]`.
    ///
    /// # Panics
    /// As [`gather`](Packed::gather).
    #[inline(always)]
    pub fn scatter(&self, memory: &mut [K::Lane], at: [usize; MAX_LANES]) {
        K::scatter(&self.0, memory, at);
    }

    /// The lanes 0 of both and the lanes 1 of both; a second time, both again. With one lane, both as they are.
    #[inline(always)]
    pub fn zip(&self, other: &Self) -> [Self; 2] {
        K::zip(&self.0, &other.0).map(Self)
    }

    /// a in the lanes that are `true`, b in the others.
    #[inline(always)]
    pub fn select(lanes: [bool; MAX_LANES], a: &Self, b: &Self) -> Self {
        Self(K::select(lanes, &a.0, &b.0))
    }

    /// Negated in the lanes that are `true`.
    #[inline(always)]
    pub fn negate(&self, lanes: [bool; MAX_LANES]) -> Self {
        Self(K::negate(lanes, &self.0))
    }

    /// self - a - b.
    #[inline(always)]
    pub fn minus_both(&self, a: &Self, b: &Self) -> Self {
        Self(K::sub_both(&self.0, &a.0, &b.0))
    }

    /// self - other, not reduced.
    #[inline(always)]
    pub fn difference(&self, other: &Self) -> Difference<K, N> {
        Difference(K::difference(&self.0, &other.0))
    }

    /// The lanes in the opposite order.
    pub fn reversed(&self) -> Self {
        let mut memory = [K::Lane::default(); MAX_LANES];
        self.scatter(&mut memory, [0, 1]);
        Self::gather(
            &memory,
            core::array::from_fn(|lane| (K::LANES - 1).saturating_sub(lane)),
        )
    }

    /// 1/self in every lane, or None where a lane is 0. Variable time.
    pub fn inverse(&self) -> Option<Self> {
        let others = self.reversed();
        let all = if K::LANES == 1 {
            *self
        } else {
            self.times(&others)
        };
        // Of the residue x·R as an integer: 1/(x·R), which R^3 and a product take to R/x.
        let integer = K::unpack(&all.0)[0];
        if integer == Element::ZERO {
            return None;
        }
        let lanes = [integer.inverse(); MAX_LANES];
        let cube = [const { Element::power_of_two(3 * K::RADIX_BITS) }; MAX_LANES];
        let inverse = Self(product::<K, N>(
            &K::pack(&lanes[..K::LANES]),
            &K::pack(&cube[..K::LANES]),
        ));
        Some(if K::LANES == 1 {
            inverse
        } else {
            inverse.times(&others)
        })
    }
}

impl<K: Lanewise<N>, const N: usize> Coordinate for Packed<K, N> {
    type Element = Element<K::Modulus, N>;
    type Base = Self;
    type Lane = K::Lane;
    type Difference = Difference<K, N>;
    const LANES: usize = K::LANES;

    fn load(lanes: &[Self::Element]) -> Self {
        Packed::load(lanes)
    }

    fn load_residues(lanes: &[Self::Element]) -> Self {
        Packed::load_residues(lanes)
    }

    fn store(&self) -> [Self::Element; MAX_LANES] {
        self.store()
    }

    #[inline(always)]
    fn zero() -> Self {
        Packed::zero()
    }

    fn is_zero(&self) -> [bool; MAX_LANES] {
        self.is_zero()
    }

    #[inline(always)]
    fn gather(memory: &[K::Lane], at: [usize; MAX_LANES]) -> Self {
        Packed::gather(memory, at)
    }

    #[inline(always)]
    fn scatter(&self, memory: &mut [K::Lane], at: [usize; MAX_LANES]) {
        self.scatter(memory, at);
    }

    #[inline(always)]
    fn negate(&self, lanes: [bool; MAX_LANES]) -> Self {
        self.negate(lanes)
    }

    #[inline(always)]
    fn minus_both(&self, a: &Self, b: &Self) -> Self {
        self.minus_both(a, b)
    }

    #[inline(always)]
    fn difference(&self, other: &Self) -> Difference<K, N> {
        self.difference(other)
    }

    #[inline(always)]
    fn times_difference(&self, difference: &Difference<K, N>) -> Self {
        difference * self
    }

    #[inline(always)]
    fn square(&self) -> Self {
        self.square()
    }

    #[inline(always)]
    fn times(&self, other: &Self) -> Self {
        Self(product::<K, N>(&self.0, &other.0))
    }

    #[inline(always)]
    fn scaled(&self, factor: &Self) -> Self {
        self * factor
    }

    #[inline(always)]
    fn multiply_all(products: &mut [Self], a: &[Self], b: &[Difference<K, N>]) {
        K::mul_all(bare_mut(products), bare(a), bare_differences(b));
    }

    #[inline(always)]
    fn multiply_all_in_place(a: &mut [Self], b: &[Self]) {
        K::mul_all_in_place(bare_mut(a), bare(b));
    }

    #[inline(always)]
    fn square_all(squares: &mut [Self], a: &[Self]) {
        K::square_all(bare_mut(squares), bare(a));
    }

    #[inline(always)]
    fn multiply_up<const CHAINS: usize>(products: &mut [Self], b: &[Difference<K, N>]) {
        K::mul_up::<CHAINS>(bare_mut(products), bare_differences(b));
    }

    #[inline(always)]
    fn multiply_down<const CHAINS: usize>(products: &mut [Self], b: &[Difference<K, N>]) {
        K::mul_down::<CHAINS>(bare_mut(products), bare_differences(b));
    }

    fn inverse(&self) -> Option<Self> {
        self.inverse()
    }
}

/// What the kernel knows them as.
#[inline(always)]
fn bare<K: Kernel<N>, const N: usize>(packed: &[Packed<K, N>]) -> &[K::Packed] {
    // SAFETY: a Packed is transparent, so that it lies in memory as what it consists of.
    unsafe { core::slice::from_raw_parts(packed.as_ptr().cast(), packed.len()) }
}

/// As [`bare`].
#[inline(always)]
fn bare_mut<K: Kernel<N>, const N: usize>(packed: &mut [Packed<K, N>]) -> &mut [K::Packed] {
    // SAFETY: as in `bare`; the slice is borrowed for as long as what is given.
    unsafe { core::slice::from_raw_parts_mut(packed.as_mut_ptr().cast(), packed.len()) }
}

/// As [`bare`].
#[inline(always)]
fn bare_differences<K: Lanewise<N>, const N: usize>(
    differences: &[Difference<K, N>],
) -> &[K::Difference] {
    // SAFETY: a Difference is transparent, too.
    unsafe { core::slice::from_raw_parts(differences.as_ptr().cast(), differences.len()) }
}

impl<K: Kernel<N>, const N: usize> Add for Packed<K, N> {
    type Output = Self;

    // In place: what is taken by value is a copy already.
    #[inline(always)]
    fn add(mut self, other: Self) -> Self {
        K::add_assign(&mut self.0, &other.0);
        self
    }
}

impl<K: Kernel<N>, const N: usize> Add for &Packed<K, N> {
    type Output = Packed<K, N>;

    #[inline(always)]
    fn add(self, other: Self) -> Packed<K, N> {
        Packed(K::add(&self.0, &other.0))
    }
}

impl<K: Kernel<N>, const N: usize> Sub for Packed<K, N> {
    type Output = Self;

    // In place: what is taken by value is a copy already.
    #[inline(always)]
    fn sub(mut self, other: Self) -> Self {
        K::sub_assign(&mut self.0, &other.0);
        self
    }
}

impl<K: Kernel<N>, const N: usize> Sub for &Packed<K, N> {
    type Output = Packed<K, N>;

    #[inline(always)]
    fn sub(self, other: Self) -> Packed<K, N> {
        Packed(K::sub(&self.0, &other.0))
    }
}

impl<K: Kernel<N>, const N: usize> Mul for Packed<K, N> {
    type Output = Self;

    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        Self(K::mul(&self.0, &other.0))
    }
}

impl<K: Kernel<N>, const N: usize> Mul for &Packed<K, N> {
    type Output = Packed<K, N>;

    #[inline(always)]
    fn mul(self, other: Self) -> Packed<K, N> {
        Packed(K::mul(&self.0, &other.0))
    }
}

impl<K: Lanewise<N>, const N: usize> Mul<&Packed<K, N>> for &Difference<K, N> {
    type Output = Packed<K, N>;

    #[inline(always)]
    fn mul(self, other: &Packed<K, N>) -> Packed<K, N> {
        Packed(K::mul_difference(&self.0, &other.0))
    }
}
