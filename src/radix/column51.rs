//! A column of products of limbs in floating point.
//!
//! A product of two limbs is twice as long as a double, so a column of products is kept as two
//! sums: a running fused multiply-add that begins at [`SPLIT`](super::radix51::SPLIT), whose last bit is worth 2^51, holds
//! the high parts; what each of its roundings left behind is found exactly by a second fused
//! multiply-add, and these rests are the low part. Four operations a product of limbs.
//!
//! Source of the high and low part by fused multiply-add: Emmart, Zheng, Weems, "Faster Modular
//! Exponentiation Using Double Precision Floating Point Arithmetic on the GPU" (ARITH 2018).

use super::radix51::{DoubleLanes, Radix51Constants, WIDTH};

/// A column of products: high - SPLIT is a multiple of 2^51, low an integer of at most 2^53.
#[derive(Clone, Copy)]
pub struct Column<L> {
    /// `SPLIT` and a multiple of 2^51.
    pub high: L,
    /// An integer of at most 2^53.
    pub low: L,
}

impl<L: DoubleLanes> Column<L> {
    /// a·b on top of a column's high part, with a low part of its own.
    #[inline(always)]
    pub fn on(high: L, a: L, b: L) -> Self {
        let sum = a.rounding_fma(b, high);
        Self {
            high: sum,
            low: a.fma(b, high.minus(sum)),
        }
    }

    /// The column and a·b.
    #[inline(always)]
    pub fn add(self, a: L, b: L) -> Self {
        let Self { high, low } = Self::on(self.high, a, b);
        Self {
            high,
            low: self.low.plus(low),
        }
    }

    /// The column and all a·b.
    #[inline(always)]
    pub fn add_all<const N: usize>(self, products: [(L, L); N]) -> Self {
        let add = |column: Self, (a, b)| column.add(a, b);
        products.into_iter().fold(self, add)
    }

    /// The column and x, which goes into the low part.
    #[inline(always)]
    pub fn plus(self, x: L) -> Self {
        Self {
            low: self.low.plus(x),
            ..self
        }
    }

    /// What the high part is worth in the next column, and x.
    #[inline(always)]
    pub fn carry(self, x: L, constants: &Radix51Constants) -> L {
        let high = self.high.minus(L::load(&constants.split));
        high.fma(L::load(&constants.weight), x)
    }

    /// The column with the carry of the one below.
    #[inline(always)]
    pub fn after(self, below: Self, constants: &Radix51Constants) -> Self {
        Self {
            low: below.carry(self.low, constants),
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

    /// The same of the column and x. The sum of low and x may not be a double.
    #[inline(always)]
    pub fn settle_with(self, x: L) -> Self {
        let high = self.high.rounding_plus(x.rounding_plus(self.low));
        Self {
            high,
            low: x.minus(high.minus(self.high)).plus(self.low),
        }
    }

    /// The balanced q that makes the low part and q·p a multiple of 2^51.
    #[inline(always)]
    pub fn quotient(self, constants: &Radix51Constants) -> L {
        let split = L::load(&constants.split);
        Self::on(split, self.low, L::load(&constants.negated_inverse)).low
    }

    /// The q that makes the low part and q·p a multiple of 2^51, nearest to -`centre`.
    #[inline(always)]
    pub fn quotient_at(self, centre: L, constants: &Radix51Constants) -> L {
        let split = L::load(&constants.split);
        let inverse = L::load(&constants.negated_inverse);
        let high = self.low.rounding_fma(inverse, centre).rounding_plus(split);
        self.low.fma(inverse, split.minus(high))
    }

    /// The column and q·p's digit 0 in the next column, on top of x. The low part goes.
    #[inline(always)]
    pub fn cancel(self, q: L, x: L, constants: &Radix51Constants) -> L {
        let multiple = q.fma_to_multiple::<WIDTH>(L::load(&constants.p[0]), self.low);
        multiple.fma(L::load(&constants.weight), self.carry(x, constants))
    }
}
