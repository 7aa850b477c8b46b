//! Transforms on lanes are ark-poly's own.

use ark_ec::PrimeGroup;
use ark_ec::short_weierstrass::Projective;
use ark_ff::{BigInt, FftField, Field, PrimeField, UniformRand, Zero};
use ark_poly::domain::DomainCoeff;
use ark_poly::{EvaluationDomain, Radix2EvaluationDomain};
use ark_serialize::{CanonicalDeserialize, CanonicalSerialize};
use ark_std::rand::{SeedableRng, rngs::StdRng};
use fqmul::arkworks::bn254::{Fr, G1Config};
use fqmul::arkworks::domain::{LaneDomain, release};

/// Both directions, in a domain and in another that must be the same.
fn agree<F: FftField, T: DomainCoeff<F>>(
    lanes: &LaneDomain<F>,
    theirs: &Radix2EvaluationDomain<F>,
    values: &[T],
) {
    let context = format!("{} values, domain of {}", values.len(), theirs.size());
    assert_eq!(lanes.fft(values), theirs.fft(values), "{context}");
    assert_eq!(lanes.ifft(values), theirs.ifft(values), "{context}");
}

fn every_size<F: PrimeField>() {
    let mut rng = StdRng::seed_from_u64(1);
    for log2 in 0..=F::TWO_ADICITY.min(12) {
        let size = 1 << log2;
        let values: Vec<_> = (0..size).map(|_| F::rand(&mut rng)).collect();
        let lanes = LaneDomain::<F>::new(size).expect("there are roots");
        let theirs = Radix2EvaluationDomain::<F>::new(size).expect("there are roots");
        agree(&lanes, &theirs, &values);
        // Two cosets and both again: of all that is kept between transforms, some is another's.
        let random = F::rand(&mut rng);
        for offset in [F::GENERATOR, random, F::ONE, -F::ONE, F::GENERATOR] {
            let lanes = lanes.get_coset(offset).expect("it is not 0");
            let theirs = theirs.get_coset(offset).expect("it is not 0");
            agree(&lanes, &theirs, &values);
        }
        release();
        agree(&lanes, &theirs, &values);
    }
}

#[test]
fn transforms_of_the_drop_in() {
    every_size::<Fr>();
}

#[test]
fn transforms_of_arkworks_own_field() {
    every_size::<ark_bn254::Fr>();
}

#[test]
fn transforms_of_other_fields() {
    every_size::<ark_bls12_377::Fr>();
    every_size::<ark_bls12_381::Fr>();
    every_size::<ark_pallas::Fq>();
    every_size::<ark_pallas::Fr>();
    // None of the kernels'.
    every_size::<ark_secp256k1::Fr>();
}

#[test]
fn any_number_of_values() {
    let mut rng = StdRng::seed_from_u64(2);
    let lanes = LaneDomain::<Fr>::new_coset(256, Fr::from(5u64)).expect("it is not 0");
    let theirs = Radix2EvaluationDomain::<Fr>::new_coset(256, Fr::from(5u64)).expect("as above");
    for count in [0, 1, 2, 63, 64, 65, 255, 256] {
        let values: Vec<_> = (0..count).map(|_| Fr::rand(&mut rng)).collect();
        if count > 0 {
            agree(&lanes, &theirs, &values);
        } else {
            assert_eq!(lanes.fft::<Fr>(&[]), [Fr::zero(); 256]);
            assert_eq!(lanes.ifft::<Fr>(&[]), [Fr::zero(); 256]);
        }
    }
    // More than the domain has: the first ones.
    let values: Vec<_> = (0..300).map(|_| Fr::rand(&mut rng)).collect();
    agree(&lanes, &theirs, &values);
}

#[test]
fn values_at_the_borders_of_the_field() {
    let lanes = LaneDomain::<Fr>::new(64).expect("there are roots");
    let theirs = Radix2EvaluationDomain::<Fr>::new(64).expect("there are roots");
    // As integers, and as the residues that are transformed.
    let largest = BigInt::new({
        let mut words = Fr::MODULUS.0;
        words[0] -= 1;
        words
    });
    for value in [Fr::ONE, -Fr::ONE, Fr::new_unchecked(largest)] {
        agree(&lanes, &theirs, &[value; 64]);
    }
}

#[test]
fn values_that_are_no_field_elements() {
    type Point = Projective<G1Config>;
    let g = Point::generator();
    let points: Vec<_> = (0..32u64).map(|i| g * Fr::from(i * i + 1)).collect();
    let lanes = LaneDomain::<Fr>::new(32).expect("there are roots");
    let theirs = Radix2EvaluationDomain::<Fr>::new(32).expect("there are roots");
    agree(&lanes, &theirs, &points);
}

/// The root that arkworks takes is not the only one of its order.
#[test]
fn another_generator() {
    let mut theirs = Radix2EvaluationDomain::<Fr>::new(64).expect("there are roots");
    theirs.group_gen = theirs.group_gen.pow([3]);
    theirs.group_gen_inv = theirs.group_gen.inverse().expect("it is not 0");
    let mut bytes = Vec::new();
    theirs
        .serialize_uncompressed(&mut bytes)
        .expect("a vector takes all");
    let lanes = LaneDomain::<Fr>::deserialize_uncompressed(&*bytes).expect("it was written");
    let mut rng = StdRng::seed_from_u64(3);
    let values: Vec<_> = (0..64).map(|_| Fr::rand(&mut rng)).collect();
    agree(&lanes, &theirs, &values);
}

#[test]
fn it_is_the_same_domain() {
    let mut rng = StdRng::seed_from_u64(4);
    let lanes = LaneDomain::<Fr>::new_coset(100, Fr::from(7u64)).expect("it is not 0");
    let theirs = Radix2EvaluationDomain::<Fr>::new_coset(100, Fr::from(7u64)).expect("as above");
    assert_eq!(lanes.size(), theirs.size());
    assert_eq!(lanes.log_size_of_group(), theirs.log_size_of_group());
    assert_eq!(lanes.group_gen(), theirs.group_gen());
    assert_eq!(lanes.group_gen_inv(), theirs.group_gen_inv());
    assert_eq!(lanes.size_inv(), theirs.size_inv());
    assert_eq!(lanes.coset_offset(), theirs.coset_offset());
    assert_eq!(lanes.coset_offset_inv(), theirs.coset_offset_inv());
    assert_eq!(
        lanes.coset_offset_pow_size(),
        theirs.coset_offset_pow_size()
    );
    assert!(lanes.elements().eq(theirs.elements()));
    let tau = Fr::rand(&mut rng);
    assert_eq!(
        lanes.evaluate_all_lagrange_coefficients(tau),
        theirs.evaluate_all_lagrange_coefficients(tau)
    );
    for count in [0, 1, 3, 1 << 20, 1 << 28, (1 << 28) + 1] {
        let size = LaneDomain::<Fr>::compute_size_of_domain(count);
        assert_eq!(
            size,
            Radix2EvaluationDomain::<Fr>::compute_size_of_domain(count)
        );
        let lanes = LaneDomain::<Fr>::new(count).map(|domain| domain.size());
        assert_eq!(lanes, size);
    }
    assert_eq!(lanes.get_coset(Fr::zero()), None);
}
