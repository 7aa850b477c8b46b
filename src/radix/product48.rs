//! The 8x48 Montgomery product in floating point: the columns of a product and of a square.

use super::column48::Column;
use super::radix48::{COLUMNS, LIMBS, Radix48Constants};
use super::radix51::DoubleLanes;
use super::reduction48::reduce;

/// out = a·b·2^-384 mod p.
///
/// Preconditions: limbs 0 to 6 of a and b at most [`LIMB`](super::radix48::LIMB) in magnitude, limb 7 at most p's and
/// [`TOP_SLACK`](super::radix48::TOP_SLACK), values up to p. Postcondition: the same, and values up to
/// (p/2^384 + 1/2)p: 0.61p of BLS12-381, 0.51p of BLS12-377.
#[inline(always)]
pub fn multiply<L: DoubleLanes>(
    a: &[L; LIMBS],
    b: &[L; LIMBS],
    constants: &Radix48Constants,
) -> [L; LIMBS] {
    let ab = ProductColumns { a, b, constants };
    let columns: [Column<L>; COLUMNS] = [
        Column::lowest(a[0], b[0], constants),
        ab.column::<1>(),
        ab.column::<2>(),
        ab.column::<3>(),
        ab.column::<4>(),
        ab.column::<5>(),
        ab.column::<6>(),
        ab.column::<7>(),
        ab.column::<8>(),
        ab.column::<9>(),
        ab.column::<10>(),
        ab.column::<11>(),
        ab.column::<12>(),
        ab.column::<13>(),
        ab.column::<14>(),
    ];
    reduce(columns, constants)
}

/// The columns of a·b above column 0, each for itself: nothing is carried.
struct ProductColumns<'a, L> {
    a: &'a [L; LIMBS],
    b: &'a [L; LIMBS],
    constants: &'a Radix48Constants,
}

impl<L: DoubleLanes> ProductColumns<'_, L> {
    /// The products of the limbs a\[i\] and b\[K - i\].
    #[inline(always)]
    fn column<const K: usize>(&self) -> Column<L> {
        let first = K.saturating_sub(LIMBS - 1);
        let column = Column::on_carry(self.a[first], self.b[K - first], self.constants);
        (first + 1..=K - first).fold(column, |column, i| column.add(self.a[i], self.b[K - i]))
    }
}

/// out = a²·2^-384 mod p, with 36 products of limbs instead of 64. Range in and out: as in [`multiply`].
#[inline(always)]
pub fn square<L: DoubleLanes>(a: &[L; LIMBS], constants: &Radix48Constants) -> [L; LIMBS] {
    let doubled = a.map(|limb| limb.plus(limb));
    let aa = SquareColumns {
        a,
        doubled,
        constants,
    };
    let columns: [Column<L>; COLUMNS] = [
        Column::lowest(a[0], a[0], constants),
        aa.column::<1>(),
        aa.column::<2>(),
        aa.column::<3>(),
        aa.column::<4>(),
        aa.column::<5>(),
        aa.column::<6>(),
        aa.column::<7>(),
        aa.column::<8>(),
        aa.column::<9>(),
        aa.column::<10>(),
        aa.column::<11>(),
        aa.column::<12>(),
        aa.column::<13>(),
        Column::on_carry(a[7], a[7], constants),
    ];
    reduce(columns, constants)
}

/// The columns of a² from column 1 to column 13, each for itself.
struct SquareColumns<'a, L> {
    a: &'a [L; LIMBS],
    doubled: [L; LIMBS],
    constants: &'a Radix48Constants,
}

impl<L: DoubleLanes> SquareColumns<'_, L> {
    /// The products of the limbs 2·a\[i\] and a\[K - i\], and in the middle of a limb and itself.
    #[inline(always)]
    fn column<const K: usize>(&self) -> Column<L> {
        let first = K.saturating_sub(LIMBS - 1);
        let column = Column::on_carry(self.doubled[first], self.a[K - first], self.constants);
        let add = |column: Column<L>, i: usize| column.add(self.doubled[i], self.a[K - i]);
        let column = (first + 1..K.div_ceil(2)).fold(column, add);
        if K.is_multiple_of(2) {
            column.add(self.a[K / 2], self.a[K / 2])
        } else {
            column
        }
    }
}
