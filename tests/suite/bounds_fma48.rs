//! The bounds of `fma-pair` in fields of six words: the steps of 8x48 products on [`Bound`]s.

use super::bounds_fma::{Bound, is_signed_sum, is_sum_of_products_mod};
use super::oracle;
use fqmul::field::{Modulus, bls12_377, bls12_381};
use fqmul::radix::radix48::{self, LIMB, LIMBS, Radix48Constants, TOP_SLACK};
use fqmul::radix::{linear48, product48};

const WIDTH: i32 = radix48::WIDTH as i32;

/// The largest magnitudes of a value up to so much of p.
fn limbs<M: Modulus<6>>(share: f64) -> [f64; LIMBS] {
    let mut limbs = [LIMB; LIMBS];
    limbs[LIMBS - 1] = radix48::limbs_of_p::<M>()[LIMBS - 1] * share + TOP_SLACK;
    limbs
}

fn operand<M: Modulus<6>>() -> [Bound; LIMBS] {
    limbs::<M>(1.0).map(Bound::integer)
}

/// Limbs are those of a value up to so much of p.
fn closes<M: Modulus<6>>(out: &[Bound; LIMBS], share: f64) {
    for (i, (limb, largest)) in out.iter().zip(limbs::<M>(share)).enumerate() {
        let magnitude = limb.magnitude();
        assert!(
            magnitude <= largest,
            "{} limb {i}: {magnitude} of {largest}",
            M::NAME
        );
    }
}

fn products<M: Modulus<6>>() {
    let constants = const { &Radix48Constants::of::<M>() };
    let p = oracle::modulus::<M, 6>();
    let [a, b] = [0, 1].map(|_| operand::<M>());
    let out = product48::multiply(&a, &b, constants);
    closes::<M>(&out, 0.61);
    is_sum_of_products_mod(&p, WIDTH, &out, &[&a], &[&b]);
    let out = product48::square(&a, constants);
    closes::<M>(&out, 0.61);
    is_sum_of_products_mod(&p, WIDTH, &out, &[&a], &[&a]);
}

#[test]
fn every_exact_step_is_exact_and_limbs_stay_in_range() {
    products::<bls12_381::Fq>();
    products::<bls12_377::Fq>();
}

fn sums<M: Modulus<6>>() {
    fn is_sum<M: Modulus<6>, const N: usize>(signs: [i32; N]) {
        let constants = const { &Radix48Constants::of::<M>() };
        let terms = [0; N].map(|_| operand::<M>());
        let out = match &terms[..] {
            [a, b] if signs[1] < 0 => linear48::sub(a, b, constants),
            [a, b, c] if signs[1] < 0 => linear48::sub_both(a, b, c, constants),
            _ => linear48::sum(terms.each_ref(), constants),
        };
        closes::<M>(&out, 0.5);
        is_signed_sum(&oracle::modulus::<M, 6>(), WIDTH, &out, &terms, signs);
    }
    is_sum::<M, 2>([1, 1]);
    is_sum::<M, 2>([1, -1]);
    is_sum::<M, 3>([1; 3]);
    is_sum::<M, 3>([1, -1, -1]);
    is_sum::<M, 4>([1; 4]);
}

#[test]
fn so_do_those_of_sums_and_differences() {
    sums::<bls12_381::Fq>();
    sums::<bls12_377::Fq>();
}
