//! The v128 lane-split: two independent 9x29 products in the two 64-bit lanes (simd128).
//!
//! A packed limb is a v128 whose 32-bit lanes 0 and 1 hold one limb of each product, as
//! `i64x2.extmul_low_i32x4_s` wants it. LLVM replaces an extmul whose operands it understands by
//! `i64x2.mul`, which V8 expands to eight instructions; so every limb comes out of memory by a
//! volatile load or out of a swizzle whose index LLVM does not know. The opcode test reads the
//! module for the result.

use crate::black_box::black_box;
use crate::field::integer::{self, reduce_once};
use crate::field::{Element, Integer, Modulus};
use crate::kernel::{self, Kernel, Lanewise, MAX_LANES};
use crate::radix::accumulator::Accumulator;
#[cfg(any(feature = "alloc", test))]
use crate::radix::loose29::UnsignedLimbs;
use crate::radix::packing::{self, Bits};
use crate::radix::radix29::{self, LIMBS, Quotient, RADIX_BITS, SignedLimbs, WIDTH};
use crate::radix::reduction::{MontgomeryConstants, is_reduced};
use core::arch::wasm32::*;
use core::marker::PhantomData;

/// How far up an operand of a drop-in goes: 2^261 / 2^256.
const SHIFT: u32 = RADIX_BITS - 256;

/// A 64-bit accumulator a lane.
#[derive(Clone, Copy)]
pub(crate) struct Accumulators(pub(crate) v128);

/// Bytes of the low halves of the 64-bit lanes, moved to 32-bit lanes 0 and 1.
static LOW_HALVES: v128 = u8x16(0, 1, 2, 3, 8, 9, 10, 11, 0, 1, 2, 3, 8, 9, 10, 11);
static LOW_LIMB: v128 = u64x2((1 << WIDTH) - 1, (1 << WIDTH) - 1);

impl Accumulator for Accumulators {
    type Limb = v128;

    // An extmul is three instructions of the machine.
    const KARATSUBA_BLOCKS: bool = true;

    #[inline(always)]
    fn zero() -> Self {
        Self(u64x2(0, 0))
    }

    #[inline(always)]
    fn product(a: v128, b: v128) -> Self {
        Self(i64x2_extmul_low_i32x4(a, b))
    }

    #[inline(always)]
    fn difference(a: v128, b: v128) -> v128 {
        i32x4_sub(a, b)
    }

    #[inline(always)]
    fn sum(a: v128, b: v128) -> v128 {
        i32x4_add(a, b)
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        Self(u64x2_add(self.0, other.0))
    }

    #[inline(always)]
    fn high(self, width: u32) -> Self {
        Self(u64x2_shr(self.0, width))
    }

    #[inline(always)]
    fn low(self, width: u32) -> Self {
        debug_assert!(width == WIDTH);
        Self(v128_and(self.0, black_box(&LOW_LIMB)))
    }

    #[inline(always)]
    fn negated_low(self, width: u32) -> Self {
        Self(u64x2_sub(u64x2_splat(0), self.0)).low(width)
    }

    #[inline(always)]
    fn limb(self) -> v128 {
        u8x16_swizzle(self.0, black_box(&LOW_HALVES))
    }
}

/// In all four 32-bit lanes: those of a limb are signed, and shift as such.
impl SignedLimbs for Accumulators {
    #[inline(always)]
    fn carry(a: v128) -> v128 {
        i32x4_shr(a, WIDTH)
    }

    #[inline(always)]
    fn low_limb(a: v128) -> v128 {
        v128_and(a, const { splat((1 << WIDTH) - 1) })
    }

    #[inline(always)]
    fn multiple(a: v128, b: v128) -> v128 {
        i32x4_mul(a, b)
    }

    #[inline(always)]
    fn down(a: v128, bits: u32) -> v128 {
        i32x4_shr(a, bits)
    }
}

#[cfg(any(feature = "alloc", test))]
impl UnsignedLimbs for Accumulators {
    #[inline(always)]
    fn total(a: v128, b: v128) -> v128 {
        i32x4_add(a, b)
    }

