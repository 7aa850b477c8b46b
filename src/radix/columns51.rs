//! One 5x51 Montgomery product in floating point whose lanes are neighbouring columns, written once
//! over abstract lanes: v128 in the module, `[f64; 2]` in native tests, intervals in the bounds test.
//!
//! Format, constants and the high and low part of a column are those of [`radix51`]. A lane product
//! a_i·(b_j, b_{j+1}) serves two columns: 15 of them make the product, in the pairs of columns
//! (0, 1), (2, 3), (4, 5), (6, 7), (8, 9). What a column carries moves one lane.
//!
//! As in [`radix51`] columns 0 to 3 are worth 2^(51(k-4)) mod p at column 4, and a quotient removes
//! column 4. Two things make it wait less:
//! - The quotient does not wait for column 4. What the low digits contribute to it is linear, with
//!   constants of its own, and found in the lane beside column 8, which is free.
//! - A quotient is known mod 2^51 only. The one is chosen that takes the value nearest to 0, by the
//!   top column, and so the result needs no correction.
//!
//! Source: see [`radix51`]; lanes over columns and the choice of the quotient: this project.

use super::radix51::{
    self, Constant, DoubleLanes, LIMB, LIMBS, RADIX_BITS, SPLIT, TOP_SLACK, WIDTH, assert_high,
    assert_low, assert_top, column, signed, two, units,
};
use crate::field::integer;
use crate::field::modulus::{self, Modulus};

/// Two doubles, those of two neighbouring columns.
pub trait ColumnLanes: DoubleLanes {
    /// The low column in both.
    fn low(self) -> Self;
    /// The high column in both.
    fn high(self) -> Self;
    /// The low columns of both.
    fn lows(self, other: Self) -> Self;
    /// The high column, and above it the low column of `next`: one lane further.
    fn before(self, next: Self) -> Self;
    /// The same value, whose low column is a multiple of 2^51 by the choice of the quotient.
    fn low_multiple_of_radix(self) -> Self;
}

/// What [`SPLIT`] carries into the next column, itself a multiple of 2^51. SPLIT also rounds to one.
const SPLIT_CARRY: f64 = SPLIT / two(WIDTH as i32);
/// Where columns 3 and 4 begin: four products of limbs can be a little more than 4·2^100, and a double
/// below 2^103 may have a half too much for the carry.
const SPLIT_3: f64 = SPLIT + two(58);
/// What four such products may be more than 4·2^100, in units of that.
const MORE: f64 = two(-43);
/// Rounds what is below 2^53 to 0.
const VANISH: f64 = two(110);

/// The constants of a modulus. A pair is a constant of two columns.
pub struct Columns51Constants {
    zero: Constant,
    /// 2^-51, a carry's weight in the next column.
    carry: Constant,
    split: Constant,
    /// SPLIT less its carry: what a carry brings of it is gone from the column before it comes.
    split_lent: Constant,
    lent: Constant,
    /// Of columns 2 and 3: where they begin, that less SPLIT's carry, and what comes off the
    /// carry of columns 3 and 4.
    split_23: Constant,
    split_23_lent: Constant,
    lent_34: Constant,
    /// Where columns 4 and 5 begin, if column 4 is `Tight`.
    split_45: Constant,
    /// Rounds the low column; of the high one nothing.
    round_low: Constant,
    /// What a square has once and twice.
    once_twice: Constant,
    /// 2^(51(k-4)) mod p for k = 0..4, nearest to zero, balanced limbs, at columns 4 to 8; at column
    /// 9, which has none, what digit k adds to the quotient: -limb 0/p mod 2^51.
    fold: [[Constant; 3]; 4],
    /// p at columns 4 to 8.
    p: [Constant; 3],
    /// -p^-1 mod 2^51, nearest to zero.
    negated_inverse: Constant,
    /// 1/p in units of the top limb.
    p_inverse: Constant,
    /// -SPLIT times it.
    split_quotient: Constant,
}

