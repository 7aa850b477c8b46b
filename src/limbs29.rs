//! The scalar 9x29 kernel: no SIMD, any machine with a 64-bit multiplication.

use crate::element::Element;
use crate::kernel::{Build, Form, Info, Kernel, MAX_LANES, Row};
use crate::modulus::Modulus;
use crate::radix29::{self, Constants, LIMBS, WIDTH, Word};
use core::marker::PhantomData;

impl Word for u64 {
    type Factor = u64;

    #[inline(always)]
    fn product(a: u64, b: u64) -> u64 {
        debug_assert!(a < 1 << 32 && b < 1 << 32);
        a * b
    }

    #[inline(always)]
    fn sum(a: u64, b: u64) -> u64 {
        a + b
    }

    #[inline(always)]
    fn plus(self, other: u64) -> u64 {
        self.wrapping_add(other)
    }

    #[inline(always)]
    fn minus(self, other: u64) -> u64 {
        self.wrapping_sub(other)
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
    fn factor(self) -> u64 {
        self
    }
}

/// out = a·b·R^-1 mod p. R = 2^261, limbs radix 2^29, little-endian.
/// Preconditions: a, b < 2p, limbs < 2^29. Postcondition: out < 1.15p, limbs < 2^29.
/// Lanes: 1. Multiplies: 118 i64.mul (asserted by the opcode test).
/// Source: see [`radix29`]. Not constant-time audited.
pub struct Limbs29<M>(PhantomData<M>);

impl<M: Modulus> Kernel for Limbs29<M> {
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
        [Element::new(radix29::join::<M>(packed)); MAX_LANES]
    }

    #[inline(always)]
    fn mul(a: &Self::Packed, b: &Self::Packed) -> Self::Packed {
        radix29::multiply(a, b, const { &Constants::of::<M>() })
    }
}

/// `limbs29`: scalar, internal format.
pub const LIMBS29: Row = Row::present::<Limbs29<crate::kernel::Field>>(Info {
    id: "limbs29",
    form: Form::Internal,
    limbs: "9x29",
    build: Build::Baseline,
    summary: "scalar 9x29, two-level Karatsuba, reduction by 2^-29 mod p",
    source: "Barretenberg (reduction), Scott 2018 (Karatsuba)",
    lanes: 1,
    radix_bits: radix29::RADIX_BITS,
});

crate::exports_of!("limbs29", Limbs29<crate::kernel::Field>);
