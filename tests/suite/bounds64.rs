//! The bounds of the kernels in words of 64 bits, by running their steps on what a word may be instead of on a word.
//!
//! A [`Bound`] knows an interval that holds the word, which never wraps, and the word as a polynomial in unknowns: the
//! words that came in, every low word of a sum that was split, every quotient, and the highest bit of a word that was
//! doubled.

use super::fields::on_every_field;
use super::interval::Interval;
use super::polynomial::{FRACTION, ONE, Polynomial, Unknown, two};
use ark_ff::MontConfig;
use core::cell::RefCell;
use fqmul::field::Modulus;
use fqmul::radix::radix64::{self, Radix64Constants, Word, fits};
use num_bigint::BigInt;
use std::collections::BTreeMap;

#[derive(Clone, Debug)]
struct Known {
    interval: Interval,
    /// What it is, in units of 2^-[`FRACTION`].
    value: Polynomial,
}

/// Everything known so far. A [`Bound`] is an index, so that it is `Copy` as words are.
struct Ledger {
    known: Vec<Known>,
    unknowns: Vec<Interval>,
    /// Of a quotient, what it is the multiple of mod 2^64, and by what.
    quotients: BTreeMap<usize, [usize; 2]>,
    /// The highest bit of words that were doubled.
    highest: BTreeMap<usize, Polynomial>,
}

impl Default for Ledger {
    fn default() -> Self {
        Self {
            known: Vec::new(),
            unknowns: vec![Interval::point(BigInt::from(1))],
            quotients: BTreeMap::new(),
            highest: BTreeMap::new(),
        }
    }
}

thread_local! {
    static LEDGER: RefCell<Ledger> = RefCell::default();
}

impl Ledger {
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

    /// A word. `interval` is what the step alone tells; the polynomial may know better.
    fn push(&mut self, interval: Interval, value: Polynomial) -> usize {
        let all = self.interval(&value);
        let integers = Interval {
            low: -(-all.low >> FRACTION),
            high: all.high >> FRACTION,
        };
        let interval = interval.and(&integers);
        assert!(
            interval.is_within(&BigInt::ZERO, &(two(64) - 1)),
            "a word may be outside [0, 2^64): {interval:?}"
        );
        self.known.push(Known { interval, value });
        self.known.len() - 1
    }

    fn unknown(&mut self, interval: Interval) -> Unknown {
        self.unknowns.push(interval);
        self.unknowns.len() - 1
    }

    fn push_unknown(&mut self, interval: Interval) -> usize {
        let unknown = self.unknown(interval.clone());
        self.push(interval, Polynomial::term(two(FRACTION), unknown))
    }

    fn constant(&mut self, x: u64) -> usize {
        let x = BigInt::from(x);
        self.push(
            Interval::point(x.clone()),
            Polynomial::term(x << FRACTION, ONE),
        )
    }

    fn point(&self, index: usize) -> Option<&BigInt> {
        let Interval { low, high } = &self.known[index].interval;
        (low == high).then_some(low)
    }

    /// Whether c + a·b is a multiple of 2^64, b a quotient of c by a.
    fn cancels(&self, c: usize, a: usize, b: usize) -> bool {
        self.quotients.get(&b).is_some_and(|&[low, inverse]| {
            let (a, inverse) = (self.point(a), self.point(inverse));
            low == c
                && a.zip(inverse)
                    .is_some_and(|(a, inverse)| (a * inverse + 1u32) % two(64) == BigInt::ZERO)
        })
    }

    /// The low word and the high word of a·b and the sum of all terms.
    fn split(&mut self, a: usize, b: usize, terms: &[usize]) -> [usize; 2] {
        let known = |index: usize| self.known[index].clone();
        let (x, y) = (known(a), known(b));
        let mut interval = x.interval.times(&y.interval);
        let mut value = x.value.times(&y.value).shifted(FRACTION);
        for &term in terms {
            let term = known(term);
            interval = interval.plus(&term.interval);
            value = value.plus(&BigInt::from(1), &term.value);
        }
        assert!(
            interval.is_within(&BigInt::ZERO, &(two(128) - 1)),
            "a sum may have more than 128 bits: {interval:?}"
        );
        let low = if terms.len() == 1 && self.cancels(terms[0], a, b) {
            self.constant(0)
        } else {
            let all = Interval::below(two(64).min(&interval.high + 1));
            self.push_unknown(all)
        };
        let high = Interval {
            low: BigInt::ZERO,
            high: interval.high >> 64,
        };
        let rest = value.plus(&BigInt::from(-1), &self.known[low].value);
        [low, self.push(high, rest.shifted(64))]
    }

    /// The highest bit of a word.
    fn highest(&mut self, index: usize) -> Polynomial {
        if let Some(bit) = self.highest.get(&index) {
            return bit.clone();
        }
        let bit = if self.known[index].interval.high < two(63) {
            Polynomial::default()
        } else {
            let unknown = self.unknown(Interval::below(two(1)));
            Polynomial::term(two(FRACTION), unknown)
        };
        self.highest.insert(index, bit.clone());
        bit
    }
}

#[derive(Clone, Copy, Debug)]
struct Bound(usize);

impl Bound {
    fn known(self) -> Known {
        LEDGER.with_borrow(|ledger| ledger.known[self.0].clone())
    }
}

impl Word for Bound {
    #[inline(never)]
    fn constant(x: u64) -> Self {
        Self(LEDGER.with_borrow_mut(|ledger| ledger.constant(x)))
    }

    #[inline(never)]
    fn plus_product(c: Self, a: Self, b: Self) -> [Self; 2] {
        LEDGER.with_borrow_mut(|ledger| ledger.split(a.0, b.0, &[c.0]).map(Self))
    }

