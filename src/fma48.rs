//! 8x48 products in f64 lanes, by fused multiply-add (relaxed-simd): fields of six words, with the witness that this
//! engine is [`Fused`](crate::fma).

use crate::black_box::black_box;
use crate::field::{Element, Modulus};
use crate::fma::{Fused, Pair};
use crate::kernel::{Kernel, Lanewise, MAX_LANES};
use crate::radix::radix48::{self, LIMBS, Radix48Constants};
use crate::radix::{linear48, product48};
use core::arch::wasm32::*;
use core::marker::PhantomData;

/// out = a·b·R^-1 mod p in both lanes, with the witness F that this engine is [`Fused`].
///
/// | | |
/// |---|---|
/// | in | limbs at most 2^47 + 8 in magnitude, values at most p in magnitude |
/// | out | limbs as in; values at most 0.61p in magnitude (Fq of BLS12-381) |
/// | p | odd, of six words, from about 2^350 to 2^381 by bounds that are asserted: Fq of BLS12-381 and of BLS12-377 |
/// | limbs | 8 in radix 2^48, little-endian, balanced, as doubles |
/// | lanes | 2 |
/// | R | 2^384, as arkworks and others have it |
/// | multiplications | 275 `f64x2.relaxed_madd` a product, 219 a square, 16 a sum |
/// | source | `src/radix/product48.rs`, `reduction48.rs`: Emmart, Zheng, Weems 2018 (high and low part); reduction: this project |
///
/// The interval test `tests/suite/bounds_fma48.rs` proves that every step that must be exact is.
/// Products have no branch on an element. Nothing is audited for constant time.
pub struct FmaPair48<M, F>(PhantomData<(M, F)>);

impl<M: Modulus<6>, F: Fused> FmaPair48<M, F> {
    #[inline(always)]
    fn constants() -> &'static Radix48Constants {
        black_box(const { &&Radix48Constants::of::<M>() })
    }
}

impl<M: Modulus<6>, F: Fused> Kernel<6> for FmaPair48<M, F> {
    type Modulus = M;
    type Packed = [Pair; LIMBS];
    const LANES: usize = 2;
    const RADIX_BITS: u32 = radix48::RADIX_BITS;

    fn pack(lanes: &[Element<M, 6>]) -> Self::Packed {
        let [x, y] = [0, 1].map(|lane: usize| radix48::split::<M>(lanes[lane].integer()));
        core::array::from_fn(|i| Pair(f64x2(x[i], y[i])))
    }

    fn unpack(packed: &Self::Packed) -> [Element<M, 6>; MAX_LANES] {
        let join = |limbs: [f64; LIMBS]| Element::unpacked(radix48::join::<M>(&limbs));
        [
            join(packed.map(|limb| f64x2_extract_lane::<0>(limb.0))),
            join(packed.map(|limb| f64x2_extract_lane::<1>(limb.0))),
        ]
    }

    #[inline(always)]
    fn mul(a: &Self::Packed, b: &Self::Packed) -> Self::Packed {
        product48::multiply(a, b, Self::constants())
    }

    #[inline(always)]
    fn square(a: &Self::Packed) -> Self::Packed {
        product48::square(a, Self::constants())
    }

    #[inline(always)]
    fn add(a: &Self::Packed, b: &Self::Packed) -> Self::Packed {
        linear48::sum([a, b], Self::constants())
    }

    #[inline(always)]
    fn sub(a: &Self::Packed, b: &Self::Packed) -> Self::Packed {
        linear48::sub(a, b, Self::constants())
    }

    #[inline(always)]
    fn sum<const TERMS: usize>(terms: [&Self::Packed; TERMS]) -> Self::Packed {
        linear48::sum(terms, Self::constants())
    }
}

/// A lane has 64 bits a limb. A difference is reduced, as that of [`FmaPair`](crate::fma::FmaPair).
impl<M: Modulus<6>, F: Fused> Lanewise<6> for FmaPair48<M, F> {
    type Lane = [f64; LIMBS];
    type Difference = Self::Packed;

    #[inline(always)]
    fn gather(memory: &[Self::Lane], at: [usize; MAX_LANES]) -> Self::Packed {
        let [x, y] = at.map(|at| &memory[at]);
        // SAFETY: limbs 2i and 2i + 1, for i from 0 to 3, are in an array of eight.
        let two =
            |lane: &Self::Lane, i: usize| unsafe { v128_load(lane.as_ptr().add(2 * i).cast()) };
        let pairs = [0, 1, 2, 3].map(|i| {
            let (x, y) = (two(x, i), two(y, i));
            [i64x2_shuffle::<0, 2>(x, y), i64x2_shuffle::<1, 3>(x, y)]
        });
        let [[l0, l1], [l2, l3], [l4, l5], [l6, l7]] = pairs;
        [l0, l1, l2, l3, l4, l5, l6, l7].map(Pair)
    }

    #[inline(always)]
    fn scatter(packed: &Self::Packed, memory: &mut [Self::Lane], at: [usize; MAX_LANES]) {
        let pairs = [0, 1, 2, 3].map(|i| {
            let (low, high) = (packed[2 * i].0, packed[2 * i + 1].0);
            [
                i64x2_shuffle::<0, 2>(low, high),
                i64x2_shuffle::<1, 3>(low, high),
            ]
        });
        for lane in 0..2 {
            let limbs = memory[at[lane]].as_mut_ptr();
            for (i, pair) in pairs.iter().enumerate() {
                // SAFETY: as in `gather`; the pointer is to the whole array.
                unsafe { v128_store(limbs.add(2 * i).cast(), pair[lane]) }
            }
        }
    }

    #[inline(always)]
    fn zip(a: &Self::Packed, b: &Self::Packed) -> [Self::Packed; 2] {
        [
            core::array::from_fn(|i| Pair(i64x2_shuffle::<0, 2>(a[i].0, b[i].0))),
            core::array::from_fn(|i| Pair(i64x2_shuffle::<1, 3>(a[i].0, b[i].0))),
        ]
    }

    #[inline(always)]
    fn select(lanes: [bool; MAX_LANES], a: &Self::Packed, b: &Self::Packed) -> Self::Packed {
        let [x, y] = lanes.map(|lane| i64::from(lane).wrapping_neg());
        let mask = i64x2(x, y);
        core::array::from_fn(|i| Pair(v128_bitselect(a[i].0, b[i].0, mask)))
    }

    /// The format is symmetric: a negative value is its limbs with the other sign.
    #[inline(always)]
    fn negate(lanes: [bool; MAX_LANES], a: &Self::Packed) -> Self::Packed {
        let [x, y] = lanes.map(|lane| i64::from(lane) << 63);
        let signs = i64x2(x, y);
        a.map(|limb| Pair(v128_xor(limb.0, signs)))
    }

    #[inline(always)]
    fn sub_both(a: &Self::Packed, b: &Self::Packed, c: &Self::Packed) -> Self::Packed {
        linear48::sub_both(a, b, c, Self::constants())
    }

    #[inline(always)]
    fn difference(a: &Self::Packed, b: &Self::Packed) -> Self::Packed {
        Self::sub(a, b)
    }

    #[inline(always)]
    fn mul_difference(a: &Self::Packed, b: &Self::Packed) -> Self::Packed {
        Self::mul(a, b)
    }
}
