//! Roots of unity of the fields that transforms are over.

use super::oracle;
use ark_ff::PrimeField;
use fqmul::field::{Element, TwoAdic, bls12_377, bls12_381, bn254, pasta};
use num_bigint::BigUint;

/// By their definition, and as arkworks has them.
fn constants<M: TwoAdic, F: PrimeField>() {
    let element = |x: F| -> Element<M> { oracle::element(&x.into_bigint().into()) };
    let p = oracle::modulus::<M, 4>();
    assert_eq!(p, F::MODULUS.into());
    let (one, order) = (BigUint::from(1u32), &p - 1u32);
    assert_eq!(M::GENERATOR, element(F::GENERATOR), "{}", M::NAME);
    assert_eq!(Some(u64::from(M::TWO_ADICITY)), order.trailing_zeros());
    let root = oracle::value(M::ROOT_OF_UNITY);
    let odd = &order >> M::TWO_ADICITY;
    assert_eq!(root, oracle::value(M::GENERATOR).modpow(&odd, &p));
    assert_eq!(M::ROOT_OF_UNITY, element(F::TWO_ADIC_ROOT_OF_UNITY));
    // Its order is 2^TWO_ADICITY, and no less.
    let half = &one << (M::TWO_ADICITY - 1);
    assert_eq!(root.modpow(&half, &p), order, "{}", M::NAME);
}

#[test]
fn roots_of_unity_have_their_order_and_are_those_of_arkworks() {
    constants::<bn254::Fr, ark_bn254::Fr>();
    constants::<bls12_381::Fr, ark_bls12_381::Fr>();
    constants::<bls12_377::Fr, ark_bls12_377::Fr>();
    constants::<pasta::Fp, ark_pallas::Fq>();
    constants::<pasta::Fq, ark_vesta::Fq>();
}
