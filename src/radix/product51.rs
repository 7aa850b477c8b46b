//! The 5x51 Montgomery product in floating point: the columns of a product, a square and a sum of two products, each
//! reduced once.

use super::column51::Column;
use super::radix51::{COLUMNS, DoubleLanes, Form, LIMBS, Radix51Constants};
use super::reduction51::reduce;

/// out = a·b·2^-255 mod p.
///
/// Preconditions: limbs 0 to 3 of a and b at most [`LIMB`](super::radix51::LIMB) in magnitude, limb 4 at most the
/// [share](Form::share) of p's that the form has, and [`TOP_SLACK`](super::radix51::TOP_SLACK). Postcondition: the same.
///
/// | form | values in | values out |
/// |---|---|---|
/// | `TwoSteps` | up to p in magnitude | up to (p/2^255 + 1/2)p: 0.88p in BN254's fields, 0.65p in BLS12-377 Fr |
/// | `Centred` | up to 17/32 p | the same |
///
/// `form` and `constants` are those of one prime.
#[inline(always)]
pub fn multiply<L: DoubleLanes>(
    a: &[L; LIMBS],
    b: &[L; LIMBS],
    form: Form,
    constants: &Radix51Constants,
) -> [L; LIMBS] {
    let ab = ProductColumns { a, b, constants };
    let s0 = ab.s0();
    let s1 = ab.s1(s0);
    let s2 = ab.s2(s1);
    let s3 = ab.s3(s2);
    let s4 = ab.s4(s3);
    let s5 = ab.s5(s4);
    let s6 = ab.s6(s5);
    let s7 = ab.s7(s6);
    let columns = [s0, s1, s2, s3, s4, s5, s6, s7, ab.s8()];
    let [late_3, late_4] = ab.late();
    reduce::<_, _, _, false>(columns, [late_3], [late_4], form, constants)
}

/// The columns of a·b, each from the one below: low parts balanced in columns 0 to 4, high parts of columns 0 to 6
/// carried.
struct ProductColumns<'a, L> {
    a: &'a [L; LIMBS],
    b: &'a [L; LIMBS],
    constants: &'a Radix51Constants,
}

impl<L: DoubleLanes> ProductColumns<'_, L> {
    /// The products of the limbs a\[i\] and b\[K - i\], `COUNT` of them from i = FIRST on.
    #[inline(always)]
    fn column<const K: usize, const FIRST: usize, const COUNT: usize>(&self) -> Column<L> {
        let split = L::load(&self.constants.split);
        let column = Column::on(split, self.a[FIRST], self.b[K - FIRST]);
        (FIRST + 1..FIRST + COUNT).fold(column, |column, i| column.add(self.a[i], self.b[K - i]))
    }

    #[inline(always)]
    fn s0(&self) -> Column<L> {
        self.column::<0, 0, 1>()
    }

    #[inline(always)]
    fn s1(&self, s0: Column<L>) -> Column<L> {
        self.column::<1, 0, 2>().after(s0, self.constants).settle()
    }

    #[inline(always)]
    fn s2(&self, s1: Column<L>) -> Column<L> {
        self.column::<2, 0, 3>().after(s1, self.constants).settle()
    }

    #[inline(always)]
    fn s3(&self, s2: Column<L>) -> Column<L> {
        self.column::<3, 0, 3>().after(s2, self.constants).settle()
    }

    #[inline(always)]
    fn s4(&self, s3: Column<L>) -> Column<L> {
        self.column::<4, 0, 4>().after(s3, self.constants).settle()
    }

    #[inline(always)]
    fn s5(&self, s4: Column<L>) -> Column<L> {
        self.column::<5, 1, 4>().after(s4, self.constants)
    }

    #[inline(always)]
    fn s6(&self, s5: Column<L>) -> Column<L> {
        self.column::<6, 2, 3>().after(s5, self.constants)
    }

    #[inline(always)]
    fn s7(&self, s6: Column<L>) -> Column<L> {
        self.column::<7, 3, 2>().after(s6, self.constants)
    }

    #[inline(always)]
    fn s8(&self) -> Column<L> {
        self.column::<8, 4, 1>()
    }

    /// What the high parts of columns 3 and 4 have no room for. Those that the reduction begins do.
    #[inline(always)]
    fn late(&self) -> [(L, L); 2] {
        [(self.a[3], self.b[0]), (self.a[4], self.b[0])]
    }
}

