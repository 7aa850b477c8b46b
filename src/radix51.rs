//! The 5x51 Montgomery product in floating point, written once over abstract lanes: v128 in the
//! module, `f64` in native tests, intervals in the bounds test.
//!
//! R = 2^255. An element is five limbs in radix 2^51, doubles that hold integers, signed and
//! balanced: |x| is about 2^50 at most, the value at most about p/2 in magnitude.
//!
//! A product of two limbs is twice as long as a double, so a column of products is kept as two
//! sums: a running fused multiply-add that begins at [`SPLIT`], whose last bit is worth 2^51, holds
//! the high parts; what each of its roundings left behind is found exactly by a second fused
//! multiply-add, and these rests are the low part. Four operations a product of limbs.
//!
//! The four low columns are removed at once: column k is worth 2^(51(k-4)) mod p at column 4, and
//! no quotient waits for another. One Montgomery step removes column 4. What remains is below 1.7p;
//! the multiple of p nearest to it, found by a division of the top limbs, is subtracted.
//!
//! Every step is either exact or rounds on purpose, and which is which is in its name; the bounds
//! test runs this file on intervals and proves that the exact ones are (docs/bounds.md).
//!
//! Source of the high and low part by fused multiply-add: Emmart, Zheng, Weems, "Faster Modular
//! Exponentiation Using Double Precision Floating Point Arithmetic on the GPU" (ARITH 2018).

use crate::modulus::{self, Integer, Modulus};

/// Limbs of an element.
pub const LIMBS: usize = 5;
/// Bits of a limb.
pub const WIDTH: u32 = 51;
/// log2 of the Montgomery radix.
pub const RADIX_BITS: u32 = 255;

/// Doubles side by side, on a machine whose fused multiply-add rounds once.
///
/// An operation and its `rounding_` twin are the same instruction. The first promises that the
/// result is a double and nothing is rounded; the bounds test holds it to that.
pub trait Lanes: Copy {
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
    /// The same value, a multiple of 2^51 by the choice of the Montgomery quotient.
    fn multiple_of_radix(self) -> Self;
}

/// A double for each of two lanes, as v128 is loaded.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(16))]
pub struct Constant(pub [f64; 2]);

impl Constant {
    const fn splat(x: f64) -> Self {
        Self([x, x])
    }
}

/// The largest magnitude of limbs 0 to 3: balanced, and carries of the limbs below.
pub const LIMB: f64 = two(50) + 8.0;
/// What limb 4 may be more than half of p's.
pub const TOP_SLACK: f64 = 16.0;

/// p's limb 4.
pub const fn top<M: Modulus>() -> f64 {
    balance(modulus::split(&M::P, WIDTH), [0; LIMBS])[4]
}

/// 2^exponent.
const fn two(exponent: i32) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

/// Where a column of products begins: in [2^103, 2^104), where a double's last bit is worth 2^51,
/// with room for ±3.875·2^100 = the column a0·b4 + ... + a4·b0, whose outer limbs are small.
pub const SPLIT: f64 = 12.125 * two(100);

/// Added to x and subtracted again, leaves the multiple of 2^exponent nearest to x, |x| below
/// 2^(exponent+51).
const fn rounder(exponent: i32) -> f64 {
    1.5 * two(exponent + 52)
}

/// The constants of a modulus.
pub struct Constants {
    split: Constant,
    /// 2^-51, a carry's weight in the next column.
    carry: Constant,
    /// -SPLIT·2^-51.
    split_carry: Constant,
    round: Constant,
    round_quotient: Constant,
    round_integer: Constant,
    /// 2^(51(k-4)) mod p for k = 0..4, nearest to zero, balanced limbs.
    fold: [[Constant; LIMBS]; 4],
    p: [Constant; LIMBS],
    /// -p^-1 mod 2^51, nearest to zero.
    negated_inverse: Constant,
    /// 1/p in units of the top limb.
    p_inverse: Constant,
}

