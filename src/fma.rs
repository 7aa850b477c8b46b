//! 5x51 products in f64 lanes, by fused multiply-add (relaxed-simd).
//!
//! `f64x2.relaxed_madd` may be fused or not, as the engine likes, and the products are right only
//! where it is: [`fused`] finds out, and [`kernel::find`](crate::kernel::find) refuses the kernels
//! of this file where it is not.
//!
//! Constants are kept splatted in memory and loaded by volatile loads at each use: a `v128.const`
//! would be rebuilt at each use by the engine.

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
mod lanes {
    use crate::element::Element;
    use crate::kernel::{Field, Kernel, MAX_LANES};
    use crate::modulus::Modulus;
    use crate::radix51::{self, Constant, Constants, LIMBS, Lanes};
    use core::arch::wasm32::*;
    use core::marker::PhantomData;

    /// Two doubles.
    #[derive(Clone, Copy)]
    #[repr(transparent)]
    pub struct Pair(v128);

    /// Constants that LLVM knows nothing about.
    #[inline(always)]
    fn opaque(constants: &&'static Constants) -> &'static Constants {
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
            radix51::multiply(a, b, opaque(const { &&Constants::of::<M>() }))
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
}
