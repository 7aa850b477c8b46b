//! The machine that products of limbs of 29 or 30 bits run on: 64-bit accumulators and 32-bit limbs, one or several side
//! by side; and how long a limb is.

/// Bits of a limb of an element of so many limbs.
///
/// 14 limbs of 29 bits would do for six words, and their columns have more room: 2^384 is reached by
/// 22 bits, and no column carries before its turn. The product takes a quarter longer.
pub const fn width(limbs: usize) -> u32 {
    if limbs == 13 { 30 } else { 29 }
}

/// log2 of the Montgomery radix of an element of so many limbs.
pub const fn radix_bits(limbs: usize) -> u32 {
    limbs as u32 * width(limbs)
}

/// The machine that the product runs on: 64-bit accumulators and 32-bit limbs, one or several
/// side by side.
pub trait Accumulator: Copy {
    /// A limb in [-2^31, 2^31), in the form in which it is multiplied.
    type Limb: Copy;
    /// Whether three-limb blocks are multiplied in six multiplications rather than nine.
    const KARATSUBA_BLOCKS: bool;
    /// 0.
    fn zero() -> Self;
    /// a·b mod 2^64.
    fn product(a: Self::Limb, b: Self::Limb) -> Self;
    /// a - b; the caller keeps it in [-2^31, 2^31).
    fn difference(a: Self::Limb, b: Self::Limb) -> Self::Limb;
    /// a + b; the caller keeps it in [-2^31, 2^31).
    fn sum(a: Self::Limb, b: Self::Limb) -> Self::Limb;
    /// self + other mod 2^64.
    fn plus(self, other: Self) -> Self;
    /// self div 2^width.
    fn high(self, width: u32) -> Self;
    /// self mod 2^width.
    fn low(self, width: u32) -> Self;
    /// -self mod 2^width.
    fn negated_low(self, width: u32) -> Self;
    /// A value below 2^31 as a limb.
    fn limb(self) -> Self::Limb;
}

/// Whether a limb is in [-2^31, 2^31).
fn fits(limb: u64) -> bool {
    i32::try_from(limb as i64).is_ok()
}

impl Accumulator for u64 {
    /// Two's complement.
    type Limb = u64;

    // Six multiplications and their additions are more instructions than nine.
    const KARATSUBA_BLOCKS: bool = false;

    #[inline(always)]
    fn zero() -> u64 {
        0
    }

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
    fn sum(a: u64, b: u64) -> u64 {
        a.wrapping_add(b)
    }

    #[inline(always)]
    fn plus(self, other: u64) -> u64 {
        self.wrapping_add(other)
    }

    #[inline(always)]
    fn high(self, width: u32) -> u64 {
        self >> width
    }

    #[inline(always)]
    fn low(self, width: u32) -> u64 {
        self & ((1 << width) - 1)
    }

    #[inline(always)]
    fn negated_low(self, width: u32) -> u64 {
        self.wrapping_neg().low(width)
    }

    #[inline(always)]
    fn limb(self) -> u64 {
        self
    }
}
