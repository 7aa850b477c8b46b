//! The scalar 9x29 kernel: no SIMD, any machine with a 64-bit multiplication.
//!
//! With `+simd128` its products are calls. Where they were inlined into a loop over arrays, LLVM would do two at a time
//! by `i64x2.mul`, which x86-64 below AVX-512 has no instruction for, and take half as long again.

use crate::field::{Element, Modulus, integer, modulus};
use crate::kernel::{self, Kernel, Lanewise, MAX_LANES};
use crate::radix::dropin::{Prime, Residue};
use crate::radix::radix29::{self, LIMBS};
use core::marker::PhantomData;

/// out = a·b·R^-1 mod p.
///
/// | | |
/// |---|---|
/// | in | a, b < 2p, limbs < 2^29 |
/// | out | out < 2p, limbs < 2^29, of every operation |
/// | p | odd, below 2^255; for sums and differences above 2^240 |
/// | limbs | 9 in radix 2^29, little-endian, a 64-bit word each |
/// | lanes | 1 |
/// | R | 2^261 |
/// | multiplications | in Fq of BN254 136 `i64.mul` a product, 127 a square, 10 a sum |
/// | source | `src/radix/montgomery.rs`, `radix29.rs`: Scott 2018 (Karatsuba), Barretenberg (reduction) |
///
/// `ONE_REDUCTION`: a sum of products is reduced once, and one of two has 190 `i64.mul`. Without it each product is
/// reduced. The interval test `tests/suite/bounds29.rs` proves the ranges and that no column overflows; the opcode test
/// counts the multiplications in the built module.
/// Products have no branch on an element. Nothing is audited for constant time.
pub struct Limbs29<M, const ONE_REDUCTION: bool = false>(PhantomData<M>);

impl<M: Modulus, const ONE_REDUCTION: bool> Kernel for Limbs29<M, ONE_REDUCTION> {
    type Modulus = M;
    type Packed = [u64; LIMBS];
    const LANES: usize = 1;
    const RADIX_BITS: u32 = radix29::RADIX_BITS;

    #[inline]
    fn pack(lanes: &[Element<M>]) -> Self::Packed {
        radix29::split(lanes[0].integer())
    }

    #[inline]
    fn unpack(packed: &Self::Packed) -> [Element<M>; MAX_LANES] {
        [Element::unpacked(radix29::join::<M>(packed)); MAX_LANES]
    }

    #[cfg_attr(target_feature = "simd128", inline(never))]
    #[cfg_attr(not(target_feature = "simd128"), inline(always))]
    fn mul(a: &Self::Packed, b: &Self::Packed) -> Self::Packed {
        radix29::multiply(a, b, const { &radix29::constants::<M>(4) })
    }

    #[cfg_attr(target_feature = "simd128", inline(never))]
    #[cfg_attr(not(target_feature = "simd128"), inline(always))]
    fn square(a: &Self::Packed) -> Self::Packed {
        radix29::square(a, false, const { &radix29::constants::<M>(4) })
    }

    #[inline(always)]
    fn add(a: &Self::Packed, b: &Self::Packed) -> Self::Packed {
        let mut sum = *a;
        Self::add_assign(&mut sum, b);
        sum
    }

    #[inline(always)]
    fn add_assign(a: &mut Self::Packed, b: &Self::Packed) {
        radix29::add_assign::<u64>(a, b, const { &radix29::quotient::<M>() });
    }

    #[inline(always)]
    fn sub(a: &Self::Packed, b: &Self::Packed) -> Self::Packed {
        let mut difference = *a;
        Self::sub_assign(&mut difference, b);
        difference
    }

    #[inline(always)]
    fn sub_assign(a: &mut Self::Packed, b: &Self::Packed) {
        radix29::sub_assign::<u64>(a, b, const { &radix29::quotient::<M>() });
    }

    #[cfg_attr(target_feature = "simd128", inline(never))]
    #[cfg_attr(not(target_feature = "simd128"), inline(always))]
    fn sum_of_products<const N: usize>(
        a: [&Self::Packed; N],
        b: [&Self::Packed; N],
    ) -> Self::Packed {
        if ONE_REDUCTION {
            radix29::sum_of_products(a, b, const { &radix29::constants::<M>(4 * N as u32) })
        } else {
            kernel::sum_of_reduced_products::<Self, 4, N>(a, b)
        }
    }
}

/// A lane has 32 bits a limb. A difference has limbs below 3·2^29, and a value below 6p.
impl<M: Modulus, const ONE_REDUCTION: bool> Lanewise for Limbs29<M, ONE_REDUCTION> {
    type Lane = [u32; LIMBS];
    type Difference = [u64; LIMBS];

    #[inline(always)]
    fn gather(memory: &[Self::Lane], at: [usize; MAX_LANES]) -> Self::Packed {
        memory[at[0]].map(u64::from)
    }

    #[inline(always)]
    fn scatter(packed: &Self::Packed, memory: &mut [Self::Lane], at: [usize; MAX_LANES]) {
        memory[at[0]] = packed.map(|limb| limb as u32);
    }

    #[inline(always)]
    fn zip(a: &Self::Packed, b: &Self::Packed) -> [Self::Packed; 2] {
        [*a, *b]
    }

    #[inline(always)]
    fn select(lanes: [bool; MAX_LANES], a: &Self::Packed, b: &Self::Packed) -> Self::Packed {
        let mask = u64::from(lanes[0]).wrapping_neg();
        core::array::from_fn(|i| b[i] ^ ((a[i] ^ b[i]) & mask))
    }

