//! The scalar 9x29 kernel: no SIMD, any machine with a 64-bit multiplication.
//!
//! With `+simd128` its products are calls. Where they were inlined into a loop over arrays, LLVM would do two at a time
//! by `i64x2.mul`, which x86-64 below AVX-512 has no instruction for, and take half as long again.

use crate::field::{Element, Integer, Modulus, modulus};
use crate::kernel::{self, Kernel, MAX_LANES};
use crate::radix::radix29::{
    self, Constants, DROPIN_SHIFT, DROPIN_SQUARE_SHIFT, LIMBS, Signed, WIDTH, Word,
};
use core::marker::PhantomData;

/// Whether a factor is in [-2^31, 2^31).
fn fits(factor: u64) -> bool {
    i32::try_from(factor as i64).is_ok()
}

impl Word for u64 {
    /// Two's complement.
    type Factor = u64;

    // Six multiplications and their additions are more instructions than nine.
    const KARATSUBA_BLOCKS: bool = false;

    #[inline(always)]
    fn product(a: u64, b: u64) -> u64 {
        debug_assert!(fits(a) && fits(b));
        a.wrapping_mul(b)
    }

    #[inline(always)]
    fn difference(a: u64, b: u64) -> u64 {
        a.wrapping_sub(b)
    }

    #[inline(always)]
    fn plus(self, other: u64) -> u64 {
        self.wrapping_add(other)
    }

    #[inline(always)]
    fn high(self) -> u64 {
        self >> WIDTH
    }

    #[inline(always)]
    fn low(self) -> u64 {
        self & ((1 << WIDTH) - 1)
    }

    #[inline(always)]
    fn negated_low(self) -> u64 {
        self.wrapping_neg().low()
    }

    #[inline(always)]
    fn factor(self) -> u64 {
        self
    }
}

impl Signed for u64 {
    #[inline(always)]
    fn sum(a: u64, b: u64) -> u64 {
        a.wrapping_add(b)
    }

    #[inline(always)]
    fn carry(a: u64) -> u64 {
        (a as i64 >> WIDTH) as u64
    }

    #[inline(always)]
    fn limb(a: u64) -> u64 {
        a.low()
    }

    #[inline(always)]
    fn masked(a: u64, mask: u64) -> u64 {
        a & mask
    }
}

/// out = a·b·R^-1 mod p. R = 2^261, limbs radix 2^29, little-endian.
/// Preconditions: a, b < 2p, limbs < 2^29. Postcondition: out < 2p, limbs < 2^29, of every operation.
/// Any odd p below 2^255.
/// Lanes: 1. Multiplies: in Fq of BN254 136 i64.mul, 127 a square (asserted by the opcode test).
/// ONE_REDUCTION: a sum of products is reduced once, of two with 190 i64.mul; else it is products and
/// additions.
/// Source: `src/radix/radix29.rs`. Not constant-time audited.
pub struct Limbs29<M, const ONE_REDUCTION: bool = false>(PhantomData<M>);

impl<M: Modulus, const ONE_REDUCTION: bool> Kernel for Limbs29<M, ONE_REDUCTION> {
    type Modulus = M;
    type Packed = [u64; LIMBS];
    const LANES: usize = 1;
    const RADIX_BITS: u32 = radix29::RADIX_BITS;

    #[inline]
    fn pack(lanes: &[Element<M>]) -> Self::Packed {
        radix29::split::<0>(lanes[0].integer())
    }

    #[inline]
    fn unpack(packed: &Self::Packed) -> [Element<M>; MAX_LANES] {
        [Element::canonical(radix29::join::<M>(packed)); MAX_LANES]
    }

    #[cfg_attr(target_feature = "simd128", inline(never))]
    #[cfg_attr(not(target_feature = "simd128"), inline(always))]
    fn mul(a: &Self::Packed, b: &Self::Packed) -> Self::Packed {
        radix29::multiply(a, b, const { &Constants::of::<M>(4) })
    }

    #[cfg_attr(target_feature = "simd128", inline(never))]
    #[cfg_attr(not(target_feature = "simd128"), inline(always))]
    fn square(a: &Self::Packed) -> Self::Packed {
        radix29::square::<_, false>(a, const { &Constants::of::<M>(4) })
    }

    #[inline(always)]
    fn add(a: &Self::Packed, b: &Self::Packed) -> Self::Packed {
        radix29::add::<u64>(a, b, const { &radix29::twice_p::<M>() })
    }

