//! arkworks as it is published.

use crate::Algorithms;
use ark_bn254::{Fr, G1Affine, G1Projective};
use ark_ec::VariableBaseMSM;
use ark_poly::{EvaluationDomain, Radix2EvaluationDomain};

pub struct Arkworks;

impl Algorithms for Arkworks {
    type Domain = Radix2EvaluationDomain<Fr>;

    fn sum(points: &[G1Affine], scalars: &[Fr]) -> G1Projective {
        G1Projective::msm(points, scalars).expect("as many of both")
    }

    fn domain(size: usize) -> Self::Domain {
        Self::Domain::new(size).expect("a power of two that the field has a root for")
    }

    fn forward(domain: &Self::Domain, values: &mut Vec<Fr>) {
        domain.fft_in_place(values);
    }
}
