//! The 5x51 Montgomery product in floating point, written once over abstract lanes: v128 in the
//! module, `f64` in native tests, intervals in the bounds test.
//!
//! R = 2^255. An element is five limbs in radix 2^51, doubles that hold integers, signed and
//! balanced: |x| is about 2^50 at most, the value at most p in magnitude.
//!
//! A product of two limbs is twice as long as a double, so a column of products is kept as two
//! sums: a running fused multiply-add that begins at [`SPLIT`], whose last bit is worth 2^51, holds
//! the high parts; what each of its roundings left behind is found exactly by a second fused
//! multiply-add, and these rests are the low part. Four operations a product of limbs.
//!
//! The three low columns are removed at once: column k is worth 2^(51(k-3)) mod p at column 3, and
//! no quotient waits for another. Two Montgomery steps remove columns 3 and 4; they keep a product
//! of two values below p within 0.88p, so that nothing is left to correct.
//!
//! Every step is either exact or rounds on purpose, and which is which is in its name; the bounds
//! test runs this file on intervals and proves that the exact ones are.
//!
//! Source of the high and low part by fused multiply-add: Emmart, Zheng, Weems, "Faster Modular
//! Exponentiation Using Double Precision Floating Point Arithmetic on the GPU" (ARITH 2018).

use super::packing;
use crate::field::integer;
use crate::field::modulus::{self, Integer, Modulus};

/// Limbs of an element.
pub const LIMBS: usize = 5;
/// Columns of the product of two elements.
const COLUMNS: usize = 2 * LIMBS - 1;
/// Bits of a limb.
pub const WIDTH: u32 = 51;
/// log2 of the Montgomery radix.
pub const RADIX_BITS: u32 = 255;

/// Doubles side by side, on a machine whose fused multiply-add rounds once.
///
/// An operation and its `rounding_` twin are the same instruction. The first promises that the
/// result is a double and nothing is rounded; the bounds test holds it to that.
pub trait DoubleLanes: Copy {
    /// A constant from memory.
    fn load(constant: &Constant) -> Self;
    /// self·factor + addend, exact.
    fn fma(self, factor: Self, addend: Self) -> Self;
    /// self + other, exact.
    fn plus(self, other: Self) -> Self;
    /// self - other, exact.
    fn minus(self, other: Self) -> Self;
    /// self·factor + addend, rounded to the nearest double.
    fn rounding_fma(self, factor: Self, addend: Self) -> Self;
    /// self + other, rounded to the nearest double.
    fn rounding_plus(self, other: Self) -> Self;
    /// self·factor, rounded to the nearest double.
    fn rounding_times(self, factor: Self) -> Self;
    /// The nearest integer.
    fn round(self) -> Self;
    /// self·factor + addend, a multiple of 2^51 by the choice of the Montgomery quotient, and exact
    /// because of that.
    fn fma_to_radix(self, factor: Self, addend: Self) -> Self;
}

/// A double for each of two lanes, as v128 is loaded.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(16))]
pub struct Constant(pub [f64; 2]);

impl Constant {
    /// The same double in both.
    pub const fn splat(x: f64) -> Self {
        Self([x; 2])
    }

    /// The double of these bits in both.
    pub const fn bits(x: u64) -> Self {
        Self::splat(f64::from_bits(x))
    }
}

/// The largest magnitude of limbs 0 to 3: balanced, and carries of the limbs below.
pub const LIMB: f64 = two(50) + 8.0;
/// What limb 4 may be more than p's.
pub const TOP_SLACK: f64 = 16.0;

/// p's limbs, balanced.
pub const fn limbs_of_p<M: Modulus>() -> [f64; LIMBS] {
    balance(integer::split(&M::P, WIDTH), [0; LIMBS])
}

/// 2^exponent.
pub const fn two(exponent: i32) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

/// Where a column of products begins: in the middle of [2^103, 2^104), where a double's last bit is
/// worth 2^51, with room for ±4·2^100 = four products of balanced limbs.
pub const SPLIT: f64 = 12.0 * two(100);

/// The constants of a modulus. Emitted loops read all but the last two where this order puts them
/// (`constants` of `bench-wasm/src/emit/fma-pair.mjs`).
#[repr(C)]
pub struct Radix51Constants {
    pub(super) split: Constant,
    /// 2^-51, a carry's weight in the next column.
    pub(super) weight: Constant,
    /// -SPLIT·2^-51.
    split_carry: Constant,
    /// 2^(51(k-3)) mod p for k = 0..3, nearest to zero, balanced limbs.
    pub(super) fold: [[Constant; LIMBS]; 3],
    pub(super) p: [Constant; LIMBS],
    /// -p^-1 mod 2^51, nearest to zero.
    pub(super) negated_inverse: Constant,
    /// 1/p in units of limb 4.
    pub(super) p_inverse: Constant,
    /// 1.5·2^52: added to x, leaves the integer nearest to x, for |x| below 2^51.
    pub(super) rounder: Constant,
}

