//! The bounds of the 9x29 kernels, by running their steps on what a word may be instead of on a
//! word.
//!
//! A [`Bound`] knows an interval that holds the true integer, which never wraps; that integer as a
//! polynomial in unknowns: the limbs that came in, and the low 29 bits of every word that was split;
//! and a polynomial that it is congruent to mod 2^29. The first polynomial is what recognises
//! (a0 - a1)(b1 - b0) + a0·b0 + a1·b1 as a0·b1 + a1·b0, which is never negative, and what the result
//! is worth; the second is what finds a word to be a multiple of 2^29.

use super::fields::on_every_field;
use super::interval::Interval;
use core::cell::{Cell, RefCell};
use core::iter::successors;
use fqmul::field::Modulus;
use fqmul::field::{bls12_377, bn254};
use fqmul::radix::radix29::{
    self, Constants, DROPIN_SHIFT, DROPIN_SQUARE_SHIFT, LIMBS, RADIX_BITS, Reduction, Signed,
    WIDTH, Word,
};
use num_bigint::{BigInt, BigUint};
use std::collections::BTreeMap;

/// Coefficients are integers in units of 2^-FRACTION: each of the 18 columns that is split divides
/// by 2^29.
const FRACTION: u32 = 18 * WIDTH;

fn two(exponent: u32) -> BigInt {
    BigInt::from(1) << exponent
}

/// An index into [`Ledger::unknowns`].
type Unknown = usize;
/// The number 1, where a product has fewer than two unknowns.
const ONE: Unknown = 0;

/// A sum of products of at most two unknowns, in ascending order, each with its coefficient.
#[derive(Clone, Debug, Default)]
struct Polynomial(BTreeMap<[Unknown; 2], BigInt>);

impl Polynomial {
    /// coefficient·unknown.
    fn term(coefficient: BigInt, unknown: Unknown) -> Self {
        let mut polynomial = Self::default();
        polynomial.add([ONE, unknown], coefficient);
        polynomial
    }

    fn add(&mut self, key: [Unknown; 2], coefficient: BigInt) {
        let sum = self.0.entry(key).or_default();
        *sum += coefficient;
        if *sum == BigInt::ZERO {
            self.0.remove(&key);
        }
    }

    /// self + factor·other.
    fn plus(mut self, factor: &BigInt, other: &Self) -> Self {
        for (&key, coefficient) in &other.0 {
            self.add(key, factor * coefficient);
        }
        self
    }

    fn times(&self, other: &Self) -> Self {
        let mut product = Self::default();
        for (x, a) in &self.0 {
            for (y, b) in &other.0 {
                let mut unknowns = [x[0], x[1], y[0], y[1]];
                unknowns.sort_unstable();
                assert!(unknowns[..2] == [ONE; 2], "a product of products");
                product.add([unknowns[2], unknowns[3]], a * b);
            }
        }
        product
    }

    fn map(&self, change: impl Fn(&BigInt) -> BigInt) -> Self {
        let mut changed = Self::default();
        for (&key, coefficient) in &self.0 {
            changed.add(key, change(coefficient));
        }
        changed
    }

    /// The coefficients mod 2^29.
    fn reduced(&self) -> Self {
        self.map(|x| ((x % two(WIDTH)) + two(WIDTH)) % two(WIDTH))
    }

    /// x / 2^bits in units of 2^-[`FRACTION`].
    fn shifted(&self, bits: u32) -> Self {
        self.map(|x| {
            let shifted: BigInt = x >> bits;
            assert_eq!(&shifted << bits, *x, "FRACTION is too small");
            shifted
        })
    }
}

/// What is known of a word or factor.
#[derive(Clone, Debug)]
struct Known {
    interval: Interval,
    /// What it is, in units of 2^-[`FRACTION`].
    value: Polynomial,
    /// What it is congruent to mod 2^29.
    residue: Polynomial,
}

/// Everything known so far. A [`Bound`] is an index, so that it is `Copy` as words are.
struct Ledger {
    known: Vec<Known>,
    unknowns: Vec<Interval>,
    /// The low 29 bits of words that were split, and 2^29 times the rest.
    split: BTreeMap<usize, [usize; 2]>,
    /// The largest value of a word that was split.
    largest: BigInt,
}

