//! 5x51 products in f64 lanes, by fused multiply-add (relaxed-simd).
//!
//! An engine may round `f64x2.relaxed_madd` once (fused) or twice (unfused), and the products are right only where it
//! rounds once. So every kernel of this file and of [`fma_single`](crate::fma_single) has a type parameter
//! [`Fused`], the witness that the engine was asked:
//!
//! - The one type that is `Fused` has no name outside this crate, and nobody else can implement the trait.
//! - Code that is generic over it runs by [`if_fused`] alone, which asks the engine first. Where it rounds twice,
//!   [`Unfused`] is the answer and nothing has run.
//! - So safe code cannot name a kernel that is wrong on its engine, and neither can an algorithm over kernels be given
//!   one: MSM, NTT and hashes need to know nothing of it. Types cost nothing at run time.
//!
//! ```
//! use fqmul::field::{Element, bn254::Fq};
//! use fqmul::fma::{FmaPair, Fused, IfFused, if_fused};
//! use fqmul::kernel::Kernel;
//!
//! /// The squares of two elements.
//! struct Squares([Element<Fq>; 2]);
//!
//! impl IfFused for Squares {
//!     type Output = [Element<Fq>; 2];
//!
//!     fn run<F: Fused>(self) -> Self::Output {
//!         type K<F> = FmaPair<Fq, F>;
//!         K::<F>::store(&K::<F>::square(&K::<F>::load(&self.0)))
//!     }
//! }
//!
//! let [three, nine] = [3, 9].map(|x| Element::new([x, 0, 0, 0]).expect("it is below p"));
//! if let Ok(squares) = if_fused(Squares([three; 2])) {
//!     assert_eq!(squares, [nine; 2]);
//! }
//! ```
//!
//! Without the witness a kernel has no type:
//!
//! ```compile_fail,E0107
//! use fqmul::field::{Element, bn254::Fq};
//! use fqmul::kernel::Kernel;
//!
//! fqmul::fma::FmaPair::<Fq>::load(&[Element::ONE; 2]);
//! ```
//!
//! The compiler does not find one by itself:
//!
//! ```compile_fail,E0283
//! use fqmul::field::{Element, bn254::Fq};
//! use fqmul::kernel::Kernel;
//!
//! fqmul::fma::FmaPair::<Fq, _>::load(&[Element::ONE; 2]);
//! ```
//!
//! And nobody makes one up:
//!
//! ```compile_fail,E0277
//! #[derive(Clone, Copy)]
//! struct Claim;
//!
//! impl fqmul::fma::Fused for Claim {}
//! ```
//!
//! Constants are kept splatted in memory, behind a pointer that LLVM knows nothing about: a
//! `v128.const` would be rebuilt at each use by the engine, and volatile loads would all be moved to
//! the top of the product, where they fill the registers.

use crate::black_box::black_box;
use crate::field::{Element, Integer, Modulus, bn254, integer};
use crate::kernel::{self, Kernel, Lanewise, MAX_LANES};
use crate::radix::packing::Bits;
use crate::radix::radix51::{self, Constant, DoubleLanes, Form, LIMBS, Radix51Constants};
use crate::radix::sums51::{self, SumConstants};
use crate::radix::words51::{DoubleBitLanes, WordConversion};
use crate::radix::{linear51, loops51, product51};
use core::arch::wasm32::*;
use core::fmt;
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

/// The witness that fused multiply-add rounds once on this engine: a type that [`if_fused`] gives.
pub trait Fused: sealed::Sealed + Copy + 'static {}

mod sealed {
    /// What no other crate implements.
    pub trait Sealed {}
}

/// The only type that is [`Fused`]. In this crate it stands where [`fused`] is asked before anything is run: in tables
/// of kernels whose rows are refused elsewhere.
#[derive(Clone, Copy)]
pub(crate) enum Asked {}

impl sealed::Sealed for Asked {}
impl Fused for Asked {}

/// Something to be done on a kernel of this file or of [`fma_single`](crate::fma_single).
pub trait IfFused {
    /// What it gives.
    type Output;

    /// Does it. Kernels are those of the witness F, such as `FmaPair<Fq, F>`.
    fn run<F: Fused>(self) -> Self::Output;
}

/// Runs `work` where this engine rounds fused multiply-add once.
///
/// # Errors
/// [`Unfused`] where it rounds twice. Then nothing was run.
pub fn if_fused<W: IfFused>(work: W) -> Result<W::Output, Unfused> {
    if fused() {
        Ok(work.run::<Asked>())
    } else {
        Err(Unfused)
    }
}