    #[inline(always)]
    fn sub(a: &Self::Packed, b: &Self::Packed) -> Self::Packed {
        radix29::sub::<u64>(a, b, const { &radix29::twice_p::<M>() })
    }

    #[cfg_attr(target_feature = "simd128", inline(never))]
    #[cfg_attr(not(target_feature = "simd128"), inline(always))]
    fn sum_of_products<const N: usize>(
        a: [&Self::Packed; N],
        b: [&Self::Packed; N],
    ) -> Self::Packed {
        if ONE_REDUCTION {
            radix29::sum_of_products(a, b, const { &Constants::of::<M>(4 * N as u32) })
        } else {
            kernel::one_by_one::<Self, N>(a, b)
        }
    }
}

/// [`Limbs29`], a sum of products by one reduction.
pub type Limbs29Sop2<M> = Limbs29<M, true>;

/// out = a·b·R^-1 mod p. R = 2^256, 4x64 limbs.
/// Preconditions: a, b < p. Postcondition: out < p.
/// Any odd p below 2^255.
/// Lanes: 1. Multiplies: in Fq of BN254 136 i64.mul, 127 a square, 190 a sum of two products
/// (asserted by the opcode test).
/// One operand is unpacked 5 bits up, as 32a < 2^260, so that the product's R = 2^261 becomes 2^256;
/// then the product is below 2p, and one subtraction makes it canonical. A square is that of 4a,
/// twice.
/// Source: `src/radix/radix29.rs`. Not constant-time audited.
pub struct Limbs29Dropin<M>(PhantomData<M>);

impl<M: Modulus> Limbs29Dropin<M> {
    /// a·b·2^-256 mod p for a, b < p: the product as arkworks has it.
    #[cfg_attr(target_feature = "simd128", inline(never))]
    #[cfg_attr(not(target_feature = "simd128"), inline(always))]
    pub fn multiply(a: &Integer, b: &Integer) -> Integer {
        let product = radix29::multiply(
            &radix29::split::<DROPIN_SHIFT>(a),
            &radix29::split::<0>(b),
            const { &Constants::of::<M>(32) },
        );
        radix29::join::<M>(&product)
    }

    /// a·a·2^-256 mod p for a < p.
    #[cfg_attr(target_feature = "simd128", inline(never))]
    #[cfg_attr(not(target_feature = "simd128"), inline(always))]
    pub fn squared(a: &Integer) -> Integer {
        let square = radix29::square::<_, true>(
            &radix29::split::<DROPIN_SQUARE_SHIFT>(a),
            const { &Constants::of::<M>(32) },
        );
        radix29::join::<M>(&square)
    }

    /// (a\[0\]·b\[0\] + a\[1\]·b\[1\])·2^-256 mod p for operands below p, reduced once.
    #[cfg_attr(target_feature = "simd128", inline(never))]
    #[cfg_attr(not(target_feature = "simd128"), inline(always))]
    pub fn sum(a: [&Integer; 2], b: [&Integer; 2]) -> Integer {
        let sum = radix29::sum_of_products(
            a.map(radix29::split::<DROPIN_SHIFT>).each_ref(),
            b.map(radix29::split::<0>).each_ref(),
            const { &Constants::of::<M>(64) },
        );
        radix29::join::<M>(&sum)
    }
}

impl<M: Modulus> Kernel for Limbs29Dropin<M> {
    type Modulus = M;
    type Packed = Integer;
    const LANES: usize = 1;
    const RADIX_BITS: u32 = 256;

    #[inline]
    fn pack(lanes: &[Element<M>]) -> Integer {
        *lanes[0].integer()
    }

    #[inline]
    fn unpack(packed: &Integer) -> [Element<M>; MAX_LANES] {
        [Element::canonical(*packed); MAX_LANES]
    }

    #[inline(always)]
    fn mul(a: &Integer, b: &Integer) -> Integer {
        Self::multiply(a, b)
    }

    #[inline(always)]
    fn square(a: &Integer) -> Integer {
        Self::squared(a)
    }

    #[inline(always)]
    fn sum_of_products<const N: usize>(a: [&Integer; N], b: [&Integer; N]) -> Integer {
        kernel::in_twos::<Self, N>(a, b, Self::sum)
    }

    #[inline(always)]
    fn add(a: &Integer, b: &Integer) -> Integer {
        modulus::add(a, b, &M::P)
    }

    #[inline(always)]
    fn sub(a: &Integer, b: &Integer) -> Integer {
        modulus::sub(a, b, &M::P)
    }
}