impl Radix51Constants {
    /// The constants of M.
    ///
    /// # Panics
    /// Where M is even, or too large or too small for a step of this file. Constants are made at
    /// compile time: the kernel then does not compile.
    pub const fn of<M: Modulus>() -> Self {
        modulus::assert_bits(&M::P);
        let p = limbs_of_p::<M>();
        let negated_inverse = signed(integer::negated_inverse(&M::P));
        let mut limbs = [[0.0; LIMBS]; 3];
        let mut fold = [[Constant::splat(0.0); LIMBS]; 3];
        let mut k = 0;
        while k < 3 {
            let power = integer::inverse_power_of_two(WIDTH * (3 - k as u32), &M::P);
            limbs[k] = split::<M>(&power);
            fold[k] = splat(&limbs[k]);
            k += 1;
        }
        assert_bounds(&p, &limbs, negated_inverse);
        Self {
            split: Constant::splat(SPLIT),
            weight: Constant::splat(two(-(WIDTH as i32))),
            split_carry: Constant::splat(-SPLIT * two(-(WIDTH as i32))),
            fold,
            p: splat(&p),
            negated_inverse: Constant::splat(negated_inverse),
            p_inverse: Constant::splat(1.0 / p[4]),
            rounder: Constant::splat(1.5 * two(52)),
        }
    }
}

const fn splat(limbs: &[f64; LIMBS]) -> [Constant; LIMBS] {
    let mut constants = [Constant::splat(0.0); LIMBS];
    let mut i = 0;
    while i < LIMBS {
        constants[i] = Constant::splat(limbs[i]);
        i += 1;
    }
    constants
}

/// The low 51 bits of x as a two's complement number.
pub const fn signed(x: u64) -> f64 {
    const UNUSED: u32 = 64 - WIDTH;
    (((x << UNUSED) as i64) >> UNUSED) as f64
}

/// A limb or constant in units of 2^50, which is what a balanced limb is at most, and what a rounding
/// to a multiple of 2^51 leaves at most.
pub const fn units(limb: f64) -> f64 {
    limb.abs() * two(-50)
}

/// Constant limbs in one column, in [`units`].
pub const fn column<const N: usize>(fold: &[[f64; LIMBS]; N], j: usize) -> f64 {
    let mut sum = 0.0;
    let mut k = 0;
    while k < N {
        sum += units(fold[k][j]);
        k += 1;
    }
    sum
}

/// Asserts that products of a column, in units of 2^100, stay where a double's last bit is worth 2^51:
/// within 4 of [`SPLIT`], with a margin for roundings and what is carried into the column.
pub const fn assert_high(products: f64) {
    assert!(
        products < 4.0 - two(-30),
        "this modulus is too large for f64 lanes: a column of products leaves its binade"
    );
}

/// Asserts that a low part, in [`units`], is a double: it is below 2^53.
pub const fn assert_low(units: f64) {
    assert!(
        units < 8.0 - two(-30),
        "this modulus is too large for f64 lanes: a column's low part is no double"
    );
}

/// Asserts that a top limb is long enough for quotients to be read off it: carries of the limbs below
/// and TOP_SLACK are nothing beside it.
pub const fn assert_top(p: &[f64; LIMBS]) {
    assert!(
        p[4] > 1024.0 * TOP_SLACK,
        "this modulus is too small for f64 lanes: its top limb has too few bits"
    );
}

