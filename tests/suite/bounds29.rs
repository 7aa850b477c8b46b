//! The bounds of the kernels in limbs of 29 and of 30 bits, by running their steps on what a word may be
//! instead of on a word.
//!
//! A [`Bound`] knows an interval that holds the true integer, which never wraps; that integer as a
//! polynomial in unknowns: the limbs that came in, and the low bits of every word that was split, as
//! many as a limb has;
//! and a polynomial that it is congruent to modulo a limb. The first polynomial is what recognises
//! (a0 - a1)(b1 - b0) + a0·b0 + a1·b1 as a0·b1 + a1·b0, which is never negative, and what the result
//! is worth; the second is what finds a word to be a multiple of that.

use super::dropin::Of;
use super::fields::{on_every_field, on_every_two_adic_field};
use super::interval::Interval;
use super::polynomial::{FRACTION, ONE, Polynomial, Unknown, two};
use super::primes;
use ark_ff::MontConfig;
use core::cell::{Cell, RefCell};
use core::iter::successors;
use fqmul::field::Modulus;
use fqmul::field::{bls12_377, bn254};
use fqmul::radix::accumulator::{Accumulator, radix_bits, width};
use fqmul::radix::dropin::{InLimbs, Prime};
use fqmul::radix::loose29::{self, UnsignedLimbs};
use fqmul::radix::montgomery;
use fqmul::radix::packing;
use fqmul::radix::radix29::{self, LIMBS, Quotient, SignedLimbs, WIDTH};
use fqmul::radix::reduction::{MontgomeryConstants, Reduction};
use num_bigint::{BigInt, BigUint};
use std::collections::BTreeMap;

/// What is known of an accumulator or limb.
#[derive(Clone, Debug)]
struct Known {
    interval: Interval,
    /// What it is, in units of 2^-[`FRACTION`].
    value: Polynomial,
    /// What it is congruent to mod 2^width.
    residue: Polynomial,
}

/// Everything known so far. A [`Bound`] is an index, so that it is `Copy` as words are.
struct Ledger {
    known: Vec<Known>,
    unknowns: Vec<Interval>,
    /// Bits of a limb.
    width: u32,
    /// The low limb of words that were split, and the rest.
    split: BTreeMap<usize, [usize; 2]>,
}

