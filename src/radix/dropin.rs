//! Products of residues as arkworks and others keep them: N 64-bit words, R = 2^(64·N), canonical.
//!
//! One operand is unpacked a few bits up, at no cost, so that the product's R = 2^261 (four words) or
//! 2^390 (six) becomes 2^256 or 2^384; then the product is below 2p, and one subtraction makes it
//! canonical. A square is that of an operand half as many bits up, twice where the number is odd.
//!
//! With `+simd128` the products are calls. Where they were inlined into a loop over arrays, LLVM would do two at a time
//! by `i64x2.mul`, which x86-64 below AVX-512 has no instruction for, and take half as long again. In builds with
//! debug assertions they are calls, too, and compile in half the time.

use super::accumulator::{Accumulator, radix_bits, width};
use super::montgomery;
use super::packing::{self, unrolled};
use super::reduction::{MontgomeryConstants, is_reduced};
use crate::field::integer;
use core::marker::PhantomData;

/// An odd prime, as words.
pub trait Prime<Words> {
    /// Its value.
    const PRIME: Words;
}

/// The words of a residue. Operands are below p, and so are results.
#[diagnostic::on_unimplemented(message = "the drop-in takes primes of four words and of six")]
pub trait Residue: Copy + Default {
    /// a·b·R^-1 mod p.
    fn product<P: Prime<Self>>(a: &Self, b: &Self) -> Self;
    /// a·a·R^-1 mod p.
    fn square<P: Prime<Self>>(a: &Self) -> Self;
    /// The sum of all a\[i\]·b\[i\]·R^-1 mod p, up to three of them by one reduction.
    fn sum_of_products<P: Prime<Self>, const TERMS: usize>(
        a: &[Self; TERMS],
        b: &[Self; TERMS],
    ) -> Self;
    /// a·R^-1 mod p: the integer whose residue a is.
    #[cfg(any(feature = "arkworks", test))]
    fn from_montgomery<P: Prime<Self>>(a: &Self) -> Self;
    /// a - b mod p.
    fn difference<P: Prime<Self>>(a: &Self, b: &Self) -> Self;
}

macro_rules! residue {
    ($words:literal, $limbs:literal) => {
        impl Residue for [u64; $words] {
            #[inline(always)]
            fn product<P: Prime<Self>>(a: &Self, b: &Self) -> Self {
                InLimbs::<P, $words, $limbs, { 2 * $limbs - 1 }>::product(a, b)
            }

            #[inline(always)]
            fn square<P: Prime<Self>>(a: &Self) -> Self {
                InLimbs::<P, $words, $limbs, { 2 * $limbs - 1 }>::square(a)
            }

            #[inline(always)]
            fn sum_of_products<P: Prime<Self>, const TERMS: usize>(
                a: &[Self; TERMS],
                b: &[Self; TERMS],
            ) -> Self {
                InLimbs::<P, $words, $limbs, { 2 * $limbs - 1 }>::sum_of_products(a, b)
            }

            #[cfg(any(feature = "arkworks", test))]
            #[inline(always)]
            fn from_montgomery<P: Prime<Self>>(a: &Self) -> Self {
                InLimbs::<P, $words, $limbs, { 2 * $limbs - 1 }>::from_montgomery(a)
            }

            #[inline(always)]
            fn difference<P: Prime<Self>>(a: &Self, b: &Self) -> Self {
                integer::sub(a, b, &P::PRIME)
            }
        }
    };
}

residue!(4, 9);
residue!(6, 13);

/// Residues of N words by L limbs, and C columns of their products.
pub struct InLimbs<P, const N: usize, const L: usize, const C: usize>(PhantomData<P>);

impl<P: Prime<[u64; N]>, const N: usize, const L: usize, const C: usize> InLimbs<P, N, L, C> {
    /// How far up an operand goes: 2^SHIFT = R of the limbs / R of the words.
    pub const SHIFT: u32 = radix_bits(L) - 64 * N as u32;
    /// Products that are worth so many p^2 each are reduced at once, so many of them.
    pub const TERMS: usize = {
        let mut terms = 3;
        while terms > 1 && !is_reduced::<N, L>(&P::PRIME, (terms as u32) << Self::SHIFT) {
            terms -= 1;
        }
        terms
    };
    const ONE: MontgomeryConstants<u64, L> = MontgomeryConstants::of(&P::PRIME, 1 << Self::SHIFT);
    const TWO: MontgomeryConstants<u64, L> = Self::constants_of(2);
    const THREE: MontgomeryConstants<u64, L> = Self::constants_of(3);

