//! A part of a key: the points of a range of variables and of a range of rows.

use crate::error::Error;
use crate::file::{ELEMENT, Kind, Reader};
use crate::kernels::{Kernels, Value};
use crate::points::{Residue, check, g1, g2, point, point_in_g2};
use ark_ec::short_weierstrass::Projective;
use ark_ff::Zero;
use fqmul::arkworks::bn254::{G1Config, G2Config};
use fqmul::work::curves::Point;
use std::ops::{AddAssign, Range};

/// Bytes of a point in G1: affine coordinates.
pub const G1: usize = 2 * ELEMENT;
/// Bytes of a point in G2.
pub const G2: usize = 4 * ELEMENT;

/// Points of a key, a range of each kind. A coordinate is its residue, times 2^256, as the file has it.
pub struct Share {
    ranges: [Range<usize>; Points::ALL.len()],
    a: Vec<Point<Residue>>,
    b: Vec<Point<Residue>>,
    b_in_g2: Vec<Point<[Residue; 2]>>,
    c: Vec<Point<Residue>>,
    h: Vec<Point<Residue>>,
}

/// The sizes of a circuit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// All variables, the one among them.
    pub variables: usize,
    /// Public variables, without the one.
    pub public: usize,
    /// Rows of the constraints: a power of two.
    pub rows: usize,
}

/// Which points of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Points {
    /// A, of every variable.
    A,
    /// B in G1, of every variable.
    B,
    /// B in G2, of every variable.
    BInG2,
    /// C, of the variables that are neither the one nor public.
    C,
    /// H, of every row.
    H,
}

impl Points {
    /// All, in the order of their sections.
    pub const ALL: [Self; 5] = [Self::A, Self::B, Self::BInG2, Self::C, Self::H];

    /// The number of their section.
    pub const fn section(self) -> u32 {
        match self {
            Self::A => 5,
            Self::B => 6,
            Self::BInG2 => 7,
            Self::C => 8,
            Self::H => 9,
        }
    }

    /// Bytes of one.
    pub const fn size(self) -> usize {
        match self {
            Self::BInG2 => G2,
            _ => G1,
        }
    }

    /// How many a key of these sizes has.
    pub const fn count(self, sizes: Sizes) -> usize {
        match self {
            Self::A | Self::B | Self::BInG2 => sizes.variables,
            Self::C => sizes.variables - sizes.public - 1,
            Self::H => sizes.rows,
        }
    }

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::A => "points A",
            Self::B => "points B in G1",
            Self::BInG2 => "points B in G2",
            Self::C => "points C",
            Self::H => "points H",
        }
    }
}

/// Sums of points over the values of their variables; of all points those of a proof, with the sum of the points H
/// added to C.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sums {
    /// Of the points A.
    pub a: Projective<G1Config>,
    /// Of the points B.
    pub b: Projective<G1Config>,
    /// Of the points B in G2.
    pub b_in_g2: Projective<G2Config>,
    /// Of the points C.
    pub c: Projective<G1Config>,
}

impl Share {
    /// One of no points.
    pub(crate) fn none() -> Self {
        Self {
            ranges: Default::default(),
            a: Vec::new(),
            b: Vec::new(),
            b_in_g2: Vec::new(),
            c: Vec::new(),
            h: Vec::new(),
        }
    }

    /// One of these ranges, in the order of [`Points::ALL`], without points: they are appended as the file has them.
    ///
    /// # Errors
    /// [`Error::Key`] where the key has not so many.
    pub fn new(sizes: Sizes, ranges: [Range<usize>; Points::ALL.len()]) -> Result<Self, Error> {
        for (points, range) in Points::ALL.into_iter().zip(&ranges) {
            let count = points.count(sizes);
            if range.start > range.end || range.end > count {
                return Err(Error::Key(format!(
                    "{}: {range:?}, and the key has {count}",
                    points.name()
                )));
            }
        }
        Ok(Self {
            ranges,
            ..Self::none()
        })
    }

