//! The test templates that ark-bn254 itself is tested with. The field has arkworks' own number of
//! iterations; what stands on it, arkworks' own code all of it, has fewer: minutes become seconds.

use ark_algebra_test_templates::*;
use ark_ec::pairing::PairingOutput;
use ark_ec::short_weierstrass::Projective;
use fqmul::arkworks::{Fq, Fq2, Fq6, Fq12, G1Config, G2Config};

test_field!(fq; Fq; mont_prime_field);
test_field!(100; fq2; Fq2);
test_field!(20; fq6; Fq6);
test_field!(10; fq12; Fq12);
test_group!(3; g1; Projective<G1Config>; sw);
test_group!(1; g2; Projective<G2Config>; sw);
test_group!(1; pairing_output; PairingOutput<fqmul::arkworks::Bn254>; msm);
// This macro does not see what is imported here.
test_pairing!(pairing; fqmul::arkworks::Bn254);