impl Constants {
    /// The constants of M.
    pub const fn of<M: Modulus>() -> Self {
        let mut fold = [[Constant::splat(0.0); LIMBS]; 4];
        let mut k = 0;
        while k < 4 {
            let power = modulus::inverse_power_of_two(WIDTH * (4 - k as u32), &M::P);
            fold[k] = splat(&split::<M>(&power));
            k += 1;
        }
        let p = balance(modulus::split(&M::P, WIDTH), [0; LIMBS]);
        Self {
            split: Constant::splat(SPLIT),
            carry: Constant::splat(two(-(WIDTH as i32))),
            split_carry: Constant::splat(-SPLIT * two(-(WIDTH as i32))),
            round: Constant::splat(rounder(WIDTH as i32)),
            round_quotient: Constant::splat(rounder(WIDTH as i32)),
            round_integer: Constant::splat(rounder(0)),
            fold,
            p: splat(&p),
            negated_inverse: Constant::splat(signed(modulus::negated_inverse(&M::P), WIDTH)),
            p_inverse: Constant::splat(1.0 / (p[4] + p[3] * two(-(WIDTH as i32)))),
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

/// The low `bits` of x as a two's complement number.
const fn signed(x: u64, bits: u32) -> f64 {
    (((x << (64 - bits)) as i64) >> (64 - bits)) as f64
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
    let upper_half = modulus::less_than(&modulus::add(x, x, &M::P), x);
    let minus = if upper_half { M::P } else { [0; 4] };
    balance(modulus::split(x, WIDTH), modulus::split(&minus, WIDTH))
}

/// The canonical integer of limbs whose value is above -p and below p.
pub fn join<M: Modulus>(limbs: &[f64; LIMBS]) -> Integer {
    let p: [u64; LIMBS] = modulus::split(&M::P, WIDTH);
    let mut integer = [0u64; 4];
    let mut carry = 0;
    for (i, (&limb, p)) in limbs.iter().zip(p).enumerate() {
        let limb = limb as i64 + p as i64 + carry;
        carry = limb >> WIDTH;
        let digit = (limb - (carry << WIDTH)) as u64;
        let bit = i as u32 * WIDTH;
        let (word, shift) = ((bit / 64) as usize, bit % 64);
        integer[word] |= digit << shift;
        if shift + WIDTH > 64 && word + 1 < 4 {
            integer[word + 1] |= digit >> (64 - shift);
        }
    }
    modulus::reduce_once(&integer, &M::P)
}

/// A column of products: high - SPLIT is a multiple of 2^51, low an integer below 2^53.
#[derive(Clone, Copy)]
struct Column<L> {
    high: L,
    low: L,
}

impl<L: Lanes> Column<L> {
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

    /// What the high part is worth in the next column.
    #[inline(always)]
    fn carry(self, constants: &Constants) -> L {
        self.high
            .fma(L::load(&constants.carry), L::load(&constants.split_carry))
    }
}

/// The multiple of 2^51 nearest to x.
#[inline(always)]
fn round<L: Lanes>(x: L, constants: &Constants) -> L {
    let rounder = L::load(&constants.round);
    x.rounding_plus(rounder).minus(rounder)
}

/// x + y as a multiple of 2^51 and what is left. The sum itself may not be a double.
#[inline(always)]
fn round_sum<L: Lanes>(x: L, y: L, constants: &Constants) -> (L, L) {
    let multiple = round(x.rounding_plus(y), constants);
    (multiple, x.minus(multiple).plus(y))
}

/// out = a·b·2^-255 mod p.
///
/// Preconditions: limbs 0 to 3 of a and b at most [`LIMB`] in magnitude, limb 4 at most half of
/// p's and [`TOP_SLACK`]. Postcondition: the same.
///
/// WIDE: limb 4 of a and b may be as large as p's and [`TOP_SLACK`], as in an integer below p. Out
/// is as above.
#[inline(always)]
pub fn multiply<L: Lanes, const WIDE: bool>(
    a: &[L; LIMBS],
    b: &[L; LIMBS],
    constants: &Constants,
) -> [L; LIMBS] {
    let [a0, a1, a2, a3, a4] = *a;
    let [b0, b1, b2, b3, b4] = *b;
    let c = constants;
    let weight = || L::load(&c.carry);
    let split = L::load(&c.split);

    // The product, column by column; columns 0..4 as limbs y, what they lack as carries.
    let s0 = Column::on(split, a0, b0);
    let c0 = round(s0.low, c);
    let y0 = s0.low.minus(c0);
    let s1 = Column::on(split, a0, b1).add(a1, b0);
    let t1 = s1.low.plus(s0.carry(c));
    let c1 = round(t1, c);
    let y1 = c0.fma(weight(), t1.minus(c1));
    let s2 = Column::on(split, a0, b2).add(a1, b1).add(a2, b0);
    let t2 = s2.low.plus(s1.carry(c));
    let c2 = round(t2, c);
    let y2 = c1.fma(weight(), t2.minus(c2));
    let s3 = Column::on(split, a0, b3)
        .add(a1, b2)
        .add(a2, b1)
        .add(a3, b0);
    let t3 = s3.low.plus(s2.carry(c));
    let c3 = round(t3, c);
    let y3 = c2.fma(weight(), t3.minus(c3));
    let s4 = Column::on(split, a2, b2).add(a1, b3).add(a3, b1);
    let (s4, c4) = if WIDE {
        // Too much for one high part: the outer products get their own.
        let outer = Column::on(split, a0, b4).add(a4, b0);
        let low = s4.low.plus(outer.low);
        (Column { low, ..s4 }, s4.carry(c).plus(outer.carry(c)))
    } else {
        let s4 = s4.add(a0, b4).add(a4, b0);
        (s4, s4.carry(c))
    };
    let t4 = c3.fma(weight(), s4.low.plus(s3.carry(c)));
    let s5 = Column::on(split, a1, b4)
        .add(a2, b3)
        .add(a3, b2)
        .add(a4, b1);
    let t5 = s5.low.plus(c4);
    let s6 = Column::on(split, a2, b4).add(a3, b3).add(a4, b2);
    let t6 = s6.low.plus(s5.carry(c));
    let s7 = Column::on(split, a3, b4).add(a4, b3);
    let t7 = s7.low.plus(s6.carry(c));
    let s8 = Column::on(split, a4, b4);
    let t8 = s8.low;

    // The low columns' value, mod p, in columns 4..9. Columns 7 and 8 have room for both sums.
    let fold = |high: L, j: usize| {
        Column::on(high, y0, L::load(&c.fold[0][j]))
            .add(y1, L::load(&c.fold[1][j]))
            .add(y2, L::load(&c.fold[2][j]))
            .add(y3, L::load(&c.fold[3][j]))
    };
    let f4 = fold(split, 0);

    // One Montgomery step: q·p makes column 4 a multiple of 2^51.
    let c4 = round(t4, c);
    let x = t4.minus(c4).plus(f4.low);
    let inverse = L::load(&c.negated_inverse);
    let rounder = L::load(&c.round_quotient);
    let q = x.fma(inverse, rounder.minus(x.rounding_fma(inverse, rounder)));
    let step = |column: Column<L>, j: usize| column.add(q, L::load(&c.p[j]));
    let f5 = fold(split, 1);
    let f4 = step(Column { low: x, ..f4 }, 0);
    let c4 = c4.plus(f4.low.multiple_of_radix());
    let f5 = step(f5, 1);
    let r5 = c4.fma(weight(), f5.low.plus(f4.carry(c)));
    let f6 = step(fold(split, 2), 2);
    let r6 = f6.low.plus(f5.carry(c));
    let f7 = step(fold(s7.high, 3), 3);
    let r7 = f7.low.plus(f6.carry(c));
    let f8 = step(fold(s8.high, 4), 4);
    let r8 = f8.low.plus(f7.carry(c));
    let r9 = f8.carry(c);

    // The nearest multiple of p, by the top limb.
    let rounder = L::load(&c.round_integer);
    let k = rounder.minus(r9.rounding_fma(L::load(&c.p_inverse), rounder));
    let less = |r: L, j: usize| k.fma(L::load(&c.p[j]), r);
    let (c5, x0) = round_sum(less(r5, 0), t5, c);
    let (c6, x1) = round_sum(less(r6, 1), t6, c);
    let (c7, x2) = round_sum(less(r7, 2), t7, c);
    let (c8, x3) = round_sum(less(r8, 3), t8, c);
    [
        x0,
        c5.fma(weight(), x1),
        c6.fma(weight(), x2),
        c7.fma(weight(), x3),
        c8.fma(weight(), less(r9, 4)),
    ]
}

/// out = a + b mod p.
///
/// Preconditions and postcondition: as those of [`multiply`], not WIDE.
#[inline(always)]
pub fn add<L: Lanes>(a: &[L; LIMBS], b: &[L; LIMBS], constants: &Constants) -> [L; LIMBS] {
    nearest(core::array::from_fn(|i| a[i].plus(b[i])), constants)
}

/// out = a - b mod p.
///
/// Preconditions and postcondition: as those of [`multiply`], not WIDE.
#[inline(always)]
pub fn sub<L: Lanes>(a: &[L; LIMBS], b: &[L; LIMBS], constants: &Constants) -> [L; LIMBS] {
    nearest(core::array::from_fn(|i| a[i].minus(b[i])), constants)
}

/// x less the nearest multiple of p, by the top limb, in the limbs of an operand.
///
/// Precondition: limbs at most twice an operand's.
#[inline(always)]
fn nearest<L: Lanes>(x: [L; LIMBS], constants: &Constants) -> [L; LIMBS] {
    let c = constants;
    let weight = || L::load(&c.carry);
    let rounder = L::load(&c.round_integer);
    let k = rounder.minus(x[4].rounding_fma(L::load(&c.p_inverse), rounder));
    let less = |j: usize| k.fma(L::load(&c.p[j]), x[j]);
    let (x0, x1, x2, x3) = (less(0), less(1), less(2), less(3));
    let (c0, c1, c2, c3) = (round(x0, c), round(x1, c), round(x2, c), round(x3, c));
    [
        x0.minus(c0),
        c0.fma(weight(), x1.minus(c1)),
        c1.fma(weight(), x2.minus(c2)),
        c2.fma(weight(), x3.minus(c3)),
        c3.fma(weight(), less(4)),
    ]
}

/// A lane of its own: the product natively, for tests.
impl Lanes for f64 {
    fn load(constant: &Constant) -> Self {
        constant.0[0]
    }

    fn fma(self, factor: Self, addend: Self) -> Self {
        self.mul_add(factor, addend)
    }

    fn plus(self, other: Self) -> Self {
        self + other
    }

    fn minus(self, other: Self) -> Self {
        self - other
    }

    fn rounding_fma(self, factor: Self, addend: Self) -> Self {
        self.mul_add(factor, addend)
    }

    fn rounding_plus(self, other: Self) -> Self {
        self + other
    }

    fn multiple_of_radix(self) -> Self {
        debug_assert!(self % two(WIDTH as i32) == 0.0);
        self
    }
}