impl Default for Ledger {
    fn default() -> Self {
        Self {
            known: Vec::new(),
            unknowns: vec![Interval::point(BigInt::from(1))],
            split: BTreeMap::new(),
            largest: BigInt::ZERO,
        }
    }
}

thread_local! {
    static LEDGER: RefCell<Ledger> = RefCell::default();
}

impl Ledger {
    fn unknown(&mut self, interval: Interval) -> Unknown {
        self.unknowns.push(interval);
        self.unknowns.len() - 1
    }

    /// The values of a polynomial, in units of 2^-[`FRACTION`].
    fn interval(&self, polynomial: &Polynomial) -> Interval {
        let zero = Interval::point(BigInt::ZERO);
        polynomial
            .0
            .iter()
            .fold(zero, |sum, ([x, y], coefficient)| {
                let product = self.unknowns[*x].times(&self.unknowns[*y]);
                sum.plus(&product.times(&Interval::point(coefficient.clone())))
            })
    }

    /// `interval` is what the step alone tells; the polynomial may know better.
    fn push(&mut self, interval: Interval, value: Polynomial, residue: Polynomial) -> usize {
        let all = self.interval(&value);
        let integers = Interval {
            low: -(-all.low >> FRACTION),
            high: all.high >> FRACTION,
        };
        self.known.push(Known {
            interval: interval.and(&integers),
            value,
            residue: residue.reduced(),
        });
        self.known.len() - 1
    }

    /// A new unknown.
    fn push_unknown(&mut self, interval: Interval) -> usize {
        let unknown = self.unknown(interval.clone());
        self.push(
            interval,
            Polynomial::term(two(FRACTION), unknown),
            Polynomial::term(BigInt::from(1), unknown),
        )
    }

    /// The word mod 2^29 and div 2^29.
    ///
    /// Here its 64 bits are read, so here the true value must be what they say: in [0, 2^64).
    fn split_word(&mut self, index: usize) -> [usize; 2] {
        let interval = &self.known[index].interval;
        assert!(
            interval.is_within(&BigInt::ZERO, &(two(64) - 1)),
            "a word is split that may be outside [0, 2^64): {interval:?}"
        );
        self.largest = (&self.largest).max(&interval.high).clone();
        self.split(index)
    }

    /// The value mod 2^29 and div 2^29, rounded down.
    fn split(&mut self, index: usize) -> [usize; 2] {
        if let Some(&parts) = self.split.get(&index) {
            return parts;
        }
        let Known {
            interval,
            value,
            residue,
        } = self.known[index].clone();
        let low = if residue.0.is_empty() {
            // A multiple of 2^29.
            self.push(
                Interval::point(BigInt::ZERO),
                Polynomial::default(),
                residue,
            )
        } else {
            let unknown = self.unknown(Interval::below(two(WIDTH)));
            let low = Polynomial::term(two(FRACTION), unknown);
            self.push(self.unknowns[unknown].clone(), low, residue)
        };
        let high = Interval {
            low: interval.low >> WIDTH,
            high: interval.high >> WIDTH,
        };
        let rest = value.plus(&BigInt::from(-1), &self.known[low].value);
        // Nothing is known of the bits of the rest.
        let bits = self.unknown(high.clone());
        let high = self.push(
            high,
            rest.shifted(WIDTH),
            Polynomial::term(BigInt::from(1), bits),
        );
        self.split.insert(index, [low, high]);
        [low, high]
    }

    /// Minus the word mod 2^29: a limb, with the residue that cancels the word's.
    fn negated_low(&mut self, index: usize) -> usize {
        let residue = self.known[index].residue.clone();
        let limb = self.push_unknown(Interval::below(two(WIDTH)));
        self.known[limb].residue = Polynomial::default()
            .plus(&BigInt::from(-1), &residue)
            .reduced();
        limb
    }
}

/// A word or a factor, of a machine that multiplies blocks of three limbs in six or in nine
/// multiplications.
#[derive(Clone, Copy, Debug)]
struct Bound<const KARATSUBA_BLOCKS: bool>(usize);

