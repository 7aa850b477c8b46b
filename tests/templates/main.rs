//! Those of arkworks' test templates that take a minute to compile: the other fields of four words and of six, all kinds
//! of primes; BN254's other extensions and groups; hundreds of pairings. `tests/arkworks` has one of each kind.

use ark_algebra_test_templates::*;
use ark_ec::short_weierstrass::Projective;
use fqmul::arkworks::DropinField;
use fqmul::arkworks::bn254::{Fq6, Fq12, G1Config, G2Config};

test_field!(50; bls12_381_fr; DropinField<ark_bls12_381::FrConfig>; mont_prime_field);
test_field!(50; bls12_377_fr; DropinField<ark_bls12_377::FrConfig>; mont_prime_field);
test_field!(50; vesta_fq; DropinField<ark_vesta::FqConfig>; mont_prime_field);
test_field!(50; secp256k1_fq; DropinField<ark_secp256k1::FqConfig>; mont_prime_field);
test_field!(50; secp256k1_fr; DropinField<ark_secp256k1::FrConfig>; mont_prime_field);
test_field!(50; bls12_377_fq; DropinField<ark_bls12_377::FqConfig, 6>; mont_prime_field);
test_field!(20; fq6; Fq6);
test_field!(10; fq12; Fq12);
test_group!(1; g2; Projective<G2Config>; sw);
test_group!(1; g1_glv; Projective<G1Config>; glv);
test_group!(1; g2_glv; Projective<G2Config>; glv);

/// MSMs in the group of the pairing's results, and hundreds of pairings.
mod long {
    use ark_algebra_test_templates::*;
    use ark_ec::pairing::PairingOutput;

    test_group!(1; pairing_output; PairingOutput<fqmul::arkworks::bn254::Bn254>; msm);
    // This macro does not see what is imported here.
    test_pairing!(pairing; fqmul::arkworks::bn254::Bn254);
}
