//! Sums of 5x51 products in floating point with one reduction, in columns of 64-bit integers, written
//! once over abstract lanes: v128 in the module, `f64` in native tests, intervals in the bounds test.
//!
//! Format and constants are those of [`radix51`](super::radix51). There the high parts of a column are a double's,
//! which has room for four products. Here each product of limbs begins anew at [`SPLIT`], and the two
//! doubles that it becomes are integers with a constant on top, as long as they stay in one binade:
//! the bits of doubles are added as integers, of which a column takes any number. High parts go into
//! the next column at once, so that there is one sum a column, and a carry is a shift.
//!
//! A product of limbs takes five operations here and four in [`radix51`](super::radix51), which in exchange needs
//! further columns, with carries of their own, for every four products of limbs in one. So one
//! product or two are faster there, and three or four are faster here.
//!
//! Source of integers on top of a double's constant: Emmart, Zheng, Weems (see [`radix51`](super::radix51)); columns that
//! take high and low parts alike: this project.

use super::packing::unrolled;
use super::radix51::{
    self, Constant, DoubleLanes, Form, LIMBS, Radix51Constants, SPLIT, TOP_SLACK, WIDTH, two, units,
};
use super::words51::DoubleBitLanes;
use super::{linear51, product51};
use crate::field::Modulus;

/// Columns of a product, and what the last one carries.
const COLUMNS: usize = 2 * LIMBS;
/// Products that a sum may have.
pub const MAX_PRODUCTS: usize = 4;
/// An integer of less than 2^51 on top of this is a double whose last bit is worth 1.
pub const UNIT: f64 = 1.5 * two(52);
/// What a column is more than its value where it is split: it makes it positive, and carries are
/// shifts.
const LIFT: i64 = 1 << 58;
/// Half of 2^51, added to a column so that cutting its low bits off rounds to the nearest multiple.
pub const HALF: i64 = 1 << (WIDTH - 1);

/// Lanes with columns of integers.
pub trait ColumnSums: DoubleLanes {
    /// A sum of integers in 64 bits.
    type Column: Copy;
    /// A column before anything is in it.
    fn begin(start: &ColumnStart) -> Self::Column;
    /// The column and what `low` is more than [`UNIT`].
    fn plus_low(column: Self::Column, low: Self) -> Self::Column;
    /// The column and what `high` is more than [`SPLIT`], which is a multiple of 2^51, divided by 2^51.
    fn plus_high(column: Self::Column, high: Self) -> Self::Column;
    /// The balanced digit of a column of which nothing is missing, and the column above it with
    /// what is carried.
    fn settle<const N: usize>(
        column: Self::Column,
        above: Self::Column,
        d: &SumConstants<N>,
    ) -> (Self, Self::Column);
    /// A column of which nothing is missing, and which is not lifted, below 2^51 in magnitude.
    fn whole<const N: usize>(column: Self::Column, d: &SumConstants<N>) -> Self;
}

/// What a column begins with: all that its doubles will bring of [`UNIT`] and [`SPLIT`] is gone from it.
#[derive(Clone, Copy)]
#[cfg_attr(
    target_arch = "wasm32",
    allow(
        dead_code,
        reason = "a module adds bits alone; the bounds test reads the rest"
    )
)]
pub struct ColumnStart {
    /// As 64 bits.
    pub bits: Constant,
    /// What is left of it when all are there.
    pub lifted: i64,
    /// How many low and how many high parts it takes.
    pub parts: [u64; 2],
}

impl ColumnStart {
    const fn of(lifted: i64, parts: [u64; 2]) -> Self {
        let [low, high] = parts;
        let brought = low
            .wrapping_mul(UNIT.to_bits())
            .wrapping_add(high.wrapping_mul(SPLIT.to_bits()));
        Self {
            bits: Constant::bits((lifted as u64).wrapping_sub(brought)),
            lifted,
            parts,
        }
    }
}

