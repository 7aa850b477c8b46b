//! From a circuit to polynomials, as circom and snarkjs do it.
//!
//! With A, B and C the polynomials of degree below n that have the values of the constraints on the n-th roots of
//! unity, AB - C is zero there, and has a degree below 2n: it is known by its values on the other half of the 2n-th
//! roots, which are the coset of the n-th roots by a primitive 2n-th one. So a proof has those n values, each times the
//! Lagrange polynomial of its root over all 2n, which is in the points H, and nothing is divided. Where a witness
//! satisfies its circuit C = AB on the n-th roots, so that a key has no third matrix.

use crate::error::{Error, with_room};
use crate::kernels::{Kernels, Transforms, Value};
use fqmul::arkworks::bn254::Fr;
use fqmul::work::ntt::MOST_LAYERS;
use std::hint::black_box;
use zeroize::Zeroizing;

/// The transforms of a key.
pub struct Domain(Box<dyn Transforms>);

impl Domain {
    pub fn new(rows: usize, kernels: &dyn Kernels) -> Result<Self, Error> {
        let layers = rows.checked_ilog2().unwrap_or(0);
        if !rows.is_power_of_two() || !(1..=MOST_LAYERS).contains(&layers) {
            return Err(Error::Key(format!(
                "the key is for {rows} rows; there are transforms of 2 to 2^{MOST_LAYERS}"
            )));
        }
        kernels.transforms(layers).map(Self)
    }

    /// The values of a polynomial on the coset, of those on the roots of unity.
    ///
    /// # Errors
    /// [`Error::Key`] where there are not as many as rows; [`Error::Memory`].
    pub fn on_coset(&mut self, evaluations: &[Fr]) -> Result<Vec<Value>, Error> {
        self.0.on_coset(evaluations)
    }
}

/// The values of C on the rows of a witness that satisfies its circuit: those of A times those of B.
///
/// # Errors
/// [`Error::Memory`]
pub fn products(a: &[Fr], b: &[Fr]) -> Result<Zeroizing<Vec<Fr>>, Error> {
    let mut c = Zeroizing::new(with_room(a.len())?);
    c.extend(a.iter().zip(b).map(|(a, b)| *a * b));
    Ok(c)
}

/// Overwrites what is computed of a witness.
pub fn forget(values: &mut [Value]) {
    values.fill(Value::ZERO);
    black_box(values);
}