impl<const KARATSUBA_BLOCKS: bool> Bound<KARATSUBA_BLOCKS> {
    fn constant(x: u64) -> Self {
        Self(LEDGER.with_borrow_mut(|ledger| {
            let x = BigInt::from(x);
            ledger.push(
                Interval::point(x.clone()),
                Polynomial::term(&x << FRACTION, ONE),
                Polynomial::term(x, ONE),
            )
        }))
    }

    fn constants<M: Modulus>(squares: u32) -> Constants<Self> {
        let plain = Constants::<u64>::of::<M>(squares);
        Constants {
            reduction: plain.reduction,
            p: plain.p.map(Self::constant),
            inverse_radix: plain.inverse_radix.map(Self::constant),
            negated_inverse: Self::constant(plain.negated_inverse),
        }
    }

    fn known(self) -> Known {
        LEDGER.with_borrow(|ledger| ledger.known[self.0].clone())
    }

    fn combine(
        self,
        other: Self,
        interval: impl Fn(&Interval, &Interval) -> Interval,
        polynomial: impl Fn(&Polynomial, &Polynomial) -> Polynomial,
        unit: u32,
    ) -> Self {
        let (x, y) = (self.known(), other.known());
        Self(LEDGER.with_borrow_mut(|ledger| {
            ledger.push(
                interval(&x.interval, &y.interval),
                polynomial(&x.value, &y.value).shifted(unit),
                polynomial(&x.residue, &y.residue),
            )
        }))
    }

    /// The value, as what a multiplication of signed 32-bit lanes takes.
    fn fits(self) -> Self {
        let interval = self.known().interval;
        assert!(
            interval.is_within(&-two(31), &(two(31) - 1)),
            "a factor may be outside [-2^31, 2^31): {interval:?}"
        );
        self
    }
}

impl<const KARATSUBA_BLOCKS: bool> Word for Bound<KARATSUBA_BLOCKS> {
    type Factor = Self;

    const KARATSUBA_BLOCKS: bool = KARATSUBA_BLOCKS;

    fn product(a: Self, b: Self) -> Self {
        a.fits()
            .combine(b.fits(), Interval::times, Polynomial::times, FRACTION)
    }

    fn difference(a: Self, b: Self) -> Self {
        let difference = |x: &Polynomial, y: &Polynomial| x.clone().plus(&BigInt::from(-1), y);
        a.combine(b, Interval::minus, difference, 0).fits()
    }

    fn plus(self, other: Self) -> Self {
        let sum = |x: &Polynomial, y: &Polynomial| x.clone().plus(&BigInt::from(1), y);
        self.combine(other, Interval::plus, sum, 0)
    }

    fn high(self) -> Self {
        Self(LEDGER.with_borrow_mut(|ledger| ledger.split_word(self.0)[1]))
    }

    fn low(self) -> Self {
        Self(LEDGER.with_borrow_mut(|ledger| ledger.split_word(self.0)[0]))
    }

    fn negated_low(self) -> Self {
        Self(LEDGER.with_borrow_mut(|ledger| ledger.negated_low(self.0)))
    }

    fn factor(self) -> Self {
        let interval = self.known().interval;
        assert!(
            interval.is_within(&BigInt::ZERO, &(two(31) - 1)),
            "a word that becomes a factor may be outside [0, 2^31): {interval:?}"
        );
        self
    }
}

impl<const KARATSUBA_BLOCKS: bool> Signed for Bound<KARATSUBA_BLOCKS> {
    fn sum(a: Self, b: Self) -> Self {
        a.plus(b).fits()
    }

    fn carry(a: Self) -> Self {
        let Self(a) = a.fits();
        Self(LEDGER.with_borrow_mut(|ledger| ledger.split(a)[1]))
    }

    fn limb(a: Self) -> Self {
        let Self(a) = a.fits();
        Self(LEDGER.with_borrow_mut(|ledger| ledger.split(a)[0]))
    }