/// Where the columns of a sum of `products` begin.
const fn starts(products: u64) -> [ColumnStart; COLUMNS] {
    let mut parts = [[0; 2]; COLUMNS];
    let mut row = 0;
    while row < LIMBS {
        parts = with_row(parts, row, 0, products);
        row += 1;
    }
    // Columns 0 to 2 become products by constants.
    parts = with_row(parts, 3, 0, 3);
    // So do columns 3 and 4 by p, but for their own low part, and what that carries is a low part above.
    parts = with_row(parts, 3, 1, 1);
    parts = with_row(parts, 4, 1, 1);
    parts[4][0] += 1;
    parts[5][0] += 1;
    // The multiple of p that is subtracted.
    let mut k = LIMBS;
    while k < COLUMNS - 1 {
        parts[k][0] += 1;
        k += 1;
    }
    let mut starts = [ColumnStart::of(0, [0; 2]); COLUMNS];
    let mut k = 0;
    while k < COLUMNS {
        // What the column below is lifted by is carried.
        let carried = if k > 0 { LIFT >> WIDTH } else { 0 };
        let lifted = if k < COLUMNS - 1 { LIFT + HALF } else { 0 };
        starts[k] = ColumnStart::of(lifted - carried, parts[k]);
        k += 1;
    }
    starts
}

/// The parts of the columns and of `times` products of a number by limbs `first` to 4, limb 0 at column
/// `at`.
const fn with_row(
    mut parts: [[u64; 2]; COLUMNS],
    at: usize,
    first: usize,
    times: u64,
) -> [[u64; 2]; COLUMNS] {
    let mut j = first;
    while j < LIMBS {
        parts[at + j][0] += times;
        parts[at + j + 1][1] += times;
        j += 1;
    }
    parts
}

/// The constants of the columns of a sum of N products, which depend on no modulus.
pub struct SumConstants<const N: usize> {
    starts: [ColumnStart; COLUMNS],
    /// [`SPLIT`] and [`UNIT`].
    both: Constant,
    /// [`UNIT`], as a double and as the bits of one.
    unit: Constant,
    /// 2^51 - 1.
    digit: Constant,
    /// The double 2^52.
    exponent: Constant,
    /// That and [`HALF`].
    lifted: Constant,
}

impl<const N: usize> SumConstants<N> {
    /// The constants.
    pub const NEW: Self = Self {
        starts: starts(N as u64),
        both: Constant::splat(SPLIT + UNIT),
        unit: Constant::splat(UNIT),
        digit: Constant::bits((1 << WIDTH) - 1),
        exponent: Constant::splat(two(52)),
        lifted: Constant::splat(two(52) + HALF as f64),
    };
}

impl<L: DoubleBitLanes> ColumnSums for L {
    type Column = L;

    #[inline(always)]
    fn begin(start: &ColumnStart) -> L {
        L::load(&start.bits)
    }

    #[inline(always)]
    fn plus_low(column: L, low: L) -> L {
        column.add_bits(low)
    }

    #[inline(always)]
    fn plus_high(column: L, high: L) -> L {
        column.add_bits(high)
    }

    #[inline(always)]
    fn settle<const N: usize>(column: L, above: L, d: &SumConstants<N>) -> (L, L) {
        let digit = column.and(L::load(&d.digit)).or(L::load(&d.exponent));
        (
            digit.minus(L::load(&d.lifted)),
            above.add_bits(column.down(WIDTH)),
        )
    }

    #[inline(always)]
    fn whole<const N: usize>(column: L, d: &SumConstants<N>) -> L {
        let unit = L::load(&d.unit);
        column.add_bits(unit).minus(unit)
    }
}

/// out = the sum of all a\[i\]·b\[i\]·2^-255 mod p, of one to four products. Range in and out: as in
/// [`product51::multiply`].
///
/// One or two products are those of [`radix51`](super::radix51), which are faster. Three or four are sums of these where
/// the prime leaves columns of integers no room.
#[inline(always)]
pub fn sum_of_products<L: ColumnSums, M: Modulus, const N: usize>(
    a: [&[L; LIMBS]; N],
    b: [&[L; LIMBS]; N],
    constants: &Radix51Constants,
    digits: &SumConstants<N>,
) -> [L; LIMBS] {
    const {
        assert!(
            1 <= N && N <= MAX_PRODUCTS,
            "a sum has one to four products"
        )
    };
    let form = const { Form::of::<M>() };
    let one = |a, b| product51::multiply(a, b, form, constants);
    let two = |a, b| product51::sum_of_two(a, b, form, constants);
    match (&a[..], &b[..]) {
        ([a], [b]) => one(a, b),
        (&[a, x], &[b, y]) => two([a, x], [b, y]),
        _ if const { has_room::<M>(N) } => in_columns(a, b, constants, digits),
        (&[a, x, c], &[b, y, d]) => linear51::sum([&two([a, x], [b, y]), &one(c, d)], constants),
        (&[a, x, c, u], &[b, y, d, v]) => {
            linear51::sum([&two([a, x], [b, y]), &two([c, u], [d, v])], constants)
        }
        _ => unreachable!("a sum has one to four products"),
    }
}

