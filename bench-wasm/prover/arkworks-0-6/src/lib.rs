//! arkworks 0.6 as the prover names it, and what of it differs from [0.5](../arkworks_0_5).

pub use {ark_bn254, ark_ec, ark_ff, ark_groth16, ark_poly, ark_relations::gr1cs as r1cs};

/// The rows of a matrix, each the terms that are not zero: a coefficient and the index of its variable.
pub type Matrix<F> = Vec<Vec<(F, usize)>>;

/// Sizes of a circuit: the one and the public variables are inputs, which come first among all variables.
#[derive(Clone, Copy)]
pub struct Shape {
    pub inputs: usize,
    pub variables: usize,
    pub constraints: usize,
}

/// What ark-groth16 takes as the matrices of a circuit.
pub type Matrices<F> = [r1cs::Matrix<F>];
/// The same, owned.
pub type OwnedMatrices<F> = Vec<r1cs::Matrix<F>>;

/// The two matrices that a proof is computed from, as this arkworks keeps them.
pub fn matrices<F: ark_ff::Field>(a: Matrix<F>, b: Matrix<F>, _: Shape) -> OwnedMatrices<F> {
    vec![a, b]
}

/// The first two matrices of a circuit.
pub fn first_two<F: ark_ff::Field>(matrices: &Matrices<F>) -> (&Matrix<F>, &Matrix<F>) {
    (&matrices[0], &matrices[1])
}