impl Columns51Constants {
    /// The constants of M.
    ///
    /// # Panics
    /// Where M is even, or too large or too small for a step of this file. Constants are made at
    /// compile time: the kernel then does not compile.
    pub const fn of<M: Modulus>() -> Self {
        modulus::assert_bits(&M::P);
        let zero = Constant::splat(0.0);
        let inverse = integer::negated_inverse(&M::P);
        let mut limbs = [[0.0; LIMBS]; 4];
        let mut quotients = [0.0; 4];
        let mut fold = [[zero; 3]; 4];
        let mut k = 0;
        while k < 4 {
            let power = integer::inverse_power_of_two(WIDTH * (4 - k as u32), &M::P);
            limbs[k] = radix51::split::<M>(&power);
            quotients[k] = signed((limbs[k][0] as i64 as u64).wrapping_mul(inverse), WIDTH);
            fold[k] = pairs(&limbs[k], quotients[k]);
            k += 1;
        }
        let p = radix51::limbs_of_p::<M>();
        let room = Room::of::<M>();
        assert_bounds(room, &p, &limbs, &quotients);
        let split_4 = match room {
            Room::Tight => SPLIT_3,
            _ => SPLIT,
        };
        let p_inverse = 1.0 / (p[4] + p[3] / two(WIDTH as i32));
        Self {
            zero,
            carry: Constant::splat(two(-(WIDTH as i32))),
            split: Constant::splat(SPLIT),
            split_lent: Constant::splat(SPLIT - SPLIT_CARRY),
            lent: Constant::splat(-SPLIT_CARRY),
            split_23: Constant([SPLIT, SPLIT_3]),
            split_23_lent: Constant([SPLIT - SPLIT_CARRY, SPLIT_3 - SPLIT_CARRY]),
            lent_34: Constant([-SPLIT_3 / two(WIDTH as i32), -split_4 / two(WIDTH as i32)]),
            split_45: Constant([split_4, SPLIT]),
            round_low: Constant([SPLIT, VANISH]),
            once_twice: Constant([1.0, 2.0]),
            fold,
            p: pairs(&p, 0.0),
            negated_inverse: Constant::splat(signed(inverse, WIDTH)),
            p_inverse: Constant::splat(p_inverse),
            split_quotient: Constant::splat(-SPLIT * p_inverse),
        }
    }
}

impl Columns51Constants {
    /// Where columns 4 and 5 begin.
    #[inline(always)]
    fn begin_45(&self, room: Room) -> &Constant {
        match room {
            Room::Tight => &self.split_45,
            _ => &self.split,
        }
    }
}

/// Limbs at columns 4 to 8, and column 9.
const fn pairs(limbs: &[f64; LIMBS], last: f64) -> [Constant; 3] {
    [
        Constant([limbs[0], limbs[1]]),
        Constant([limbs[2], limbs[3]]),
        Constant([limbs[4], last]),
    ]
}

/// Whether column 4, of three products of limbs and two by the top limb, has room for all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// It has.
    Ample,
    /// They may be a little more than the room: the column begins higher, and its low part is no double.
    Tight,
    /// The high part of one goes into the reduction.
    Late,
}

impl Room {
    /// That of M.
    pub const fn of<M: Modulus>() -> Self {
        let top = units(radix51::limbs_of_p::<M>()[4] / 2.0 + TOP_SLACK);
        let products = 3.0 * units(LIMB) * units(LIMB) + 2.0 * units(LIMB) * top;
        if products < 4.0 - two(-30) {
            Self::Ample
        } else if products < 4.0 + MORE {
            Self::Tight
        } else {
            Self::Late
        }
    }
}

