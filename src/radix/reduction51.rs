//! The columns of a 5x51 product to limbs.
//!
//! The three low columns are removed at once: column k is worth 2^(51(k-3)) mod p at column 3, and
//! no quotient waits for another. Two Montgomery steps remove columns 3 and 4. Of a product of two values below p they
//! leave p/2^255 + 1/2 of p, which is no more than p of the primes whose [`Form`] is `TwoSteps`.
//!
//! For the other primes the second quotient q is centred. It is known mod 2^51, and the value is nearly H·2^153 + q·p/2^51,
//! where H is the high part of column 8 of the product. So the q nearest to -H·2^204/p brings the value nearest to 0.

use super::column51::Column;
use super::radix51::{COLUMNS, DoubleLanes, Form, LIMBS, Radix51Constants};

/// out = S·2^-255 mod p for a product S in columns: balanced low parts in columns 0 to 4, whose
/// high parts, and those of 5 and 6, were carried. `late_3` and `late_4` are products of limbs that
/// columns 3 and 4 lack. SUM: S is a sum of two products, of which two Montgomery steps leave up to 1.3p: the nearest
/// multiple of p is subtracted.
#[inline(always)]
pub fn reduce<L: DoubleLanes, const M: usize, const N: usize, const SUM: bool>(
    columns: [Column<L>; COLUMNS],
    late_3: [(L, L); M],
    late_4: [(L, L); N],
    form: Form,
    constants: &Radix51Constants,
) -> [L; LIMBS] {
    let s = ReductionSteps::<_, M, N, SUM> {
        columns,
        late_3,
        late_4,
        form,
        constants,
    };
    let r3 = s.r3();
    let q3 = s.quotient(r3);
    let t4 = s.t4(r3, q3);
    let r4 = s.r4(q3, t4);
    let q4 = s.q4(r4);
    let t5 = s.t5(r4, q4);
    let r8 = s.high8(q4);
    let k = s.multiple(r8);
    let r5 = s.r5(q3, q4, t5, k);
    let r6 = s.r6(q3, q4, r5, k);
    let r7 = s.r7(q3, q4, r6, k);
    s.limbs(r5, r6, r7, r8, k)
}

/// The steps of [`reduce`], each from those before.
struct ReductionSteps<'a, L, const M: usize, const N: usize, const SUM: bool> {
    columns: [Column<L>; COLUMNS],
    late_3: [(L, L); M],
    late_4: [(L, L); N],
    form: Form,
    constants: &'a Radix51Constants,
}

