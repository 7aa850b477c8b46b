//! 5x51 products in f64 lanes, by fused multiply-add (relaxed-simd).
//!
//! `f64x2.relaxed_madd` may be fused or not, as the engine likes, and the products are right only
//! where it is: [`fused`] finds out, and [`kernel::find`](crate::kernel::find) refuses the kernels
//! of this file where it is not.
//!
//! Constants are kept splatted in memory, behind a pointer that LLVM knows nothing about: a
//! `v128.const` would be rebuilt at each use by the engine, and volatile loads would all be moved to
//! the top of the product, where they fill the registers.

use crate::kernel::{Build, Form, Info, Row};
use crate::radix51;

/// `fma-pair`: two products, internal format.
pub const FMA_PAIR: Row = row!(
    lanes::FmaPair,
    Info {
        id: "fma-pair",
        form: Form::Internal,
        limbs: "5x51 f64",
        build: Build::RelaxedSimd,
        summary: "two 5x51 products in f64 lanes, fused multiply-add, internal format",
        source: "Emmart, Zheng, Weems 2018 (high and low part by FMA); reduction: this project",
        lanes: 2,
        radix_bits: radix51::RADIX_BITS,
    }
);

/// `fma-pair-dropin`: two 4x64 residues in and out.
pub const FMA_PAIR_DROPIN: Row = row!(
    lanes::FmaPairDropin,
    Info {
        id: "fma-pair-dropin",
        form: Form::Dropin,
        limbs: "4x64",
        build: Build::RelaxedSimd,
        summary: "fma-pair with 4x64 residues in and out, R = 2^256, canonical",
        source: "Emmart, Zheng, Weems 2018 (high and low part by FMA); reduction: this project",
        lanes: 2,
        radix_bits: 256,
    }
);

macro_rules! row {
    ($kernel:ty, $info:expr) => {{
        #[cfg(target_feature = "relaxed-simd")]
        let row = Row::present::<$kernel>($info).where_fused(fused);
        #[cfg(not(target_feature = "relaxed-simd"))]
        let row = Row::absent($info);
        row
    }};
}
use row;

/// Whether the kernels of this file are right on this engine: `f64x2.relaxed_madd` rounds once, and
/// a product is what it must be. Asked of the engine once; its choice does not change.
#[cfg(target_feature = "relaxed-simd")]
pub fn fused() -> bool {
    static FUSED: std::sync::OnceLock<bool> = std::sync::OnceLock::new();
    *FUSED.get_or_init(|| lanes::rounds_once() && lanes::product_is_right())
}

#[cfg(target_feature = "relaxed-simd")]
pub use lanes::{FmaPair, FmaPairDropin};

#[cfg(target_feature = "relaxed-simd")]
mod lanes {
    use crate::element::Element;
    use crate::kernel::{Field, Kernel, MAX_LANES};
    use crate::modulus::{self, Integer, Modulus};
    use crate::radix51::{self, Constant, Constants, LIMBS, Lanes, WIDTH};
    use core::arch::wasm32::*;
    use core::marker::PhantomData;

    /// Two doubles.
    #[derive(Clone, Copy)]
    #[repr(transparent)]
    pub struct Pair(v128);

