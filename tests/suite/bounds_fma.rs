//! The bounds of the fused multiply-add kernels, by running their steps on what a double may be
//! instead of on a double.
//!
//! A [`Bound`] knows an interval that holds the value, a power of two that divides it, and the
//! value itself as a sum of unknowns: the limbs that came in, products of limbs, and the error of
//! every rounding so far. The sum is what lets h - h' cancel the product it was made from and leave
//! the rounding error alone. A step that promises to be exact is held to it: the result must be a
//! multiple of 2^e below 2^(e+53), for every value of the interval.

use core::cell::RefCell;
use fqmul::modulus::{Fq, Fr, Modulus};
use fqmul::radix51::{self, Constant, Constants, LIMBS, Lanes};
use num_bigint::BigInt;
use std::collections::BTreeMap;
use wasm_bindgen_test::wasm_bindgen_test;

/// Numbers are integers in units of 2^-FRACTION. Constants reach down to 2^-104, and a product of
/// three of them is kept whole.
const FRACTION: i32 = 400;

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

/// a·b, whole.
fn times(a: &BigInt, b: &BigInt) -> BigInt {
    let product = a * b;
    let whole: BigInt = &product >> FRACTION as u32;
    assert_eq!(&whole << FRACTION as u32, product, "FRACTION is too small");
    whole
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

#[derive(Clone, Debug)]
struct Interval {
    low: BigInt,
    high: BigInt,
}

impl Interval {
    fn symmetric(magnitude: BigInt) -> Self {
        Self {
            low: -&magnitude,
            high: magnitude,
        }
    }

    fn point(x: BigInt) -> Self {
        Self {
            low: x.clone(),
            high: x,
        }
    }

    fn plus(&self, other: &Self) -> Self {
        Self {
            low: &self.low + &other.low,
            high: &self.high + &other.high,
        }
    }

    fn times(&self, other: &Self) -> Self {
        let corners = [
            times(&self.low, &other.low),
            times(&self.low, &other.high),
            times(&self.high, &other.low),
            times(&self.high, &other.high),
        ];
        Self {
            low: corners.iter().min().expect("four").clone(),
            high: corners.into_iter().max().expect("four"),
        }
    }

    fn and(&self, other: &Self) -> Self {
        let both = Self {
            low: (&self.low).max(&other.low).clone(),
            high: (&self.high).min(&other.high).clone(),
        };
        assert!(
            both.low <= both.high,
            "two bounds of one value exclude each other"
        );
        both
    }

    fn magnitude(&self) -> BigInt {
        (-&self.low).max(self.high.clone())
    }

    /// The least magnitude in the interval.
    fn smallest(&self) -> BigInt {
        (&self.low).max(&-&self.high).max(&BigInt::ZERO).clone()
    }
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
    products: BTreeMap<(usize, usize), usize>,
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
                total.plus(&self.unknowns[unknown].times(&Interval::point(x.clone())))
            },
        )
    }

    fn product(&mut self, a: usize, b: usize) -> Sum {
        let (x, y) = (self.known[a].clone(), self.known[b].clone());
        if y.sum.terms.is_empty() {
            return x.sum.times(&y.sum.constant);
        }
        if x.sum.terms.is_empty() {
            return y.sum.times(&x.sum.constant);
        }
        let key = (a.min(b), a.max(b));
        let index = match self.products.get(&key) {
            Some(&index) => index,
            None => {
                let index = self.unknown(x.interval.times(&y.interval));
                self.products.insert(key, index);
                index
            }
        };
        Sum::unknown(index)
    }

    fn push(&mut self, known: Known) -> Bound {
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
        let grid = if smallest > BigInt::ZERO {
            grid.max(log2(&smallest) - 52)
        } else {
            grid
        };
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

#[derive(Clone, Copy, Debug)]
struct Bound(usize);

impl Bound {
    /// An integer at most `magnitude` large.
    fn integer(magnitude: f64) -> Self {
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

    fn known(self) -> Known {
        LEDGER.with_borrow(|ledger| ledger.known[self.0].clone())
    }

    fn fma_with(self, factor: Self, addend: Self, exact: bool) -> Self {
        LEDGER.with_borrow_mut(|ledger| {
            let [x, y, z] = [self, factor, addend].map(|bound| ledger.known[bound.0].clone());
            let sum = ledger.product(self.0, factor.0).plus(&z.sum);
            let bound = x.interval.times(&y.interval).plus(&z.interval);
            ledger.result(sum, bound, (x.grid + y.grid).min(z.grid), exact)
        })
    }

    /// self + sign·other.
    fn plus_with(self, sign: i32, other: Self, exact: bool) -> Self {
        LEDGER.with_borrow_mut(|ledger| {
            let [x, y] = [self, other].map(|bound| ledger.known[bound.0].clone());
            let sign = BigInt::from(sign) * two(0);
            let bound = y
                .interval
                .times(&Interval::point(sign.clone()))
                .plus(&x.interval);
            let sum = y.sum.times(&sign).plus(&x.sum);
            ledger.result(sum, bound, x.grid.min(y.grid), exact)
        })
    }

    fn constant(x: f64) -> Self {
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

impl Lanes for Bound {
    fn load(constant: &Constant) -> Self {
        Self::constant(constant.0[0])
    }

    fn fma(self, factor: Self, addend: Self) -> Self {
        self.fma_with(factor, addend, true)
    }

    fn plus(self, other: Self) -> Self {
        self.plus_with(1, other, true)
    }

    fn minus(self, other: Self) -> Self {
        self.plus_with(-1, other, true)
    }

    fn rounding_fma(self, factor: Self, addend: Self) -> Self {
        self.fma_with(factor, addend, false)
    }

    fn rounding_plus(self, other: Self) -> Self {
        self.plus_with(1, other, false)
    }

    fn multiple_of_radix(self) -> Self {
        let known = self.known();
        LEDGER.with_borrow_mut(|ledger| ledger.push(Known { grid: 51, ..known }))
    }
}

/// The largest magnitudes that a kernel accepts, for values up to p/2, WIDE: p.
fn limbs<M: Modulus, const WIDE: bool>() -> [f64; LIMBS] {
    let top = radix51::TOP_SLACK + radix51::top::<M>() / if WIDE { 1.0 } else { 2.0 };
    [
        radix51::LIMB,
        radix51::LIMB,
        radix51::LIMB,
        radix51::LIMB,
        top,
    ]
}

fn closes<M: Modulus>(out: &[Bound; LIMBS]) {
    for (i, (limb, largest)) in out.iter().zip(limbs::<M, false>()).enumerate() {
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

/// The limbs' value as a sum of unknowns is a·b·2^-scale mod p, whatever the unknowns are: every
/// rounding error has a coefficient that p divides, a[i]·b[j] has 2^(51(i+j)-scale).
fn is_product<M: Modulus>(
    out: &[Bound; LIMBS],
    a: &[Bound; LIMBS],
    b: &[Bound; LIMBS],
    scale: u32,
) {
    let value = out
        .iter()
        .enumerate()
        .fold(Sum::default(), |value, (j, limb)| {
            value.plus(&limb.known().sum.times(&two(51 * j as i32)))
        });
    let pairs = (0..LIMBS).flat_map(|i| (0..LIMBS).map(move |j| (i, j)));
    let product = LEDGER.with_borrow_mut(|ledger| {
        pairs.fold(Sum::default(), |product, (i, j)| {
            let weight = two(51 * (i + j) as i32 - scale as i32);
            product.plus(&ledger.product(a[i].0, b[j].0).times(&weight))
        })
    });
    let p = BigInt::from(crate::oracle::modulus::<M>());
    let difference = value.plus(&product.times(&-two(0)));
    for (unknown, coefficient) in difference
        .terms
        .iter()
        .chain([(&usize::MAX, &difference.constant)])
    {
        // A power of two is a unit mod p: the coefficient's own unit is of no interest.
        assert_eq!(
            coefficient % &p,
            BigInt::ZERO,
            "{}: unknown {unknown}",
            M::NAME
        );
    }
}

fn multiply<M: Modulus, const WIDE: bool>() {
    let [a, b] = [0, 1].map(|_| limbs::<M, WIDE>().map(Bound::integer));
    let constants = const { &Constants::of::<M>() };
    let out = radix51::multiply::<_, WIDE>(&a, &b, constants);
    closes::<M>(&out);
    is_product::<M>(&out, &a, &b, radix51::RADIX_BITS);
}

#[wasm_bindgen_test(unsupported = test)]
fn every_exact_step_is_exact_and_limbs_stay_in_range() {
    multiply::<Fq, false>();
    multiply::<Fr, false>();
}

#[wasm_bindgen_test(unsupported = test)]
fn so_do_those_of_the_product_of_wide_operands() {
    multiply::<Fq, true>();
    multiply::<Fr, true>();
}

/// Sums and differences, and the value of what comes out: a ± b up to a multiple of p.
fn sums<M: Modulus>() {
    let constants = const { &Constants::of::<M>() };
    let operands = || [0, 1].map(|_| limbs::<M, false>().map(Bound::integer));
    let p = BigInt::from(crate::oracle::modulus::<M>());
    let value = |limbs: &[Bound; LIMBS], sign: i32| {
        let weight = |j: usize| BigInt::from(sign) * two(51 * j as i32);
        limbs
            .iter()
            .enumerate()
            .fold(Sum::default(), |value, (j, limb)| {
                value.plus(&limb.known().sum.times(&weight(j)))
            })
    };
    for sign in [1, -1] {
        let [a, b] = operands();
        let out = if sign == 1 {
            radix51::add(&a, &b, constants)
        } else {
            radix51::sub(&a, &b, constants)
        };
        closes::<M>(&out);
        let difference = value(&out, 1).plus(&value(&a, -1)).plus(&value(&b, -sign));
        for coefficient in difference.terms.values().chain([&difference.constant]) {
            assert_eq!(coefficient % &p, BigInt::ZERO, "{}", M::NAME);
        }
    }
}

#[wasm_bindgen_test(unsupported = test)]
fn so_do_those_of_sums_and_differences() {
    sums::<Fq>();
    sums::<Fr>();
}