impl<L: DoubleLanes, const M: usize, const N: usize, const SUM: bool>
    ReductionSteps<'_, L, M, N, SUM>
{
    #[inline(always)]
    fn p(&self, i: usize) -> L {
        L::load(&self.constants.p[i])
    }

    /// Columns 0 to 2, mod p, in column 3 + j.
    #[inline(always)]
    fn fold(&self, high: L, j: usize) -> Column<L> {
        let [s0, s1, s2, ..] = self.columns;
        let fold = |k: usize| L::load(&self.constants.fold[k][j]);
        Column::on(high, s0.low, fold(0))
            .add(s1.low, fold(1))
            .add(s2.low, fold(2))
    }

    #[inline(always)]
    fn split(&self) -> L {
        L::load(&self.constants.split)
    }

    // Two Montgomery steps remove columns 3 and 4: r is a column before its step, t what goes to the next one.
    #[inline(always)]
    fn r3(&self) -> Column<L> {
        let r3 = self.fold(self.split(), 0).add_all(self.late_3);
        let r3 = r3.plus(self.columns[3].low);
        match self.form {
            // Its quotient has room for the low part of one late product.
            Form::Centred if SUM => r3.settle(),
            _ => r3,
        }
    }

    #[inline(always)]
    fn quotient(&self, column: Column<L>) -> L {
        column.quotient(self.constants)
    }

    #[inline(always)]
    fn t4(&self, r3: Column<L>, q3: L) -> L {
        r3.cancel(q3, self.columns[4].low, self.constants)
    }

    #[inline(always)]
    fn r4(&self, q3: L, t4: L) -> Column<L> {
        let r4 = self.fold(self.split(), 1).add_all(self.late_4);
        let r4 = r4.add(q3, self.p(1)).plus(t4);
        match self.form {
            Form::TwoSteps => r4,
            Form::Centred => r4.settle(),
        }
    }

    #[inline(always)]
    fn q4(&self, r4: Column<L>) -> L {
        let c = self.constants;
        match self.form {
            Form::TwoSteps => self.quotient(r4),
            Form::Centred => {
                let high = self.columns[8].high;
                let centre = high.rounding_fma(L::load(&c.p_inverse), L::load(&c.split_quotient));
                r4.quotient_at(centre, c)
            }
        }
    }

    #[inline(always)]
    fn t5(&self, r4: Column<L>, q4: L) -> L {
        r4.cancel(q4, self.columns[5].low, self.constants)
    }

    // Columns 5 to 8 are the result's limbs, and what they carry is limb 4.
    #[inline(always)]
    fn high8(&self, q4: L) -> Column<L> {
        Column::on(self.columns[8].high, q4, self.p(4))
    }

    #[inline(always)]
    fn top(&self, r8: Column<L>) -> L {
        let c = self.constants;
        r8.high.fma(L::load(&c.weight), L::load(&c.split_carry))
    }

    /// What of p is added, by the top limb; none where the value is in range without it.
    #[inline(always)]
    fn multiple(&self, r8: Column<L>) -> Option<L> {
        match self.form {
            Form::TwoSteps if SUM => {
                let rounder = L::load(&self.constants.rounder);
                let quotient = self
                    .top(r8)
                    .rounding_fma(L::load(&self.constants.p_inverse), rounder);
                Some(rounder.minus(quotient))
            }
            _ => None,
        }
    }

    /// x, and limb j of k·p.
    #[inline(always)]
    fn less(&self, x: L, j: usize, k: Option<L>) -> L {
        k.map_or(x, |k| k.fma(self.p(j), x))
    }

    #[inline(always)]
    fn r5(&self, q3: L, q4: L, t5: L, k: Option<L>) -> Column<L> {
        let r5 = self.fold(self.split(), 2).add(q3, self.p(2));
        r5.add(q4, self.p(1)).settle_with(self.less(t5, 0, k))
    }

    #[inline(always)]
    fn r6(&self, q3: L, q4: L, r5: Column<L>, k: Option<L>) -> Column<L> {
        let r6 = self.fold(self.split(), 3).add(q3, self.p(3));
        let r6 = r6.add(q4, self.p(2)).after(r5, self.constants);
        r6.settle_with(self.less(self.columns[6].low, 1, k))
    }

    #[inline(always)]
    fn r7(&self, q3: L, q4: L, r6: Column<L>, k: Option<L>) -> Column<L> {
        let s7 = self.columns[7];
        let high = match self.form {
            Form::TwoSteps => s7.high,
            // It has no room for the rest. What is in it goes into column 8 by itself.
            Form::Centred => self.split(),
        };
        let r7 = self.fold(high, 4).add(q3, self.p(4));
        let r7 = r7.add(q4, self.p(3)).after(r6, self.constants);
        r7.settle_with(self.less(s7.low, 2, k))
    }

    #[inline(always)]
    fn limbs(
        &self,
        r5: Column<L>,
        r6: Column<L>,
        r7: Column<L>,
        r8: Column<L>,
        k: Option<L>,
    ) -> [L; LIMBS] {
        let low = match self.form {
            Form::TwoSteps => self.columns[8].low,
            Form::Centred => self.columns[7].carry(self.columns[8].low, self.constants),
        };
        let low = self.less(low, 3, k);
        let r8 = r8.after(r7, self.constants).plus(low).settle();
        let top = self.less(self.top(r8), 4, k);
        [r5.low, r6.low, r7.low, r8.low, top]
    }
}