    /// Appends points, as the file has them: whole ones. They are not checked to be on their curve.
    ///
    /// # Errors
    /// [`Error::Key`] where a coordinate is not below the prime, a point is not whole, or there are too many;
    /// [`Error::Memory`].
    pub fn append(&mut self, points: Points, bytes: &[u8]) -> Result<(), Error> {
        let bytes = Reader::new(Kind::Key, points.name(), bytes);
        let most = self.range(points).len();
        match points {
            Points::A => append(&mut self.a, most, G1, bytes, g1),
            Points::B => append(&mut self.b, most, G1, bytes, g1),
            Points::BInG2 => append(&mut self.b_in_g2, most, G2, bytes, g2),
            Points::C => append(&mut self.c, most, G1, bytes, g1),
            Points::H => append(&mut self.h, most, G1, bytes, g1),
        }
    }

    /// # Errors
    /// [`Error::Key`] where points are missing.
    pub fn whole(&self) -> Result<(), Error> {
        for (points, there) in [
            (Points::A, self.a.len()),
            (Points::B, self.b.len()),
            (Points::BInG2, self.b_in_g2.len()),
            (Points::C, self.c.len()),
            (Points::H, self.h.len()),
        ] {
            if there != self.range(points).len() {
                return Err(Error::Key(format!(
                    "the key is cut off in its {}",
                    points.name()
                )));
            }
        }
        Ok(())
    }

    /// Which points it has of a kind.
    pub fn range(&self, points: Points) -> Range<usize> {
        self.ranges[points as usize].clone()
    }

    /// The sum of some of its points of a kind over as many values; null where they are in G2.
    pub(crate) fn sum_in_g1(
        &self,
        kernels: &dyn Kernels,
        points: Points,
        range: Range<usize>,
        values: &[Value],
    ) -> Option<Projective<G1Config>> {
        let points = match points {
            Points::A => &self.a,
            Points::B => &self.b,
            Points::C => &self.c,
            Points::H => &self.h,
            Points::BInG2 => return None,
        };
        Some(kernels.sum_in_g1(&points[range], values))
    }

    /// The sum of some of its points B in G2 over as many values.
    pub(crate) fn sum_in_g2(
        &self,
        kernels: &dyn Kernels,
        range: Range<usize>,
        values: &[Value],
    ) -> Projective<G2Config> {
        kernels.sum_in_g2(&self.b_in_g2[range], values)
    }

    /// # Errors
    /// [`Error::Key`] where a point is not on its curve, or not in its subgroup.
    pub(crate) fn check(&self) -> Result<(), Error> {
        for (name, points) in self.in_g1() {
            check(name, points.iter().copied().map(point))?;
        }
        check(
            Points::BInG2.name(),
            self.b_in_g2.iter().copied().map(point_in_g2),
        )
    }

    /// All points, by the names of their sections.
    fn in_g1(&self) -> [(&'static str, &[Point<Residue>]); 4] {
        [
            ("points A", &self.a),
            ("points B in G1", &self.b),
            ("points C", &self.c),
            ("points H", &self.h),
        ]
    }
}

impl Default for Sums {
    fn default() -> Self {
        Self {
            a: Projective::zero(),
            b: Projective::zero(),
            b_in_g2: Projective::zero(),
            c: Projective::zero(),
        }
    }
}

impl AddAssign for Sums {
    fn add_assign(&mut self, other: Self) {
        self.a += other.a;
        self.b += other.b;
        self.b_in_g2 += other.b_in_g2;
        self.c += other.c;
    }
}

/// Appends what the bytes are, to at most `most`.
fn append<P>(
    all: &mut Vec<P>,
    most: usize,
    size: usize,
    bytes: Reader,
    one: fn(&mut Reader) -> Result<P, Error>,
) -> Result<(), Error> {
    let count = bytes.len() / size;
    if count > most - all.len() {
        return Err(bytes.too_many());
    }
    // All of them in one piece: growing would copy them, and need twice the memory.
    if all.try_reserve_exact(most - all.len()).is_err() {
        let bytes = most.saturating_mul(size);
        return Err(Error::Memory { bytes });
    }
    bytes.each(count, size, |point| {
        all.push(one(point)?);
        Ok(())
    })
}
