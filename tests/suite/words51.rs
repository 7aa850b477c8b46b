//! Between 4x64 integers and balanced limbs: the format of `fma-pair-dropin` on `f64`, which is also a
//! kernel that the templates run natively.
//!
//! In each of its cases (a digit's top bit and the carry into it; of a value that is halved, its
//! parity and sign) every step adds a constant to a limb, or moves bits that do not depend on others.
//! So it is right for a whole range of limbs if it is at both ends: the tests take every limb at the
//! ends of its range, in all combinations.

use super::fields::on_every_field;
use super::oracle;
use core::marker::PhantomData;
use fqmul::field::{Element, Integer, Modulus, integer};
use fqmul::kernel::{Kernel, MAX_LANES};
use fqmul::radix::packing::Bits;
use fqmul::radix::product51;
use fqmul::radix::radix51::{self, Form, LIMB, LIMBS, Radix51Constants, TOP_SLACK, WIDTH};
use fqmul::radix::sums51::{self, SumConstants};
use fqmul::radix::words51::{DoubleBitLanes, WordConversion};
use num_bigint::{BigInt, BigUint};

/// What the function of the bits gives.
fn bits<const N: usize>(doubles: [f64; N], operation: impl Fn([u64; N]) -> u64) -> f64 {
    f64::from_bits(operation(doubles.map(f64::to_bits)))
}

/// All ones, or none.
fn mask(ones: bool) -> f64 {
    f64::from_bits(u64::from(ones).wrapping_neg())
}

impl Bits for f64 {
    fn up(self, by: u32) -> f64 {
        bits([self], |[x]| x << by)
    }

    fn down(self, by: u32) -> f64 {
        bits([self], |[x]| x >> by)
    }

    fn or(self, other: f64) -> f64 {
        bits([self, other], |[x, y]| x | y)
    }
}

impl DoubleBitLanes for f64 {
    fn and(self, other: f64) -> f64 {
        bits([self, other], |[x, y]| x & y)
    }

    fn and_not(self, other: f64) -> f64 {
        bits([self, other], |[x, y]| x & !y)
    }

    fn xor(self, other: f64) -> f64 {
        bits([self, other], |[x, y]| x ^ y)
    }

    fn add_bits(self, other: f64) -> f64 {
        bits([self, other], |[x, y]| x.wrapping_add(y))
    }

    fn equal_bits(self, other: f64) -> f64 {
        mask(self.to_bits() == other.to_bits())
    }

    fn negative(self) -> f64 {
        mask(self < 0.0)
    }
}

fn limbs<M: Modulus>(integer: &Integer) -> [f64; LIMBS] {
    const { WordConversion::of::<M>() }.limbs(&integer.map(f64::from_bits))
}

fn half<M: Modulus>(limbs: &[f64; LIMBS]) -> Integer {
    const { WordConversion::of::<M>() }
        .half(limbs)
        .map(f64::to_bits)
}

/// The operand of a product that is an integer below p.
fn operand<M: Modulus>(integer: &Integer) -> [f64; LIMBS] {
    let constants = const { &Radix51Constants::of::<M>() };
    let words = integer.map(f64::from_bits);
    const { WordConversion::of::<M>() }.operand(&words, Form::of::<M>(), constants)
}

/// `fma-pair-dropin` with one lane, an `f64`.
pub struct OneLaneDropin<M>(PhantomData<M>);

impl<M: Modulus> Kernel for OneLaneDropin<M> {
    type Modulus = M;
    type Packed = Integer;
    const LANES: usize = 1;
    const RADIX_BITS: u32 = 256;

    fn pack(lanes: &[Element<M>]) -> Integer {
        *lanes[0].integer()
    }

    fn unpack(packed: &Integer) -> [Element<M>; MAX_LANES] {
        [Element::new(*packed).expect("canonical"); MAX_LANES]
    }

    fn mul(a: &Integer, b: &Integer) -> Integer {
        let constants = const { &Radix51Constants::of::<M>() };
        let (a, b) = (operand::<M>(a), operand::<M>(b));
        half::<M>(&product51::multiply(&a, &b, Form::of::<M>(), constants))
    }

    fn square(a: &Integer) -> Integer {
        let constants = const { &Radix51Constants::of::<M>() };
        half::<M>(&product51::square(
            &operand::<M>(a),
            Form::of::<M>(),
            constants,
        ))
    }

    fn sum_of_products<const N: usize>(a: [&Integer; N], b: [&Integer; N]) -> Integer {
        let (a, b) = (a.map(operand::<M>), b.map(operand::<M>));
        let constants = const { &Radix51Constants::of::<M>() };
        let digits = const { &SumConstants::NEW };
        half::<M>(&sums51::sum_of_products::<_, M, N>(
            a.each_ref(),
            b.each_ref(),
            constants,
            digits,
        ))
    }

