//! The columns of an 8x48 product to limbs.
//!
//! The six low columns are removed at once: digit k is worth 2^(48(k-6)) mod p six columns higher, and no digit is
//! balanced for that. Two Montgomery steps remove columns 6 and 7. They leave p/2^384 + 1/2 of p, which needs no
//! correction.

use super::column48::Column;
use super::packing::unrolled;
use super::radix48::{COLUMNS, FOLDED, LIMBS, Radix48Constants};
use super::radix51::DoubleLanes;

/// out = S·2^-384 mod p for a product S in columns, none of which has been carried.
#[inline(always)]
pub fn reduce<L: DoubleLanes>(
    mut columns: [Column<L>; COLUMNS],
    constants: &Radix48Constants,
) -> [L; LIMBS] {
    let c = constants;
    let p = |i: usize| L::load(&c.p[i]);
    unrolled!(FOLDED - 1, |k| {
        columns[k + 1] = columns[k + 1].after(columns[k], c);
    });
    unrolled!(LIMBS, |j| {
        let mut column = columns[FOLDED + j];
        unrolled!(FOLDED, |k| {
            column = column.add(columns[k].low, L::load(&c.fold[k][j]));
        });
        columns[FOLDED + j] = column;
    });

    let s6 = columns[6].after(columns[5], c);
    let q6 = s6.quotient(c);
    let s7 = columns[7].add(q6, p(1)).after(s6, c);
    let s7 = s7.plus_carried(s6.cancelled(q6, c), c);
    let q7 = s7.quotient(c);
    let s8 = columns[8].add(q6, p(2)).add(q7, p(1)).after(s7, c);
    columns[8] = s8.plus_carried(s7.cancelled(q7, c), c).settle();
    unrolled!(5, |i| {
        let column = columns[9 + i].add(q6, p(3 + i)).add(q7, p(2 + i));
        columns[9 + i] = column.after(columns[8 + i], c).settle();
    });
    let s14 = columns[14].add(q7, p(7)).after(columns[13], c).settle();
    let [.., s8, s9, s10, s11, s12, s13, _] = columns;
    let [l0, l1, l2, l3, l4, l5, l6] = [s8, s9, s10, s11, s12, s13, s14].map(|column| column.low);
    [l0, l1, l2, l3, l4, l5, l6, s14.above(c)]
}
