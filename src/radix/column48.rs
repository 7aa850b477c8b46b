//! A column of products of limbs of 48 bits in floating point: as [`column51`](super::column51) has it, with a low part
//! that begins below zero, so that a carry is one operation.
//!
//! Source of the high and low part by fused multiply-add: Emmart, Zheng, Weems, "Faster Modular
//! Exponentiation Using Double Precision Floating Point Arithmetic on the GPU" (ARITH 2018).

use super::radix48::{Radix48Constants, WIDTH};
use super::radix51::{Constant, DoubleLanes};

/// A column of products: high - SPLIT is a multiple of 2^48, low an integer of at most 2^53.
#[derive(Clone, Copy)]
pub struct Column<L> {
    /// `SPLIT` and a multiple of 2^48.
    pub high: L,
    /// An integer of at most 2^53; less `OFFSET` until something is carried into the column.
    pub low: L,
}

impl<L: DoubleLanes> Column<L> {
    /// a·b in column 0, into which nothing is carried.
    #[inline(always)]
    pub fn lowest(a: L, b: L, constants: &Radix48Constants) -> Self {
        Self::begin(a, b, &constants.split, constants)
    }

    /// a·b in a column above.
    #[inline(always)]
    pub fn on_carry(a: L, b: L, constants: &Radix48Constants) -> Self {
        Self::begin(a, b, &constants.split_less_offset, constants)
    }

    #[inline(always)]
    fn begin(a: L, b: L, from: &Constant, constants: &Radix48Constants) -> Self {
        let high = a.rounding_fma(b, L::load(&constants.split));
        Self {
            high,
            low: a.fma(b, L::load(from).minus(high)),
        }
    }

    /// The column and a·b.
    #[inline(always)]
    pub fn add(self, a: L, b: L) -> Self {
        let high = a.rounding_fma(b, self.high);
        Self {
            high,
            low: self.low.plus(a.fma(b, self.high.minus(high))),
        }
    }

    /// The column with the carry of the one below.
    #[inline(always)]
    pub fn after(self, below: Self, constants: &Radix48Constants) -> Self {
        self.plus_carried(below.high, constants)
    }

    /// The column and x, which is a multiple of 2^48 in the one below.
    #[inline(always)]
    pub fn plus_carried(self, x: L, constants: &Radix48Constants) -> Self {
        Self {
            low: x.fma(L::load(&constants.weight), self.low),
            ..self
        }
    }

    /// The column with a balanced low part: its high part takes the rest.
    #[inline(always)]
    pub fn settle(self) -> Self {
        let high = self.high.rounding_plus(self.low);
        Self {
            high,
            low: self.low.minus(high.minus(self.high)),
        }
    }

    /// The balanced q that makes the low part and q·p a multiple of 2^48.
    #[inline(always)]
    pub fn quotient(self, constants: &Radix48Constants) -> L {
        Self::lowest(self.low, L::load(&constants.negated_inverse), constants).low
    }

    /// The low part and q·p's digit 0, a multiple of 2^48.
    #[inline(always)]
    pub fn cancelled(self, q: L, constants: &Radix48Constants) -> L {
        q.fma_to_multiple::<WIDTH>(L::load(&constants.p[0]), self.low)
    }

    /// What the high part is worth in the next column.
    #[inline(always)]
    pub fn above(self, constants: &Radix48Constants) -> L {
        self.high
            .fma(L::load(&constants.weight), L::load(&constants.split_carry))
    }
}