/// Asserts what [`multiply`] needs of a modulus, in the units of [`radix51::units`].
///
/// What depends on no modulus is left to the bounds test: columns 0 to 3, and the low parts of those
/// columns that are within their room whatever the constants are.
const fn assert_bounds(
    room: Room,
    p: &[f64; LIMBS],
    fold: &[[f64; LIMBS]; 4],
    quotients: &[f64; 4],
) {
    assert_top(p);
    let (limb, top) = (units(LIMB), units(p[4] / 2.0 + TOP_SLACK));
    let (square, cross) = (limb * limb, limb * top);
    // The reduction of columns 4 and 5 begins with a late product, of a square with two in column 4.
    let (late_4, late_5) = match room {
        Room::Late => {
            assert_high(3.0 * square + cross);
            (2.0 * cross, cross)
        }
        _ => {
            assert_high(2.0 * square + 2.0 * cross);
            (0.0, 0.0)
        }
    };
    // What the low digits add to the quotient.
    let [q0, q1, q2, q3] = *quotients;
    assert_high(units(q0) + units(q1) + units(q2) + units(q3));
    // The quotient takes the top column to 0, and is at most half of 2^51 off. A digit is a little more
    // than 1 unit, by what it was carried: the margin has room for that.
    let top_column = top * top + column(fold, 4);
    let quotient = 1.0 + top_column / units(p[4]);
    assert_high(late_4 + column(fold, 0) + quotient * units(p[0]));
    assert_high(late_5 + column(fold, 1) + quotient * units(p[1]));
    assert_high(column(fold, 2) + quotient * units(p[2]));
    let r7 = column(fold, 3) + quotient * units(p[3]);
    assert_high(r7);
    // What the quotient leaves of the top column is its rounding.
    assert_high(top_column);
    assert_high((1.0 + two(-20)) * units(p[4]));
    // The low part of column 8 with what column 7 carries: half of it.
    assert_low(6.0 + r7 / 2.0);
}

/// Two columns of products: high - SPLIT is a multiple of 2^51; first and rest together the low
/// part, less SPLIT's carry.
#[derive(Clone, Copy)]
struct ColumnPair<L> {
    high: L,
    first: L,
    rest: Option<L>,
}

impl<L: ColumnLanes> ColumnPair<L> {
    /// a·b.
    #[inline(always)]
    fn of(a: L, b: L, c: &Columns51Constants) -> Self {
        Self::on(&c.split, &c.split_lent, a, b)
    }

    /// a·b in columns that begin elsewhere.
    #[inline(always)]
    fn on(split: &Constant, lent: &Constant, a: L, b: L) -> Self {
        let high = a.rounding_fma(b, L::load(split));
        Self {
            high,
            first: a.fma(b, L::load(lent).minus(high)),
            rest: None,
        }
    }

    /// a·b in columns on top of those of a late product, whose low part was taken.
    #[inline(always)]
    fn after(late: &Self, a: L, b: L, c: &Columns51Constants) -> Self {
        let high = a.rounding_fma(b, late.high);
        let lent = late.high.minus(high).plus(L::load(&c.lent));
        Self {
            high,
            first: a.fma(b, lent),
            rest: None,
        }
    }

    /// The columns and a·b.
    #[inline(always)]
    fn add(self, a: L, b: L) -> Self {
        let high = a.rounding_fma(b, self.high);
        let low = a.fma(b, self.high.minus(high));
        Self {
            high,
            rest: Some(match self.rest {
                Some(rest) => rest.plus(low),
                None => low,
            }),
            ..self
        }
    }

    /// The columns and the low part of a·b, and its high part.
    #[inline(always)]
    fn with_late(self, a: L, b: L, c: &Columns51Constants) -> (Self, Option<Self>) {
        let late = Self::on(&c.split, &c.split, a, b);
        let first = self.first.plus(late.first);
        (Self { first, ..self }, Some(late))
    }

    /// The low part.
    #[inline(always)]
    fn low(self) -> L {
        match self.rest {
            Some(rest) => self.first.plus(rest),
            None => self.first,
        }
    }

    /// The low part and what the high parts of the columns below carry.
    #[inline(always)]
    fn carried(self, below: L, c: &Columns51Constants) -> L {
        let sum = below.fma(L::load(&c.carry), self.first);
        match self.rest {
            Some(rest) => sum.plus(rest),
            None => sum,
        }
    }
}

/// The multiples of 2^51 nearest to x, or what else the rounder leaves.
#[inline(always)]
fn round<L: ColumnLanes>(x: L, rounder: &Constant) -> L {
    let rounder = L::load(rounder);
    x.rounding_plus(rounder).minus(rounder)
}

