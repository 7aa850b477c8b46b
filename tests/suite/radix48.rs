//! The steps of `fma-pair` in fields of six words on `f64`, against num-bigint.

use super::curves::{reduced, value};
use super::field_products::edge_values_of_six_words;
use super::oracle;
use fqmul::field::{Element, Modulus, bls12_377, bls12_381};
use fqmul::radix::radix48::{self, LIMBS, Radix48Constants};
use fqmul::radix::{linear48, product48};
use num_bigint::{BigInt, BigUint};

fn split<M: Modulus<6>>(x: &BigUint) -> [f64; LIMBS] {
    let element: Element<M, 6> = reduced(x);
    radix48::split::<M>(element.integer())
}

/// The canonical value of limbs, by their definition and as the kernel joins them.
fn joined<M: Modulus<6>>(limbs: &[f64; LIMBS]) -> BigUint {
    let p = BigInt::from(oracle::modulus::<M, 6>());
    let x = limbs.iter().rev().fold(BigInt::ZERO, |x, &limb| {
        (x << radix48::WIDTH) + BigInt::from(limb as i64)
    });
    let canonical = ((x % &p) + &p) % &p;
    let element = Element::<M, 6>::new(radix48::join::<M>(limbs)).expect("canonical");
    let value = value(element);
    assert_eq!(BigInt::from(value.clone()), canonical);
    value
}

/// All pairs of edge values, which have the ends of limbs of 48 bits, too.
fn operations<M: Modulus<6>>() {
    let p = oracle::modulus::<M, 6>();
    let constants = const { &Radix48Constants::of::<M>() };
    let one = BigUint::from(1u32);
    let mut values = edge_values_of_six_words::<M>();
    for bit in (47..p.bits()).step_by(48) {
        let power = &one << bit;
        values.extend([&power - 1u32, power.clone(), &p - &power, power + 1u32]);
    }
    // Limbs of half the base with the same sign.
    let half = (0..LIMBS as u64 - 1).fold(BigUint::ZERO, |x, i| x + (&one << (48 * i + 47)));
    values.extend([&p - &half, half.clone(), half - 1u32]);
    let r = &one << radix48::RADIX_BITS;
    let times_r = |limbs: &[f64; LIMBS]| joined::<M>(limbs) * &r % &p;
    for a in &values {
        let x = split::<M>(a);
        assert_eq!(joined::<M>(&x), *a);
        assert_eq!(
            times_r(&product48::square(&x, constants)),
            a * a % &p,
            "{a}²"
        );
        for b in &values {
            let y = split::<M>(b);
            let product = product48::multiply(&x, &y, constants);
            assert_eq!(times_r(&product), a * b % &p, "{a} * {b}");
            let c = &values[(a % 31u32).iter_u32_digits().sum::<u32>() as usize];
            let z = split::<M>(c);
            let [sum, sums, difference, both] = [
                linear48::sum([&x, &y], constants),
                linear48::sum([&x, &y, &z, &x], constants),
                linear48::sub(&x, &y, constants),
                linear48::sub_both(&x, &y, &z, constants),
            ];
            assert_eq!(joined::<M>(&sum), (a + b) % &p, "{a} + {b}");
            assert_eq!(
                joined::<M>(&sums),
                (a + b + c + a) % &p,
                "{a} + {b} + {c} + {a}"
            );
            assert_eq!(joined::<M>(&difference), (&p + a - b) % &p, "{a} - {b}");
            let right = (&p + &p + a - b - c) % &p;
            assert_eq!(joined::<M>(&both), right, "{a} - {b} - {c}");
            // What operations give is taken by a product as it is.
            let square = product48::multiply(&both, &product, constants);
            assert_eq!(
                times_r(&square) * &r % &p,
                right * a * b % &p,
                "({a} - {b} - {c})·{a}·{b}"
            );
        }
    }
}

#[test]
fn products_sums_and_differences_are_those_of_num_bigint() {
    operations::<bls12_381::Fq>();
    operations::<bls12_377::Fq>();
}
