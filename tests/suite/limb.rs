//! The loops of limb products, step by step on num-bigint.

use super::oracle;
use fqmul::bench::batch::SLOTS;
use fqmul::bench::generator::Generator;
use fqmul::bench::info::Field;
use fqmul::bench::limb::{LIMB_PRODUCTS, find};
use fqmul::field::Element;
use num_bigint::BigUint;

/// So many pairs of limbs of `width` bits that take turns: the fold of the states after n steps.
fn plain(seed: u64, n: usize, width: u32, slots: usize) -> Element<Field> {
    let one = BigUint::from(1u8);
    let mask = (&one << width) - &one;
    let mut generator = Generator::new(seed);
    let mut states: Vec<[BigUint; 3]> = (0..slots)
        .map(|_| {
            let [a, x] = [0; 2].map(|_| BigUint::from(generator.word()) & &mask);
            [a | &one << (width - 1), x, BigUint::ZERO]
        })
        .collect();
    for i in 0..n {
        let [a, x, c] = &mut states[i % slots];
        let sum = &*a * &*x + &*c;
        (*x, *c) = (&sum & &mask, sum >> width);
    }
    oracle::fold(states.into_iter().map(|[_, x, c]| {
        let digits = (x | c << width).to_u64_digits();
        let word = |i: usize| digits.get(i).copied().unwrap_or(0);
        Element::new([word(0), word(1), 0, 0]).expect("128 bits are below p")
    }))
}

#[test]
fn chains_and_streams_do_exactly_n_limb_products() {
    for product in LIMB_PRODUCTS {
        let (lanes, width) = if product.id == "simd" {
            (2, 29)
        } else {
            (1, 64)
        };
        for n in [1, 2, 3, 127, 128, 129, 255, 1001] {
            for seed in [0, 1, u64::MAX] {
                let id = product.id;
                let chain = plain(seed, n, width, lanes);
                assert_eq!((product.chain)(seed, n as u32), chain, "{id} {seed} {n}");
                let stream = plain(seed, n, width, SLOTS);
                assert_eq!((product.stream)(seed, n as u32), stream, "{id} {seed} {n}");
            }
        }
    }
    assert!(find("multi3").is_ok() && find("multi3-mitigated").is_ok());
    assert!(find("limbs29").is_err());
}
