//! `taceo-ark-algebra`, which is generic over arkworks' fields and curves.

use crate::Algorithms;
use ark_bn254::{Fr, G1Affine, G1Projective};
use taceo_ark_algebra::{fft, msm};

pub struct Taceo;

impl Algorithms for Taceo {
    type Domain = fft::Domain<Fr>;

    fn sum(points: &[G1Affine], scalars: &[Fr]) -> G1Projective {
        msm::msm_unchecked(points, scalars)
    }

    fn domain(size: usize) -> Self::Domain {
        Self::Domain::new(size).expect("a power of two that the field has a root for")
    }

    /// Its transforms leave out what a chain of them does not need: the reordering, which the others do.
    fn forward(domain: &Self::Domain, values: &mut Vec<Fr>) {
        domain.fft_in_to_out(values);
        fft::bit_reverse(values);
    }
}
