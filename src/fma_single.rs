//! One 5x51 product at a time in f64 lanes, by fused multiply-add (relaxed-simd), with the witness
//! that this engine is [`Fused`](crate::fma).

use crate::black_box::black_box;
use crate::field::{Element, Modulus};
use crate::fma::{Fused, Pair};
use crate::kernel::{Kernel, MAX_LANES};
use crate::radix::columns51::{self, ColumnLanes, Columns51Constants, Room};
use crate::radix::linear51;
use crate::radix::radix51::{self, LIMBS};
use core::arch::wasm32::*;
use core::marker::PhantomData;

impl ColumnLanes for Pair {
    #[inline(always)]
    fn low(self) -> Self {
        self.lows(self)
    }

    #[inline(always)]
    fn high(self) -> Self {
        Self(u64x2_shuffle::<1, 3>(self.0, self.0))
    }

    #[inline(always)]
    fn lows(self, other: Self) -> Self {
        Self(u64x2_shuffle::<0, 2>(self.0, other.0))
    }

    #[inline(always)]
    fn before(self, next: Self) -> Self {
        Self(u64x2_shuffle::<1, 2>(self.0, next.0))
    }

    #[inline(always)]
    fn low_multiple_of_radix(self) -> Self {
        self
    }
}

/// Limbs with a zero below, so that each limb and its neighbour below are a pair in memory.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
pub struct Limbs([f64; LIMBS + 1]);

impl Limbs {
    /// The limb in both lanes.
    #[inline(always)]
    fn both(&self, i: usize) -> Pair {
        // SAFETY: a reference is valid for reads; v128.load64_splat wants no alignment.
        Pair(unsafe { v128_load64_splat(core::ptr::from_ref(&self.0[i + 1]).cast()) })
    }

    /// Every limb in both lanes.
    #[inline(always)]
    fn splats(&self) -> [Pair; LIMBS] {
        [
            self.both(0),
            self.both(1),
            self.both(2),
            self.both(3),
            self.both(4),
        ]
    }

    /// The limbs of a value that every lane holds.
    #[inline(always)]
    fn of(splats: [Pair; LIMBS]) -> Self {
        let [x0, x1, x2, x3, x4] = splats;
        let zero = Pair(f64x2_splat(0.0));
        Self::from_pairs([zero.lows(x0), x1.lows(x2), x3.lows(x4)])
    }

    /// Limbs from a zero on, two by two.
    #[inline(always)]
    fn from_pairs(pairs: [Pair; 3]) -> Self {
        // SAFETY: 48 bytes without padding, any of which is valid.
        unsafe { core::mem::transmute::<[Pair; 3], Self>(pairs) }
    }

    /// The limb above its neighbour below; for i = 5 the last one below zero.
    #[inline(always)]
    fn pair(&self, i: usize) -> Pair {
        assert!(i <= LIMBS);
        // SAFETY: the pointer is to the whole array, and its 8 bytes from limb i on are read, or, where
        // another limb follows, 16; the loads want no alignment.
        Pair(unsafe {
            let below = self.0.as_ptr().add(i);
            if i == LIMBS {
                v128_load64_zero(below.cast())
            } else {
                v128_load(below.cast())
            }
        })
    }
}

/// out = a·b·R^-1 mod p, with the witness F that this engine is [`Fused`].
///
/// | | |
/// |---|---|
/// | in | limbs at most 2^50 + 8 in magnitude, values at most (1/2 + 2^-45)p in magnitude |
/// | out | as in |
/// | p | odd, below 2^255 by bounds that are asserted: all fields of this crate |
/// | limbs | 5 in radix 2^51, little-endian, balanced, as doubles |
/// | lanes | 1, over two neighbouring columns |
/// | R | 2^255 |
/// | multiplications | 77 `f64x2.relaxed_madd` a product, 69 a square, 10 a sum |
/// | source | `src/radix/columns51.rs`: Emmart, Zheng, Weems 2018 (high and low part); lanes and quotient: this project |
///
/// The interval test `tests/suite/bounds_single.rs` proves that every step that must be exact is; the opcode test counts
/// the multiplications.
/// Products have no branch on an element. Nothing is audited for constant time.
pub struct FmaSingle<M, F>(PhantomData<(M, F)>);

impl<M: Modulus, F: Fused> Kernel for FmaSingle<M, F> {
    type Modulus = M;
    type Packed = Limbs;
    const LANES: usize = 1;
    const RADIX_BITS: u32 = radix51::RADIX_BITS;

    fn pack(lanes: &[Element<M>]) -> Self::Packed {
        let limbs = radix51::split::<M>(lanes[0].integer());
        Limbs(core::array::from_fn(|i| {
            if i == 0 { 0.0 } else { limbs[i - 1] }
        }))
    }

    fn unpack(packed: &Self::Packed) -> [Element<M>; MAX_LANES] {
        let [_, limbs @ ..] = packed.0;
        [Element::unpacked(radix51::join::<M>(&limbs)); MAX_LANES]
    }

    #[inline(always)]
    fn mul(a: &Self::Packed, b: &Self::Packed) -> Self::Packed {
        let pairs = [
            b.pair(0),
            b.pair(1),
            b.pair(2),
            b.pair(3),
            b.pair(4),
            b.pair(5),
        ];
        let constants = black_box(const { &&Columns51Constants::of::<M>() });
        let room = const { Room::of::<M>() };
        Limbs::from_pairs(columns51::multiply(&a.splats(), &pairs, room, constants))
    }

    #[inline(always)]
    fn square(a: &Self::Packed) -> Self::Packed {
        let pairs = [a.pair(1), a.pair(2), a.pair(3), a.pair(4), a.pair(5)];
        let constants = black_box(const { &&Columns51Constants::of::<M>() });
        let room = const { Room::of::<M>() };
        Limbs::from_pairs(columns51::square(&a.splats(), &pairs, room, constants))
    }

    #[inline(always)]
    fn add(a: &Self::Packed, b: &Self::Packed) -> Self::Packed {
        let constants = black_box(const { &&radix51::Radix51Constants::of::<M>() });
        Limbs::of(linear51::sum([&a.splats(), &b.splats()], constants))
    }

    #[inline(always)]
    fn sub(a: &Self::Packed, b: &Self::Packed) -> Self::Packed {
        let constants = black_box(const { &&radix51::Radix51Constants::of::<M>() });
        Limbs::of(linear51::sub(&a.splats(), &b.splats(), constants))
    }
}