    /// Constants that LLVM knows nothing about.
    #[inline(always)]
    fn opaque<T>(constants: &&'static T) -> &'static T {
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
        fn multiple_of_radix(self) -> Self {
            self
        }
    }

    /// out = a·b·R^-1 mod p in both lanes. R = 2^255, limbs radix 2^51, little-endian, balanced.
    /// Preconditions: limbs at most 2^50 + 8 in magnitude, values at most (1/2 + 2^-45)p.
    /// Postcondition: the same.
    /// Lanes: 2. Source: see [`radix51`]. Not constant-time audited.
    pub struct FmaPair<M = Field>(PhantomData<M>);

    impl<M: Modulus> Kernel for FmaPair<M> {
        type Modulus = M;
        type Packed = [Pair; LIMBS];
        const LANES: usize = 2;
        const RADIX_BITS: u32 = radix51::RADIX_BITS;

        fn pack(lanes: &[Element<M>]) -> Self::Packed {
            let [x, y] = [0, 1].map(|lane: usize| radix51::split::<M>(lanes[lane].integer()));
            core::array::from_fn(|i| Pair(f64x2(x[i], y[i])))
        }

        fn unpack(packed: &Self::Packed) -> [Element<M>; MAX_LANES] {
            let join = |limbs: [f64; LIMBS]| Element::new(radix51::join::<M>(&limbs));
            [
                join(packed.map(|limb| f64x2_extract_lane::<0>(limb.0))),
                join(packed.map(|limb| f64x2_extract_lane::<1>(limb.0))),
            ]
        }

        #[inline(always)]
        fn mul(a: &Self::Packed, b: &Self::Packed) -> Self::Packed {
            radix51::multiply::<_, false>(a, b, opaque(const { &&Constants::of::<M>() }))
        }

        #[inline(always)]
        fn add(a: &Self::Packed, b: &Self::Packed) -> Self::Packed {
            radix51::add(a, b, opaque(const { &&Constants::of::<M>() }))
        }

        #[inline(always)]
        fn sub(a: &Self::Packed, b: &Self::Packed) -> Self::Packed {
            radix51::sub(a, b, opaque(const { &&Constants::of::<M>() }))
        }
    }

    /// out = a·b·R^-1 mod p in both lanes. R = 2^256, 4x64 limbs.
    /// Preconditions: a, b < p. Postcondition: out < p.
    /// Lanes: 2. The product's R = 2^255 becomes 2^256 where it is packed: p is added if it is odd,
    /// and it is packed one bit lower.
    /// Source: see [`radix51`]. Not constant-time audited.
    pub struct FmaPairDropin<M = Field>(PhantomData<M>);

    impl<M: Modulus> Kernel for FmaPairDropin<M> {
        type Modulus = M;
        type Packed = [Integer; 2];
        const LANES: usize = 2;
        const RADIX_BITS: u32 = 256;

        fn pack(lanes: &[Element<M>]) -> Self::Packed {
            [*lanes[0].integer(), *lanes[1].integer()]
        }

        fn unpack(packed: &Self::Packed) -> [Element<M>; MAX_LANES] {
            packed.map(Element::new)
        }

        #[inline(always)]
        fn mul(a: &Self::Packed, b: &Self::Packed) -> Self::Packed {
            let format = opaque(const { &&Format::of::<M>() });
            let constants = opaque(const { &&Constants::of::<M>() });
            let product =
                radix51::multiply::<_, true>(&format.limbs(a), &format.limbs(b), constants);
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
        /// 0, loaded: LLVM makes a comparison with a zero it knows an `i64x2.shr_s`, which x86-64 lacks.
        zero: Both,
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
        /// 1.5·2^52, which makes integers of balanced limbs.
        lift: Constant,
        /// Added to those integers: takes the exponent away, and lends 2^52 to each limb but the
        /// last, which the next one gives back, so that no carry has a sign.
        lend: [Both; LIMBS],
        p: [Both; LIMBS],
        twice_p: [Both; LIMBS],
    }

    impl Format {
        const fn of<M: Modulus>() -> Self {
            const LIFTED: f64 = (1u64 << 52) as f64;
            const HALF: u64 = 1 << (WIDTH - 1);
            const LIFT: f64 = 1.5 * LIFTED;
            const LOAN: u64 = 1 << 52;
            let limbs: [u64; LIMBS] = modulus::split(&M::P, WIDTH);
            let mut lend = [Both::new(0); LIMBS];
            let mut p = lend;
            let mut twice_p = lend;
            let mut i = 0;
            while i < LIMBS {
                let lent = if i < LIMBS - 1 { LOAN } else { 0 };
                let back = if i > 0 { LOAN >> WIDTH } else { 0 };
                lend[i] = Both::new(lent.wrapping_sub(back).wrapping_sub(LIFT.to_bits()));
                p[i] = Both::new(limbs[i]);
                twice_p[i] = Both::new(2 * limbs[i]);
                i += 1;
            }
            Self {
                zero: Both::new(0),
                digit: Both::new((1 << WIDTH) - 1),
                flip: Both::new(LIFTED.to_bits() | HALF),
                flipped: Constant([LIFTED + HALF as f64; 2]),
                top: Both::new(LIFTED.to_bits()),
                lifted: Constant([LIFTED; 2]),
                lift: Constant([LIFT; 2]),
                lend,
                p,
                twice_p,
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
        #[inline(always)]
        fn half(&self, limbs: &[Pair; LIMBS]) -> [Integer; 2] {
            let lift = Pair::load(&self.lift);
            let lent = |i: usize| u64x2_add(limbs[i].plus(lift).0, self.lend[i].load());
            let zero = self.zero.load();
            let first = lent(0);
            let odd = u64x2_sub(zero, v128_and(first, u64x2_splat(1)));
            // p makes an odd value even.
            let even = |x: v128, i: usize| u64x2_add(x, v128_and(self.p[i].load(), odd));
            let lent = [
                even(first, 0),
                even(lent(1), 1),
                even(lent(2), 2),
                even(lent(3), 3),
                even(lent(4), 4),
            ];
            let carry = |x: v128| u64x2_shr(x, WIDTH);
            let sum = lent[0];
            let sum = u64x2_add(lent[1], carry(sum));
            let sum = u64x2_add(lent[2], carry(sum));
            let sum = u64x2_add(lent[3], carry(sum));
            let sum = u64x2_add(lent[4], carry(sum));
            let negative = i64x2_lt(sum, zero);

            // The same again, with 2p where it was negative.
            let term = |i: usize| u64x2_add(lent[i], v128_and(self.twice_p[i].load(), negative));
            let low = |x: v128| v128_and(x, self.digit.load());
            let d0 = term(0);
            let d1 = u64x2_add(term(1), carry(d0));
            let d2 = u64x2_add(term(2), carry(d1));
            let d3 = u64x2_add(term(3), carry(d2));
            let d4 = u64x2_add(term(4), carry(d3));
            let (d0, d1, d2, d3) = (low(d0), low(d1), low(d2), low(d3));
            // Digit i begins at bit 51·i - 1.
            let w0 = v128_or(u64x2_shr(d0, 1), u64x2_shl(d1, 50));
            let w1 = v128_or(u64x2_shr(d1, 14), u64x2_shl(d2, 37));
            let w2 = v128_or(u64x2_shr(d2, 27), u64x2_shl(d3, 24));
            let w3 = v128_or(u64x2_shr(d3, 40), u64x2_shl(d4, 11));
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
    pub fn rounds_once() -> bool {
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
    pub fn product_is_right() -> bool {
        const POWERS: [Element<Field>; 3] = [
            Element::power_of_two(300),
            Element::power_of_two(301),
            Element::power_of_two(601),
        ];
        let [a, b, product] = POWERS;
        let [a, b] = [a, b].map(|x| FmaPair::<Field>::load(&[x, x]));
        FmaPair::<Field>::store(&FmaPair::<Field>::mul(&a, &b)) == [product; 2]
    }

    crate::exports_of!("fma-pair", FmaPair);
    crate::exports_of!("fma-pair-dropin", FmaPairDropin);
}