/// Whether columns of integers take a sum of so many products: the reduction must leave a top limb below 2^51, which is two
/// units. That is less than 2.5p, and the multiple of p that is subtracted is 2p at most.
const fn has_room<M: Modulus>(products: usize) -> bool {
    let (p4, share) = (radix51::limbs_of_p::<M>()[4], Form::of::<M>().share());
    // a·b/2^255 of each, in units of p, and half of p.
    let product = share * units(share * p4 + TOP_SLACK) * 0.5;
    (products as f64 * product + 0.5) * units(p4) + 8.0 * units(TOP_SLACK) < 2.0
}

/// Adds x·y to columns k and k + 1.
#[inline(always)]
fn add<L: ColumnSums>(
    columns: &mut [L::Column; COLUMNS],
    k: usize,
    x: L,
    y: L,
    [split, both]: [L; 2],
) {
    let high = x.rounding_fma(y, split);
    let low = x.fma(y, both.minus(high));
    columns[k] = L::plus_low(columns[k], low);
    columns[k + 1] = L::plus_high(columns[k + 1], high);
}

/// Adds x times the limbs of y to columns from `first` on. It is a function: in place, the unrolled loops of the sum
/// would be one in another, 13 bodies times 13 times 13.
#[inline(always)]
fn add_row<L: ColumnSums>(
    columns: &mut [L::Column; COLUMNS],
    first: usize,
    x: L,
    y: &[L; LIMBS],
    halves: [L; 2],
) {
    unrolled!(LIMBS, |j| add(columns, first + j, x, y[j], halves));
}

/// [`sum_of_products`] in columns.
///
/// The nearest multiple of p is subtracted, since the reduction leaves up to 2.1p.
#[inline(always)]
fn in_columns<L: ColumnSums, const N: usize>(
    a: [&[L; LIMBS]; N],
    b: [&[L; LIMBS]; N],
    constants: &Radix51Constants,
    digits: &SumConstants<N>,
) -> [L; LIMBS] {
    let (c, d) = (constants, digits);
    let split = L::load(&c.split);
    let both = L::load(&d.both);
    let mut columns: [L::Column; COLUMNS] = core::array::from_fn(|k| L::begin(&d.starts[k]));
    let settle = |columns: &mut [L::Column; COLUMNS], k: usize| {
        let (digit, above) = L::settle(columns[k], columns[k + 1], d);
        columns[k + 1] = above;
        digit
    };

    let mut low = [split; 3];
    unrolled!(LIMBS, |i| {
        unrolled!(N, |n| add_row(
            &mut columns,
            i,
            a[n][i],
            b[n],
            [split, both]
        ));
        if i < 3 {
            low[i] = settle(&mut columns, i);
        }
    });
    // Columns 0 to 2, mod p, in columns 3 to 7.
    unrolled!(3, |k| {
        let fold: [L; LIMBS] = c.fold[k].each_ref().map(L::load);
        add_row(&mut columns, 3, low[k], &fold, [split, both]);
    });
    // Two Montgomery steps remove columns 3 and 4.
    unrolled!(2, |step| {
        let k = 3 + step;
        let digit = settle(&mut columns, k);
        let inverse = L::load(&c.negated_inverse);
        let high = digit.rounding_fma(inverse, split);
        let q = digit.fma(inverse, split.minus(high));
        let multiple = q.fma_to_multiple::<WIDTH>(L::load(&c.p[0]), digit);
        let carry = multiple.fma(L::load(&c.weight), L::load(&d.unit));
        columns[k + 1] = L::plus_low(columns[k + 1], carry);
        unrolled!(LIMBS, |j| {
            if j > 0 {
                add(&mut columns, k + j, q, L::load(&c.p[j]), [split, both]);
            }
        });
    });
    // Columns 5 to 8 are the result's limbs, and what they carry is limb 4, which is nearly there.
    let rounder = L::load(&c.rounder);
    let top = L::whole(columns[COLUMNS - 1], d);
    let multiple = rounder.minus(top.rounding_fma(L::load(&c.p_inverse), rounder));
    let less = |j: usize, x: L| multiple.fma(L::load(&c.p[j]), x);
    let mut out = [top; LIMBS];
    unrolled!(LIMBS - 1, |j| {
        let k = LIMBS + j;
        columns[k] = L::plus_low(columns[k], less(j, L::load(&d.unit)));
        out[j] = settle(&mut columns, k);
    });
    out[LIMBS - 1] = less(LIMBS - 1, L::whole(columns[COLUMNS - 1], d));
    out
}