/// Asserts what the operations of this file need of a modulus: each bound is that of the operation
/// that needs most.
///
/// What depends on no modulus is left to the bounds test: columns 0 to 2, and the low parts of those
/// columns that are within their room whatever the constants are.
const fn assert_bounds(p: &[f64; LIMBS], fold: &[[f64; LIMBS]; 3], negated_inverse: f64) {
    assert_top(p);
    // Two Montgomery steps leave a·b/2^255 and half of p, and what carries and roundings are worth.
    let top = p[4] + TOP_SLACK;
    assert!(
        top * top * two(-51) + p[4] / 2.0 + 4.0 <= p[4],
        "this modulus is too large for f64 lanes: two Montgomery steps leave more than p"
    );

    let (limb, top) = (units(LIMB), units(top));
    let [p0, p1, p2, p3, p4] = [
        units(p[0]),
        units(p[1]),
        units(p[2]),
        units(p[3]),
        units(p[4]),
    ];
    let square = limb * limb;
    let (s4, s5, s7) = (
        3.0 * square + limb * top,
        2.0 * (square + limb * top),
        2.0 * limb * top,
    );
    assert_high(s4);
    assert_high(s5);
    // The reduction. Column 3 has two late products of a sum, column 4 the late square's.
    let (f3, f4) = (column(fold, 0), column(fold, 1));
    assert_high(f3 + 2.0 * square);
    assert_high(f4 + p1 + 2.0 * limb * top);
    assert_high(column(fold, 2) + p2 + p1);
    assert_high(column(fold, 3) + p3 + p2);
    assert_high(s7 + column(fold, 4) + p4 + p3);
    assert_high(2.0 * top * top + p4);
    // The low parts of columns 4 and 5 of a product, with what the column below carries: half of it.
    let low = 3.0 + 1.0 + 1.0 + 1.0 + (f3 + square) / 2.0 + p0 / 2.0;
    assert_low(low);
    assert_low(4.0 + s4 / 2.0 + (f4 + p1 + limb * top) / 2.0 + p0 / 2.0);
    // A quotient is a column's low part times the inverse.
    assert_high(low * units(negated_inverse));
    // What the reduction of a sum of four products (sums51.rs) leaves must have a top limb below 2^51, two
    // units: it is then less than 2.5p, and the multiple of p that is subtracted is 2p at most.
    assert!(
        (4.0 * top * units(1.0) * two(49) + 0.5) * p4 + 8.0 * units(TOP_SLACK) < 2.0,
        "this modulus is too large for f64 lanes: a sum of four products has no room"
    );
}

/// Balanced limbs of plus - minus.
const fn balance(plus: [u64; LIMBS], minus: [u64; LIMBS]) -> [f64; LIMBS] {
    const HALF: i64 = 1 << (WIDTH - 1);
    let mut limbs = [0.0; LIMBS];
    let mut carry = 0;
    let mut i = 0;
    while i < LIMBS {
        let limb = plus[i] as i64 - minus[i] as i64 + carry;
        carry = if i < LIMBS - 1 {
            (limb + HALF) >> WIDTH
        } else {
            0
        };
        limbs[i] = (limb - (carry << WIDTH)) as f64;
        i += 1;
    }
    limbs
}

/// The limbs of an integer below p: balanced, of the representative nearest to zero.
pub const fn split<M: Modulus>(x: &Integer) -> [f64; LIMBS] {
    // 2x mod p is below x exactly when 2x is not below p.
    let upper_half = integer::less_than(&integer::add(x, x, &M::P), x);
    let minus = if upper_half { M::P } else { [0; 4] };
    balance(integer::split(x, WIDTH), integer::split(&minus, WIDTH))
}

/// The canonical integer of limbs whose value is above -p and below p.
pub fn join<M: Modulus>(limbs: &[f64; LIMBS]) -> Integer {
    let p: [u64; LIMBS] = integer::split(&M::P, WIDTH);
    let mut carry = 0;
    let digits: [u64; LIMBS] = core::array::from_fn(|i| {
        let limb = limbs[i] as i64 + p[i] as i64 + carry;
        carry = limb >> WIDTH;
        (limb - (carry << WIDTH)) as u64
    });
    integer::reduce_once(&packing::join(&digits, WIDTH), &M::P)
}

/// A column of products: high - SPLIT is a multiple of 2^51, low an integer of at most 2^53.
#[derive(Clone, Copy)]
struct Column<L> {
    high: L,
    low: L,
}

impl<L: DoubleLanes> Column<L> {
    /// a·b on top of a column's high part, with a low part of its own.
    #[inline(always)]
    fn on(high: L, a: L, b: L) -> Self {
        let sum = a.rounding_fma(b, high);
        Self {
            high: sum,
            low: a.fma(b, high.minus(sum)),
        }
    }

    /// The column and a·b.
    #[inline(always)]
    fn add(self, a: L, b: L) -> Self {
        let Self { high, low } = Self::on(self.high, a, b);
        Self {
            high,
            low: self.low.plus(low),
        }
    }

    /// The column and all a·b.
    #[inline(always)]
    fn add_all<const N: usize>(self, products: [(L, L); N]) -> Self {
        let add = |column: Self, (a, b)| column.add(a, b);
        products.into_iter().fold(self, add)
    }