    /// The mask is 0 or all ones, -1: which, the proof says.
    fn masked(a: Self, mask: Self) -> Self {
        let interval = mask.known().interval;
        assert!(
            interval.is_within(&BigInt::from(-1), &BigInt::ZERO),
            "a mask may be neither 0 nor -1: {interval:?}"
        );
        let (sign, _) = LIFTED.get();
        LIFTED.set((sign, mask.0));
        match sign {
            Sign::Negative => a,
            Sign::Positive => Self::constant(0),
        }
    }
}

/// Of a sum or difference, 2p less.
#[derive(Clone, Copy, PartialEq)]
enum Sign {
    Negative,
    Positive,
}

thread_local! {
    /// The case that is being proven, and the mask by which the code decides.
    static LIFTED: Cell<(Sign, usize)> = const { Cell::new((Sign::Positive, 0)) };
}

/// What goes into a product: nine limbs, any below 2^29, of any value below `limit`.
struct Operand<const KARATSUBA_BLOCKS: bool> {
    limbs: [Bound<KARATSUBA_BLOCKS>; LIMBS],
    limit: BigInt,
}

impl<const KARATSUBA_BLOCKS: bool> Operand<KARATSUBA_BLOCKS> {
    fn below(limit: BigInt) -> Self {
        let limb = || Interval::below(two(WIDTH));
        let limbs = core::array::from_fn(|_| {
            Bound(LEDGER.with_borrow_mut(|ledger| ledger.push_unknown(limb())))
        });
        Self { limbs, limit }
    }
}

fn value<const KARATSUBA_BLOCKS: bool>(limbs: &[Bound<KARATSUBA_BLOCKS>; LIMBS]) -> Polynomial {
    limbs
        .iter()
        .zip(successors(Some(BigInt::from(1)), |weight| {
            Some(weight << WIDTH)
        }))
        .fold(Polynomial::default(), |sum, (limb, weight)| {
            sum.plus(&weight, &limb.known().value)
        })
}

fn p<M: Modulus>() -> BigInt {
    super::oracle::modulus::<M>().into()
}

/// What was proven of a result.
struct Proven {
    /// Its value is below this.
    limit: BigInt,
    /// The largest word that was split on the way to it.
    largest: BigInt,
}

/// Proves that the limbs `out` are the sum of the `products` times 2^-261 mod p, whatever their
/// operands are, and that each limb is below 2^29.
fn prove<M: Modulus, const KARATSUBA_BLOCKS: bool>(
    out: &[Bound<KARATSUBA_BLOCKS>; LIMBS],
    products: &[[&Operand<KARATSUBA_BLOCKS>; 2]],
) -> Proven {
    // As integers: 2^261·out = the products and what the reduction added, the low bits it removed
    // as multiples of p.
    let (true_products, limit) = products.iter().fold(
        (Polynomial::default(), BigInt::ZERO),
        |(sum, limit), [a, b]| {
            let product = value(&a.limbs).times(&value(&b.limbs)).shifted(FRACTION);
            (
                sum.plus(&BigInt::from(1), &product),
                limit + (&a.limit - 1) * (&b.limit - 1),
            )
        },
    );
    let added = value(out)
        .map(|x| x << RADIX_BITS)
        .plus(&BigInt::from(-1), &true_products);
    for (unknowns, coefficient) in &added.0 {
        // A power of two is a unit mod p: the coefficient's own unit is of no interest.
        assert_eq!(
            coefficient % p::<M>(),
            BigInt::ZERO,
            "{}: unknowns {unknowns:?}",
            M::NAME
        );
    }
    let added: BigInt = LEDGER.with_borrow(|ledger| ledger.interval(&added)).high;
    let largest: BigInt = ((limit << FRACTION) + added) >> (FRACTION + RADIX_BITS);

    let last = LIMBS - 1;
    for limb in &out[..last] {
        let interval = limb.known().interval;
        assert!(interval.is_within(&BigInt::ZERO, &(two(WIDTH) - 1)));
    }
    // The last limb is a carry. The others are not negative, so the value bounds it.
    assert!(out[last].known().interval.low >= BigInt::ZERO);
    assert!(&largest >> (WIDTH * last as u32) < two(WIDTH));

    Proven {
        limit: largest + 1,
        largest: LEDGER.with_borrow_mut(|ledger| core::mem::take(&mut ledger.largest)),
    }
}

