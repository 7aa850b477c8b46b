//! A proof, and what it is verified with.

use crate::error::Error;
use crate::kernels::{Value, fastest};
use crate::points::{G1Affine, G2Affine, Residue, check, residues_of_g1};
use ark_ec::pairing::{MillerLoopOutput, Pairing};
use ark_ff::Zero;
use fqmul::arkworks::bn254::{Bn254, Fq12};
use fqmul::work::curves::Point;

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

/// A [`VerifyingKey`] whose points were checked, with what is the same for each of its proofs computed once.
#[derive(Clone, Debug)]
pub struct PreparedVerifyingKey {
    /// The Miller loop of -α and β.
    alpha_beta: Fq12,
    gamma: <Bn254 as Pairing>::G2Prepared,
    delta: <Bn254 as Pairing>::G2Prepared,
    /// For the one, and for each public value.
    inputs: Option<(G1Affine, Vec<Point<Residue>>)>,
}

impl PreparedVerifyingKey {
    /// Checks the points, and computes what proofs share.
    ///
    /// # Errors
    /// [`Error::Key`] where a point of the key is not on its curve or not in its subgroup.
    pub fn new(key: &VerifyingKey) -> Result<Self, Error> {
        key.check()?;
        let inputs = key.inputs.split_first();
        Ok(Self {
            alpha_beta: Bn254::multi_miller_loop([-key.alpha], [key.beta]).0,
            gamma: key.gamma.into(),
            delta: key.delta.into(),
            inputs: inputs.map(|(one, rest)| (*one, rest.iter().map(residues_of_g1).collect())),
        })
    }

    /// Whether it is a proof for these public values, in the order of the circuit.
    ///
    /// # Errors
    /// [`Error::Unfused`]
    pub fn verify(&self, public: &[Value], proof: &Proof) -> Result<bool, Error> {
        let Some((one, inputs)) = &self.inputs else {
            return Ok(false);
        };
        if public.len() != inputs.len() || !proof.is_valid() {
            return Ok(false);
        }
        let inputs = fastest()?.sum_in_g1(inputs, public) + one;
        // e(A, B) = e(α, β)·e(inputs, γ)·e(C, δ)
        let left = [proof.a, (-inputs).into(), -proof.c];
        let right = [proof.b.into(), self.gamma.clone(), self.delta.clone()];
        let loops = Bn254::multi_miller_loop(left, right).0 * self.alpha_beta;
        let product = Bn254::final_exponentiation(MillerLoopOutput(loops));
        Ok(product.is_some_and(|product| product.is_zero()))
    }
}

/// Whether it is a proof for these public values, in the order of the circuit. Who verifies several with one key takes
/// [`PreparedVerifyingKey`].
///
/// # Errors
/// [`Error::Key`] where a point of the key is not on its curve or not in its subgroup; [`Error::Unfused`].
pub fn verify(key: &VerifyingKey, public: &[Value], proof: &Proof) -> Result<bool, Error> {
    PreparedVerifyingKey::new(key)?.verify(public, proof)
}