/// out = a·b·2^-255 mod p, as three pairs: (0, out_0), (out_1, out_2), (out_3, out_4).
///
/// a: each limb in both lanes. b: (0, b_0), (b_0, b_1), ..., (b_3, b_4), (b_4, 0).
///
/// Preconditions: limbs 0 to 3 of a and b at most [`LIMB`](radix51::LIMB) in magnitude, limb 4 at
/// most half of p's and [`TOP_SLACK`](radix51::TOP_SLACK). Postcondition: the same.
///
/// `room` and `c` are those of one prime.
#[inline(always)]
pub fn multiply<L: ColumnLanes>(
    a: &[L; LIMBS],
    b: &[L; LIMBS + 1],
    room: Room,
    c: &Columns51Constants,
) -> [L; 3] {
    const { assert!(RADIX_BITS == WIDTH * LIMBS as u32) }
    let [a0, a1, a2, a3, a4] = *a;
    let [b0, b01, b12, b23, b34, b4] = *b;
    let s01 = ColumnPair::of(a0, b01, c).add(a1, b0);
    let s23 = ColumnPair::on(&c.split_23, &c.split_23_lent, a0, b23)
        .add(a1, b12)
        .add(a2, b01)
        .add(a3, b0);
    let split_45 = c.begin_45(room);
    let s45 = ColumnPair::on(split_45, split_45, a0, b4)
        .add(a1, b34)
        .add(a2, b23)
        .add(a3, b12);
    let (s45, late) = match room {
        Room::Late => s45.with_late(a4, b01, c),
        _ => (s45.add(a4, b01), None),
    };
    let s67 = ColumnPair::of(a2, b4, c).add(a3, b34).add(a4, b23);
    reduce(
        [s01, s23, s45, s67],
        late,
        ColumnPair::of(a4, b4, c),
        room,
        c,
    )
}

/// out = a²·2^-255 mod p, with 9 lane products instead of 15. a and out as in [`multiply`].
///
/// `limbs`: each limb in both lanes. `pairs`: (a_0, a_1), ..., (a_3, a_4), (a_4, 0).
#[inline(always)]
pub fn square<L: ColumnLanes>(
    limbs: &[L; LIMBS],
    pairs: &[L; LIMBS],
    room: Room,
    c: &Columns51Constants,
) -> [L; 3] {
    let [a0, a1, a2, a3, a4] = *limbs;
    let [a01, a12, a23, a34, a4_] = *pairs;
    // The diagonal's limb once, and the one above it twice.
    let diagonal = |pair: L| pair.fma(L::load(&c.once_twice), L::load(&c.zero));
    let (d23, d34, d4) = (a23.plus(a23), a34.plus(a34), a4_.plus(a4_));

    let s01 = ColumnPair::of(a0, diagonal(a01), c);
    let s23 = ColumnPair::on(&c.split_23, &c.split_23_lent, a0, d23).add(a1, diagonal(a12));
    let split_45 = c.begin_45(room);
    let on = |a, b| ColumnPair::on(split_45, split_45, a, b);
    let (s45, late) = match room {
        Room::Late => on(a1, d34).add(a2, diagonal(a23)).with_late(a0, d4, c),
        _ => (on(a0, d4).add(a1, d34).add(a2, diagonal(a23)), None),
    };
    let s67 = ColumnPair::of(a2, d4, c).add(a3, diagonal(a34));
    reduce(
        [s01, s23, s45, s67],
        late,
        ColumnPair::of(a4, a4_, c),
        room,
        c,
    )
}

