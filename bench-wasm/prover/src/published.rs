//! ark-groth16's own prover, and its parts.

use crate::key::Key;
use crate::reduction::{CircomReduction, Scheme};
use crate::sections::Refused;
use arkworks::ark_bn254::{Bn254, Fr, G1Projective, G2Projective};
use arkworks::ark_ec::VariableBaseMSM;
use arkworks::ark_ff::{BigInt, PrimeField};
use arkworks::ark_groth16::Proof;
use arkworks::ark_groth16::r1cs_to_qap::R1CSToQAP;
use arkworks::ark_poly::GeneralEvaluationDomain;

type Domain = GeneralEvaluationDomain<Fr>;

/// A value of the quotient, as the sum H takes it.
pub type Value = Fr;

/// The element that it is.
pub fn element(value: &Value) -> Fr {
    *value
}

/// It prepares nothing.
pub struct Prover;

impl Prover {
    /// # Errors
    /// None.
    #[allow(clippy::unnecessary_wraps)]
    pub fn new(_: &Key) -> Result<Self, Refused> {
        Ok(Self)
    }

    /// The product is arkworks' own.
    pub fn kernel(&self) -> &'static str {
        "arkworks"
    }

    pub fn prove(
        &self,
        key: &Key,
        witness: &[Fr],
        r: &Fr,
        s: &Fr,
    ) -> Result<Proof<Bn254>, Refused> {
        let Key {
            proving,
            matrices,
            shape,
        } = key;
        Scheme::create_proof_with_reduction_and_matrices(
            proving,
            *r,
            *s,
            matrices,
            shape.inputs,
            shape.constraints,
            witness,
        )
        .map_err(|error| Refused(error.to_string()))
    }

    /// The reduction, as it is called there.
    pub fn quotient(&self, key: &Key, witness: &[Fr]) -> Result<Vec<Value>, Refused> {
        let Key {
            matrices, shape, ..
        } = key;
        CircomReduction::witness_map_from_matrices::<Fr, Domain>(
            matrices,
            shape.inputs,
            shape.constraints,
            witness,
        )
        .map_err(|error| Refused(error.to_string()))
    }

    /// H, C, A and B, of the same scalars, which become numbers first.
    pub fn g1(&self, key: &Key, witness: &[Fr], quotient: &[Value]) -> [G1Projective; 4] {
        let scalars = numbers(witness);
        let (points, rest) = (&key.proving, &scalars[1..]);
        [
            G1Projective::msm_bigint(&points.h_query, &numbers(quotient)),
            G1Projective::msm_bigint(&points.l_query, &scalars[key.shape.inputs..]),
            G1Projective::msm_bigint(&points.a_query[1..], rest) + points.a_query[0],
            G1Projective::msm_bigint(&points.b_g1_query[1..], rest) + points.b_g1_query[0],
        ]
    }

    /// The sum in G2, likewise.
    pub fn g2(&self, key: &Key, witness: &[Fr]) -> G2Projective {
        let points = &key.proving.b_g2_query;
        G2Projective::msm_bigint(&points[1..], &numbers(&witness[1..])) + points[0]
    }
}

fn numbers(scalars: &[Fr]) -> Vec<BigInt<4>> {
    scalars.iter().map(|scalar| scalar.into_bigint()).collect()
}
