//! 5x51 products in f64 lanes, by fused multiply-add (relaxed-simd).
//!
//! `f64x2.relaxed_madd` may be fused or not, as the engine likes, and the products are right only
//! where it is: [`fused`] finds out. Ask it before the kernels of this file and of
//! [`fma_single`](crate::fma_single) are used.
//!
//! Constants are kept splatted in memory, behind a pointer that LLVM knows nothing about: a
//! `v128.const` would be rebuilt at each use by the engine, and volatile loads would all be moved to
//! the top of the product, where they fill the registers.

use crate::field::{Element, Integer, Modulus, bn254, modulus};
use crate::kernel::{Kernel, MAX_LANES};
use crate::radix::radix51::{self, Constant, Constants, LIMBS, Lanes, WIDTH};
use core::arch::wasm32::*;
use core::marker::PhantomData;
use core::sync::atomic::{AtomicU8, Ordering};

/// Whether the kernels of this file are right on this engine: `f64x2.relaxed_madd` rounds once, and
/// a product is what it must be. Asked of the engine once; its choice does not change.
pub fn fused() -> bool {
    const UNKNOWN: u8 = 2;
    static FUSED: AtomicU8 = AtomicU8::new(UNKNOWN);
    match FUSED.load(Ordering::Relaxed) {
        UNKNOWN => {
            // Whoever asks at the same time finds the same.
            let fused = rounds_once() && product_is_right();
            FUSED.store(fused.into(), Ordering::Relaxed);
            fused
        }
        known => known == 1,
    }
}

/// Two doubles.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Pair(pub(crate) v128);