    #[inline(always)]
    fn rest(a: v128, b: v128) -> v128 {
        i32x4_sub(a, b)
    }

    #[inline(always)]
    fn above(a: v128) -> v128 {
        u32x4_shr(a, WIDTH)
    }

    #[inline(always)]
    fn below(a: v128) -> v128 {
        v128_and(a, const { splat((1 << WIDTH) - 1) })
    }
}

pub(crate) const fn splat(x: u64) -> v128 {
    u64x2(x << 32 | x, x << 32 | x)
}

pub(crate) const fn splat_all(limbs: &[u64; LIMBS]) -> [v128; LIMBS] {
    let mut splats = [splat(0); LIMBS];
    let mut i = 0;
    while i < LIMBS {
        splats[i] = splat(limbs[i]);
        i += 1;
    }
    splats
}

/// How many of so many products that are worth `squares`·p^2 each are reduced at once.
const fn at_once<M: Modulus>(squares: u32, mut terms: usize) -> usize {
    while terms > 1 && !is_reduced::<4, LIMBS>(&M::P, squares * terms as u32) {
        terms -= 1;
    }
    terms
}

const fn splat_quotient(quotient: &Quotient<u64>) -> Quotient<v128> {
    Quotient {
        p: splat_all(&quotient.p),
        inverse: splat(quotient.inverse),
        half: splat(quotient.half),
        bits: quotient.bits,
    }
}

/// The constants of a modulus for a sum of so many products, or as many as are reduced at once, of up to so
/// many p^2, each in every 32-bit lane.
struct Splat<M, const SQUARES: u32, const TERMS: usize>(PhantomData<M>);

impl<M: Modulus, const SQUARES: u32, const TERMS: usize> Splat<M, SQUARES, TERMS> {
    const CONSTANTS: MontgomeryConstants<v128, LIMBS> = {
        let plain = radix29::constants::<M>(SQUARES * at_once::<M>(SQUARES, TERMS) as u32);
        MontgomeryConstants {
            reduction: plain.reduction,
            p: splat_all(&plain.p),
            inverse_radix: splat_all(&plain.inverse_radix),
            negated_inverse: splat(plain.negated_inverse),
        }
    };

    /// The constants as they come out of memory.
    #[inline(always)]
    fn load() -> MontgomeryConstants<v128, LIMBS> {
        let constants = const { &Self::CONSTANTS };
        MontgomeryConstants {
            // LLVM may know this one.
            reduction: const { Self::CONSTANTS.reduction },
            p: constants.p.each_ref().map(black_box),
            inverse_radix: constants.inverse_radix.each_ref().map(black_box),
            negated_inverse: black_box(&constants.negated_inverse),
        }
    }
}

/// Limb i of lane 0 and lane 1 in the 32-bit lanes 0 and 1, and again in 2 and 3.
type PackedLimbs = [v128; LIMBS];

fn pack_limbs(lanes: [[u64; LIMBS]; 2]) -> PackedLimbs {
    core::array::from_fn(|i| {
        let (x, y) = (lanes[0][i] as u32, lanes[1][i] as u32);
        u32x4(x, y, x, y)
    })
}

fn unpack_limbs(packed: &PackedLimbs) -> [[u64; LIMBS]; 2] {
    [
        packed.map(|limb| u64::from(u32x4_extract_lane::<0>(limb))),
        packed.map(|limb| u64::from(u32x4_extract_lane::<1>(limb))),
    ]
}

#[inline(always)]
fn multiply<M: Modulus, const SQUARES: u32>(
    a: &PackedLimbs,
    b: &PackedLimbs,
) -> [Accumulators; LIMBS] {
    radix29::multiply(
        &a.each_ref().map(black_box),
        &b.each_ref().map(black_box),
        &Splat::<M, SQUARES, 1>::load(),
    )
}

/// The sum of all a\[i\]·b\[i\], each worth at most `SQUARES`·p^2, as many as are reduced at once.
#[inline(always)]
fn sum_of_products<M: Modulus, const SQUARES: u32, const TERMS: usize>(
    a: [&PackedLimbs; TERMS],
    b: [&PackedLimbs; TERMS],
) -> [Accumulators; LIMBS] {
    let loaded = |x: [&PackedLimbs; TERMS]| x.map(|x| x.each_ref().map(black_box));
    let (a, b) = (loaded(a), loaded(b));
    radix29::sum_of_products(
        a.each_ref(),
        b.each_ref(),
        &Splat::<M, SQUARES, TERMS>::load(),
    )
}

