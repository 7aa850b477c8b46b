//! The test templates that ark-bn254 itself is tested with, in the fields that differ: BN254's, one whose prime leaves a
//! bit to spare and one of six words; what stands on them, arkworks' own code all of it, in one extension and one group.
//! The prime fields of BN254 have arkworks' own number of iterations, the others fewer: minutes become seconds.
//! `tests/templates` has the other fields and groups, and pairings; `npm test -- --all` runs it.
//!
//! The multi-scalar multiplications of thousands of points, `*_msm*` and `*_pippenger`, take minutes and are run with
//! `--all`, too: they test arkworks. What they would find in a product, the templates of fields find, and an MSM and
//! pairings that are compared with ark-bn254's (equality.rs).

use ark_algebra_test_templates::*;
use ark_ec::short_weierstrass::Projective;
use fqmul::arkworks::DropinField;
use fqmul::arkworks::bn254::{Fq, Fq2, Fr, G1Config};

test_field!(fq; Fq; mont_prime_field);
test_field!(fr; Fr; mont_prime_field);
test_field!(50; pallas_fq; DropinField<ark_pallas::FqConfig>; mont_prime_field);
test_field!(50; bls12_381_fq; DropinField<ark_bls12_381::FqConfig, 6>; mont_prime_field);
test_field!(100; fq2; Fq2);
test_group!(3; g1; Projective<G1Config>; sw);
