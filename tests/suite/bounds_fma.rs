//! The bounds of the fused multiply-add kernels, by running their steps on what a double may be
//! instead of on a double.
//!
//! A [`Bound`] knows an interval that holds the value, a power of two that divides it, and the
//! value itself as a sum of unknowns: the limbs that came in, products of limbs, and the error of
//! every rounding so far. The sum is what lets h - h' cancel the product it was made from and leave
//! the rounding error alone. A step that promises to be exact is held to it: the result must be a
//! multiple of 2^e below 2^(e+53), for every value of the interval.

use super::fields::on_every_field;
use super::interval::Interval;
use core::cell::RefCell;
use fqmul::field::Modulus;
use fqmul::radix::radix51::{
    self, Constant, DoubleLanes, Form, LIMBS, Radix51Constants, SPLIT, WIDTH,
};
use fqmul::radix::sums51::{self, ColumnStart, ColumnSums, HALF, SumConstants, UNIT};
use fqmul::radix::{linear51, product51};
use num_bigint::{BigInt, BigUint};
use std::collections::{BTreeMap, BTreeSet};

/// Numbers are integers in units of 2^-FRACTION. A carry through all columns has a weight of 2^-459,
/// and every product of constants is kept whole.
const FRACTION: i32 = 800;

fn two(exponent: i32) -> BigInt {
    BigInt::from(1) << u32::try_from(exponent + FRACTION).expect("not below the unit")
}

fn number(x: f64) -> BigInt {
    let bits = x.to_bits();
    let (exponent, mantissa) = ((bits >> 52 & 0x7ff) as i32, bits & ((1 << 52) - 1));
    if bits << 1 == 0 {
        return BigInt::ZERO;
    }
    assert!(exponent > 0 && exponent < 0x7ff, "a normal double");
    let magnitude = BigInt::from(mantissa | 1 << 52) * two(exponent - 1075);
    if x < 0.0 { -magnitude } else { magnitude }
}

/// A product of two numbers, in their unit again.
fn whole(product: &BigInt) -> BigInt {
    let whole: BigInt = product >> FRACTION as u32;
    assert_eq!(&whole << FRACTION as u32, *product, "FRACTION is too small");
    whole
}

/// a·b.
fn times(a: &BigInt, b: &BigInt) -> BigInt {
    whole(&(a * b))
}

/// The products of the values of a and b.
fn products(a: &Interval, b: &Interval) -> Interval {
    let Interval { low, high } = a.times(b);
    Interval {
        low: whole(&low),
        high: whole(&high),
    }
}

/// The largest e with 2^e <= |x|. x is not 0.
fn log2(x: &BigInt) -> i32 {
    x.bits() as i32 - 1 - FRACTION
}

/// The largest e such that 2^e divides x; very large for 0.
fn divisor(x: &BigInt) -> i32 {
    x.trailing_zeros()
        .map_or(10_000, |zeros| zeros as i32 - FRACTION)
}

/// The double nearest to x; which of two is of no interest.
fn nearest(x: &BigInt) -> BigInt {
    if *x == BigInt::ZERO {
        return BigInt::ZERO;
    }
    let ulp = two(log2(x) - 52);
    let half: BigInt = &ulp >> 1;
    let shifted: BigInt = x + half;
    let remainder: BigInt = ((&shifted % &ulp) + &ulp) % &ulp;
    shifted - remainder
}

/// A sum of unknowns, each with its coefficient.
#[derive(Clone, Debug, Default)]
struct Sum {
    constant: BigInt,
    terms: BTreeMap<usize, BigInt>,
}

impl Sum {
    fn unknown(index: usize) -> Self {
        Self {
            constant: BigInt::ZERO,
            terms: [(index, two(0))].into(),
        }
    }

    fn plus(mut self, other: &Self) -> Self {
        self.constant += &other.constant;
        for (&unknown, coefficient) in &other.terms {
            let sum = self.terms.entry(unknown).or_default();
            *sum += coefficient;
            if *sum == BigInt::ZERO {
                self.terms.remove(&unknown);
            }
        }
        self
    }