    #[inline(always)]
    fn difference(a: &Self::Packed, b: &Self::Packed) -> Self::Difference {
        radix29::difference::<u64>(a, b, const { &radix29::lifted_four_p::<M>() })
    }

    #[cfg_attr(target_feature = "simd128", inline(never))]
    #[cfg_attr(not(target_feature = "simd128"), inline(always))]
    fn mul_difference(a: &Self::Difference, b: &Self::Packed) -> Self::Packed {
        radix29::multiply(a, b, const { &radix29::constants::<M>(12) })
    }
}

/// [`Limbs29`], a sum of products by one reduction.
pub type Limbs29Sop<M> = Limbs29<M, true>;

/// out = a·b·R^-1 mod p, on residues as arkworks keeps them.
///
/// | | |
/// |---|---|
/// | in | a, b < p |
/// | out | out < p, of every operation |
/// | p | odd, below 2^255; of six words below 2^383 |
/// | limbs | 4x64 in and out; 9x29 in between; of six words 6x64, and 13x30 |
/// | lanes | 1 |
/// | R | 2^256; of six words 2^384 |
/// | multiplications | in Fq of BN254 136 `i64.mul` a product, 127 a square, 190 a sum of two products |
/// | source | `src/radix/dropin.rs`: the algorithm of [`Limbs29`] |
///
/// One operand is unpacked 5 bits up, which turns R = 2^261 into 2^256 at no cost; of six words 6 bits. The interval test
/// `tests/suite/bounds29.rs` proves the ranges; the opcode test counts the multiplications.
/// Products have no branch on an element. Nothing is audited for constant time.
pub struct Limbs29Dropin<M, const N: usize = 4>(PhantomData<M>);

impl<M: Modulus<N>, const N: usize> Prime<[u64; N]> for Limbs29Dropin<M, N> {
    const PRIME: [u64; N] = {
        modulus::assert_bits(&M::P);
        M::P
    };
}

impl<M: Modulus<N>, const N: usize> Limbs29Dropin<M, N>
where
    [u64; N]: Residue,
{
    /// a·b·2^-(64·N) mod p for a, b < p: the product as arkworks has it.
    #[inline(always)]
    pub fn multiply(a: &[u64; N], b: &[u64; N]) -> [u64; N] {
        Residue::product::<Self>(a, b)
    }

    // Products of six words are so long that a call is nothing beside one, and their code much of a module.

    #[inline(never)]
    fn called(a: &[u64; N], b: &[u64; N]) -> [u64; N] {
        Residue::product::<Self>(a, b)
    }

    #[inline(never)]
    fn called_square(a: &[u64; N]) -> [u64; N] {
        Residue::square::<Self>(a)
    }
}

impl<M: Modulus<N>, const N: usize> Kernel<N> for Limbs29Dropin<M, N>
where
    [u64; N]: Residue,
{
    type Modulus = M;
    type Packed = [u64; N];
    const LANES: usize = 1;
    const RADIX_BITS: u32 = 64 * N as u32;

    #[inline]
    fn pack(lanes: &[Element<M, N>]) -> [u64; N] {
        *lanes[0].integer()
    }

    #[inline]
    fn unpack(packed: &[u64; N]) -> [Element<M, N>; MAX_LANES] {
        [Element::unpacked(*packed); MAX_LANES]
    }

    #[inline(always)]
    fn mul(a: &[u64; N], b: &[u64; N]) -> [u64; N] {
        if N > 4 {
            Self::called(a, b)
        } else {
            Self::multiply(a, b)
        }
    }

    #[inline(always)]
    fn square(a: &[u64; N]) -> [u64; N] {
        if N > 4 {
            Self::called_square(a)
        } else {
            Residue::square::<Self>(a)
        }
    }

    #[inline(always)]
    fn sum_of_products<const TERMS: usize>(
        a: [&[u64; N]; TERMS],
        b: [&[u64; N]; TERMS],
    ) -> [u64; N] {
        Residue::sum_of_products::<Self, TERMS>(&a.map(|a| *a), &b.map(|b| *b))
    }

    #[inline(always)]
    fn add(a: &[u64; N], b: &[u64; N]) -> [u64; N] {
        integer::add(a, b, &M::P)
    }

    #[inline(always)]
    fn sub(a: &[u64; N], b: &[u64; N]) -> [u64; N] {
        Residue::difference::<Self>(a, b)
    }
}

/// A lane is a residue.
impl<M: Modulus<N>, const N: usize> Lanewise<N> for Limbs29Dropin<M, N>
where
    [u64; N]: Residue,
{
    type Lane = [u64; N];
    type Difference = [u64; N];

    #[inline(always)]
    fn gather(memory: &[[u64; N]], at: [usize; MAX_LANES]) -> [u64; N] {
        memory[at[0]]
    }

    #[inline(always)]
    fn scatter(packed: &[u64; N], memory: &mut [[u64; N]], at: [usize; MAX_LANES]) {
        memory[at[0]] = *packed;
    }

    #[inline(always)]
    fn zip(a: &[u64; N], b: &[u64; N]) -> [[u64; N]; 2] {
        [*a, *b]
    }

    #[inline(always)]
    fn select(lanes: [bool; MAX_LANES], a: &[u64; N], b: &[u64; N]) -> [u64; N] {
        let mask = u64::from(lanes[0]).wrapping_neg();
        core::array::from_fn(|i| b[i] ^ ((a[i] ^ b[i]) & mask))
    }

    #[inline(always)]
    fn difference(a: &[u64; N], b: &[u64; N]) -> [u64; N] {
        Self::sub(a, b)
    }

    #[inline(always)]
    fn mul_difference(a: &[u64; N], b: &[u64; N]) -> [u64; N] {
        Self::mul(a, b)
    }
}
