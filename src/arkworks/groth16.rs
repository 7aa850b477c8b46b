//! ark-groth16 0.6 on lanes: its prover, over another pairing and by another reduction.
//!
//! ```
//! // Before: use ark_bn254::{Bn254, Fr};
//! //         type Scheme = ark_groth16::Groth16<Bn254>;
//! use fqmul::arkworks::bn254::{Bn254Lanes, Fr};
//! use fqmul::arkworks::groth16::LaneReduction;
//!
//! type Scheme = ark_groth16::Groth16<Bn254Lanes, LaneReduction>;
//! ```
//!
//! Keys, proofs and public inputs have the same bytes as those of `Groth16<ark_bn254::Bn254>`, whose keys can be read.

use super::domain::LaneDomain;
use alloc::vec::Vec;
use ark_ff::PrimeField;
use ark_groth16::r1cs_to_qap::{LibsnarkReduction, R1CSToQAP};
use ark_poly::EvaluationDomain;
use ark_relations::gr1cs::{ConstraintSystemRef, Matrix, Result};

/// [`LibsnarkReduction`], which is ark-groth16's own, with transforms by [`LaneDomain`]: ark-groth16 names another domain.
pub struct LaneReduction;

impl R1CSToQAP for LaneReduction {
    #[allow(clippy::type_complexity, reason = "the trait has it")]
    fn instance_map_with_evaluation<F: PrimeField, D: EvaluationDomain<F>>(
        circuit: ConstraintSystemRef<F>,
        t: &F,
    ) -> Result<(Vec<F>, Vec<F>, Vec<F>, F, usize, usize)> {
        LibsnarkReduction::instance_map_with_evaluation::<F, D>(circuit, t)
    }

    fn witness_map_from_matrices<F: PrimeField, D: EvaluationDomain<F>>(
        matrices: &[Matrix<F>],
        inputs: usize,
        constraints: usize,
        assignment: &[F],
    ) -> Result<Vec<F>> {
        LibsnarkReduction::witness_map_from_matrices::<F, LaneDomain<F>>(
            matrices,
            inputs,
            constraints,
            assignment,
        )
    }

    fn h_query_scalars<F: PrimeField, D: EvaluationDomain<F>>(
        max_power: usize,
        t: F,
        zt: F,
        delta_inverse: F,
    ) -> Result<Vec<F>> {
        LibsnarkReduction::h_query_scalars::<F, D>(max_power, t, zt, delta_inverse)
    }
}