    /// For so many products, or for as many as are ever reduced at once.
    const fn constants_of(terms: usize) -> MontgomeryConstants<u64, L> {
        let terms = if terms < Self::TERMS {
            terms
        } else {
            Self::TERMS
        };
        MontgomeryConstants::of(&P::PRIME, (terms as u32) << Self::SHIFT)
    }

    /// The limbs of a·2^shift.
    #[inline(always)]
    fn split(a: &[u64; N], shift: u32) -> [u64; L] {
        packing::split(a, width(L), shift, |limb: u64| limb.low(width(L)))
    }

    /// The canonical words of limbs whose value is below 2p.
    #[inline(always)]
    fn join(limbs: &[u64; L]) -> [u64; N] {
        // Where 2p has a bit more than the words, the highest limb has it.
        let top = (64 * N as u32) - (L as u32 - 1) * width(L);
        let carry = !integer::has_spare_bit(&P::PRIME) && limbs[L - 1] >> top != 0;
        integer::reduce_carried(&packing::join(limbs, width(L)), carry, &P::PRIME)
    }

    #[cfg_attr(any(target_feature = "simd128", debug_assertions), inline(never))]
    #[cfg_attr(not(any(target_feature = "simd128", debug_assertions)), inline(always))]
    fn product(a: &[u64; N], b: &[u64; N]) -> [u64; N] {
        let (a, b) = (Self::split(a, Self::SHIFT), Self::split(b, 0));
        Self::join(&montgomery::multiply::<u64, L, C>(&a, &b, &Self::ONE))
    }

    #[cfg_attr(any(target_feature = "simd128", debug_assertions), inline(never))]
    #[cfg_attr(not(any(target_feature = "simd128", debug_assertions)), inline(always))]
    fn square(a: &[u64; N]) -> [u64; N] {
        let a = Self::split(a, Self::SHIFT / 2);
        let doubled = Self::SHIFT % 2 == 1;
        Self::join(&montgomery::square::<u64, L, C>(&a, doubled, &Self::ONE))
    }

    /// Of as many products as [`TERMS`](Self::TERMS) at most.
    #[cfg_attr(any(target_feature = "simd128", debug_assertions), inline(never))]
    #[cfg_attr(not(any(target_feature = "simd128", debug_assertions)), inline(always))]
    fn sum<const TERMS: usize>(a: [&[u64; N]; TERMS], b: [&[u64; N]; TERMS]) -> [u64; N] {
        // In other crates than this LLVM may leave `array::from_fn` and `map` of so much as the loops that they are.
        let (mut x, mut y) = ([[0; L]; TERMS], [[0; L]; TERMS]);
        unrolled!(TERMS, |i| {
            x[i] = Self::split(a[i], Self::SHIFT);
            y[i] = Self::split(b[i], 0);
        });
        let constants = if TERMS == 2 { &Self::TWO } else { &Self::THREE };
        let (mut a, mut b) = ([&x[0]; TERMS], [&y[0]; TERMS]);
        unrolled!(TERMS, |i| {
            a[i] = &x[i];
            b[i] = &y[i];
        });
        Self::join(&montgomery::sum_of_products::<u64, L, C, TERMS>(
            a, b, constants,
        ))
    }

    /// As many as possible at once, and their sums.
    #[inline(always)]
    fn sum_of_products<const TERMS: usize>(
        a: &[[u64; N]; TERMS],
        b: &[[u64; N]; TERMS],
    ) -> [u64; N] {
        let mut sum = [0; N];
        let mut i = 0;
        while i < TERMS {
            let (next, part) = if Self::TERMS >= 3 && i + 3 <= TERMS {
                (
                    i + 3,
                    Self::sum([&a[i], &a[i + 1], &a[i + 2]], [&b[i], &b[i + 1], &b[i + 2]]),
                )
            } else if Self::TERMS >= 2 && i + 2 <= TERMS {
                (i + 2, Self::sum([&a[i], &a[i + 1]], [&b[i], &b[i + 1]]))
            } else {
                (i + 1, Self::product(&a[i], &b[i]))
            };
            sum = if i == 0 {
                part
            } else {
                integer::add(&sum, &part, &P::PRIME)
            };
            i = next;
        }
        sum
    }

    #[cfg(any(feature = "arkworks", test))]
    #[cfg_attr(any(target_feature = "simd128", debug_assertions), inline(never))]
    #[cfg_attr(not(any(target_feature = "simd128", debug_assertions)), inline(always))]
    fn from_montgomery(a: &[u64; N]) -> [u64; N] {
        let a = Self::split(a, Self::SHIFT);
        Self::join(&montgomery::from_montgomery::<u64, L, C>(a, &Self::ONE))
    }
}
