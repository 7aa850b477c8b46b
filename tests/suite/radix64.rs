//! The product in words of 64 bits on operands that no canonical element is, and in six words.

use super::oracle;
use ark_ff::MontConfig;
use fqmul::bench::generator::Generator;
use fqmul::field::{Modulus, bls12_377, bls12_381, bn254};
use fqmul::kernel::Kernel;
use fqmul::radix::radix64::{self, Radix64Constants};
use fqmul::wide::{WideLazy, WideOfSixWords, WidePair};
use num_bigint::BigUint;

fn integer(words: &[u64]) -> BigUint {
    let words = words.iter().rev();
    words.fold(BigUint::ZERO, |value, &word| (value << 64u32) + word)
}

fn words<const N: usize>(value: &BigUint) -> [u64; N] {
    let mut digits = value.to_u64_digits();
    digits.resize(N, 0);
    digits.try_into().expect("it is below R")
}

/// Values below a limit: at both ends, beside multiples of p, all ones in some words, and random ones.
fn below<const N: usize>(limit: &BigUint, p: &BigUint) -> Vec<[u64; N]> {
    let one = BigUint::from(1u32);
    let mut values = vec![BigUint::ZERO, one.clone(), limit - 1u32, limit - 2u32];
    values.extend([p - 1u32, p.clone(), p + 1u32, p >> 1u32]);
    for bit in (64..64 * N as u32).step_by(64) {
        values.extend([(&one << bit) - 1u32, &one << bit, limit - (&one << bit)]);
    }
    let mut generator = Generator::new(64);
    values.extend((0..40).map(|_| integer(&[0; N].map(|_| generator.word()))));
    values.iter().map(|value| words(&(value % limit))).collect()
}

/// Whether `result` is below `limit` and R times it is the sum of the products, mod p.
fn is_right<const N: usize>(
    result: &[u64; N],
    products: &[[&[u64; N]; 2]],
    limit: &BigUint,
    p: &BigUint,
) {
    let sum: BigUint = products
        .iter()
        .map(|[a, b]| integer(*a) * integer(*b))
        .sum();
    let result = integer(result);
    assert!(result < *limit, "{products:?}: out of range");
    assert_eq!((result << (64 * N)) % p, sum % p, "{products:?}");
}

fn ends_of_the_range<M: Modulus>() {
    let p = oracle::modulus::<M, 4>();
    let limit = &p * 2u32;
    let values = below::<4>(&limit, &p);
    for (i, a) in values.iter().enumerate() {
        let right = |result: &[u64; 4], products: &[[&[u64; 4]; 2]]| {
            is_right(result, products, &limit, &p);
        };
        right(&WideLazy::<M>::square(a), &[[a, a]]);
        for (j, b) in values.iter().enumerate() {
            let [c, d] = [7 * i + 3 * j + 1, 5 * i + j + 2].map(|k| &values[k % values.len()]);
            right(&WideLazy::<M>::mul(a, b), &[[a, b]]);
            right(
                &WideLazy::<M>::sum_of_products([a, c], [b, d]),
                &[[a, b], [c, d]],
            );
            right(
                &WideLazy::<M>::sum_of_products([a, c, d], [b, d, a]),
                &[[a, b], [c, d], [d, a]],
            );
            let pair = WidePair::<M>::mul(&[*a, *c], &[*b, *d]);
            right(&pair[0], &[[a, b]]);
            right(&pair[1], &[[c, d]]);
            let sum = WideLazy::<M>::add(a, b);
            let difference = WideLazy::<M>::sub(a, b);
            assert!(integer(&sum) < limit && integer(&difference) < limit);
            assert_eq!(integer(&sum) % &p, (integer(a) + integer(b)) % &p);
            assert_eq!((integer(&difference) + integer(b)) % &p, integer(a) % &p);
        }
    }
}

#[test]
fn operands_below_2p_give_results_below_2p() {
    ends_of_the_range::<bn254::Fq>();
    ends_of_the_range::<bn254::Fr>();
    ends_of_the_range::<bls12_377::Fr>();
}

fn of_six_words(modulus: &[u64; 6]) {
    let p = integer(modulus);
    let constants = [1, 2].map(|below| Radix64Constants::of(modulus, below));
    for (constants, times) in constants.iter().zip([1u32, 2]) {
        let limit = &p * 2u32;
        let values = below::<6>(&(&p * times), &p);
        for a in &values {
            is_right(&radix64::square(a, constants), &[[a, a]], &limit, &p);
            for b in &values {
                let products = [[a, b]];
                is_right(&radix64::product(a, b, constants), &products, &limit, &p);
                let product = radix64::product_in_steps(a, b, constants);
                is_right(&product, &products, &limit, &p);
                let sum = radix64::sum_of_products([a, b], [b, b], constants);
                is_right(&sum, &[[a, b], [b, b]], &(&limit + &p), &p);
                let canonical = radix64::reduce_once(&product, modulus);
                is_right(&canonical, &products, &p, &p);
            }
        }
    }
}

#[test]
fn products_of_six_words() {
    of_six_words(&ark_bls12_381::FqConfig::MODULUS.0);
    of_six_words(&ark_bls12_377::FqConfig::MODULUS.0);
}

/// Of canonical residues, every operation of the kernel.
fn kernel_of_six_words<M: Modulus<6>>() {
    let p = integer(&M::P);
    let values = below::<6>(&p, &p);
    for (i, a) in values.iter().enumerate() {
        let right = |result: &[u64; 6], products: &[[&[u64; 6]; 2]]| {
            is_right(result, products, &p, &p);
        };
        right(&WideOfSixWords::<M>::square(a), &[[a, a]]);
        let c = &values[(i + 1) % values.len()];
        for (j, b) in values.iter().enumerate() {
            let d = &values[(j + 3) % values.len()];
            right(&WideOfSixWords::<M>::mul(a, b), &[[a, b]]);
            let sum = WideOfSixWords::<M>::sum_of_products([a, c], [b, d]);
            right(&sum, &[[a, b], [c, d]]);
            let sum = WideOfSixWords::<M>::sum_of_products([a, c, d], [b, d, a]);
            right(&sum, &[[a, b], [c, d], [d, a]]);
            let sum = WideOfSixWords::<M>::sum_of_products([a, c, d, b], [b, d, a, c]);
            right(&sum, &[[a, b], [c, d], [d, a], [b, c]]);
            let sum = WideOfSixWords::<M>::add(a, b);
            assert_eq!(integer(&sum), (integer(a) + integer(b)) % &p);
            let difference = WideOfSixWords::<M>::sub(a, b);
            assert_eq!(integer(&difference), (integer(a) + &p - integer(b)) % &p);
        }
    }
}

#[test]
fn wide_multiplies_in_fields_of_six_words() {
    kernel_of_six_words::<bls12_381::Fq>();
    kernel_of_six_words::<bls12_377::Fq>();
}