    #[inline(never)]
    fn plus_product_carried(c: Self, a: Self, b: Self, d: Self) -> [Self; 2] {
        LEDGER.with_borrow_mut(|ledger| ledger.split(a.0, b.0, &[c.0, d.0]).map(Self))
    }

    #[inline(never)]
    fn low_product(a: Self, b: Self) -> Self {
        Self(LEDGER.with_borrow_mut(|ledger| {
            let quotient = ledger.push_unknown(Interval::below(two(64)));
            ledger.quotients.insert(quotient, [a.0, b.0]);
            quotient
        }))
    }

    #[inline(never)]
    fn sum(a: Self, b: Self) -> Self {
        let (x, y) = (a.known(), b.known());
        Self(LEDGER.with_borrow_mut(|ledger| {
            let value = x.value.plus(&BigInt::from(1), &y.value);
            ledger.push(x.interval.plus(&y.interval), value)
        }))
    }

    #[inline(never)]
    fn doubled(a: Self, below: Self) -> Self {
        Self(LEDGER.with_borrow_mut(|ledger| {
            let [lost, gained] = [a, below].map(|word| ledger.highest(word.0));
            let value = Polynomial::default()
                .plus(&BigInt::from(2), &ledger.known[a.0].value)
                .plus(&-two(64), &lost)
                .plus(&BigInt::from(1), &gained);
            ledger.push(Interval::below(two(64)), value)
        }))
    }
}

fn integer(words: &[u64]) -> BigInt {
    let words = words.iter().rev();
    words.fold(BigInt::ZERO, |value, &word| (value << 64u32) + word)
}

/// The words of any value below a limit.
fn operand<const N: usize>(limit: &BigInt) -> [Bound; N] {
    core::array::from_fn(|i| {
        let below = if i == N - 1 {
            ((limit - 1) >> (64 * (N - 1))) + 1
        } else {
            two(64)
        };
        Bound(LEDGER.with_borrow_mut(|ledger| ledger.push_unknown(Interval::below(below))))
    })
}

fn value<const N: usize>(words: &[Bound; N]) -> Polynomial {
    let words = words.iter().enumerate();
    words.fold(Polynomial::default(), |value, (i, word)| {
        value.plus(&two(64 * i as u32), &word.known().value)
    })
}

/// Proves that the steps give the sum of all a·b·R^-1 mod p for operands below `below`·p, below `most`·p.
fn prove<const N: usize, const K: usize>(
    p: &[u64; N],
    [below, most]: [u64; 2],
    steps: impl Fn([&[Bound; N]; K], [&[Bound; N]; K], &Radix64Constants<N>) -> [Bound; N],
    square: bool,
) {
    LEDGER.take();
    let constants = Radix64Constants::of(p, below);
    let p = integer(p);
    let [a, b] = [0; 2].map(|_| [0; K].map(|_| operand::<N>(&(&p * below))));
    let b = if square { a } else { b };
    let result = value(&steps(a.each_ref(), b.each_ref(), &constants));
    let interval = LEDGER.with_borrow(|ledger| ledger.interval(&result));
    assert!(
        interval.is_within(&BigInt::ZERO, &(((&p * most) << FRACTION) - 1)),
        "a result may be outside [0, {most}p)"
    );
    let products = (0..K).fold(Polynomial::default(), |sum, k| {
        sum.plus(
            &BigInt::from(1),
            &value(&a[k]).times(&value(&b[k])).shifted(FRACTION),
        )
    });
    let difference = Polynomial::default()
        .plus(&two(64 * N as u32), &result)
        .plus(&BigInt::from(-1), &products);
    // A power of two is a unit mod p: the coefficient's own unit is of no interest.
    for (unknowns, coefficient) in difference.0 {
        assert_eq!(
            coefficient % &p,
            BigInt::ZERO,
            "{unknowns:?} is not a multiple of p"
        );
    }
}

/// What `src/wide.rs` takes of these for a modulus, of operands below p and below 2p.
fn all<const N: usize>(p: &[u64; N]) {
    for below in [1, 2] {
        if !fits(p, 2 * below) {
            continue;
        }
        prove(
            p,
            [below, 2],
            |[a], [b], c| radix64::product(a, b, c),
            false,
        );
        if fits(p, 2 * below + 1) {
            prove(p, [below, 2], |[a], _, c| radix64::square(a, c), true);
            prove::<N, 2>(p, [below, 1 + below], radix64::sum_of_products, false);
        }
        if fits(p, 3 * below + 1) {
            prove::<N, 3>(p, [below, 1 + below], radix64::sum_of_products, false);
        }
        if fits(p, below + 3) {
            let steps = radix64::product_in_steps::<Bound, N>;
            prove(p, [below, 2], |[a], [b], c| steps(a, b, c), false);
        }
    }
}

#[test]
fn no_row_has_a_carry_out_and_results_are_in_range() {
    fn of<M: Modulus>() {
        all(&M::P);
    }
    on_every_field!(of);
}

#[test]
fn nor_has_one_of_six_words() {
    all(&ark_bls12_381::FqConfig::MODULUS.0);
    all(&ark_bls12_377::FqConfig::MODULUS.0);
}

#[test]
#[should_panic(expected = "a word may be outside [0, 2^64)")]
fn a_sum_of_two_products_has_one_where_it_does_not_fit() {
    let p = &fqmul::field::bls12_381::Fr::P;
    assert!(!fits(p, 3));
    prove::<4, 2>(p, [1, 2], radix64::sum_of_products, false);
}

#[test]
#[should_panic(expected = "operands below 2p one below R/4")]
fn operands_below_2p_need_a_modulus_below_a_quarter_of_r() {
    let p = &fqmul::field::bls12_381::Fr::P;
    prove(p, [2, 2], |[a], [b], c| radix64::product(a, b, c), false);
}
