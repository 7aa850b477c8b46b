//! arkworks as it is published.

use ark_bn254::{Fr, G1Affine, G1Projective};
use ark_ec::VariableBaseMSM;
use ark_poly::{EvaluationDomain, Radix2EvaluationDomain};

pub type Domain = Radix2EvaluationDomain<Fr>;

pub fn sum(points: &[G1Affine], scalars: &[Fr]) -> G1Projective {
    G1Projective::msm(points, scalars).expect("as many of both")
}

pub fn domain(size: usize) -> Domain {
    Domain::new(size).expect("a power of two that the field has a root for")
}

pub fn forward(domain: &Domain, values: &mut Vec<Fr>) {
    domain.fft_in_place(values);
}