    fn times(&self, factor: &BigInt) -> Self {
        Self {
            constant: times(&self.constant, factor),
            terms: self
                .terms
                .iter()
                .map(|(&unknown, x)| (unknown, times(x, factor)))
                .collect(),
        }
    }
}

/// What is known of a double.
#[derive(Clone, Debug)]
struct Known {
    interval: Interval,
    /// 2^grid divides it.
    grid: i32,
    sum: Sum,
}

/// Everything known so far. A [`Bound`] is an index, so that it is `Copy` as doubles are.
#[derive(Default)]
struct Ledger {
    known: Vec<Known>,
    /// The unknowns' intervals.
    unknowns: Vec<Interval>,
    /// The unknowns that are not integers.
    fractions: BTreeSet<usize>,
    products: BTreeMap<(usize, usize), usize>,
    /// Of the unknown error of a rounding: the exact sum, and the grid of the double that it became.
    rounded: BTreeMap<usize, (Sum, i32)>,
}

thread_local! {
    static LEDGER: RefCell<Ledger> = RefCell::default();
}

impl Ledger {
    fn unknown(&mut self, interval: Interval) -> usize {
        self.unknowns.push(interval);
        self.unknowns.len() - 1
    }

    fn interval(&self, sum: &Sum) -> Interval {
        sum.terms.iter().fold(
            Interval::point(sum.constant.clone()),
            |total, (&unknown, x)| {
                total.plus(&products(
                    &self.unknowns[unknown],
                    &Interval::point(x.clone()),
                ))
            },
        )
    }

    fn product(&mut self, a: usize, b: usize) -> Sum {
        let (x, y) = (self.known[a].sum.clone(), self.known[b].sum.clone());
        if y.terms.is_empty() {
            return x.times(&y.constant);
        }
        let mut product = y.times(&x.constant);
        for (&i, x) in &x.terms {
            let constant = Sum::unknown(i).times(&times(x, &y.constant));
            product = product.plus(&constant);
            for (&j, y) in &y.terms {
                let unknown = self.unknown_product(i, j);
                product = product.plus(&Sum::unknown(unknown).times(&times(x, y)));
            }
        }
        product
    }

    /// The unknown that is the product of two.
    fn unknown_product(&mut self, i: usize, j: usize) -> usize {
        let key = (i.min(j), i.max(j));
        match self.products.get(&key) {
            Some(&index) => index,
            None => {
                let index = self.unknown(products(&self.unknowns[i], &self.unknowns[j]));
                self.products.insert(key, index);
                index
            }
        }
    }

    /// Whether 2^grid divides a sum of integers. The error of a rounding is known there: it is
    /// minus the exact sum, up to a multiple of what the double is a multiple of.
    fn divides(&self, grid: i32, mut sum: Sum) -> bool {
        let multiple = |x: &BigInt| divisor(x) >= grid;
        while let Some((&unknown, coefficient)) = sum.terms.iter().rev().find(|(_, x)| !multiple(x))
        {
            let coefficient = coefficient.clone();
            match self.rounded.get(&unknown) {
                Some((exact, rounded)) if *rounded + divisor(&coefficient) >= grid => {
                    sum.terms.remove(&unknown);
                    sum = sum.plus(&exact.times(&-coefficient));
                }
                _ => return false,
            }
        }
        let integers = |unknown| !self.fractions.contains(unknown);
        multiple(&sum.constant) && sum.terms.keys().all(integers)
    }

    fn push(&mut self, mut known: Known) -> Bound {
        if known.interval.low == known.interval.high {
            // One value: whatever it was made from, it is a constant.
            known.sum = Sum {
                constant: known.interval.low.clone(),
                terms: BTreeMap::new(),
            };
        }
        self.known.push(known);
        Bound(self.known.len() - 1)
    }

