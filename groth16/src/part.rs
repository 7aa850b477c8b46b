//! Whoever computes a part of a proof: all of it, or a thread's.

use crate::coefficients::{Coefficients, Matrices, Matrix};
use crate::error::Error;
use crate::head::Head;
use crate::kernels::{Kernels, Value, fastest};
use crate::quotient::Domain;
use crate::share::{Points, Share};
use ark_ec::short_weierstrass::Projective;
use fqmul::arkworks::bn254::{Fr, G1Config, G2Config};
use std::ops::Range;
use zeroize::Zeroizing;

/// A share of a key's points, terms of its matrices, and the transforms of its size: as much of each as it was given.
pub struct Part {
    head: Head,
    kernels: Box<dyn Kernels>,
    share: Share,
    coefficients: Coefficients,
    /// Made when it is needed: it takes as much memory as ten values a row.
    domain: Option<Domain>,
}

impl Part {
    /// One without points and terms.
    ///
    /// # Errors
    /// [`Error::Unfused`]
    pub fn new(head: Head) -> Result<Self, Error> {
        Ok(Self {
            share: Share::none(),
            coefficients: Coefficients::default(),
            domain: None,
            kernels: fastest()?,
            head,
        })
    }

    /// What of the key is in every proof.
    pub const fn head(&self) -> &Head {
        &self.head
    }

    /// The id of the kernel that sums and transforms are on.
    pub fn kernel(&self) -> &'static str {
        self.kernels.id()
    }

    /// Takes a new share, of these ranges in the order of [`Points::ALL`], in the place of the one before. It has no
    /// points yet.
    ///
    /// # Errors
    /// [`Error::Key`] where the key has not so many.
    pub fn take_share(&mut self, ranges: [Range<usize>; Points::ALL.len()]) -> Result<(), Error> {
        self.share = Share::new(self.head.sizes(), ranges)?;
        Ok(())
    }

    /// Appends points of the share, as the file has them: whole ones. They are not checked to be on their curve.
    ///
    /// # Errors
    /// [`Error::Key`] where a coordinate is not below the prime, a point is not whole, or there are too many;
    /// [`Error::Memory`].
    pub fn append(&mut self, points: Points, bytes: &[u8]) -> Result<(), Error> {
        self.share.append(points, bytes)
    }

    /// Appends terms of these matrices, as section 4 of a key has them behind their number: whole ones.
    ///
    /// # Errors
    /// [`Error::Key`] where one is not of the key; [`Error::Memory`].
    pub fn append_terms(&mut self, matrices: Matrices, bytes: &[u8]) -> Result<(), Error> {
        self.coefficients.append(self.head.sizes(), matrices, bytes)
    }

    /// # Errors
    /// [`Error::Key`] where points of the share are missing.
    pub fn whole(&self) -> Result<(), Error> {
        self.share.whole()
    }

    /// # Errors
    /// [`Error::Key`] where a point of the share is not on its curve, or not in its subgroup.
    pub fn check(&self) -> Result<(), Error> {
        self.share.check()
    }

    /// The values of a matrix on the rows, for all values of a witness.
    ///
    /// # Errors
    /// [`Error::Witness`] where there are not as many as variables; [`Error::Memory`].
    pub fn evaluate(&self, matrix: Matrix, values: &[Value]) -> Result<Zeroizing<Vec<Fr>>, Error> {
        expect("values", values.len(), self.head.sizes().variables)?;
        self.coefficients
            .evaluate(matrix, self.head.sizes().rows, values)
    }

    /// The values of a polynomial on the coset, of those on the roots of unity.
    ///
    /// # Errors
    /// [`Error::Witness`] where there are not as many as rows; [`Error::Key`] where the circuit is larger than
    /// transforms are made for; [`Error::Memory`].
    pub fn on_coset(&mut self, evaluations: &[Fr]) -> Result<Vec<Value>, Error> {
        expect("evaluations", evaluations.len(), self.head.sizes().rows)?;
        let domain = match &mut self.domain {
            Some(domain) => domain,
            none => none.insert(Domain::new(self.head.sizes().rows, &*self.kernels)?),
        };
        domain.on_coset(evaluations)
    }

    /// The sum of the share's points A, B or C over the values of their variables, or of its points H over those of
    /// their rows ([`Part::quotient`]).
    ///
    /// # Errors
    /// [`Error::Witness`] where there are not as many, or the points are in G2.
    pub fn sum_in_g1(
        &self,
        points: Points,
        values: &[Value],
    ) -> Result<Projective<G1Config>, Error> {
        expect("values", values.len(), self.share.range(points).len())?;
        self.share
            .sum_in_g1(&*self.kernels, points, values)
            .ok_or_else(|| Error::Witness("the points are in G2".into()))
    }

    /// The sum of the share's points B in G2 over the values of their variables.
    ///
    /// # Errors
    /// [`Error::Witness`] where there are not as many.
    pub fn sum_in_g2(&self, values: &[Value]) -> Result<Projective<G2Config>, Error> {
        let needed = self.share.range(Points::BInG2).len();
        expect("values", values.len(), needed)?;
        Ok(self.share.sum_in_g2(&*self.kernels, values))
    }

    /// a·b - c, row by row: the values of the quotient that points H are multiplied with, from those of the three
    /// polynomials on the coset.
    ///
    /// # Errors
    /// [`Error::Witness`] where there are not as many of each.
    pub fn quotient(&self, a: &[Value], b: &[Value], c: &[Value]) -> Result<Vec<Value>, Error> {
        for values in [b, c] {
            expect("values on the coset", values.len(), a.len())?;
        }
        Ok(self.kernels.combine(a, b, c))
    }
}

fn expect(name: &str, given: usize, needed: usize) -> Result<(), Error> {
    if given == needed {
        return Ok(());
    }
    Err(Error::Witness(format!(
        "{name}: {given} given, {needed} are needed"
    )))
}