    /// The column and x, which goes into the low part.
    #[inline(always)]
    fn plus(self, x: L) -> Self {
        Self {
            low: self.low.plus(x),
            ..self
        }
    }

    /// What the high part is worth in the next column, and x.
    #[inline(always)]
    fn carry(self, x: L, constants: &Radix51Constants) -> L {
        let high = self.high.minus(L::load(&constants.split));
        high.fma(L::load(&constants.weight), x)
    }

    /// The column with the carry of the one below.
    #[inline(always)]
    fn after(self, below: Self, constants: &Radix51Constants) -> Self {
        Self {
            low: below.carry(self.low, constants),
            ..self
        }
    }

    /// The column with a balanced low part: its high part takes the rest.
    #[inline(always)]
    fn settle(self) -> Self {
        let high = self.high.rounding_plus(self.low);
        Self {
            high,
            low: self.low.minus(high.minus(self.high)),
        }
    }

    /// The same of the column and x. The sum of low and x may not be a double.
    #[inline(always)]
    fn settle_with(self, x: L) -> Self {
        let high = self.high.rounding_plus(x.rounding_plus(self.low));
        Self {
            high,
            low: x.minus(high.minus(self.high)).plus(self.low),
        }
    }

    /// The balanced q that makes the low part and q·p a multiple of 2^51.
    #[inline(always)]
    fn quotient(self, constants: &Radix51Constants) -> L {
        let split = L::load(&constants.split);
        Self::on(split, self.low, L::load(&constants.negated_inverse)).low
    }

    /// The column and q·p's digit 0 in the next column, on top of x. The low part goes.
    #[inline(always)]
    fn cancel(self, q: L, x: L, constants: &Radix51Constants) -> L {
        let multiple = q.fma_to_radix(L::load(&constants.p[0]), self.low);
        multiple.fma(L::load(&constants.weight), self.carry(x, constants))
    }
}

/// out = a·b·2^-255 mod p.
///
/// Preconditions: limbs 0 to 3 of a and b at most [`LIMB`] in magnitude, limb 4 at most p's and
/// [`TOP_SLACK`], as in an integer below p. Postcondition: the same, and the value is at most
/// 0.88p in magnitude.
#[inline(always)]
pub fn multiply<L: DoubleLanes>(
    a: &[L; LIMBS],
    b: &[L; LIMBS],
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
    reduce::<_, _, _, false>(columns, [late_3], [late_4], constants)
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
pub fn square<L: DoubleLanes>(a: &[L; LIMBS], constants: &Radix51Constants) -> [L; LIMBS] {
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
    reduce::<_, _, _, false>(columns, [(a3, a0)], [(a4, d0)], c)
}

/// out = (a\[0\]·b\[0\] + a\[1\]·b\[1\])·2^-255 mod p with one reduction. Range in and out: as in
/// [`multiply`].
///
/// The products have high parts of their own and common low parts. The nearest multiple of p is
/// subtracted, since the reduction leaves up to 1.3p.
#[inline(always)]
pub fn sum_of_two<L: DoubleLanes>(
    a: [&[L; LIMBS]; 2],
    b: [&[L; LIMBS]; 2],
    constants: &Radix51Constants,
) -> [L; LIMBS] {
    let columns = columns_of_two(a, b, constants);
    let late = [(a[0][3], b[0][0]), (a[1][3], b[1][0])];
    reduce::<_, _, _, true>(columns, late, [], constants)
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

/// out = S·2^-255 mod p for a product S in columns: balanced low parts in columns 0 to 4, whose
/// high parts, and those of 5 and 6, were carried. `late_3` and `late_4` are products of limbs that
/// columns 3 and 4 lack. CORRECTED: the nearest multiple of p is subtracted.
#[inline(always)]
fn reduce<L: DoubleLanes, const M: usize, const N: usize, const CORRECTED: bool>(
    columns: [Column<L>; COLUMNS],
    late_3: [(L, L); M],
    late_4: [(L, L); N],
    constants: &Radix51Constants,
) -> [L; LIMBS] {
    let s = ReductionSteps::<_, M, N, CORRECTED> {
        columns,
        late_3,
        late_4,
        constants,
    };
    let r3 = s.r3();
    let q3 = s.quotient(r3);
    let t4 = s.t4(r3, q3);
    let r4 = s.r4(q3, t4);
    let q4 = s.quotient(r4);
    let t5 = s.t5(r4, q4);
    let r8 = s.high8(q4);
    let k = s.multiple(r8);
    let r5 = s.r5(q3, q4, t5, k);
    let r6 = s.r6(q3, q4, r5, k);
    let r7 = s.r7(q3, q4, r6, k);
    s.limbs(r5, r6, r7, r8, k)
}

/// The steps of [`reduce`], each from those before.
struct ReductionSteps<'a, L, const M: usize, const N: usize, const CORRECTED: bool> {
    columns: [Column<L>; COLUMNS],
    late_3: [(L, L); M],
    late_4: [(L, L); N],
    constants: &'a Radix51Constants,
}

impl<L: DoubleLanes, const M: usize, const N: usize, const CORRECTED: bool>
    ReductionSteps<'_, L, M, N, CORRECTED>
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
        r3.plus(self.columns[3].low)
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
        r4.add(q3, self.p(1)).plus(t4)
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

    /// What of p is added, by the top limb; none unless CORRECTED.
    #[inline(always)]
    fn multiple(&self, r8: Column<L>) -> Option<L> {
        CORRECTED.then(|| {
            let rounder = L::load(&self.constants.rounder);
            let quotient = self
                .top(r8)
                .rounding_fma(L::load(&self.constants.p_inverse), rounder);
            rounder.minus(quotient)
        })
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
        let r7 = self.fold(s7.high, 4).add(q3, self.p(4));
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
        let low = self.less(self.columns[8].low, 3, k);
        let r8 = r8.after(r7, self.constants).plus(low).settle();
        let top = self.less(self.top(r8), 4, k);
        [r5.low, r6.low, r7.low, r8.low, top]
    }
}

