//! A proof, and what it is verified with.

use crate::error::Error;
use crate::kernels::{Value, fastest};
use crate::points::{G1Affine, G2Affine, check, residues_of_g1};
use ark_ec::pairing::Pairing;
use ark_ff::Zero;
use fqmul::arkworks::bn254::Bn254;

/// A proof of Groth16.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// A, in G1.
    pub a: G1Affine,
    /// B, in G2.
    pub b: G2Affine,
    /// C, in G1.
    pub c: G1Affine,
}

/// What proofs of one circuit are verified with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifyingKey {
    /// α.
    pub alpha: G1Affine,
    /// β.
    pub beta: G2Affine,
    /// γ.
    pub gamma: G2Affine,
    /// δ.
    pub delta: G2Affine,
    /// A point for the one, and one for each public value.
    pub inputs: Vec<G1Affine>,
}

impl VerifyingKey {
    /// # Errors
    /// [`Error::Key`] where a point is not on its curve, or not in its subgroup: a pairing of others may be none at
    /// all.
    pub fn check(&self) -> Result<(), Error> {
        check("head of the key", [self.alpha])?;
        check("head of the key", [self.beta, self.gamma, self.delta])?;
        check("points of the inputs", self.inputs.iter().copied())
    }
}

impl Proof {
    /// Whether its points are on their curves and in their subgroups.
    fn is_valid(&self) -> bool {
        let Self { a, b, c } = self;
        a.is_on_curve()
            && b.is_on_curve()
            && c.is_on_curve()
            && b.is_in_correct_subgroup_assuming_on_curve()
    }
}

/// Whether it is a proof for these public values, in the order of the circuit.
///
/// # Errors
/// [`Error::Key`] where a point of the key is not on its curve or not in its subgroup.
pub fn verify(key: &VerifyingKey, public: &[Value], proof: &Proof) -> Result<bool, Error> {
    key.check()?;
    let Some((one, inputs)) = key.inputs.split_first() else {
        return Ok(false);
    };
    if public.len() != inputs.len() || !proof.is_valid() {
        return Ok(false);
    }
    let inputs: Vec<_> = inputs.iter().map(residues_of_g1).collect();
    let inputs = fastest()?.sum_in_g1(&inputs, public) + one;
    // e(A, B) = e(α, β)·e(inputs, γ)·e(C, δ)
    let left = [proof.a, -key.alpha, (-inputs).into(), -proof.c];
    let right = [proof.b, key.beta, key.gamma, key.delta];
    Ok(Bn254::multi_pairing(left, right).is_zero())
}