/// out = a²·2^-255 mod p, with 16 products of limbs instead of 25. Range in and out: as in
/// [`multiply`].
#[inline(always)]
pub fn square<L: DoubleLanes>(
    a: &[L; LIMBS],
    form: Form,
    constants: &Radix51Constants,
) -> [L; LIMBS] {
    let [a0, a1, a2, a3, a4] = *a;
    let [d0, d1, d2, d3] = [a0, a1, a2, a3].map(|limb| limb.plus(limb));
    let c = constants;
    let split = L::load(&c.split);

    let s0 = Column::on(split, a0, a0);
    let s1 = Column::on(split, d0, a1).after(s0, c).settle();
    let s2 = Column::on(split, d0, a2).add(a1, a1);
    let s2 = s2.after(s1, c).settle();
    // The high parts have no room for 2·a3·a0 and 2·a4·a0, and column 3 of the rest only for half.
    let s3 = Column::on(split, a0, a3).add(d1, a2);
    let s3 = s3.after(s2, c).settle();
    let s4 = Column::on(split, d1, a3).add(a2, a2);
    let s4 = s4.after(s3, c).settle();
    let s5 = Column::on(split, d1, a4).add(d2, a3).after(s4, c);
    let s6 = Column::on(split, d2, a4).add(a3, a3).after(s5, c);
    let s7 = Column::on(split, d3, a4).after(s6, c);
    let s8 = Column::on(split, a4, a4);
    let columns = [s0, s1, s2, s3, s4, s5, s6, s7, s8];
    reduce::<_, _, _, false>(columns, [(a3, a0)], [(a4, d0)], form, c)
}

/// out = (a\[0\]·b\[0\] + a\[1\]·b\[1\])·2^-255 mod p with one reduction. Range in and out: as in
/// [`multiply`].
///
/// The products have high parts of their own and common low parts.
#[inline(always)]
pub fn sum_of_two<L: DoubleLanes>(
    a: [&[L; LIMBS]; 2],
    b: [&[L; LIMBS]; 2],
    form: Form,
    constants: &Radix51Constants,
) -> [L; LIMBS] {
    let columns = columns_of_two(a, b, constants);
    let late = [(a[0][3], b[0][0]), (a[1][3], b[1][0])];
    reduce::<_, _, _, true>(columns, late, [], form, constants)
}

/// The columns of a\[0\]·b\[0\] + a\[1\]·b\[1\] but for the products of limbs 3 and 0. Carried as those of
/// one product are, and settled.
#[inline(always)]
fn columns_of_two<L: DoubleLanes>(
    a: [&[L; LIMBS]; 2],
    b: [&[L; LIMBS]; 2],
    constants: &Radix51Constants,
) -> [Column<L>; COLUMNS] {
    let [a0, a1, a2, a3, a4] = *a[0];
    let [b0, b1, b2, b3, b4] = *b[0];
    let [x0, x1, x2, x3, x4] = *a[1];
    let [y0, y1, y2, y3, y4] = *b[1];
    let c = constants;
    let split = L::load(&c.split);

    let u0 = Column::on(split, x0, y0);
    let s0 = Column::on(split, a0, b0).settle_with(u0.low);
    let u1 = Column::on(split, x0, y1).add(x1, y0).after(u0, c);
    let s1 = Column::on(split, a0, b1).add(a1, b0).after(s0, c);
    let s1 = s1.settle_with(u1.low);
    let u2 = Column::on(split, x0, y2).add(x1, y1).add(x2, y0);
    let u2 = u2.after(u1, c);
    let s2 = Column::on(split, a0, b2).add(a1, b1).add(a2, b0);
    let s2 = s2.after(s1, c).settle_with(u2.low);
    let u3 = Column::on(split, x0, y3).add(x1, y2).add(x2, y1);
    let u3 = u3.after(u2, c);
    let s3 = Column::on(split, a0, b3).add(a1, b2).add(a2, b1);
    let s3 = s3.after(s2, c).settle_with(u3.low);
    let u4 = Column::on(split, x0, y4).add(x1, y3).add(x2, y2);
    let v4 = Column::on(split, a4, b0).add(x4, y0);
    let u4 = u4.add(x3, y1).after(u3, c).plus(v4.low);
    let s4 = Column::on(split, a0, b4).add(a1, b3).add(a2, b2);
    let s4 = s4.add(a3, b1).after(s3, c).settle_with(u4.low);
    let u5 = Column::on(split, x1, y4).add(x2, y3).add(x3, y2);
    let u5 = u5.add(x4, y1).after(u4, c).after(v4, c);
    let s5 = Column::on(split, a1, b4).add(a2, b3).add(a3, b2);
    let s5 = s5.add(a4, b1).after(s4, c).settle_with(u5.low);
    let u6 = Column::on(split, x2, y4).add(x3, y3).add(x4, y2);
    let u6 = u6.after(u5, c);
    let s6 = Column::on(split, a2, b4).add(a3, b3).add(a4, b2);
    let s6 = s6.after(s5, c).settle_with(u6.low);
    let u7 = Column::on(split, x3, y4).add(x4, y3).after(u6, c);
    let s7 = Column::on(split, a3, b4).add(a4, b3).after(s6, c);
    let s7 = s7.settle_with(u7.low);
    let s8 = Column::on(split, a4, b4).add(x4, y4).after(u7, c);
    [s0, s1, s2, s3, s4, s5, s6, s7, s8]
}
