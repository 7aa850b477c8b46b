//! From a circuit to polynomials, as circom and snarkjs do it.
//!
//! With A, B and C the polynomials of degree below n that have the values of the constraints on the n-th roots of
//! unity, AB - C is zero there, and has a degree below 2n: it is known by its values on the other half of the 2n-th
//! roots, which are the coset of the n-th roots by a primitive 2n-th one. So a proof has those n values, each times the
//! Lagrange polynomial of its root over all 2n, which is in the points H, and nothing is divided. Where a witness
//! satisfies its circuit C = AB on the n-th roots, so that a key has no third matrix.

/// One of the three polynomials of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Polynomial {
    /// A.
    A,
    /// B.
    B,
    /// C, whose values on the roots are the products of the other two.
    C,
}