/// The product of factors worth at most `SQUARES`·p^2, with limbs in [0, 2^30).
#[cfg(any(feature = "alloc", test))]
#[inline(always)]
pub(crate) fn loose_product<M: Modulus, const SQUARES: u32>(
    a: &PackedLimbs,
    b: &PackedLimbs,
) -> PackedLimbs {
    multiply::<M, SQUARES>(a, b).map(|sum| sum.limb())
}

#[inline(always)]
fn square<M: Modulus, const DOUBLED: bool>(a: &PackedLimbs) -> [Accumulators; LIMBS] {
    let a = a.each_ref().map(black_box);
    if DOUBLED {
        radix29::square(&a, DOUBLED, &Splat::<M, 32, 1>::load())
    } else {
        radix29::square(&a, DOUBLED, &Splat::<M, 4, 1>::load())
    }
}

/// out = a·b·R^-1 mod p in both lanes.
///
/// | | |
/// |---|---|
/// | in | a, b < 2p, limbs < 2^29 |
/// | out | out < 2p, limbs < 2^29, of every operation |
/// | p | odd, below 2^255; for sums and differences above 2^240 |
/// | limbs | 9 in radix 2^29, little-endian, a v128 each |
/// | lanes | 2 |
/// | R | 2^261 |
/// | multiplications | in Fq of BN254 118 `i64x2.extmul_low_i32x4_s` a product, 127 a square, no `i64x2.mul` |
/// | source | `src/radix/montgomery.rs`, `radix29.rs`: Scott 2018 (Karatsuba), Barretenberg (reduction) |
///
/// A sum of products is reduced once. The interval test `tests/suite/bounds29.rs` proves the ranges on the steps that the
/// scalar kernel has, too; the opcode test counts the multiplications in the built module.
/// Products have no branch on an element. Nothing is audited for constant time.
pub struct Simd<M>(PhantomData<M>);

impl<M: Modulus> Kernel for Simd<M> {
    type Modulus = M;
    type Packed = PackedLimbs;
    const LANES: usize = 2;
    const RADIX_BITS: u32 = radix29::RADIX_BITS;

    fn pack(lanes: &[Element<M>]) -> PackedLimbs {
        pack_limbs([0, 1].map(|lane: usize| radix29::split(lanes[lane].integer())))
    }

    fn unpack(packed: &PackedLimbs) -> [Element<M>; MAX_LANES] {
        unpack_limbs(packed).map(|lane| Element::unpacked(radix29::join::<M>(&lane)))
    }

    #[inline(always)]
    fn mul(a: &PackedLimbs, b: &PackedLimbs) -> PackedLimbs {
        multiply::<M, 4>(a, b).map(|sum| sum.limb())
    }

    #[inline(always)]
    fn square(a: &PackedLimbs) -> PackedLimbs {
        square::<M, false>(a).map(|sum| sum.limb())
    }

    #[inline(always)]
    fn add(a: &PackedLimbs, b: &PackedLimbs) -> PackedLimbs {
        let mut sum = *a;
        Self::add_assign(&mut sum, b);
        sum
    }

    #[inline(always)]
    fn add_assign(a: &mut PackedLimbs, b: &PackedLimbs) {
        radix29::add_assign::<Accumulators>(
            a,
            b,
            const { &splat_quotient(&radix29::quotient::<M>()) },
        );
    }

    #[inline(always)]
    fn sub(a: &PackedLimbs, b: &PackedLimbs) -> PackedLimbs {
        let mut difference = *a;
        Self::sub_assign(&mut difference, b);
        difference
    }

    #[inline(always)]
    fn sub_assign(a: &mut PackedLimbs, b: &PackedLimbs) {
        radix29::sub_assign::<Accumulators>(
            a,
            b,
            const { &splat_quotient(&radix29::quotient::<M>()) },
        );
    }

