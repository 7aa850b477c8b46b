//! The constraints of a circuit: the matrices A and B, as their terms that are not zero.

use crate::error::{Error, with_room};
use crate::file::{ELEMENT, Kind, Reader};
use crate::kernels::Value;
use crate::share::Sizes;
use ark_ff::{BigInt, Zero};
use fqmul::arkworks::bn254::Fr;
use zeroize::Zeroizing;

/// Bytes of a term: matrix, row, variable and coefficient.
pub(crate) const TERM: usize = 3 * size_of::<u32>() + ELEMENT;

/// One of the two matrices that a proof is computed from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matrix {
    /// A.
    A,
    /// B.
    B,
}

/// Whose terms are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matrices {
    /// Of one.
    One(Matrix),
    /// Of A and B.
    Both,
}

/// Terms of one matrix, or of both: those that a share of a proof is computed with.
#[derive(Default)]
pub struct Coefficients {
    a: Terms,
    b: Terms,
}

#[derive(Default)]
struct Terms {
    rows: Vec<u32>,
    variables: Vec<u32>,
    /// c·R, with R = 2^256, so that the product with a value v/R is c·v.
    times_r: Vec<Fr>,
}

impl Coefficients {
    /// Appends those of a matrix, or of both, among terms as section 4 of a key has them behind their count.
    ///
    /// # Errors
    /// [`Error::Key`] where a term is not whole, or of no variable, row or matrix of the key; [`Error::Memory`].
    pub fn append(&mut self, sizes: Sizes, only: Matrices, terms: &[u8]) -> Result<(), Error> {
        let terms = Reader::new(Kind::Key, "coefficients", terms);
        let count = terms.len() / TERM;
        terms.each(count, TERM, |term| {
            let [matrix, row, variable] = [term.count()?, term.count()?, term.count()?];
            // As the file has it: the coefficient times R².
            let squared = term.element::<fqmul::field::bn254::Fr>("order")?;
            let (matrix, all) = match matrix {
                0 => (Matrix::A, &mut self.a),
                1 => (Matrix::B, &mut self.b),
                _ => return Err(no_term(matrix, row, variable)),
            };
            if row >= sizes.rows || variable >= sizes.variables {
                return Err(no_term(matrix as usize, row, variable));
            }
            if matches!(only, Matrices::One(only) if only != matrix) {
                return Ok(());
            }
            let times_r = Fr::new_unchecked(BigInt::new(*squared.integer()));
            all.push(row as u32, variable as u32, times_r)
        })
    }

    /// The values of a matrix on the rows.
    ///
    /// # Errors
    /// [`Error::Memory`]
    pub fn evaluate(
        &self,
        matrix: Matrix,
        rows: usize,
        values: &[Value],
    ) -> Result<Zeroizing<Vec<Fr>>, Error> {
        let terms = match matrix {
            Matrix::A => &self.a,
            Matrix::B => &self.b,
        };
        let mut evaluations = Zeroizing::new(with_room(rows)?);
        evaluations.resize(rows, Fr::zero());
        let places = terms.rows.iter().zip(&terms.variables);
        for ((row, variable), times_r) in places.zip(&terms.times_r) {
            let integer = values[*variable as usize].integer();
            let over_r = Fr::new_unchecked(BigInt::new(*integer));
            evaluations[*row as usize] += *times_r * over_r;
        }
        Ok(evaluations)
    }
}

impl Terms {
    fn push(&mut self, row: u32, variable: u32, times_r: Fr) -> Result<(), Error> {
        let full = self.rows.try_reserve(1).is_err()
            || self.variables.try_reserve(1).is_err()
            || self.times_r.try_reserve(1).is_err();
        if full {
            return Err(Error::Memory {
                bytes: self.rows.len() * TERM,
            });
        }
        self.rows.push(row);
        self.variables.push(variable);
        self.times_r.push(times_r);
        Ok(())
    }
}

fn no_term(matrix: usize, row: usize, variable: usize) -> Error {
    Error::Key(format!(
        "the key has a coefficient of matrix {matrix}, row {row}, variable {variable}, which is none"
    ))
}