/// Constants that LLVM knows nothing about.
#[inline(always)]
pub(crate) fn opaque<T>(constants: &&'static T) -> &'static T {
    // SAFETY: a reference is valid for reads, and what is read is a reference.
    unsafe { core::ptr::from_ref(constants).read_volatile() }
}

impl Lanes for Pair {
    #[inline(always)]
    fn load(constant: &Constant) -> Self {
        // SAFETY: a Constant is 16 bytes, aligned to 16, and a reference is valid for reads.
        Self(unsafe { core::ptr::from_ref(constant).cast::<v128>().read() })
    }

    #[inline(always)]
    fn fma(self, factor: Self, addend: Self) -> Self {
        Self(f64x2_relaxed_madd(self.0, factor.0, addend.0))
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        Self(f64x2_add(self.0, other.0))
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        Self(f64x2_sub(self.0, other.0))
    }

    #[inline(always)]
    fn rounding_fma(self, factor: Self, addend: Self) -> Self {
        self.fma(factor, addend)
    }

    #[inline(always)]
    fn rounding_plus(self, other: Self) -> Self {
        self.plus(other)
    }

    #[inline(always)]
    fn fma_to_radix(self, factor: Self, addend: Self) -> Self {
        self.fma(factor, addend)
    }
}

/// out = a·b·R^-1 mod p in both lanes. R = 2^255, limbs radix 2^51, little-endian, balanced.
/// Preconditions: limbs at most 2^50 + 8 in magnitude, values at most p.
/// Postcondition: the same, values at most 0.88p.
/// Lanes: 2. Source: `src/radix/radix51.rs`. Not constant-time audited.
///
/// ONE_REDUCTION: a sum of two products is reduced once.
pub struct FmaPair<M, const ONE_REDUCTION: bool = false>(PhantomData<M>);

impl<M: Modulus, const ONE_REDUCTION: bool> Kernel for FmaPair<M, ONE_REDUCTION> {
    type Modulus = M;
    type Packed = [Pair; LIMBS];
    const LANES: usize = 2;
    const RADIX_BITS: u32 = radix51::RADIX_BITS;

    fn pack(lanes: &[Element<M>]) -> Self::Packed {
        let [x, y] = [0, 1].map(|lane: usize| radix51::split::<M>(lanes[lane].integer()));
        core::array::from_fn(|i| Pair(f64x2(x[i], y[i])))
    }

    fn unpack(packed: &Self::Packed) -> [Element<M>; MAX_LANES] {
        let join = |limbs: [f64; LIMBS]| Element::canonical(radix51::join::<M>(&limbs));
        [
            join(packed.map(|limb| f64x2_extract_lane::<0>(limb.0))),
            join(packed.map(|limb| f64x2_extract_lane::<1>(limb.0))),
        ]
    }

    #[inline(always)]
    fn mul(a: &Self::Packed, b: &Self::Packed) -> Self::Packed {
        radix51::multiply(a, b, opaque(const { &&Constants::of::<M>() }))
    }

    #[inline(always)]
    fn square(a: &Self::Packed) -> Self::Packed {
        radix51::square(a, opaque(const { &&Constants::of::<M>() }))
    }

    #[inline(always)]
    fn add(a: &Self::Packed, b: &Self::Packed) -> Self::Packed {
        radix51::add(a, b, opaque(const { &&Constants::of::<M>() }))
    }

    #[inline(always)]
    fn sub(a: &Self::Packed, b: &Self::Packed) -> Self::Packed {
        radix51::sub(a, b, opaque(const { &&Constants::of::<M>() }))
    }

    #[inline(always)]
    fn sum_of_products(a: [&Self::Packed; 2], b: [&Self::Packed; 2]) -> Self::Packed {
        if ONE_REDUCTION {
            radix51::sum_of_products(a, b, opaque(const { &&Constants::of::<M>() }))
        } else {
            Self::add(&Self::mul(a[0], b[0]), &Self::mul(a[1], b[1]))
        }
    }
}

/// [`FmaPair`], a sum of two products by one reduction.
pub type FmaSop2<M> = FmaPair<M, true>;

/// out = a·b·R^-1 mod p in both lanes. R = 2^256, 4x64 limbs.
/// Preconditions: a, b < p. Postcondition: out < p.
/// Lanes: 2. The product's R = 2^255 becomes 2^256 where it is packed: p or 2p makes it even and
/// not negative, and it is packed one bit lower.
/// Source: `src/radix/radix51.rs`. Not constant-time audited.
pub struct FmaPairDropin<M>(PhantomData<M>);

impl<M: Modulus> Kernel for FmaPairDropin<M> {
    type Modulus = M;
    type Packed = [Integer; 2];
    const LANES: usize = 2;
    const RADIX_BITS: u32 = 256;

    fn pack(lanes: &[Element<M>]) -> Self::Packed {
        [*lanes[0].integer(), *lanes[1].integer()]
    }

    fn unpack(packed: &Self::Packed) -> [Element<M>; MAX_LANES] {
        packed.map(Element::canonical)
    }

    #[inline(always)]
    fn mul(a: &Self::Packed, b: &Self::Packed) -> Self::Packed {
        let format = opaque(const { &&Format::of::<M>() });
        let constants = opaque(const { &&Constants::of::<M>() });
        let product = radix51::multiply(&format.limbs(a), &format.limbs(b), constants);
        format.half(&product)
    }

    #[inline(always)]
    fn add(a: &Self::Packed, b: &Self::Packed) -> Self::Packed {
        core::array::from_fn(|lane| modulus::add(&a[lane], &b[lane], &M::P))
    }

    #[inline(always)]
    fn sub(a: &Self::Packed, b: &Self::Packed) -> Self::Packed {
        core::array::from_fn(|lane| modulus::sub(&a[lane], &b[lane], &M::P))
    }
}

/// A 64-bit integer in both lanes.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
struct Both([u64; 2]);

impl Both {
    const fn new(x: u64) -> Self {
        Self([x, x])
    }

    #[inline(always)]
    fn load(&self) -> v128 {
        // SAFETY: 16 bytes, aligned to 16, and a reference is valid for reads.
        unsafe { core::ptr::from_ref(self).cast::<v128>().read() }
    }
}

/// The constants between 4x64 integers and balanced limbs.
///
/// The double 2^52 + x is the integer x and an exponent, for 0 <= x < 2^52: limbs change
/// between integer and double by an addition.
struct Format {
    /// 2^51 - 1.
    digit: Both,
    /// The double 2^52, with the sign of a 51-bit digit flipped.
    flip: Both,
    /// What is too much then: 2^52 + 2^50.
    flipped: Constant,
    /// The double 2^52. The top limb has no sign.
    top: Both,
    /// 2^52.
    lifted: Constant,
    /// 2^51.
    base: Constant,
    /// 1, as an integer and as a double; 2 as a double.
    unit: Both,
    one: Constant,
    two: Constant,
    p: [Constant; LIMBS],
    /// 2^52 and what makes limb + 0, p or 2p positive.
    lift: [Constant; LIMBS],
    /// Added to the bits of that: takes away what the lift is more than 2^52, and what the
    /// exponent of the limb below carries. The last limb loses its exponent too.
    lower: [Both; LIMBS],
}

/// 2^52.
const LIFTED: f64 = (1u64 << 52) as f64;
const HALF: u64 = 1 << (WIDTH - 1);
/// More than a limb is above 2^50 in magnitude.
const SLACK: u64 = 16;

impl Format {
    const fn of<M: Modulus>() -> Self {
        const EXPONENT: u64 = LIFTED.to_bits();
        let limbs = radix51::limbs_of_p::<M>();
        let mut p = [Constant([0.0; 2]); LIMBS];
        let mut lift = p;
        let mut lower = [Both::new(0); LIMBS];
        let mut i = 0;
        while i < LIMBS {
            assert!(limbs[i].abs() < (HALF - 2 * SLACK) as f64);
            let up = if i == LIMBS - 1 {
                SLACK
            } else if limbs[i] < 0.0 {
                3 * HALF - SLACK
            } else {
                HALF + SLACK
            };
            let carried = if i > 0 { EXPONENT >> WIDTH } else { 0 };
            let exponent = if i == LIMBS - 1 { EXPONENT } else { 0 };
            p[i] = Constant([limbs[i]; 2]);
            lift[i] = Constant([LIFTED + up as f64; 2]);
            lower[i] = Both::new(0u64.wrapping_sub(up + carried + exponent));
            i += 1;
        }
        Self {
            digit: Both::new((1 << WIDTH) - 1),
            flip: Both::new(EXPONENT | HALF),
            flipped: Constant([LIFTED + HALF as f64; 2]),
            top: Both::new(EXPONENT),
            lifted: Constant([LIFTED; 2]),
            base: Constant([(1u64 << WIDTH) as f64; 2]),
            unit: Both::new(1),
            one: Constant([1.0; 2]),
            two: Constant([2.0; 2]),
            p,
            lift,
            lower,
        }
    }

    /// The balanced limbs of two integers below 2^255.
    #[inline(always)]
    fn limbs(&self, lanes: &[Integer; 2]) -> [Pair; LIMBS] {
        // SAFETY: 64 bytes without padding, any of which is valid.
        let [x01, x23, y01, y23] =
            unsafe { core::mem::transmute::<[Integer; 2], [v128; 4]>(*lanes) };
        let words = [
            u64x2_shuffle::<0, 2>(x01, y01),
            u64x2_shuffle::<1, 3>(x01, y01),
            u64x2_shuffle::<0, 2>(x23, y23),
            u64x2_shuffle::<1, 3>(x23, y23),
        ];
        // 51 bits from bit 51·i on.
        let digit = |i: u32| {
            let (word, bit) = ((WIDTH * i / 64) as usize, WIDTH * i % 64);
            let low = u64x2_shr(words[word], bit);
            let bits = if bit + WIDTH > 64 {
                v128_or(low, u64x2_shl(words[word + 1], 64 - bit))
            } else {
                low
            };
            v128_and(bits, self.digit.load())
        };
        let digits = [digit(0), digit(1), digit(2), digit(3)];
        // A digit of 2^50 or more is negative and carries 1.
        let balanced = |i: usize| {
            let flipped = v128_xor(digits[i], self.flip.load());
            if i == 0 {
                return flipped;
            }
            u64x2_add(flipped, u64x2_shr(digits[i - 1], WIDTH - 1))
        };
        let flipped = Pair::load(&self.flipped);
        let lower = |i: usize| Pair(balanced(i)).minus(flipped);
        let top = u64x2_add(
            v128_or(u64x2_shr(words[3], 12), self.top.load()),
            u64x2_shr(digits[3], WIDTH - 1),
        );
        [
            lower(0),
            lower(1),
            lower(2),
            lower(3),
            Pair(top).minus(Pair::load(&self.lifted)),
        ]
    }

    /// Half of a value between -p and p, as canonical integers mod p.
    ///
    /// Twice that is the value and p if it is odd, 2p if it is even and negative.
    #[inline(always)]
    fn half(&self, limbs: &[Pair; LIMBS]) -> [Integer; 2] {
        let lifted = |i: usize| limbs[i].plus(Pair::load(&self.lift[i]));
        let lifted = [lifted(0), lifted(1), lifted(2), lifted(3), lifted(4)];
        let unit = self.unit.load();
        let odd = i64x2_eq(v128_and(lifted[0].0, unit), unit);
        // Rounded, but of the right sign: a limb is below half of the next one's unit.
        let base = Pair::load(&self.base);
        let sign = limbs[4].rounding_fma(base, limbs[3]);
        let sign = sign.rounding_fma(base, limbs[2]);
        let sign = sign.rounding_fma(base, limbs[1]);
        let sign = sign.rounding_fma(base, limbs[0]);
        let negative = f64x2_lt(sign.0, f64x2_splat(0.0));
        let (one, two) = (Pair::load(&self.one).0, Pair::load(&self.two).0);
        let even = v128_andnot(v128_and(two, negative), odd);
        let factor = Pair(v128_or(v128_and(one, odd), even));
        let limb = |i: usize| {
            let sum = factor.fma(Pair::load(&self.p[i]), lifted[i]);
            u64x2_add(sum.0, self.lower[i].load())
        };
        let [d0, x1, x2, x3, x4] = [limb(0), limb(1), limb(2), limb(3), limb(4)];

        let carry = |x: v128, below: v128| u64x2_add(x, u64x2_shr(below, WIDTH));
        let d1 = carry(x1, d0);
        let d2 = carry(x2, d1);
        let d3 = carry(x3, d2);
        // Digit i begins at bit 51·i - 1, and what is above it goes into the limb above, which
        // does not have its carry yet.
        let w0 = u64x2_add(u64x2_shr(d0, 1), u64x2_shl(x1, 50));
        let w1 = u64x2_add(u64x2_shr(d1, 14), u64x2_shl(x2, 37));
        let w2 = u64x2_add(u64x2_shr(d2, 27), u64x2_shl(x3, 24));
        let w3 = u64x2_add(u64x2_shr(d3, 40), u64x2_shl(x4, 11));
        let lanes = [
            u64x2_shuffle::<0, 2>(w0, w1),
            u64x2_shuffle::<0, 2>(w2, w3),
            u64x2_shuffle::<1, 3>(w0, w1),
            u64x2_shuffle::<1, 3>(w2, w3),
        ];
        // SAFETY: 64 bytes without padding, any of which is valid.
        unsafe { core::mem::transmute::<[v128; 4], [Integer; 2]>(lanes) }
    }
}

/// (1 + 2^-27)(1 - 2^-27) - 1 is -2^-54, and 0 if the product is rounded to 1 first.
fn rounds_once() -> bool {
    const STEP: f64 = 1.0 / (1 << 27) as f64;
    static OPERANDS: [Constant; 3] = [
        Constant([1.0 + STEP; 2]),
        Constant([1.0 - STEP; 2]),
        Constant([-1.0; 2]),
    ];
    // SAFETY: a reference is valid for reads. Volatile, so that the engine multiplies.
    let [a, b, c] = unsafe { core::ptr::from_ref(&OPERANDS).read_volatile() };
    let Pair(rest) = Pair::load(&a).rounding_fma(Pair::load(&b), Pair::load(&c));
    let rest = [f64x2_extract_lane::<0>(rest), f64x2_extract_lane::<1>(rest)];
    rest == [-STEP * STEP; 2]
}

/// 2^300·2^301 = 2^601 mod p: every limb of all three is full.
fn product_is_right() -> bool {
    const POWERS: [Element<bn254::Fq>; 3] = [
        Element::power_of_two(300),
        Element::power_of_two(301),
        Element::power_of_two(601),
    ];
    let [a, b, product] = POWERS;
    let [a, b] = [a, b].map(|x| FmaPair::<bn254::Fq>::load(&[x, x]));
    FmaPair::<bn254::Fq>::store(&FmaPair::<bn254::Fq>::mul(&a, &b)) == [product; 2]
}
