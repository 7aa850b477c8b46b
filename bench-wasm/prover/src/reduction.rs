//! From a circuit to polynomials, as circom and snarkjs do it.
//!
//! With A, B and C the polynomials of degree below n that have the values of the constraints on the n-th roots of
//! unity, AB - C is zero there, and has a degree below 2n: it is known by its values on the other half of the 2n-th
//! roots, which are the coset of the n-th roots by a primitive 2n-th one. So the prover sends those n values, each
//! times the Lagrange polynomial of its root over all 2n, and never divides; ark-groth16's own reduction divides by
//! the vanishing polynomial and sends coefficients. The two have different keys. Where a witness satisfies its circuit
//! C = AB on the n-th roots, so that the third matrix is not needed.

use arkworks::ark_bn254::Bn254;
use arkworks::ark_ff::PrimeField;
use arkworks::ark_groth16::Groth16;
use arkworks::ark_groth16::r1cs_to_qap::{LibsnarkReduction, R1CSToQAP, evaluate_constraint};
use arkworks::ark_poly::EvaluationDomain;
use arkworks::r1cs::{ConstraintSystemRef, Result, SynthesisError};
use arkworks::{Matrices, first_two};

pub struct CircomReduction;

/// Groth16 for keys of circom.
pub type Scheme = Groth16<Bn254, CircomReduction>;

/// The values of A and B on n roots of unity.
pub fn evaluations<F: PrimeField>(
    matrices: &Matrices<F>,
    inputs: usize,
    constraints: usize,
    assignment: &[F],
    n: usize,
) -> [Vec<F>; 2] {
    let (a, b) = first_two(matrices);
    let [mut a, mut b] = [a, b].map(|rows| -> Vec<F> {
        rows[..constraints]
            .iter()
            .map(|row| evaluate_constraint(row, assignment))
            .collect()
    });
    // A row for each input, by which the polynomials of the inputs are independent of each other.
    a.extend_from_slice(&assignment[..inputs]);
    a.resize(n, F::zero());
    b.resize(n, F::zero());
    [a, b]
}

impl R1CSToQAP for CircomReduction {
    #[allow(clippy::type_complexity)]
    fn instance_map_with_evaluation<F: PrimeField, D: EvaluationDomain<F>>(
        circuit: ConstraintSystemRef<F>,
        t: &F,
    ) -> Result<(Vec<F>, Vec<F>, Vec<F>, F, usize, usize)> {
        LibsnarkReduction::instance_map_with_evaluation::<F, D>(circuit, t)
    }

    fn witness_map_from_matrices<F: PrimeField, D: EvaluationDomain<F>>(
        matrices: &Matrices<F>,
        inputs: usize,
        constraints: usize,
        assignment: &[F],
    ) -> Result<Vec<F>> {
        let domain =
            D::new(constraints + inputs).ok_or(SynthesisError::PolynomialDegreeTooLarge)?;
        let n = domain.size();
        let [mut a, mut b] = evaluations(matrices, inputs, constraints, assignment, n);
        let mut c: Vec<F> = a.iter().zip(&b).map(|(a, b)| *a * b).collect();

        let root =
            F::get_root_of_unity(2 * n as u64).ok_or(SynthesisError::PolynomialDegreeTooLarge)?;
        let coset = domain
            .get_coset(root)
            .ok_or(SynthesisError::PolynomialDegreeTooLarge)?;
        for values in [&mut a, &mut b, &mut c] {
            domain.ifft_in_place(values);
            coset.fft_in_place(values);
        }
        for ((a, b), c) in a.iter_mut().zip(b).zip(c) {
            *a *= b;
            *a -= c;
        }
        Ok(a)
    }

    fn h_query_scalars<F: PrimeField, D: EvaluationDomain<F>>(
        max_power: usize,
        t: F,
        _: F,
        delta_inverse: F,
    ) -> Result<Vec<F>> {
        let domain = D::new(2 * (max_power + 1)).ok_or(SynthesisError::PolynomialDegreeTooLarge)?;
        let lagrange = domain.evaluate_all_lagrange_coefficients(t);
        Ok(lagrange
            .into_iter()
            .skip(1)
            .step_by(2)
            .map(|value| value * delta_inverse)
            .collect())
    }
}