    /// The double that holds an exact result, which is a multiple of 2^grid.
    fn result(&mut self, sum: Sum, bound: Interval, grid: i32, exact: bool) -> Bound {
        let interval = self.interval(&sum).and(&bound);
        let magnitude = interval.magnitude();
        if magnitude <= two(grid + 53) {
            return self.push(Known {
                interval,
                grid,
                sum,
            });
        }
        assert!(
            !exact,
            "inexact: a multiple of 2^{grid} up to 2^{:.4}",
            f64::from(log2(&magnitude)) + (ratio(&magnitude, &two(log2(&magnitude)))).log2(),
        );
        let error = self.unknown(Interval::symmetric(two(log2(&magnitude) - 53)));
        let smallest = interval.smallest();
        let unrounded = grid;
        let grid = if smallest > BigInt::ZERO {
            grid.max(log2(&smallest) - 52)
        } else {
            grid
        };
        self.rounded.insert(error, (sum.clone(), grid));
        if unrounded < 0 {
            self.fractions.insert(error);
        }
        self.push(Known {
            interval: Interval {
                low: nearest(&interval.low),
                high: nearest(&interval.high),
            },
            grid,
            sum: sum.plus(&Sum::unknown(error)),
        })
    }
}

/// a/b as a double, for messages.
fn ratio(a: &BigInt, b: &BigInt) -> f64 {
    let scaled: BigInt = (a << 40u32) / b;
    i64::try_from(scaled).expect("a small ratio") as f64 / 2f64.powi(40)
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bound(usize);

impl Bound {
    /// An integer at most `magnitude` large.
    pub fn integer(magnitude: f64) -> Self {
        LEDGER.with_borrow_mut(|ledger| {
            let interval = Interval::symmetric(number(magnitude));
            let sum = Sum::unknown(ledger.unknown(interval.clone()));
            ledger.push(Known {
                interval,
                grid: 0,
                sum,
            })
        })
    }

    /// Any double of at most this magnitude.
    pub fn fraction(magnitude: f64) -> Self {
        LEDGER.with_borrow_mut(|ledger| {
            let interval = Interval::symmetric(number(magnitude));
            let unknown = ledger.unknown(interval.clone());
            ledger.fractions.insert(unknown);
            ledger.push(Known {
                interval,
                grid: -FRACTION / 2,
                sum: Sum::unknown(unknown),
            })
        })
    }

    /// An integer that is so near to -self·factor.
    pub fn integer_near(self, factor: f64, distance: f64) -> Self {
        LEDGER.with_borrow_mut(|ledger| {
            let known = ledger.known[self.0].clone();
            let factor = number(-factor);
            let distance = Interval::symmetric(number(distance));
            let difference = ledger.unknown(distance.clone());
            ledger.fractions.insert(difference);
            ledger.push(Known {
                interval: products(&known.interval, &Interval::point(factor.clone()))
                    .plus(&distance),
                grid: 0,
                sum: known.sum.times(&factor).plus(&Sum::unknown(difference)),
            })
        })
    }

    /// Whether nothing else is possible.
    pub fn is_zero(self) -> bool {
        self.known().interval.magnitude() == BigInt::ZERO
    }

    /// What an integer is at most, in magnitude; of a large one a little more.
    pub fn magnitude(self) -> f64 {
        let Known { interval, grid, .. } = self.known();
        assert!(grid >= 0, "not an integer");
        let whole: BigInt = interval.magnitude() >> FRACTION as u32;
        u128::try_from(whole).expect("below 2^128") as f64 * (1.0 + f64::EPSILON)
    }

    fn known(self) -> Known {
        LEDGER.with_borrow(|ledger| ledger.known[self.0].clone())
    }

    fn fma_with(self, factor: Self, addend: Self, exact: bool) -> Self {
        LEDGER.with_borrow_mut(|ledger| {
            let [x, y, z] = [self, factor, addend].map(|bound| ledger.known[bound.0].clone());
            let sum = ledger.product(self.0, factor.0).plus(&z.sum);
            let bound = products(&x.interval, &y.interval).plus(&z.interval);
            ledger.result(sum, bound, (x.grid + y.grid).min(z.grid), exact)
        })
    }

    /// self + sign·other.
    fn plus_with(self, sign: i32, other: Self, exact: bool) -> Self {
        LEDGER.with_borrow_mut(|ledger| {
            let [x, y] = [self, other].map(|bound| ledger.known[bound.0].clone());
            let bound = if sign > 0 {
                x.interval.plus(&y.interval)
            } else {
                x.interval.minus(&y.interval)
            };
            let sum = y.sum.times(&(BigInt::from(sign) * two(0))).plus(&x.sum);
            ledger.result(sum, bound, x.grid.min(y.grid), exact)
        })
    }

    /// A double that is known.
    pub fn constant(x: f64) -> Self {
        LEDGER.with_borrow_mut(|ledger| {
            let constant = number(x);
            ledger.push(Known {
                interval: Interval::point(constant.clone()),
                grid: divisor(&constant),
                sum: Sum {
                    constant,
                    terms: BTreeMap::new(),
                },
            })
        })
    }
}

impl DoubleLanes for Bound {
    #[inline(never)]
    fn load(constant: &Constant) -> Self {
        Self::constant(constant.0[0])
    }

    #[inline(never)]
    fn fma(self, factor: Self, addend: Self) -> Self {
        self.fma_with(factor, addend, true)
    }

    #[inline(never)]
    fn plus(self, other: Self) -> Self {
        self.plus_with(1, other, true)
    }

    #[inline(never)]
    fn minus(self, other: Self) -> Self {
        self.plus_with(-1, other, true)
    }

    #[inline(never)]
    fn rounding_fma(self, factor: Self, addend: Self) -> Self {
        self.fma_with(factor, addend, false)
    }

    #[inline(never)]
    fn rounding_plus(self, other: Self) -> Self {
        self.plus_with(1, other, false)
    }

    #[inline(never)]
    fn rounding_times(self, factor: Self) -> Self {
        self.rounding_fma(factor, Self::constant(0.0))
    }

    #[inline(never)]
    fn round(self) -> Self {
        LEDGER.with_borrow_mut(|ledger| {
            let known = ledger.known[self.0].clone();
            let half: BigInt = two(0) >> 1;
            let error = ledger.unknown(Interval::symmetric(half));
            ledger.fractions.insert(error);
            let whole = |x: &BigInt| (x >> FRACTION as u32) * two(0);
            let interval = Interval {
                low: whole(&known.interval.low),
                high: whole(&(known.interval.high + two(0))),
            };
            let sum = known.sum.plus(&Sum::unknown(error));
            ledger.push(Known {
                interval,
                grid: 0,
                sum,
            })
        })
    }

    #[inline(never)]
    fn fma_to_multiple<const WIDTH: u32>(self, factor: Self, addend: Self) -> Self {
        LEDGER.with_borrow_mut(|ledger| {
            let [x, y, z] = [self, factor, addend].map(|bound| ledger.known[bound.0].clone());
            let sum = ledger.product(self.0, factor.0).plus(&z.sum);
            assert!(
                ledger.divides(WIDTH as i32, sum.clone()),
                "2^{WIDTH} does not divide x + q·p"
            );
            let bound = products(&x.interval, &y.interval).plus(&z.interval);
            ledger.result(sum, bound, WIDTH as i32, true)
        })
    }
}

/// A column of integers, and how many low and high parts it still lacks.
#[derive(Clone, Copy, Debug)]
pub struct Integers {
    value: Bound,
    missing: [u64; 2],
}

impl Integers {
    /// The column and what x, whose bits are added to it, is more than `base`, in units of the last bit of
    /// such a double.
    #[inline(never)]
    fn plus(mut self, x: Bound, base: f64, part: usize) -> Self {
        let (column, x) = (self.value.known(), x.known());
        let exponent = log2(&number(base)) - 52;
        assert!(
            two(exponent + 52) <= x.interval.low && x.interval.high < two(exponent + 53),
            "another binade than that of {base}"
        );
        assert!(x.grid >= exponent, "more than the bits of a double");
        let unit = two(-exponent);
        let base = Sum {
            constant: -number(base),
            terms: BTreeMap::new(),
        };
        let sum = column.sum.plus(&x.sum.plus(&base).times(&unit));
        self.missing[part] = self.missing[part]
            .checked_sub(1)
            .expect("a part that is awaited");
        self.value = LEDGER.with_borrow_mut(|ledger| {
            let interval = ledger.interval(&sum);
            ledger.push(Known {
                interval,
                grid: 0,
                sum,
            })
        });
        self
    }

    /// What it holds, when nothing is missing.
    #[inline(never)]
    fn whole(self) -> Known {
        assert_eq!(self.missing, [0; 2], "what the doubles bring is not gone");
        self.value.known()
    }
}

impl ColumnSums for Bound {
    type Column = Integers;

    #[inline(never)]
    fn begin(start: &ColumnStart) -> Integers {
        let constant = BigInt::from(start.lifted) * two(0);
        let value = LEDGER.with_borrow_mut(|ledger| {
            ledger.push(Known {
                interval: Interval::point(constant.clone()),
                grid: 0,
                sum: Sum {
                    constant,
                    terms: BTreeMap::new(),
                },
            })
        });
        Integers {
            value,
            missing: start.parts,
        }
    }

    #[inline(never)]
    fn plus_low(column: Integers, low: Self) -> Integers {
        column.plus(low, UNIT, 0)
    }

    #[inline(never)]
    fn plus_high(column: Integers, high: Self) -> Integers {
        column.plus(high, SPLIT, 1)
    }

    #[inline(never)]
    fn settle<const N: usize>(
        column: Integers,
        above: Integers,
        _: &SumConstants<N>,
    ) -> (Self, Integers) {
        let known = column.whole();
        assert!(
            BigInt::ZERO <= known.interval.low && known.interval.high < two(64),
            "a column is negative or has more than 64 bits"
        );
        let half = BigInt::from(HALF) * two(0);
        let digit = Interval {
            low: -&half,
            high: &half - two(0),
        };
        LEDGER.with_borrow_mut(|ledger| {
            let unknown = Sum::unknown(ledger.unknown(digit.clone()));
            let offset = Sum {
                constant: -half,
                terms: BTreeMap::new(),
            };
            let rest = known.sum.plus(&offset).plus(&unknown.times(&-two(0)));
            let above_known = ledger.known[above.value.0].clone();
            let carried = |x: &BigInt| (x >> (FRACTION as u32 + WIDTH)) * two(0);
            let carry = Interval {
                low: carried(&known.interval.low),
                high: carried(&known.interval.high),
            };
            let value = ledger.push(Known {
                interval: above_known.interval.plus(&carry),
                grid: 0,
                sum: above_known.sum.plus(&rest.times(&two(-(WIDTH as i32)))),
            });
            let digit = ledger.push(Known {
                interval: digit,
                grid: 0,
                sum: unknown,
            });
            (digit, Integers { value, ..above })
        })
    }

    #[inline(never)]
    fn whole<const N: usize>(column: Integers, _: &SumConstants<N>) -> Self {
        assert!(
            column.whole().interval.magnitude() < two(51),
            "the top is no double of UNIT"
        );
        column.value
    }
}

impl Bound {
    /// The same value, which must be a multiple of 2^51.
    pub fn multiple_of_radix(self) -> Self {
        let known = self.known();
        LEDGER.with_borrow_mut(|ledger| {
            assert!(
                ledger.divides(51, known.sum.clone()),
                "2^51 does not divide it"
            );
            ledger.push(Known { grid: 51, ..known })
        })
    }
}

/// The largest magnitudes that a kernel accepts whose values are up to so much of p.
pub fn limbs<M: Modulus>(share: f64) -> [f64; LIMBS] {
    let top = radix51::TOP_SLACK + radix51::limbs_of_p::<M>()[4] * share;
    [
        radix51::LIMB,
        radix51::LIMB,
        radix51::LIMB,
        radix51::LIMB,
        top,
    ]
}

/// Limbs are what such a kernel accepts.
pub fn closes<M: Modulus>(out: &[Bound; LIMBS], share: f64) {
    for (i, (limb, largest)) in out.iter().zip(limbs::<M>(share)).enumerate() {
        let known = limb.known();
        assert!(known.grid >= 0, "{} limb {i} is not an integer", M::NAME);
        let magnitude = known.interval.magnitude();
        assert!(
            magnitude <= number(largest),
            "{} limb {i}: {} of what a kernel accepts",
            M::NAME,
            ratio(&magnitude, &number(largest)),
        );
    }
}

/// The limbs' value as a sum of unknowns is the sum of a[n]·b[n], times 2^-255, mod p, whatever the
/// unknowns are: every rounding error has a coefficient that p divides, a[n][i]·b[n][j] has
/// 2^(51(i+j)-255).
pub fn is_sum_of_products<M: Modulus>(
    out: &[Bound; LIMBS],
    a: &[&[Bound; LIMBS]],
    b: &[&[Bound; LIMBS]],
) {
    is_sum_of_products_mod(&super::oracle::modulus::<M, 4>(), WIDTH as i32, out, a, b);
}

/// The same in radix 2^width of as many limbs as there are.
pub fn is_sum_of_products_mod<const L: usize>(
    p: &BigUint,
    width: i32,
    out: &[Bound; L],
    a: &[&[Bound; L]],
    b: &[&[Bound; L]],
) {
    let value = value(width, out);
    let pairs = || (0..L).flat_map(|i| (0..L).map(move |j| (i, j)));
    let product = LEDGER.with_borrow_mut(|ledger| {
        let mut product = Sum::default();
        for (a, b) in a.iter().zip(b) {
            for (i, j) in pairs() {
                let weight = two(width * (i as i32 + j as i32 - L as i32));
                product = product.plus(&ledger.product(a[i].0, b[j].0).times(&weight));
            }
        }
        product
    });
    is_zero(p, &value.plus(&product.times(&-two(0))));
}

/// The value of limbs in radix 2^width.
fn value<const L: usize>(width: i32, limbs: &[Bound; L]) -> Sum {
    let weighted = limbs.iter().enumerate();
    weighted.fold(Sum::default(), |value, (j, limb)| {
        value.plus(&limb.known().sum.times(&two(width * j as i32)))
    })
}

/// The sum is 0 mod p, whatever the unknowns are.
fn is_zero(p: &BigUint, sum: &Sum) {
    let p = BigInt::from(p.clone());
    for (unknown, coefficient) in sum.terms.iter().chain([(&usize::MAX, &sum.constant)]) {
        // A power of two is a unit mod p: the coefficient's own unit is of no interest.
        assert_eq!(coefficient % &p, BigInt::ZERO, "mod {p}: unknown {unknown}");
    }
}

/// The limbs' value is the sum of the terms, each with its sign, mod p, whatever the unknowns are.
pub fn is_signed_sum<const L: usize, const N: usize>(
    p: &BigUint,
    width: i32,
    out: &[Bound; L],
    terms: &[[Bound; L]; N],
    signs: [i32; N],
) {
    let mut difference = value(width, out);
    for (term, sign) in terms.iter().zip(signs) {
        let weight = BigInt::from(-sign) * two(0);
        difference = difference.plus(&value(width, term).times(&weight));
    }
    is_zero(p, &difference);
}

/// The limbs' value as a sum of unknowns is the sum of x[i]·`residues`[i] mod p, whatever the unknowns are.
pub fn is_combination<M: Modulus>(out: &[Bound; LIMBS], x: &[Bound; LIMBS], residues: &[BigInt]) {
    let mut difference = Sum::default();
    for (j, limb) in out.iter().enumerate() {
        difference = difference.plus(&limb.known().sum.times(&two(51 * j as i32)));
    }
    for (x, residue) in x.iter().zip(residues) {
        difference = difference.plus(&x.known().sum.times(&(-residue * two(0))));
    }
    let p = BigInt::from(super::oracle::modulus::<M, 4>());
    for coefficient in difference.terms.values().chain([&difference.constant]) {
        assert_eq!(coefficient % &p, BigInt::ZERO, "{}", M::NAME);
    }
}

/// The operands of products of M.
fn operand<M: Modulus>() -> [Bound; LIMBS] {
    limbs::<M>(Form::of::<M>().share()).map(Bound::integer)
}

/// Limbs are an operand's, and the value is the sum of a\[n\]·b\[n\].
fn is_right<M: Modulus>(out: &[Bound; LIMBS], a: &[&[Bound; LIMBS]], b: &[&[Bound; LIMBS]]) {
    closes::<M>(out, Form::of::<M>().share());
    is_sum_of_products::<M>(out, a, b);
}

fn multiply<M: Modulus>() {
    let [a, b] = [0, 1].map(|_| operand::<M>());
    let constants = const { &Radix51Constants::of::<M>() };
    let out = product51::multiply(&a, &b, Form::of::<M>(), constants);
    is_right::<M>(&out, &[&a], &[&b]);
}

fn square<M: Modulus>() {
    let a = operand::<M>();
    let constants = const { &Radix51Constants::of::<M>() };
    let out = product51::square(&a, Form::of::<M>(), constants);
    is_right::<M>(&out, &[&a], &[&a]);
}

fn sum_of_products<M: Modulus>() {
    fn of<M: Modulus, const N: usize>() {
        let operands = || [0; N].map(|_| operand::<M>());
        let (a, b) = (operands(), operands());
        let (a, b) = (a.each_ref(), b.each_ref());
        let out = sums51::sum_of_products::<_, M, N>(
            a,
            b,
            const { &Radix51Constants::of::<M>() },
            const { &SumConstants::NEW },
        );
        is_right::<M>(&out, &a, &b);
    }
    of::<M, 2>();
    of::<M, 3>();
    of::<M, 4>();
}

#[test]
fn every_exact_step_is_exact_and_limbs_stay_in_range() {
    on_every_field!(multiply);
}

#[test]
fn so_do_those_of_the_square() {
    on_every_field!(square);
}

#[test]
fn so_do_those_of_sums_of_two_to_four_products() {
    on_every_field!(sum_of_products);
}

/// Sums of two to four and differences, and the value of what comes out: right up to a multiple of p.
fn sums<M: Modulus>() {
    fn is_sum<M: Modulus, const N: usize>(signs: [i32; N]) {
        let constants = const { &Radix51Constants::of::<M>() };
        let terms = [0; N].map(|_| operand::<M>());
        let out = match &terms[..] {
            [a, b] if signs[1] < 0 => linear51::sub(a, b, constants),
            [a, b, c] if signs[1] < 0 => linear51::sub_both(a, b, c, constants),
            _ => linear51::sum(terms.each_ref(), constants),
        };
        // What the kernels of either range take.
        closes::<M>(&out, 0.5);
        let p = super::oracle::modulus::<M, 4>();
        is_signed_sum(&p, WIDTH as i32, &out, &terms, signs);
    }
    is_sum::<M, 2>([1, 1]);
    is_sum::<M, 2>([1, -1]);
    is_sum::<M, 3>([1; 3]);
    is_sum::<M, 3>([1, -1, -1]);
    is_sum::<M, 4>([1; 4]);
}

#[test]
fn so_do_those_of_sums_and_differences() {
    on_every_field!(sums);
}

/// As a transform has them: a product of a value of at most about p/2 by a factor of at most p/2, and the sum
/// of both, carried and not reduced, again times such a factor.
fn carried<M: Modulus>() {
    let constants = const { &Radix51Constants::of::<M>() };
    let of = |share| limbs::<M>(share).map(Bound::integer);
    let (x, w) = (of(0.5), of(0.5));
    let form = Form::of::<M>();
    closes::<M>(&product51::multiply(&x, &w, form, constants), 0.75);
    let product = of(0.75);
    let sum = core::array::from_fn(|i| x[i].plus(product[i]));
    closes::<M>(&linear51::carried(sum, constants), 1.26);
    let factor = of(1.26);
    let out = product51::multiply(&factor, &w, form, constants);
    closes::<M>(&out, 1.0);
    is_sum_of_products::<M>(&out, &[&factor], &[&w]);
}

#[test]
fn a_product_takes_a_sum_that_was_carried() {
    on_every_field!(carried, each_below_254_bits);
}