/// out = S·2^-255 mod p for a product S in columns: 0 and 1, 2 and 3, 4 and 5, 6 and 7, and 8.
///
/// Columns 2 and 3 begin at `split_23`, columns 4 and 5 lend nothing, and column 9 is 0. `late`: the high part of a
/// product that columns 4 and 5 lack.
#[inline(always)]
fn reduce<L: ColumnLanes>(
    [s01, s23, s45, s67]: [ColumnPair<L>; 4],
    late: Option<ColumnPair<L>>,
    s8: ColumnPair<L>,
    room: Room,
    c: &Columns51Constants,
) -> [L; 3] {
    let left = |x: L, y: L, multiple: L| x.minus(multiple).plus(y);
    let weight = || L::load(&c.carry);
    let split = || L::load(&c.split);
    let zero = || L::load(&c.zero);

    // ColumnPair 0 to 3 as digits y; the digit of column 4, and what is in column 5.
    let t01 = s01.carried(split().lows(s01.high), c);
    let c01 = round(t01, &c.split);
    let y01 = zero().lows(c01).fma(weight(), t01.minus(c01));
    let t23 = s23.carried(s01.high.before(s23.high), c);
    let c23 = round(t23, &c.split);
    let y23 = c01.before(c23).fma(weight(), t23.minus(c23));
    let carry = s23.high.before(s45.high).fma(weight(), L::load(&c.lent_34));
    let (digits, c45) = match room {
        Room::Tight => {
            let c45 = round(s45.low().rounding_plus(carry), &c.round_low);
            (left(s45.low(), carry, c45), c45)
        }
        _ => {
            let t45 = s45.low().plus(carry);
            let c45 = round(t45, &c.round_low);
            (t45.minus(c45), c45)
        }
    };
    let y45 = c23.before(c45).fma(weight(), digits);
    let t67 = s67.carried(s45.high.before(s67.high), c);
    let t89 = s67.high.before(split()).fma(weight(), L::load(&c.lent));

    // The low digits' value, mod p, in columns 4..9, and in column 9 their part of the quotient.
    let y = [y01.low(), y01.high(), y23.low(), y23.high()];
    let fold = |columns: ColumnPair<L>, j: usize| {
        columns
            .add(y[1], L::load(&c.fold[1][j]))
            .add(y[2], L::load(&c.fold[2][j]))
            .add(y[3], L::load(&c.fold[3][j]))
    };
    let f89 = s8.add(y[0], L::load(&c.fold[0][2]));
    let f89 = fold(f89, 2);
    let rest = f89.rest.expect("digits");
    let first = L::load(&c.fold[0][0]);
    let f45 = match late {
        None => ColumnPair::of(y[0], first, c),
        Some(late) => ColumnPair::after(&late, y[0], first, c),
    };
    let f45 = fold(f45, 0);
    let f67 = fold(ColumnPair::of(y[0], L::load(&c.fold[0][1]), c), 1);

    // The quotient: z mod 2^51, nearest to what takes the top column to 0.
    let digit = y45.low();
    let inverse = L::load(&c.negated_inverse);
    let own = digit.fma(inverse, split().minus(digit.rounding_fma(inverse, split())));
    let top = f89
        .high
        .low()
        .rounding_fma(L::load(&c.p_inverse), L::load(&c.split_quotient));
    let theirs = rest.high();
    let z = theirs.plus(own);
    let q = z.minus(round(
        theirs.rounding_plus(top.rounding_plus(own)),
        &c.split,
    ));

    let f45 = f45.add(q, L::load(&c.p[0]));
    let f67 = f67.add(q, L::load(&c.p[1]));
    let f89 = ColumnPair {
        rest: Some(rest.lows(zero())),
        ..f89
    }
    .add(q, L::load(&c.p[2]));
    let r45 = f45.carried(split().lows(f45.high), c);
    let r67 = f67.carried(f45.high.before(f67.high), c);
    let r89 = f89.carried(f67.high.before(f89.high), c);

    // Column 4 is a multiple of 2^51: a carry and nothing else.
    let sum = |x: L, y: L| x.rounding_plus(y);
    let c45 = round(sum(y45, r45).low_multiple_of_radix(), &c.split);
    let c67 = round(sum(t67, r67), &c.split);
    let c89 = round(sum(t89, r89), &c.round_low);
    [
        zero().lows(c45).fma(weight(), left(y45, r45, c45)),
        c45.before(c67).fma(weight(), left(t67, r67, c67)),
        c67.before(c89).fma(weight(), left(r89, t89, c89)),
    ]
}
