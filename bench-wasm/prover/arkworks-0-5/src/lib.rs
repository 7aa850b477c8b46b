//! arkworks 0.5 as the prover names it, and what of it differs from [0.6](../arkworks_0_6).

pub use {
    ark_bn254_05 as ark_bn254, ark_ec_05 as ark_ec, ark_ff_05 as ark_ff,
    ark_groth16_05 as ark_groth16, ark_poly_05 as ark_poly, ark_relations_05::r1cs,
};

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
pub type Matrices<F> = r1cs::ConstraintMatrices<F>;
/// The same, owned.
pub type OwnedMatrices<F> = Matrices<F>;

/// The two matrices that a proof is computed from, as this arkworks keeps them.
pub fn matrices<F: ark_ff::Field>(a: Matrix<F>, b: Matrix<F>, shape: Shape) -> OwnedMatrices<F> {
    let terms = |matrix: &Matrix<F>| matrix.iter().map(Vec::len).sum();
    r1cs::ConstraintMatrices {
        num_instance_variables: shape.inputs,
        num_witness_variables: shape.variables - shape.inputs,
        num_constraints: shape.constraints,
        a_num_non_zero: terms(&a),
        b_num_non_zero: terms(&b),
        c_num_non_zero: 0,
        a,
        b,
        c: Vec::new(),
    }
}

/// The first two matrices of a circuit.
pub fn first_two<F: ark_ff::Field>(matrices: &Matrices<F>) -> (&Matrix<F>, &Matrix<F>) {
    (&matrices.a, &matrices.b)
}