/// This engine rounds `f64x2.relaxed_madd` twice: the kernels of this file would be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unfused;

impl fmt::Display for Unfused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this engine rounds a fused multiply-add twice (unfused)")
    }
}

impl core::error::Error for Unfused {}

/// Two doubles.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Pair(pub(crate) v128);

/// An element as emitted loops go through arrays of them (`bench-wasm/src/emit/radix51.mjs`).
const _: () = assert!(size_of::<[Pair; LIMBS]>() == 80);

impl DoubleLanes for Pair {
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
    fn rounding_times(self, factor: Self) -> Self {
        Self(f64x2_mul(self.0, factor.0))
    }

    #[inline(always)]
    fn round(self) -> Self {
        Self(f64x2_nearest(self.0))
    }

    #[inline(always)]
    fn fma_to_multiple<const WIDTH: u32>(self, factor: Self, addend: Self) -> Self {
        self.fma(factor, addend)
    }
}

/// out = a·b·R^-1 mod p in both lanes, with the witness F that this engine is [`Fused`].
///
/// | | |
/// |---|---|
/// | in | limbs at most 2^50 + 8 in magnitude, values at most p in magnitude; where the quotient is centred, 17/32 p |
/// | out | limbs as in; values at most 0.88p in magnitude (Fq of BN254); where the quotient is centred, 17/32 p |
/// | p | odd, below 0.94·2^255 by bounds that are asserted: all fields of this crate |
/// | centred | the last quotient, where p is above about 2^254: Pallas, Vesta, Fr of BLS12-381 |
/// | limbs | 5 in radix 2^51, little-endian, balanced, as doubles |
/// | lanes | 2 |
/// | R | 2^255 |
/// | multiplications | 117 `f64x2.relaxed_madd` a product, 99 a square, 10 a sum; 119 and 101 where it is centred |
/// | source | `src/radix/product51.rs`, `reduction51.rs`: Emmart, Zheng, Weems 2018 (high and low part); reduction: this project |
///
/// `ONE_REDUCTION`: a sum of products is reduced once. The interval test `tests/suite/bounds_fma.rs` proves that every step
/// that must be exact is; the opcode test counts the multiplications.
/// Products have no branch on an element. Nothing is audited for constant time.
pub struct FmaPair<M, F, const ONE_REDUCTION: bool = false>(PhantomData<(M, F)>);

impl<M: Modulus, F: Fused, const ONE_REDUCTION: bool> Kernel for FmaPair<M, F, ONE_REDUCTION> {
    type Modulus = M;
    type Packed = [Pair; LIMBS];
    const LANES: usize = 2;
    const RADIX_BITS: u32 = radix51::RADIX_BITS;

    fn pack(lanes: &[Element<M>]) -> Self::Packed {
        let [x, y] = [0, 1].map(|lane: usize| radix51::split::<M>(lanes[lane].integer()));
        core::array::from_fn(|i| Pair(f64x2(x[i], y[i])))
    }

    fn unpack(packed: &Self::Packed) -> [Element<M>; MAX_LANES] {
        let join = |limbs: [f64; LIMBS]| Element::unpacked(radix51::join::<M>(&limbs));
        [
            join(packed.map(|limb| f64x2_extract_lane::<0>(limb.0))),
            join(packed.map(|limb| f64x2_extract_lane::<1>(limb.0))),
        ]
    }

    #[inline(always)]
    fn mul(a: &Self::Packed, b: &Self::Packed) -> Self::Packed {
        let constants = black_box(const { &&Radix51Constants::of::<M>() });
        product51::multiply(a, b, const { Form::of::<M>() }, constants)
    }

    #[inline(always)]
    fn square(a: &Self::Packed) -> Self::Packed {
        let constants = black_box(const { &&Radix51Constants::of::<M>() });
        product51::square(a, const { Form::of::<M>() }, constants)
    }

    #[inline(always)]
    fn add(a: &Self::Packed, b: &Self::Packed) -> Self::Packed {
        linear51::sum([a, b], black_box(const { &&Radix51Constants::of::<M>() }))
    }

    #[inline(always)]
    fn sub(a: &Self::Packed, b: &Self::Packed) -> Self::Packed {
        linear51::sub(a, b, black_box(const { &&Radix51Constants::of::<M>() }))
    }

    #[inline(always)]
    fn sum<const N: usize>(terms: [&Self::Packed; N]) -> Self::Packed {
        linear51::sum(terms, black_box(const { &&Radix51Constants::of::<M>() }))
    }