    #[inline(always)]
    fn sum_of_products<const N: usize>(a: [&PackedLimbs; N], b: [&PackedLimbs; N]) -> PackedLimbs {
        sum_of_products::<M, 4, N>(a, b).map(|sum| sum.limb())
    }
}

/// A lane has 32 bits a limb. The 32-bit lanes 2 and 3 of a limb hold anything: no operation looks at them.
impl<M: Modulus> Lanewise for Simd<M> {
    type Lane = [u32; LIMBS];
    type Difference = PackedLimbs;

    #[inline(always)]
    fn gather(memory: &[Self::Lane], at: [usize; MAX_LANES]) -> PackedLimbs {
        let [x, y] = at.map(|at| &memory[at]);
        // SAFETY: four limbs from the first or the fifth on are in an array of nine.
        let four =
            |lane: &Self::Lane, first: usize| unsafe { v128_load(lane.as_ptr().add(first).cast()) };
        let (x0, y0, x4, y4) = (four(x, 0), four(y, 0), four(x, 4), four(y, 4));
        let pairs = [
            i32x4_shuffle::<0, 4, 1, 5>(x0, y0),
            i32x4_shuffle::<2, 6, 3, 7>(x0, y0),
            i32x4_shuffle::<0, 4, 1, 5>(x4, y4),
            i32x4_shuffle::<2, 6, 3, 7>(x4, y4),
        ];
        core::array::from_fn(|i| match i {
            8 => u32x4(x[8], y[8], 0, 0),
            _ if i % 2 == 0 => pairs[i / 2],
            _ => i64x2_shuffle::<1, 1>(pairs[i / 2], pairs[i / 2]),
        })
    }

    #[inline(always)]
    fn scatter(packed: &PackedLimbs, memory: &mut [Self::Lane], at: [usize; MAX_LANES]) {
        // Limbs i and i + 1 of lane 0, then of lane 1.
        let pair = |i: usize| i32x4_shuffle::<0, 4, 1, 5>(packed[i], packed[i + 1]);
        let (p0, p2, p4, p6) = (pair(0), pair(2), pair(4), pair(6));
        let halves = [
            [i64x2_shuffle::<0, 2>(p0, p2), i64x2_shuffle::<0, 2>(p4, p6)],
            [i64x2_shuffle::<1, 3>(p0, p2), i64x2_shuffle::<1, 3>(p4, p6)],
        ];
        let last = [
            u32x4_extract_lane::<0>(packed[8]),
            u32x4_extract_lane::<1>(packed[8]),
        ];
        for lane in 0..2 {
            let limbs = &mut memory[at[lane]];
            // SAFETY: four limbs from the first or the fifth on are in an array of nine.
            unsafe {
                v128_store(limbs.as_mut_ptr().cast(), halves[lane][0]);
                v128_store(limbs.as_mut_ptr().add(4).cast(), halves[lane][1]);
            }
            limbs[8] = last[lane];
        }
    }

    #[inline(always)]
    fn zip(a: &PackedLimbs, b: &PackedLimbs) -> [PackedLimbs; 2] {
        [
            core::array::from_fn(|i| i32x4_shuffle::<0, 4, 0, 4>(a[i], b[i])),
            core::array::from_fn(|i| i32x4_shuffle::<1, 5, 1, 5>(a[i], b[i])),
        ]
    }

    #[inline(always)]
    fn select(lanes: [bool; MAX_LANES], a: &PackedLimbs, b: &PackedLimbs) -> PackedLimbs {
        let [x, y] = lanes.map(|lane| u32::from(lane).wrapping_neg());
        let mask = u32x4(x, y, x, y);
        core::array::from_fn(|i| v128_bitselect(a[i], b[i], mask))
    }

    #[inline(always)]
    fn difference(a: &PackedLimbs, b: &PackedLimbs) -> PackedLimbs {
        Self::sub(a, b)
    }

    #[inline(always)]
    fn mul_difference(a: &PackedLimbs, b: &PackedLimbs) -> PackedLimbs {
        Self::mul(a, b)
    }
}