impl Default for Ledger {
    fn default() -> Self {
        Self {
            known: Vec::new(),
            unknowns: vec![Interval::point(BigInt::from(1))],
            width: 0,
            split: BTreeMap::new(),
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
            residue: residue.reduced(self.width),
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

    /// The word mod 2^width and div 2^width.
    ///
    /// Here its 64 bits are read, so here the true value must be what they say: in [0, 2^64), as machines
    /// shift words without a sign.
    fn split_word(&mut self, index: usize) -> [usize; 2] {
        let interval = &self.known[index].interval;
        assert!(
            interval.is_within(&BigInt::ZERO, &(two(64) - 1)),
            "a word is split that may be outside [0, 2^64): {interval:?}"
        );
        self.split(index)
    }

    /// The value mod 2^width and div 2^width, rounded down.
    fn split(&mut self, index: usize) -> [usize; 2] {
        if let Some(&parts) = self.split.get(&index) {
            return parts;
        }
        let width = self.width;
        let Known {
            interval,
            value,
            residue,
        } = self.known[index].clone();
        let low = if residue.0.is_empty() {
            // A multiple of a limb.
            self.push(
                Interval::point(BigInt::ZERO),
                Polynomial::default(),
                residue,
            )
        } else {
            let unknown = self.unknown(Interval::below(two(width)));
            let low = Polynomial::term(two(FRACTION), unknown);
            self.push(self.unknowns[unknown].clone(), low, residue)
        };
        let high = Interval {
            low: interval.low >> width,
            high: interval.high >> width,
        };
        let rest = value.plus(&BigInt::from(-1), &self.known[low].value);
        // Nothing is known of the bits of the rest.
        let bits = self.unknown(high.clone());
        let high = self.push(
            high,
            rest.shifted(width),
            Polynomial::term(BigInt::from(1), bits),
        );
        self.split.insert(index, [low, high]);
        [low, high]
    }

    /// Minus the word mod 2^width: a limb, with the residue that cancels the word's.
    fn negated_low(&mut self, index: usize) -> usize {
        let residue = self.known[index].residue.clone();
        let limb = self.push_unknown(Interval::below(two(self.width)));
        self.known[limb].residue = Polynomial::default()
            .plus(&BigInt::from(-1), &residue)
            .reduced(self.width);
        limb
    }
}

/// Forgets all that is known: a proof in limbs of so many bits begins.
fn begin(width: u32) {
    LEDGER.set(Ledger {
        width,
        ..Ledger::default()
    });
}

/// An accumulator or a limb, of a machine that multiplies blocks of three limbs in six or in nine
/// multiplications.
#[derive(Clone, Copy, Debug)]
struct Bound<const KARATSUBA_BLOCKS: bool>(usize);

impl<const KARATSUBA_BLOCKS: bool> Bound<KARATSUBA_BLOCKS> {
    fn constant(x: u64) -> Self {
        Self::constant_signed(x)
    }

    fn constant_signed(x: impl Into<BigInt>) -> Self {
        Self(LEDGER.with_borrow_mut(|ledger| {
            let x = x.into();
            ledger.push(
                Interval::point(x.clone()),
                Polynomial::term(&x << FRACTION, ONE),
                Polynomial::term(x, ONE),
            )
        }))
    }

    /// Those of p, at the beginning of a proof.
    fn constants<const N: usize, const L: usize>(
        p: &[u64; N],
        squares: u32,
    ) -> MontgomeryConstants<Self, L> {
        begin(width(L));
        let plain = MontgomeryConstants::<u64, L>::of(p, squares);
        MontgomeryConstants {
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
            "a limb may be outside [-2^31, 2^31): {interval:?}"
        );
        self
    }
}

impl<const KARATSUBA_BLOCKS: bool> Accumulator for Bound<KARATSUBA_BLOCKS> {
    type Limb = Self;

    const KARATSUBA_BLOCKS: bool = KARATSUBA_BLOCKS;

    #[inline(never)]
    fn zero() -> Self {
        Self::constant(0)
    }

    #[inline(never)]
    fn product(a: Self, b: Self) -> Self {
        a.fits()
            .combine(b.fits(), Interval::times, Polynomial::times, FRACTION)
    }

    #[inline(never)]
    fn difference(a: Self, b: Self) -> Self {
        let difference = |x: &Polynomial, y: &Polynomial| x.clone().plus(&BigInt::from(-1), y);
        a.combine(b, Interval::minus, difference, 0).fits()
    }

    #[inline(never)]
    fn sum(a: Self, b: Self) -> Self {
        a.plus(b).fits()
    }

    #[inline(never)]
    fn plus(self, other: Self) -> Self {
        let sum = |x: &Polynomial, y: &Polynomial| x.clone().plus(&BigInt::from(1), y);
        self.combine(other, Interval::plus, sum, 0)
    }

    #[inline(never)]
    fn high(self, _: u32) -> Self {
        Self(LEDGER.with_borrow_mut(|ledger| ledger.split_word(self.0)[1]))
    }

    #[inline(never)]
    fn low(self, _: u32) -> Self {
        Self(LEDGER.with_borrow_mut(|ledger| ledger.split_word(self.0)[0]))
    }

    #[inline(never)]
    fn negated_low(self, _: u32) -> Self {
        Self(LEDGER.with_borrow_mut(|ledger| ledger.negated_low(self.0)))
    }

    #[inline(never)]
    fn limb(self) -> Self {
        let interval = self.known().interval;
        assert!(
            interval.is_within(&BigInt::ZERO, &(two(31) - 1)),
            "an accumulator that becomes a limb may be outside [0, 2^31): {interval:?}"
        );
        self
    }
}

impl<const KARATSUBA_BLOCKS: bool> SignedLimbs for Bound<KARATSUBA_BLOCKS> {
    #[inline(never)]
    fn carry(a: Self) -> Self {
        let Self(a) = a.fits();
        Self(LEDGER.with_borrow_mut(|ledger| ledger.split(a)[1]))
    }

    #[inline(never)]
    fn low_limb(a: Self) -> Self {
        let Self(a) = a.fits();
        Self(LEDGER.with_borrow_mut(|ledger| ledger.split(a)[0]))
    }

    #[inline(never)]
    fn multiple(a: Self, b: Self) -> Self {
        a.combine(b, Interval::times, Polynomial::times, FRACTION)
            .fits()
    }

    /// What comes out, the proof says, for one value after another.
    #[inline(never)]
    fn down(a: Self, _: u32) -> Self {
        let (times, _) = QUOTIENT.get();
        QUOTIENT.set((times, a.0));
        Self::constant_signed(times)
    }
}

thread_local! {
    /// The quotient of the case that is being proven, and what it was made from.
    static QUOTIENT: Cell<(i32, usize)> = const { Cell::new((0, usize::MAX)) };
}

/// What goes into a product: limbs, any of as many bits, of any value below `limit`.
struct Operand<const KARATSUBA_BLOCKS: bool, const L: usize> {
    limbs: [Bound<KARATSUBA_BLOCKS>; L],
    limit: BigInt,
}

impl<const KARATSUBA_BLOCKS: bool, const L: usize> Operand<KARATSUBA_BLOCKS, L> {
    fn below(limit: BigInt) -> Self {
        let limb = || Interval::below(two(width(L)));
        let limbs = core::array::from_fn(|_| {
            Bound(LEDGER.with_borrow_mut(|ledger| ledger.push_unknown(limb())))
        });
        Self { limbs, limit }
    }
}

fn value<const KARATSUBA_BLOCKS: bool, const L: usize>(
    limbs: &[Bound<KARATSUBA_BLOCKS>; L],
) -> Polynomial {
    limbs
        .iter()
        .zip(successors(Some(BigInt::from(1)), |weight| {
            Some(weight << width(L))
        }))
        .fold(Polynomial::default(), |sum, (limb, weight)| {
            sum.plus(&weight, &limb.known().value)
        })
}

fn integer<const N: usize>(words: &[u64; N]) -> BigInt {
    let words = words.iter().rev();
    words.fold(BigInt::ZERO, |sum, &word| (sum << 64) + word)
}

fn p<M: Modulus>() -> BigInt {
    integer(&M::P)
}

/// Proves that the limbs `out` are `whole`, which is below `limit`, times R^-1 mod p, that each is below
/// 2^width, and that their value is below 2p: an operand again, or made canonical by one subtraction.
fn prove<const KARATSUBA_BLOCKS: bool, const L: usize>(
    p: &BigInt,
    out: &[Bound<KARATSUBA_BLOCKS>; L],
    whole: &Polynomial,
    limit: &BigInt,
) {
    // As integers: R·out = the whole and what the reduction added, the low bits it removed as
    // multiples of p.
    let added = value(out)
        .map(|x| x << radix_bits(L))
        .plus(&BigInt::from(-1), whole);
    for (unknowns, coefficient) in &added.0 {
        // A power of two is a unit mod p: the coefficient's own unit is of no interest.
        assert_eq!(
            coefficient % p,
            BigInt::ZERO,
            "{p:x}: unknowns {unknowns:?}"
        );
    }
    let added: BigInt = LEDGER.with_borrow(|ledger| ledger.interval(&added)).high;
    let largest: BigInt = (((limit - 1) << FRACTION) + added) >> (FRACTION + radix_bits(L));

    let last = L - 1;
    for limb in &out[..last] {
        let interval = limb.known().interval;
        assert!(interval.is_within(&BigInt::ZERO, &(two(width(L)) - 1)));
    }
    // The last limb is a carry. The others are not negative, so the value bounds it.
    assert!(out[last].known().interval.low >= BigInt::ZERO);
    assert!(&largest >> (width(L) * last as u32) < two(width(L)));
    assert!(largest < 2 * p, "{p:x}: not below 2p");
}

/// The sum of the products of these operands, and what it is below.
fn sum_of<const KARATSUBA_BLOCKS: bool, const L: usize>(
    products: &[[&Operand<KARATSUBA_BLOCKS, L>; 2]],
) -> (Polynomial, BigInt) {
    products.iter().fold(
        (Polynomial::default(), BigInt::from(1)),
        |(sum, limit), [a, b]| {
            let product = value(&a.limbs).times(&value(&b.limbs)).shifted(FRACTION);
            (
                sum.plus(&BigInt::from(1), &product),
                limit + (&a.limit - 1) * (&b.limit - 1),
            )
        },
    )
}

/// [`montgomery::multiply`] of operands below these limits, on machines with both forms of blocks.
fn multiply<const N: usize, const L: usize, const C: usize>(
    p: &[u64; N],
    squares: u32,
    limits: [BigInt; 2],
) {
    fn form<const KARATSUBA_BLOCKS: bool, const N: usize, const L: usize, const C: usize>(
        p: &[u64; N],
        squares: u32,
        limits: [BigInt; 2],
    ) {
        let constants = Bound::<KARATSUBA_BLOCKS>::constants(p, squares);
        let [a, b] = limits.map(Operand::below);
        let out = montgomery::multiply::<_, L, C>(&a.limbs, &b.limbs, &constants);
        let (whole, limit) = sum_of(&[[&a, &b]]);
        prove(&integer(p), &out, &whole, &limit);
    }
    form::<false, N, L, C>(p, squares, limits.clone());
    form::<true, N, L, C>(p, squares, limits);
}

/// [`montgomery::square`] of an operand below this limit, or twice that.
fn square<const N: usize, const L: usize, const C: usize>(
    p: &[u64; N],
    squares: u32,
    doubled: bool,
    limit: BigInt,
) {
    let constants = Bound::<false>::constants(p, squares);
    let a = Operand::below(limit);
    let out = montgomery::square::<_, L, C>(&a.limbs, doubled, &constants);
    let (whole, limit) = sum_of(&[[&a, &a], [&a, &a]][..if doubled { 2 } else { 1 }]);
    prove(&integer(p), &out, &whole, &limit);
}

/// [`montgomery::sum_of_products`] of operands below these limits, on machines with both forms of blocks.
fn sum_of_products<const TERMS: usize, const N: usize, const L: usize, const C: usize>(
    p: &[u64; N],
    squares: u32,
    limits: [BigInt; 2],
) {
    sum_in_form::<false, TERMS, N, L, C>(p, squares, &limits);
    sum_in_form::<true, TERMS, N, L, C>(p, squares, &limits);
}

fn sum_in_form<
    const KARATSUBA_BLOCKS: bool,
    const TERMS: usize,
    const N: usize,
    const L: usize,
    const C: usize,
>(
    p: &[u64; N],
    squares: u32,
    limits: &[BigInt; 2],
) {
    let constants = Bound::<KARATSUBA_BLOCKS>::constants(p, squares);
    let [a, b] = limits
        .each_ref()
        .map(|limit| [0; TERMS].map(|_| Operand::below(limit.clone())));
    let out = montgomery::sum_of_products::<_, L, C, TERMS>(
        a.each_ref().map(|x| &x.limbs),
        b.each_ref().map(|x| &x.limbs),
        &constants,
    );
    let pairs: [_; TERMS] = core::array::from_fn(|i| [&a[i], &b[i]]);
    let (whole, limit) = sum_of(&pairs);
    prove(&integer(p), &out, &whole, &limit);
}

/// [`montgomery::from_montgomery`] of an operand below this limit.
fn from_montgomery<const N: usize, const L: usize, const C: usize>(
    p: &[u64; N],
    squares: u32,
    limit: BigInt,
) {
    let constants = Bound::<false>::constants(p, squares);
    let a = Operand::<false, L>::below(limit);
    let out = montgomery::from_montgomery::<_, L, C>(a.limbs, &constants);
    prove(&integer(p), &out, &value(&a.limbs), &a.limit);
}

/// Limbs as an operation leaves them: of a value below this limit, and the highest no more than that's.
fn carried(limit: BigInt) -> Operand<false, LIMBS> {
    let mut operand = Operand::below(limit);
    let top = (&operand.limit - 1) >> (WIDTH * (LIMBS as u32 - 1));
    operand.limbs[LIMBS - 1] =
        Bound(LEDGER.with_borrow_mut(|ledger| ledger.push_unknown(Interval::below(top + 1))));
    operand
}

/// Proves that sums and differences of operands below 2p are such operands, and right mod p.
///
/// With X = a + b or a - b and t its highest limb before carries: for each quotient k that any t gives, the limbs are
/// those of X - kp, and that is in [0, 2p) for every t that gives k, whatever the limbs below are.
fn sums<M: Modulus>() {
    begin(WIDTH);
    let p = p::<M>();
    let plain = radix29::quotient::<M>();
    let quotient = Quotient {
        p: plain.p.map(Bound::<false>::constant),
        inverse: Bound::constant(plain.inverse),
        half: Bound::constant(plain.half),
        bits: plain.bits,
    };
    let interval =
        |polynomial: &Polynomial| LEDGER.with_borrow(|ledger| ledger.interval(polynomial));
    for add in [true, false] {
        let [a, b] = [0; 2].map(|_| carried(2 * &p));
        let sign = BigInt::from(if add { 1 } else { -1 });
        let whole = value(&a.limbs).plus(&sign, &value(&b.limbs));
        let [top_a, top_b] = [&a, &b].map(|operand| operand.limbs[LIMBS - 1].known().value);
        let top = top_a.plus(&sign, &top_b);
        let tops = interval(&top);
        let rest = interval(&whole.clone().plus(&-two(WIDTH * (LIMBS as u32 - 1)), &top));
        let quotient_of = |t: &BigInt| -> BigInt { (t * plain.inverse - plain.half) >> plain.bits };
        let [least, most] = [&tops.low, &tops.high].map(|top| {
            let times = quotient_of(&(top >> FRACTION));
            i32::try_from(times).expect("a few")
        });
        assert!(least < most);
        for times in least..=most {
            QUOTIENT.set((times, usize::MAX));
            let mut out = a.limbs;
            if add {
                radix29::add_assign::<Bound<false>>(&mut out, &b.limbs, &quotient);
            } else {
                radix29::sub_assign::<Bound<false>>(&mut out, &b.limbs, &quotient);
            }
            // It is the quotient of t.
            let from = Bound::<false>(QUOTIENT.get().1).known().value;
            let expected = Polynomial::term(-BigInt::from(plain.half) << FRACTION, ONE)
                .plus(&plain.inverse.into(), &top);
            assert!(from.plus(&BigInt::from(-1), &expected).0.is_empty());

            let difference = whole
                .clone()
                .plus(&BigInt::from(-1), &value(&out))
                .plus(&BigInt::from(-1), &multiple(&p, times));
            assert!(difference.0.is_empty(), "{}: {difference:?}", M::NAME);
            for limb in &out[..LIMBS - 1] {
                let interval = limb.known().interval;
                assert!(interval.is_within(&BigInt::ZERO, &(two(WIDTH) - 1)));
            }
            // The first t that gives this quotient, and the last.
            let first = |times: i32| -> BigInt {
                let numerator = (i64::from(times) << plain.bits) + plain.half as i64;
                BigInt::from(-(-numerator).div_euclid(plain.inverse as i64))
            };
            let at = |t: BigInt, rest: &BigInt| {
                (t << (WIDTH * (LIMBS as u32 - 1) + FRACTION)) + rest - ((&p * times) << FRACTION)
            };
            let low = first(times).max(&tops.low >> FRACTION);
            let last: BigInt = first(times + 1) - 1;
            let high = last.min(&tops.high >> FRACTION);
            assert_eq!(quotient_of(&low), times.into());
            assert_eq!(quotient_of(&high), times.into());
            assert!(at(low, &rest.low) >= BigInt::ZERO, "{}", M::NAME);
            assert!(at(high, &rest.high) < (2 * &p) << FRACTION, "{}", M::NAME);
        }
    }
}

fn multiple(p: &BigInt, times: i32) -> Polynomial {
    Polynomial::term((p * times) << FRACTION, ONE)
}

#[test]
fn sums_and_differences_of_operands_below_2p_are_operands_again() {
    on_every_field!(sums);
}

/// Proves that a difference that is not reduced may be a factor.
fn differences<M: Modulus>() {
    let constants = Bound::<false>::constants(&M::P, 12);
    let four_p = radix29::lifted_four_p::<M>().map(Bound::<false>::constant);
    let [a, b, c] = [0; 3].map(|_| carried(2 * p::<M>()));
    let limbs = radix29::difference::<Bound<false>>(&a.limbs, &b.limbs, &four_p);
    for limb in limbs {
        let interval = limb.known().interval;
        assert!(interval.is_within(&BigInt::ZERO, &(3 * two(WIDTH) - 1)));
    }
    let minus = BigInt::from(-1);
    let whole = value(&a.limbs).plus(&minus, &value(&b.limbs));
    let lift = value(&limbs).plus(&minus, &whole);
    let lift = LEDGER.with_borrow(|ledger| ledger.interval(&lift));
    assert!(lift.is_within(&((4 * p::<M>()) << FRACTION), &((4 * p::<M>()) << FRACTION)));
    // Any limbs of that size and of such a value: how they came about does not matter.
    let limbs = core::array::from_fn(|_| {
        let below = Interval::below(3 * two(WIDTH));
        Bound(LEDGER.with_borrow_mut(|ledger| ledger.push_unknown(below)))
    });
    let difference = Operand {
        limbs,
        limit: 6 * p::<M>(),
    };
    let out = montgomery::multiply::<_, LIMBS, { radix29::COLUMNS }>(&limbs, &c.limbs, &constants);
    let (whole, limit) = sum_of(&[[&difference, &c]]);
    prove(&p::<M>(), &out, &whole, &limit);
}

#[test]
fn a_product_takes_a_difference_that_is_not_reduced() {
    on_every_field!(differences);
}

impl<const KARATSUBA_BLOCKS: bool> UnsignedLimbs for Bound<KARATSUBA_BLOCKS> {
    #[inline(never)]
    fn total(a: Self, b: Self) -> Self {
        a.plus(b).is_unsigned()
    }

    #[inline(never)]
    fn rest(a: Self, b: Self) -> Self {
        let difference = |x: &Polynomial, y: &Polynomial| x.clone().plus(&BigInt::from(-1), y);
        a.combine(b, Interval::minus, difference, 0).is_unsigned()
    }

    #[inline(never)]
    fn above(a: Self) -> Self {
        Self(LEDGER.with_borrow_mut(|ledger| ledger.split(a.0)[1]))
    }

    #[inline(never)]
    fn below(a: Self) -> Self {
        Self(LEDGER.with_borrow_mut(|ledger| ledger.split(a.0)[0]))
    }
}

impl<const KARATSUBA_BLOCKS: bool> Bound<KARATSUBA_BLOCKS> {
    /// The value, as 32 bits without a sign.
    fn is_unsigned(self) -> Self {
        let interval = self.known().interval;
        assert!(
            interval.is_within(&BigInt::ZERO, &(two(32) - 1)),
            "a limb may be outside [0, 2^32): {interval:?}"
        );
        self
    }
}

/// What a loose limb is at most.
fn loose_limb() -> BigInt {
    two(WIDTH) + 7
}

/// A value below `limit` in limbs up to `largest`, the last one up to what the value has there.
fn within<const KARATSUBA_BLOCKS: bool>(
    largest: &BigInt,
    limit: BigInt,
) -> Operand<KARATSUBA_BLOCKS, LIMBS> {
    let limbs = core::array::from_fn(|i| {
        let most = if i + 1 < LIMBS {
            largest.clone()
        } else {
            &limit >> (WIDTH * i as u32)
        };
        Bound(LEDGER.with_borrow_mut(|ledger| ledger.push_unknown(Interval::below(most + 1))))
    });
    Operand { limbs, limit }
}

/// A product of what is not reduced by a factor below p: of loose limbs where blocks are multiplied by
/// Karatsuba's identity, else of a loose value and the difference of a reduced one.
#[test]
fn a_product_takes_loose_values() {
    fn form<M: Modulus, const KARATSUBA_BLOCKS: bool>(largest: &BigInt) {
        let p = p::<M>();
        let constants = Bound::<KARATSUBA_BLOCKS>::constants(&M::P, loose29::MAX_MULTIPLE);
        let x = within::<KARATSUBA_BLOCKS>(largest, &p * loose29::MAX_MULTIPLE);
        let w = within(&(two(WIDTH) - 1), p.clone());
        let out = radix29::multiply::<Bound<KARATSUBA_BLOCKS>>(&x.limbs, &w.limbs, &constants);
        let (whole, limit) = sum_of(&[[&x, &w]]);
        prove(&p, &out, &whole, &limit);
    }
    fn both_forms<M: Modulus>() {
        form::<M, true>(&loose_limb());
        form::<M, false>(&(loose_limb() + two(WIDTH + 1)));
    }
    on_every_two_adic_field!(both_forms);
}

/// Sums of a loose value and two reduced ones, and of two sums of reduced ones, settle to loose limbs of
/// the same value and the multiples of p that were added.
#[test]
fn sums_settle() {
    on_every_two_adic_field!(settle);
}

fn settle<M: Modulus>() {
    type B = Bound<true>;
    type Limbs = [B; LIMBS];
    begin(WIDTH);
    let p = p::<M>();
    let constant = |limbs: [u64; LIMBS]| limbs.map(B::constant);
    let added = constant(loose29::spread::<M>(loose29::ADDED, 1));
    let added_to_sum = constant(loose29::spread::<M>(loose29::ADDED_TO_SUM, 2));
    let reduced = || within::<true>(&(two(WIDTH) - 1), 2 * &p).limbs;
    let settles = |sum: &Limbs, terms: &[(i32, &Limbs)], multiples: u32| {
        let out = loose29::settle::<B>(sum);
        for limb in &out[..LIMBS - 1] {
            assert!(
                limb.known()
                    .interval
                    .is_within(&BigInt::ZERO, &loose_limb())
            );
        }
        let difference = terms.iter().fold(value(&out), |rest, (sign, x)| {
            rest.plus(&BigInt::from(-sign), &value(x))
        });
        let multiple = Polynomial::term((&p * multiples) << FRACTION, ONE);
        assert!(difference.plus(&BigInt::from(-1), &multiple).0.is_empty());
    };
    let plus = |x: &Limbs, y: &Limbs| loose29::plus::<B>(x, y);
    let minus = |x: &Limbs, y: &Limbs| loose29::minus::<B>(x, y, &added);

    let x = within::<true>(
        &loose_limb(),
        &p * (loose29::MAX_MULTIPLE - 2 * loose29::ADDED),
    )
    .limbs;
    let [t, u, v] = [0; 3].map(|_| reduced());
    let added = loose29::ADDED;
    settles(&plus(&plus(&x, &t), &u), &[(1, &x), (1, &t), (1, &u)], 0);
    settles(
        &minus(&plus(&x, &t), &u),
        &[(1, &x), (1, &t), (-1, &u)],
        added,
    );
    settles(
        &plus(&minus(&x, &t), &u),
        &[(1, &x), (-1, &t), (1, &u)],
        added,
    );
    settles(
        &minus(&minus(&x, &t), &u),
        &[(1, &x), (-1, &t), (-1, &u)],
        2 * added,
    );
    let w = reduced();
    let (even, odd) = (plus(&v, &t), plus(&u, &w));
    settles(&plus(&even, &odd), &[(1, &v), (1, &t), (1, &u), (1, &w)], 0);
    settles(
        &loose29::minus::<B>(&even, &odd, &added_to_sum),
        &[(1, &v), (1, &t), (-1, &u), (-1, &w)],
        loose29::ADDED_TO_SUM,
    );
}

/// Of all multiples of p that a loose value may have, and their neighbours, in limbs that were not carried.
#[test]
fn loose_values_are_reduced() {
    on_every_two_adic_field!(reduce);
}

fn reduce<M: Modulus>() {
    let p = p::<M>();
    let multiples = const { loose29::Multiples::of::<M>() };
    for k in 0..=loose29::MAX_MULTIPLE {
        for offset in [-1, 0, 1] {
            let x = &p * k + offset;
            if x < BigInt::ZERO || x >= &p * loose29::MAX_MULTIPLE {
                continue;
            }
            let digit = |i: usize| u64::try_from((&x >> (WIDTH * i as u32)) % two(WIDTH));
            let mut limbs: [u64; LIMBS] = core::array::from_fn(|i| digit(i).expect("29 bits"));
            for borrowed in [false, true] {
                let out = loose29::reduce::<u64>(&limbs, &multiples);
                let weight = |i: usize| BigInt::from(out[i]) << (WIDTH * i as u32);
                let value: BigInt = (0..LIMBS).map(weight).sum();
                assert!(out.iter().all(|&limb| limb < 1 << WIDTH));
                assert!(value < 2 * &p, "{k}p + {offset}");
                assert_eq!((&x - value) % &p, BigInt::ZERO, "{k}p + {offset}");
                // A limb above 29 bits, which the one above it lacks.
                if !borrowed && limbs[8] > 0 && limbs[7] < 8 {
                    limbs[8] -= 1;
                    limbs[7] += 1 << WIDTH;
                }
            }
        }
    }
}

fn internal<M: Modulus>() {
    const COLUMNS: usize = radix29::COLUMNS;
    let below_2p = || 2 * p::<M>();
    multiply::<4, LIMBS, COLUMNS>(&M::P, 4, [below_2p(), below_2p()]);
    square::<4, LIMBS, COLUMNS>(&M::P, 4, false, below_2p());
    sum_of_products::<2, 4, LIMBS, COLUMNS>(&M::P, 8, [below_2p(), below_2p()]);
    sum_of_products::<3, 4, LIMBS, COLUMNS>(&M::P, 12, [below_2p(), below_2p()]);
    sum_of_products::<4, 4, LIMBS, COLUMNS>(&M::P, 16, [below_2p(), below_2p()]);
}

#[test]
fn results_of_operands_below_2p_are_operands_again() {
    on_every_field!(internal);
}

/// One operand is 2^SHIFT times an integer below p, the other an integer below p; a square is of one half
/// as many bits up, twice where the number is odd.
fn dropin<P: Prime<[u64; N]>, const N: usize, const L: usize, const COLUMNS: usize>(terms: usize) {
    let words = &P::PRIME;
    let p = integer(words);
    let shift = InLimbs::<P, N, L, COLUMNS>::SHIFT;
    let squares = 1 << shift;
    let operands = || [&p << shift, p.clone()];
    multiply::<N, L, COLUMNS>(words, squares, operands());
    square::<N, L, COLUMNS>(words, squares, shift % 2 == 1, &p << (shift / 2));
    from_montgomery::<N, L, COLUMNS>(words, squares, &p << shift);
    // As many as are reduced at once.
    assert_eq!(InLimbs::<P, N, L, COLUMNS>::TERMS, terms);
    if terms >= 2 {
        sum_of_products::<2, N, L, COLUMNS>(words, 2 * squares, operands());
    }
    if terms >= 3 {
        sum_of_products::<3, N, L, COLUMNS>(words, 3 * squares, operands());
    }
}

#[test]
fn one_subtraction_makes_the_results_of_a_dropin_of_four_words_canonical() {
    dropin::<Of<ark_bn254::FqConfig>, 4, 9, 17>(3);
    dropin::<Of<ark_bn254::FrConfig>, 4, 9, 17>(3);
    // 3·p/2^256 is above 1.
    dropin::<Of<ark_bls12_381::FrConfig>, 4, 9, 17>(2);
    dropin::<Of<ark_bls12_377::FrConfig>, 4, 9, 17>(3);
    dropin::<Of<ark_pallas::FqConfig>, 4, 9, 17>(3);
    dropin::<Of<ark_pallas::FrConfig>, 4, 9, 17>(3);
    // Primes of 256 bits: 2p has one more than four words.
    dropin::<Of<ark_secp256k1::FqConfig>, 4, 9, 17>(1);
    dropin::<Of<ark_secp256k1::FrConfig>, 4, 9, 17>(1);
}

#[test]
fn one_subtraction_makes_the_results_of_a_dropin_of_six_words_canonical() {
    dropin::<Of<ark_bls12_381::FqConfig>, 6, 13, 25>(3);
    dropin::<Of<ark_bls12_377::FqConfig>, 6, 13, 25>(3);
    // Primes of 384 bits: 2p has one more than six words.
    dropin::<Of<primes::Secp384r1>, 6, 13, 25>(1);
    dropin::<Of<primes::Secp384r1Order>, 6, 13, 25>(1);
}

#[test]
fn every_kind_of_reduction_is_proven() {
    fn reduction<const L: usize, const N: usize>(p: &[u64; N], squares: u32) -> Reduction {
        MontgomeryConstants::<u64, L>::of(p, squares).reduction
    }
    let of = |p: &[u64; 4]| reduction::<9, 4>(p, 32);
    assert_eq!(of(&bn254::Fq::P), Reduction::InverseRadix);
    assert_eq!(of(&bn254::Fr::P), Reduction::InverseRadix);
    assert_eq!(of(&bls12_377::Fr::P), Reduction::MontgomeryOne);
    let secp256k1 = &ark_secp256k1::FqConfig::MODULUS.0;
    assert_eq!(of(secp256k1), Reduction::Montgomery);
    let bls12_381 = &ark_bls12_381::FqConfig::MODULUS.0;
    assert_eq!(
        reduction::<13, 6>(bls12_381, 64),
        Reduction::NegatedInverseRadix
    );
}

/// The drop-in on v128 reduces sums of four at once in the fields that have the room.
#[test]
fn so_it_does_those_of_four_products_on_v128() {
    fn sum_of_four<M: Modulus>() {
        let p = p::<M>();
        let operands = [&p << 5, p.clone()];
        sum_in_form::<true, 4, 4, LIMBS, { radix29::COLUMNS }>(&M::P, 4 << 5, &operands);
    }
    sum_of_four::<bn254::Fq>();
    sum_of_four::<bn254::Fr>();
    sum_of_four::<bls12_377::Fr>();
}

/// Splitting and joining shift, mask and OR, which all distribute over OR: the integers of one bit
/// tell what they do to any integer.
fn formats<const N: usize, const L: usize>() {
    let width = width(L);
    let joined = |limbs: [u64; L]| {
        assert!(limbs.iter().all(|&limb| limb < 1 << width));
        limbs
            .iter()
            .rev()
            .fold(BigUint::ZERO, |sum, &limb| (sum << width) + limb)
    };
    let shift = radix_bits(L) - 64 * N as u32;
    for bit in 0..64 * N {
        let mut words = [0; N];
        words[bit / 64] = 1 << (bit % 64);
        let limbs = |shift| packing::split(&words, width, shift, |limb: u64| limb.low(width));
        for shift in [0, shift / 2, shift] {
            assert_eq!(
                joined(limbs(shift)),
                BigUint::from(1u32) << (bit as u32 + shift)
            );
        }
        assert_eq!(packing::join::<u64, N, L>(&limbs(0), width), words);
    }
}

#[test]
fn integers_split_and_join() {
    formats::<4, 9>();
    formats::<6, 13>();
}