/// out = the sum of two to four x mod p.
///
/// Preconditions and postcondition: as those of [`multiply`], with a value of at most about p/2.
#[inline(always)]
pub fn sum<L: DoubleLanes, const N: usize>(
    x: [&[L; LIMBS]; N],
    constants: &Radix51Constants,
) -> [L; LIMBS] {
    const { assert!(2 <= N && N <= 4, "a sum has two to four terms") };
    let limb = |i: usize| {
        x[2..]
            .iter()
            .fold(x[0][i].plus(x[1][i]), |sum, x| sum.plus(x[i]))
    };
    nearest(core::array::from_fn(limb), constants)
}

/// out = a - b mod p.
///
/// Preconditions and postcondition: as those of [`multiply`], with a value of at most about p/2.
#[inline(always)]
pub fn sub<L: DoubleLanes>(
    a: &[L; LIMBS],
    b: &[L; LIMBS],
    constants: &Radix51Constants,
) -> [L; LIMBS] {
    nearest(core::array::from_fn(|i| a[i].minus(b[i])), constants)
}

/// out = a - b - c mod p.
///
/// Preconditions and postcondition: as those of [`multiply`], with a value of at most about p/2.
#[inline(always)]
pub fn sub_both<L: DoubleLanes>(
    a: &[L; LIMBS],
    b: &[L; LIMBS],
    c: &[L; LIMBS],
    constants: &Radix51Constants,
) -> [L; LIMBS] {
    let limb = |i: usize| a[i].minus(b[i]).minus(c[i]);
    nearest(core::array::from_fn(limb), constants)
}

/// x less the nearest multiple of p, by the top limb, in the limbs of an operand.
///
/// Precondition: limbs at most five times an operand's.
#[inline(always)]
pub fn nearest<L: DoubleLanes>(x: [L; LIMBS], constants: &Radix51Constants) -> [L; LIMBS] {
    let c = constants;
    let rounder = L::load(&c.rounder);
    let k = rounder.minus(x[4].rounding_fma(L::load(&c.p_inverse), rounder));
    carried(core::array::from_fn(|j| k.fma(L::load(&c.p[j]), x[j])), c)
}

/// The same value with limbs 0 to 3 of an operand.
///
/// Precondition: limbs at most about five times an operand's.
#[inline(always)]
pub fn carried<L: DoubleLanes>(
    [x0, x1, x2, x3, x4]: [L; LIMBS],
    constants: &Radix51Constants,
) -> [L; LIMBS] {
    let weight = || L::load(&constants.weight);
    // The multiple of 2^51 nearest to x.
    let split = L::load(&constants.split);
    let round = |x: L| x.rounding_plus(split).minus(split);
    let (c0, c1, c2, c3) = (round(x0), round(x1), round(x2), round(x3));
    [
        x0.minus(c0),
        c0.fma(weight(), x1.minus(c1)),
        c1.fma(weight(), x2.minus(c2)),
        c2.fma(weight(), x3.minus(c3)),
        c3.fma(weight(), x4),
    ]
}