    fn add(a: &Integer, b: &Integer) -> Integer {
        integer::add(a, b, &M::P)
    }

    fn sub(a: &Integer, b: &Integer) -> Integer {
        integer::sub(a, b, &M::P)
    }
}

/// Every choice of one of `ends` for each of the four lower limbs.
fn lower_limbs(ends: &[i64]) -> Vec<[i64; LIMBS - 1]> {
    let mut all = vec![[0; LIMBS - 1]];
    for i in 0..LIMBS - 1 {
        let choices = |limbs: [i64; LIMBS - 1]| {
            ends.iter().map(move |&end| {
                let mut limbs = limbs;
                limbs[i] = end;
                limbs
            })
        };
        all = all.into_iter().flat_map(choices).collect();
    }
    all
}

fn value(limbs: &[f64; LIMBS]) -> BigInt {
    limbs
        .iter()
        .rev()
        .fold(BigInt::ZERO, |sum, &limb| (sum << WIDTH) + limb as i64)
}

fn digits_become_limbs<M: Modulus>() {
    const HALF: i64 = 1 << (WIDTH - 1);
    let largest = (oracle::modulus::<M, 4>() >> (WIDTH * 4)).to_u64_digits()[0] as i64;
    for digits in lower_limbs(&[0, 1, HALF - 1, HALF, HALF + 1, 2 * HALF - 1]) {
        for top in [0, 1, largest] {
            let integer = digits
                .iter()
                .rev()
                .fold(BigUint::from(top as u64), |sum, &digit| {
                    (sum << WIDTH) + digit as u64
                });
            let mut words = integer.to_u64_digits();
            words.resize(4, 0);
            let limbs = limbs::<M>(&words.try_into().expect("below 2^256"));
            assert_eq!(value(&limbs), integer.into(), "{}: {limbs:?}", M::NAME);
            assert!(
                limbs[..4].iter().all(|limb| limb.abs() <= LIMB),
                "{limbs:?}"
            );
        }
    }
}

#[test]
fn balanced_limbs_of_an_integer() {
    on_every_field!(digits_become_limbs);
}

fn operands_are_in_range<M: Modulus>() {
    const HALF: i64 = 1 << (WIDTH - 1);
    let p = BigInt::from(oracle::modulus::<M, 4>());
    let p4 = radix51::limbs_of_p::<M>()[4];
    let largest = Form::of::<M>().share() * p4 + TOP_SLACK;
    let top = p4 as i64;
    for digits in lower_limbs(&[0, 1, HALF - 1, HALF, HALF + 1, 2 * HALF - 1]) {
        for top in [0, 1, top / 2 - 1, top / 2, top / 2 + 1, top - 2, top - 1] {
            let integer = digits.iter().rev();
            let integer = integer.fold(BigInt::from(top), |sum, &digit| (sum << WIDTH) + digit);
            let (_, mut words) = integer.to_u64_digits();
            words.resize(4, 0);
            let limbs = operand::<M>(&words.try_into().expect("below 2^256"));
            let difference = (value(&limbs) - integer) % &p;
            assert_eq!(difference, BigInt::ZERO, "{}: {limbs:?}", M::NAME);
            let [lower @ .., highest] = limbs;
            assert!(
                lower.iter().all(|limb| limb.abs() <= LIMB) && highest.abs() <= largest,
                "{}: {limbs:?}",
                M::NAME
            );
        }
    }
}

#[test]
fn operands_of_an_integer_are_those_of_products() {
    on_every_field!(operands_are_in_range);
}

fn halves<M: Modulus>() {
    const L: i64 = LIMB as i64;
    let p = BigInt::from(oracle::modulus::<M, 4>());
    let top = radix51::limbs_of_p::<M>()[4] as i64;
    let mut cases = [0; 4];
    for lower in lower_limbs(&[-L, 1 - L, -1, 0, 1, L - 1, L]) {
        for top in [-top - 1, -top, 1 - top, -1, 0, 1, top - 1, top, top + 1] {
            let [x0, x1, x2, x3] = lower;
            let limbs = [x0, x1, x2, x3, top].map(|limb| limb as f64);
            let value = value(&limbs);
            if value <= -&p || value >= p {
                continue;
            }
            let odd = value.bit(0);
            cases[usize::from(odd) + 2 * usize::from(value < BigInt::ZERO)] += 1;
            let half = half::<M>(&limbs);
            let half = half
                .iter()
                .rev()
                .fold(BigInt::ZERO, |sum, &word| (sum << 64u32) + word);
            assert!(half < p, "{}: {limbs:?}", M::NAME);
            assert_eq!(
                (half * 2 - value) % &p,
                BigInt::ZERO,
                "{}: {limbs:?}",
                M::NAME
            );
        }
    }
    assert!(cases.iter().all(|&count| count > 1000), "{cases:?}");
}

#[test]
fn half_of_a_value_between_minus_p_and_p() {
    on_every_field!(halves);
}
