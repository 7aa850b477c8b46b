//! The arkworks that this build is made of, and what differs between the two.

#[cfg(feature = "ark-0-6")]
pub use {ark_bn254, ark_ec, ark_ff, ark_groth16, ark_poly, ark_relations::gr1cs as r1cs};
#[cfg(feature = "ark-0-5")]
pub use {
    ark_bn254_0_5 as ark_bn254, ark_ec_0_5 as ark_ec, ark_ff_0_5 as ark_ff,
    ark_groth16_0_5 as ark_groth16, ark_poly_0_5 as ark_poly, ark_relations_0_5::r1cs,
};

/// The rows of a matrix, each the terms that are not zero: a coefficient and the index of its variable.
pub type Matrix<F> = Vec<Vec<(F, usize)>>;

/// What ark-groth16 takes as the matrices of a circuit.
#[cfg(feature = "ark-0-6")]
pub type Matrices<F> = [r1cs::Matrix<F>];
#[cfg(feature = "ark-0-5")]
pub type Matrices<F> = r1cs::ConstraintMatrices<F>;

/// The two matrices that a proof is computed from, as this arkworks keeps them.
#[cfg(feature = "ark-0-6")]
pub fn matrices<F: ark_ff::Field>(a: Matrix<F>, b: Matrix<F>, _: Shape) -> Vec<r1cs::Matrix<F>> {
    vec![a, b]
}
#[cfg(feature = "ark-0-5")]
pub fn matrices<F: ark_ff::Field>(a: Matrix<F>, b: Matrix<F>, shape: Shape) -> Matrices<F> {
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
#[cfg(feature = "ark-0-6")]
pub fn first_two<F: ark_ff::Field>(matrices: &Matrices<F>) -> (&Matrix<F>, &Matrix<F>) {
    (&matrices[0], &matrices[1])
}
#[cfg(feature = "ark-0-5")]
pub fn first_two<F: ark_ff::Field>(matrices: &Matrices<F>) -> (&Matrix<F>, &Matrix<F>) {
    (&matrices.a, &matrices.b)
}

/// Sizes of a circuit: the one and the public variables are inputs, which come first among all variables.
#[derive(Clone, Copy)]
pub struct Shape {
    pub inputs: usize,
    pub variables: usize,
    pub constraints: usize,
}
