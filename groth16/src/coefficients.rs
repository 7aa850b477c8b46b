//! The constraints of a circuit: the matrices A and B, as their terms that are not zero.

use crate::error::Error;
use crate::file::{ELEMENT, Kind, Reader};
use crate::quotient::Polynomial;
use crate::share::Sizes;
use crate::witness::Values;
use ark_ff::{BigInt, One, Zero};
use fqmul::arkworks::bn254::Fr;

/// Bytes of a term: matrix, row, variable and coefficient.
pub(crate) const TERM: usize = 3 * size_of::<u32>() + ELEMENT;

/// Terms of both matrices.
#[derive(Default)]
pub struct Coefficients {
    a: Terms,
    b: Terms,
}

/// Of the coefficients most are the same few: a term has the place of its own among them.
#[derive(Default)]
struct Terms {
    terms: Vec<Term>,
    /// c·R, with R = 2^256, so that the product with a value v/R is c·v. One may be there several times.
    times_r: Vec<Fr>,
    /// Where one was last, by some of its bits.
    seen: Vec<u32>,
}

struct Term {
    row: u32,
    variable: u32,
    coefficient: u32,
}

/// How many coefficients are looked for before one is taken for new.
const SEEN: usize = 1 << 12;

impl Coefficients {
    /// Brings terms in the order of their rows, as most keys have them.
    pub fn sort(&mut self) {
        for Terms { terms, .. } in [&mut self.a, &mut self.b] {
            if !terms.is_sorted_by_key(|term| term.row) {
                terms.sort_unstable_by_key(|term| term.row);
            }
        }
    }

    /// Appends terms as section 4 of a key has them behind their count.
    ///
    /// # Errors
    /// [`Error::Key`] where a term is not whole, or of no variable, row or matrix of the key; [`Error::Memory`].
    pub fn append(&mut self, sizes: Sizes, terms: &[u8]) -> Result<(), Error> {
        let terms = Reader::new(Kind::Key, "coefficients", terms);
        let count = terms.len() / TERM;
        terms.each(count, TERM, |term| {
            let [matrix, row, variable] = [term.count()?, term.count()?, term.count()?];
            // As the file has it: the coefficient times R².
            let squared = term.element::<fqmul::field::bn254::Fr>("order")?;
            let all = match matrix {
                0 => &mut self.a,
                1 => &mut self.b,
                _ => return Err(no_term(matrix, row, variable)),
            };
            if row >= sizes.rows || variable >= sizes.variables {
                return Err(no_term(matrix, row, variable));
            }
            let times_r = Fr::new_unchecked(BigInt::new(*squared.integer()));
            all.push(row as u32, variable as u32, times_r)
        })
    }

    /// The values of a polynomial on the rows, in their order. Those of C are of a witness that satisfies its circuit:
    /// the products of the other two.
    pub fn on_rows<'a>(
        &'a self,
        polynomial: Polynomial,
        rows: usize,
        values: &'a dyn Values,
    ) -> impl Iterator<Item = Result<Fr, Error>> + 'a {
        let Self { a, b } = self;
        let mut factors = match polynomial {
            Polynomial::A => [Some(a.left()), None],
            Polynomial::B => [None, Some(b.left())],
            Polynomial::C => [Some(a.left()), Some(b.left())],
        };
        (0..rows).map(move |row| {
            let mut product = Fr::one();
            for factor in factors.iter_mut().flatten() {
                product *= factor.sum(row, values)?;
            }
            Ok(product)
        })
    }
}

/// Terms that are left.
struct Left<'a> {
    terms: &'a [Term],
    times_r: &'a [Fr],
}

impl Left<'_> {
    /// The sum of a row, whose terms are the next.
    fn sum(&mut self, row: usize, values: &dyn Values) -> Result<Fr, Error> {
        let mut sum = Fr::zero();
        while let Some((term, rest)) = self.terms.split_first()
            && term.row as usize == row
        {
            let value = values.value(term.variable as usize)?;
            let over_r = Fr::new_unchecked(BigInt::new(*value.integer()));
            sum += self.times_r[term.coefficient as usize] * over_r;
            self.terms = rest;
        }
        Ok(sum)
    }
}

impl Terms {
    fn push(&mut self, row: u32, variable: u32, times_r: Fr) -> Result<(), Error> {
        let full = self.terms.try_reserve(1).is_err()
            || self.times_r.try_reserve(1).is_err()
            || self.seen.try_reserve(SEEN - self.seen.len()).is_err();
        if full {
            return Err(Error::Memory {
                bytes: self.terms.len() * size_of::<Term>(),
            });
        }
        self.seen.resize(SEEN, 0);
        let [low, .., high] = times_r.0.0;
        let seen = &mut self.seen[(low ^ high.rotate_left(32)) as usize % SEEN];
        if self.times_r.get(*seen as usize) != Some(&times_r) {
            *seen = self.times_r.len() as u32;
            self.times_r.push(times_r);
        }
        self.terms.push(Term {
            row,
            variable,
            coefficient: *seen,
        });
        Ok(())
    }

    fn left(&self) -> Left<'_> {
        Left {
            terms: &self.terms,
            times_r: &self.times_r,
        }
    }
}

fn no_term(matrix: usize, row: usize, variable: usize) -> Error {
    Error::Key(format!(
        "the key has a coefficient of matrix {matrix}, row {row}, variable {variable}, which is none"
    ))
}