    #[inline(always)]
    fn sum_of_products<const N: usize>(
        a: [&Self::Packed; N],
        b: [&Self::Packed; N],
    ) -> Self::Packed {
        if ONE_REDUCTION {
            let digits = black_box(const { &&SumConstants::<N>::NEW });
            let constants = black_box(const { &&Radix51Constants::of::<M>() });
            sums51::sum_of_products::<_, M, N>(a, b, constants, digits)
        } else {
            kernel::sum_of_reduced_products::<Self, 4, N>(a, b)
        }
    }
}

/// A lane has 64 bits a limb. A difference has no room for limbs that are not carried: it is reduced.
impl<M: Modulus, F: Fused, const ONE_REDUCTION: bool> Lanewise for FmaPair<M, F, ONE_REDUCTION> {
    type Lane = [f64; LIMBS];
    type Difference = Self::Packed;

    #[inline(always)]
    fn gather(memory: &[Self::Lane], at: [usize; MAX_LANES]) -> Self::Packed {
        let [x, y] = at.map(|at| &memory[at]);
        // SAFETY: two limbs from the first or the third on are in an array of five.
        let two =
            |lane: &Self::Lane, first: usize| unsafe { v128_load(lane.as_ptr().add(first).cast()) };
        let (x0, y0, x2, y2) = (two(x, 0), two(y, 0), two(x, 2), two(y, 2));
        [
            Pair(i64x2_shuffle::<0, 2>(x0, y0)),
            Pair(i64x2_shuffle::<1, 3>(x0, y0)),
            Pair(i64x2_shuffle::<0, 2>(x2, y2)),
            Pair(i64x2_shuffle::<1, 3>(x2, y2)),
            Pair(f64x2(x[4], y[4])),
        ]
    }

    #[inline(always)]
    fn scatter(packed: &Self::Packed, memory: &mut [Self::Lane], at: [usize; MAX_LANES]) {
        let [l0, l1, l2, l3, l4] = packed.map(|limb| limb.0);
        let halves = [
            [i64x2_shuffle::<0, 2>(l0, l1), i64x2_shuffle::<0, 2>(l2, l3)],
            [i64x2_shuffle::<1, 3>(l0, l1), i64x2_shuffle::<1, 3>(l2, l3)],
        ];
        let last = [f64x2_extract_lane::<0>(l4), f64x2_extract_lane::<1>(l4)];
        for lane in 0..2 {
            let limbs = &mut memory[at[lane]];
            // SAFETY: two limbs from the first or the third on are in an array of five.
            unsafe {
                v128_store(limbs.as_mut_ptr().cast(), halves[lane][0]);
                v128_store(limbs.as_mut_ptr().add(2).cast(), halves[lane][1]);
            }
            limbs[4] = last[lane];
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
        linear51::sub_both(a, b, c, black_box(const { &&Radix51Constants::of::<M>() }))
    }

    #[inline(always)]
    fn difference(a: &Self::Packed, b: &Self::Packed) -> Self::Packed {
        Self::sub(a, b)
    }

    #[inline(always)]
    fn mul_difference(a: &Self::Packed, b: &Self::Packed) -> Self::Packed {
        Self::mul(a, b)
    }

    #[inline(always)]
    fn mul_all(products: &mut [Self::Packed], a: &[Self::Packed], b: &[Self::Packed]) {
        loops51::multiply::<_, M>(products, a, b);
    }

    #[inline(always)]
    fn mul_all_in_place(a: &mut [Self::Packed], b: &[Self::Packed]) {
        loops51::multiply_in_place::<_, M>(a, b);
    }

    #[inline(always)]
    fn square_all(squares: &mut [Self::Packed], a: &[Self::Packed]) {
        loops51::square::<_, M>(squares, a);
    }

    #[inline(always)]
    fn mul_up<const CHAINS: usize>(products: &mut [Self::Packed], b: &[Self::Packed]) {
        loops51::multiply_up::<_, M, CHAINS>(products, b);
    }

    #[inline(always)]
    fn mul_down<const CHAINS: usize>(products: &mut [Self::Packed], b: &[Self::Packed]) {
        loops51::multiply_down::<_, M, CHAINS>(products, b);
    }
}

/// [`FmaPair`], a sum of products by one reduction.
pub type FmaSop<M, F> = FmaPair<M, F, true>;

/// out = a·b·R^-1 mod p in both lanes, on residues as arkworks keeps them, with the witness F that this engine is
/// [`Fused`].
///
/// | | |
/// |---|---|
/// | in | a, b < p |
/// | out | out < p, of every operation |
/// | p | as for [`FmaPair`] |
/// | limbs | 4x64 in and out; 5x51 in between |
/// | lanes | 2 |
/// | R | 2^256 |
/// | multiplications | 126 `f64x2.relaxed_madd` a product, 108 a square; 148 and 120 where the quotient is centred |
/// | source | `src/radix/product51.rs`, `words51.rs`: the algorithm of [`FmaPair`] |
///
/// Where the quotient is centred, the multiple of p nearest to an operand is subtracted from it first.
/// R = 2^255 becomes 2^256 where the product is packed: p or 2p makes it even and not negative, and it is packed one bit
/// lower. Proven and audited: as [`FmaPair`].
pub struct FmaPairDropin<M, F>(PhantomData<(M, F)>);

impl<M: Modulus, F: Fused> Kernel for FmaPairDropin<M, F> {
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
        let format = black_box(const { &&WordConversion::of::<M>() });
        let constants = black_box(const { &&Radix51Constants::of::<M>() });
        let form = const { Form::of::<M>() };
        let limbs = |lanes| format.operand(&words(lanes), form, constants);
        let product = product51::multiply(&limbs(a), &limbs(b), form, constants);
        lanes(format.half(&product))
    }