/// out = a·b·R^-1 mod p in both lanes, on residues as arkworks keeps them.
///
/// | | |
/// |---|---|
/// | in | a, b < p |
/// | out | out < p, of every operation |
/// | p | odd, below 2^255 |
/// | limbs | 4x64 in and out; 9x29 in between |
/// | lanes | 2 |
/// | R | 2^256 |
/// | multiplications | in Fq of BN254 118 `i64x2.extmul_low_i32x4_s` a product, 127 a square |
/// | source | `src/radix/montgomery.rs`: the algorithm of [`Simd`] |
///
/// One operand is unpacked 5 bits up, as 32a < 2^260, so that R = 2^261 becomes 2^256. The product is then below 2p, and
/// one subtraction makes it canonical. A sum of as many products as keep below 2p is reduced once: four in Fq of BN254,
/// two of any p. Proven and audited: as [`Simd`].
pub struct SimdDropin<M>(PhantomData<M>);

impl<M: Modulus> Kernel for SimdDropin<M> {
    type Modulus = M;
    type Packed = [Integer; 2];
    const LANES: usize = 2;
    const RADIX_BITS: u32 = 256;

    fn pack(lanes: &[Element<M>]) -> Self::Packed {
        [*lanes[0].integer(), *lanes[1].integer()]
    }

    fn unpack(packed: &Self::Packed) -> [Element<M>; MAX_LANES] {
        packed.map(Element::unpacked)
    }

    #[inline(always)]
    fn mul(a: &Self::Packed, b: &Self::Packed) -> Self::Packed {
        canonical::<M>(multiply::<M, 32>(&transpose(a, SHIFT), &transpose(b, 0)))
    }

    #[inline(always)]
    fn square(a: &Self::Packed) -> Self::Packed {
        canonical::<M>(square::<M, true>(&transpose(a, SHIFT / 2)))
    }

    #[inline(always)]
    fn sum_of_products<const N: usize>(
        a: [&Self::Packed; N],
        b: [&Self::Packed; N],
    ) -> Self::Packed {
        if const { at_once::<M>(1 << SHIFT, N) == N } {
            let (a, b) = (a.map(|a| transpose(a, SHIFT)), b.map(|b| transpose(b, 0)));
            canonical::<M>(sum_of_products::<M, { 1 << SHIFT }, N>(
                a.each_ref(),
                b.each_ref(),
            ))
        } else {
            kernel::sum_of_reduced_products::<Self, 4, N>(a, b)
        }
    }

    #[inline(always)]
    fn add(a: &Self::Packed, b: &Self::Packed) -> Self::Packed {
        core::array::from_fn(|lane| integer::add(&a[lane], &b[lane], &M::P))
    }

    #[inline(always)]
    fn sub(a: &Self::Packed, b: &Self::Packed) -> Self::Packed {
        core::array::from_fn(|lane| integer::sub(&a[lane], &b[lane], &M::P))
    }
}

impl Bits for Accumulators {
    #[inline(always)]
    fn up(self, bits: u32) -> Self {
        Self(u64x2_shl(self.0, bits))
    }

    #[inline(always)]
    fn down(self, bits: u32) -> Self {
        Self(u64x2_shr(self.0, bits))
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self(v128_or(self.0, other.0))
    }
}

/// The canonical integers of limbs whose values are below 2p.
#[inline(always)]
fn canonical<M: Modulus>(limbs: [Accumulators; LIMBS]) -> [Integer; 2] {
    let words: [Accumulators; 4] = packing::join(&limbs, WIDTH);
    [
        reduce_once(&words.map(|word| u64x2_extract_lane::<0>(word.0)), &M::P),
        reduce_once(&words.map(|word| u64x2_extract_lane::<1>(word.0)), &M::P),
    ]
}

/// The limbs of two integers times 2^shift.
#[inline(always)]
fn transpose(lanes: &[Integer; 2], shift: u32) -> PackedLimbs {
    let word = |i: usize| Accumulators(u64x2(lanes[0][i], lanes[1][i]));
    packing::split(&[0, 1, 2, 3].map(word), WIDTH, shift, |limb| {
        limb.low(WIDTH).limb()
    })
}
