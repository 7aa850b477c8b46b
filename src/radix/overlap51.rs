//! Two products of [`radix51`](super::radix51), the reduction of one between the columns of the other.
//!
//! A reduction waits for one quotient and then for another, and a processor that looks a few hundred instructions ahead
//! does not reach the next product in time. Written like this, it has that product's columns to do meanwhile: the same
//! operations in another order.

use super::radix51::{Columns, Constants, Factors, LIMBS, Lanes, Reduction};

/// What [`reduced`](super::radix51::reduced) gives of the product before, and the [`columns`](super::radix51::columns)
/// of a·b.
#[inline(always)]
pub fn overlap<L: Lanes>(
    before: &Columns<L>,
    a: &[L; LIMBS],
    b: &[L; LIMBS],
    constants: &Constants,
) -> ([L; LIMBS], Columns<L>) {
    let [late_3, late_4] = before.late;
    let s = Reduction::<_, 1, 1, false> {
        columns: before.columns,
        late_3: [late_3],
        late_4: [late_4],
        constants,
    };
    let ab = Factors { a, b, constants };
    let s0 = ab.s0();
    let r3 = s.r3();
    let s1 = ab.s1(s0);
    let q3 = s.quotient(r3);
    let s2 = ab.s2(s1);
    let t4 = s.t4(r3, q3);
    let s3 = ab.s3(s2);
    let r4 = s.r4(q3, t4);
    let q4 = s.quotient(r4);
    let s4 = ab.s4(s3);
    let t5 = s.t5(r4, q4);
    let r8 = s.high8(q4);
    let s5 = ab.s5(s4);
    let r5 = s.r5(q3, q4, t5, None);
    let s6 = ab.s6(s5);
    let r6 = s.r6(q3, q4, r5, None);
    let s7 = ab.s7(s6);
    let r7 = s.r7(q3, q4, r6, None);
    let s8 = ab.s8();
    let result = s.limbs(r5, r6, r7, r8, None);
    let columns = Columns {
        columns: [s0, s1, s2, s3, s4, s5, s6, s7, s8],
        late: ab.late(),
    };
    (result, columns)
}
