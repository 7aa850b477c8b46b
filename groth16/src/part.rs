//! Whoever computes a part of a proof: all of it, or a thread's.

use crate::coefficients::Coefficients;
use crate::error::Error;
use crate::head::Head;
use crate::kernels::{Kernels, Transforms, Value, fastest};
use crate::share::{Points, Share, Sizes};
use crate::witness::Values;
use ark_ec::short_weierstrass::Projective;
use fqmul::arkworks::bn254::{G1Config, G2Config};
use std::ops::Range;

/// A share of a key's points, terms of its matrices, and the transforms of its size: as much of each as it was given.
pub struct Part {
    head: Head,
    kernels: Box<dyn Kernels>,
    share: Share,
    coefficients: Coefficients,
    /// Made when it is needed.
    transforms: Option<Box<dyn Transforms>>,
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
            transforms: None,
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

    /// Appends terms of the matrices, as section 4 of a key has them behind their number: whole ones. Who computes
    /// [`Part::quotient`] needs all of them, others none.
    ///
    /// # Errors
    /// [`Error::Key`] where one is not of the key; [`Error::Memory`].
    pub fn append_terms(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.coefficients.append(self.head.sizes(), bytes)
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

    /// The values that points H are multiplied with, one a row, by all values of a witness and all terms. It takes twice
    /// as much memory as the values do.
    ///
    /// # Errors
    /// [`Error::Witness`] where there are not as many as variables, or one is not below the order; [`Error::Key`] where
    /// the circuit is larger than transforms are made for; [`Error::Memory`].
    pub fn quotient(&mut self, values: &dyn Values) -> Result<Vec<Value>, Error> {
        let Sizes {
            variables, rows, ..
        } = self.head.sizes();
        expect("values", values.count(), variables)?;
        let transforms = match &mut self.transforms {
            Some(transforms) => transforms,
            none => none.insert(self.kernels.transforms(rows)?),
        };
        self.coefficients.sort();
        let coefficients = &self.coefficients;
        transforms.quotient(&|polynomial| Box::new(coefficients.on_rows(polynomial, rows, values)))
    }

    /// The sum of as many of the share's points A, B or C, from `first` on, as values of their variables are given; or
    /// of its points H and values of their rows ([`Part::quotient`]). It takes memory for each point beside: whoever has
    /// little adds up some thousands at a time.
    ///
    /// # Errors
    /// [`Error::Witness`] where the share has not as many, or the points are in G2.
    pub fn sum_in_g1(
        &self,
        points: Points,
        first: usize,
        values: &[Value],
    ) -> Result<Projective<G1Config>, Error> {
        let range = self.range(points, first, values)?;
        self.share
            .sum_in_g1(&*self.kernels, points, range, values)
            .ok_or_else(|| Error::Witness("the points are in G2".into()))
    }

    /// The same of the share's points B in G2.
    ///
    /// # Errors
    /// [`Error::Witness`] where the share has not as many.
    pub fn sum_in_g2(&self, first: usize, values: &[Value]) -> Result<Projective<G2Config>, Error> {
        let range = self.range(Points::BInG2, first, values)?;
        Ok(self.share.sum_in_g2(&*self.kernels, range, values))
    }

    fn range(&self, points: Points, first: usize, values: &[Value]) -> Result<Range<usize>, Error> {
        let there = self.share.range(points).len();
        match first.checked_add(values.len()) {
            Some(end) if end <= there => Ok(first..end),
            _ => Err(Error::Witness(format!(
                "values: {} given from point {first} on, and the share has {there} points",
                values.len()
            ))),
        }
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