impl Proven {
    /// The result is an operand again, or made canonical by one subtraction; and words that were
    /// split are below 2^64.
    fn closes<M: Modulus>(&self) {
        assert!(self.limit <= 2 * p::<M>(), "{}: not below 2p", M::NAME);
        assert!(self.largest < two(64), "{}: {}", M::NAME, self.largest);
    }
}

/// [`radix29::multiply`] of operands below these limits, in both forms of blocks.
fn multiply<M: Modulus>(squares: u32, limits: [BigInt; 2]) {
    fn form<M: Modulus, const KARATSUBA_BLOCKS: bool>(squares: u32, limits: [BigInt; 2]) {
        let constants = Bound::<KARATSUBA_BLOCKS>::constants::<M>(squares);
        let [a, b] = limits.map(Operand::below);
        let out = radix29::multiply(&a.limbs, &b.limbs, &constants);
        prove::<M, _>(&out, &[[&a, &b]]).closes::<M>();
    }
    form::<M, false>(squares, limits.clone());
    form::<M, true>(squares, limits);
}

/// [`radix29::square`] of an operand below this limit, or twice that.
fn square<M: Modulus, const DOUBLED: bool>(squares: u32, limit: BigInt) {
    let constants = Bound::<false>::constants::<M>(squares);
    let a = Operand::below(limit);
    let out = radix29::square::<_, DOUBLED>(&a.limbs, &constants);
    let times = if DOUBLED { 2 } else { 1 };
    prove::<M, _>(&out, &[[&a, &a], [&a, &a]][..times]).closes::<M>();
}

/// [`radix29::sum_of_products`] of operands below these limits.
fn sum_of_products<M: Modulus, const N: usize>(squares: u32, [left, right]: [BigInt; 2]) {
    let constants = Bound::<false>::constants::<M>(squares);
    let a = [0; N].map(|_| Operand::below(left.clone()));
    let b = [0; N].map(|_| Operand::below(right.clone()));
    let out = radix29::sum_of_products(
        a.each_ref().map(|x| &x.limbs),
        b.each_ref().map(|x| &x.limbs),
        &constants,
    );
    let pairs: [_; N] = core::array::from_fn(|i| [&a[i], &b[i]]);
    prove::<M, _>(&out, &pairs).closes::<M>();
}

/// Proves that sums and differences of operands below 2p are such operands, and right mod p.
///
/// With X = a + b - 2p or a - b, in [-2p, 2p): the mask is X div 2^261, so it is -1 where X is negative;
/// and the limbs are those of X mod 2^261, or in that case of X + 2p. Both are in [0, 2p).
fn sums<M: Modulus>() {
    let twice = radix29::twice_p::<M>().map(Bound::<false>::constant);
    let minus = BigInt::from(-1);
    let operand = || {
        let mut operand = Operand::<false>::below(2 * p::<M>());
        let top = (&operand.limit - 1) >> (WIDTH * (LIMBS as u32 - 1));
        operand.limbs[LIMBS - 1] =
            Bound(LEDGER.with_borrow_mut(|ledger| ledger.push_unknown(Interval::below(top + 1))));
        operand
    };
    for (sign, add) in [
        (Sign::Negative, true),
        (Sign::Negative, false),
        (Sign::Positive, true),
        (Sign::Positive, false),
    ] {
        LIFTED.set((sign, usize::MAX));
        let [a, b] = [operand(), operand()];
        let [x, y] = [&a, &b].map(|operand| value(&operand.limbs));
        let (out, whole) = if add {
            let out = radix29::add::<Bound<false>>(&a.limbs, &b.limbs, &twice);
            (
                out,
                x.plus(&BigInt::from(1), &y).plus(&minus, &value(&twice)),
            )
        } else {
            (
                radix29::sub::<Bound<false>>(&a.limbs, &b.limbs, &twice),
                x.plus(&minus, &y),
            )
        };
        let mask = Bound::<false>(LIFTED.get().1).known().value;
        let rest = whole.clone().plus(&-two(RADIX_BITS), &mask);
        let limits = [BigInt::ZERO, (two(RADIX_BITS) - 1) << FRACTION];
        let rest = LEDGER.with_borrow(|ledger| ledger.interval(&rest));
        assert!(
            rest.is_within(&limits[0], &limits[1]),
            "{}: {rest:?}",
            M::NAME
        );

        let lifted = match sign {
            Sign::Negative => whole.plus(&BigInt::from(1), &value(&twice)),
            Sign::Positive => whole,
        };
        // What is carried out of the last limb, an integer, is not in the result.
        let last = out[LIMBS - 1].0;
        let carried = LEDGER.with_borrow(|ledger| {
            let parts = ledger.split.values().find(|parts| parts[0] == last);
            ledger.known[parts.expect("the low bits of a sum")[1]]
                .value
                .clone()
        });
        let difference = lifted
            .plus(&minus, &value(&out))
            .plus(&-two(RADIX_BITS), &carried);
        assert!(difference.0.is_empty(), "{}: {difference:?}", M::NAME);
        for limb in out {
            let interval = limb.known().interval;
            assert!(interval.is_within(&BigInt::ZERO, &(two(WIDTH) - 1)));
        }
    }
}