    #[inline(always)]
    fn square(a: &Self::Packed) -> Self::Packed {
        let format = black_box(const { &&WordConversion::of::<M>() });
        let constants = black_box(const { &&Radix51Constants::of::<M>() });
        let form = const { Form::of::<M>() };
        let limbs = format.operand(&words(a), form, constants);
        let square = product51::square(&limbs, form, constants);
        lanes(format.half(&square))
    }

    #[inline(always)]
    fn sum_of_products<const N: usize>(
        a: [&Self::Packed; N],
        b: [&Self::Packed; N],
    ) -> Self::Packed {
        let format = black_box(const { &&WordConversion::of::<M>() });
        let constants = black_box(const { &&Radix51Constants::of::<M>() });
        let digits = black_box(const { &&SumConstants::<N>::NEW });
        let form = const { Form::of::<M>() };
        let limbs = |operands: [&Self::Packed; N]| {
            operands.map(|x| format.operand(&words(x), form, constants))
        };
        let (a, b) = (limbs(a), limbs(b));
        let (a, b) = (a.each_ref(), b.each_ref());
        let sum = sums51::sum_of_products::<_, M, N>(a, b, constants, digits);
        lanes(format.half(&sum))
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

/// The words of two integers.
#[inline(always)]
fn words(lanes: &[Integer; 2]) -> [Pair; 4] {
    // SAFETY: 64 bytes without padding, any of which is valid.
    let [x01, x23, y01, y23] = unsafe { core::mem::transmute::<[Integer; 2], [v128; 4]>(*lanes) };
    [
        Pair(u64x2_shuffle::<0, 2>(x01, y01)),
        Pair(u64x2_shuffle::<1, 3>(x01, y01)),
        Pair(u64x2_shuffle::<0, 2>(x23, y23)),
        Pair(u64x2_shuffle::<1, 3>(x23, y23)),
    ]
}

/// The integers of such words.
#[inline(always)]
fn lanes([w0, w1, w2, w3]: [Pair; 4]) -> [Integer; 2] {
    let lanes = [
        u64x2_shuffle::<0, 2>(w0.0, w1.0),
        u64x2_shuffle::<0, 2>(w2.0, w3.0),
        u64x2_shuffle::<1, 3>(w0.0, w1.0),
        u64x2_shuffle::<1, 3>(w2.0, w3.0),
    ];
    // SAFETY: 64 bytes without padding, any of which is valid.
    unsafe { core::mem::transmute::<[v128; 4], [Integer; 2]>(lanes) }
}

impl Bits for Pair {
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

impl DoubleBitLanes for Pair {
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self(v128_and(self.0, other.0))
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        Self(v128_andnot(self.0, other.0))
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Self(v128_xor(self.0, other.0))
    }

    #[inline(always)]
    fn add_bits(self, other: Self) -> Self {
        Self(u64x2_add(self.0, other.0))
    }

    #[inline(always)]
    fn equal_bits(self, other: Self) -> Self {
        Self(i64x2_eq(self.0, other.0))
    }

    #[inline(always)]
    fn negative(self) -> Self {
        Self(f64x2_lt(self.0, f64x2_splat(0.0)))
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
    type K = FmaPair<bn254::Fq, Asked>;
    let [a, b] = [a, b].map(|x| K::load(&[x, x]));
    K::store(&K::mul(&a, &b)) == [product; 2]
}