#[test]
fn sums_and_differences_of_operands_below_2p_are_operands_again() {
    on_every_field!(sums);
}

fn internal<M: Modulus>() {
    let below_2p = || 2 * p::<M>();
    multiply::<M>(4, [below_2p(), below_2p()]);
    square::<M, false>(4, below_2p());
    sum_of_products::<M, 2>(8, [below_2p(), below_2p()]);
    sum_of_products::<M, 4>(16, [below_2p(), below_2p()]);
}

#[test]
fn results_of_operands_below_2p_are_operands_again() {
    on_every_field!(internal);
}

/// One operand is 32 times an integer below p, the other an integer below p; 32a² is twice the square
/// of 4a.
fn dropin<M: Modulus>() {
    let operands = || [p::<M>() << DROPIN_SHIFT, p::<M>()];
    multiply::<M>(32, operands());
    square::<M, true>(32, p::<M>() << DROPIN_SQUARE_SHIFT);
    sum_of_products::<M, 2>(64, operands());
}

#[test]
fn one_subtraction_makes_the_results_of_a_dropin_canonical() {
    on_every_field!(dropin);
}

#[test]
fn both_kinds_of_reduction_are_proven() {
    let reduction = |constants: Constants<u64>| constants.reduction;
    assert_eq!(
        reduction(Constants::of::<bn254::Fq>(64)),
        Reduction::InverseRadix
    );
    assert_eq!(
        reduction(Constants::of::<bn254::Fr>(64)),
        Reduction::InverseRadix
    );
    assert_eq!(
        reduction(Constants::of::<bls12_377::Fr>(4)),
        Reduction::MontgomeryOne
    );
}

/// Splitting and joining shift, mask and OR, which all distribute over OR: the integers of one bit
/// tell what they do to any integer.
fn formats<M: Modulus>() {
    let joined = |limbs: [u64; LIMBS]| {
        assert!(limbs.iter().all(|&limb| limb < 1 << WIDTH));
        limbs
            .iter()
            .rev()
            .fold(BigUint::ZERO, |sum, &limb| (sum << WIDTH) + limb)
    };
    let p = super::oracle::modulus::<M>();
    let one = BigUint::from(1u32);
    for bit in 0..256 {
        let mut integer = [0; 4];
        integer[bit / 64] = 1 << (bit % 64);
        let value = &one << bit;
        let limbs = radix29::split::<0>(&integer);
        assert_eq!(joined(limbs), value);
        assert_eq!(
            joined(radix29::split::<DROPIN_SHIFT>(&integer)),
            value.clone() << DROPIN_SHIFT
        );
        assert_eq!(
            joined(radix29::split::<DROPIN_SQUARE_SHIFT>(&integer)),
            value.clone() << DROPIN_SQUARE_SHIFT
        );
        if value < &p << 1 {
            let canonical = super::oracle::element::<M>(&value);
            assert_eq!(radix29::join::<M>(&limbs), *canonical.integer());
        }
    }
}

#[test]
fn integers_split_and_join() {
    on_every_field!(formats);
}
