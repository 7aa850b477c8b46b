//! From the values of a polynomial on the n-th roots of unity to those on their coset by a primitive 2n-th root: what a
//! proof needs three times. In place: the roots beside the values are about four times √n.
//!
//! Bailey's four steps, there and back. The values are a matrix of √n rows; a transform of them is one of every column,
//! a product with a power of the root for each place, and one of every row, and leaves the matrix transposed. The
//! second transform takes it transposed, so that nothing is ever moved: columns; then for each row, while a first-level
//! cache holds it, a transform, the coset's factors, and a transform; then columns.
//!
//! Both transforms are with the inverse root, the one by which coefficients are computed. So the second one gives the
//! values in the opposite order, all but the first, and one set of roots is enough.
//!
//! Source: Bailey, "FFTs in external or hierarchical memory" (1990); the square root below: this project.

use super::butterfly::Butterflies;
use super::error::{TransformError, with_room};
use super::lazy::Loose;
use super::roots::{Roots, inverse, root, splat};
use super::{MOST_LAYERS, assert_roots, multiply_all, order, powers};
use crate::field::Element;
use alloc::vec::Vec;

/// Packed elements of a row that are copied together: whole lines of memory.
const TOGETHER: usize = 4;

/// The values of polynomials of degree below n on the other half of the 2n-th roots of unity.
pub struct OtherHalf<K: Butterflies> {
    log2_size: u32,
    /// Of one column in each lane.
    columns: Option<Roots<K>>,
    rows: Roots<K>,
    /// Place j of row r is multiplied by (h·w^j)^r, before its transforms and behind them. w is the inverse root of
    /// order n, and h of order 4n: h^(2r) is the coset's share of row r. This is h·w^j.
    step: Vec<K::Packed>,
    /// The row's.
    factors: Vec<K::Packed>,
    /// What is left of the coset's factors, the same in every row, and 1/n.
    coset: Vec<K::Packed>,
    scratch: Vec<Loose<K>>,
    column: Vec<K::Packed>,
}

impl<K: Butterflies> OtherHalf<K> {
    /// That of n = 2^`log2_size` values.
    ///
    /// # Errors
    /// [`TransformError::Size`] where `log2_size` is not from 1 to [`MOST_LAYERS`], and [`TransformError::Memory`].
    pub fn new(log2_size: u32) -> Result<Self, TransformError> {
        const { assert_roots::<K::Modulus>() };
        if !(1..=MOST_LAYERS).contains(&log2_size) {
            return Err(TransformError::Size { log2_size });
        }
        let rows = log2_size / 2;
        let row = log2_size - rows;
        let inverse_root = |log2| inverse::<K>(&root::<K>(log2));
        let packed = (1 << row) / K::LANES;
        let scale = splat::<K>(Element::inverse_power_of_two(log2_size));
        let longest = packed.max(1 << rows);
        let filled = |count| -> Result<Vec<K::Packed>, TransformError> {
            let mut room = with_room(count)?;
            room.resize(count, splat::<K>(Element::ZERO));
            Ok(room)
        };
        let mut scratch = with_room(longest)?;
        scratch.resize(longest, Loose(splat::<K>(Element::ZERO)));
        Ok(Self {
            log2_size,
            columns: match rows {
                0 => None,
                _ => Some(Roots::of_columns(&inverse_root(rows), rows)?),
            },
            rows: Roots::new(&inverse_root(row), row)?,
            step: powers::<K>(&root::<K>(log2_size + 2), &inverse_root(log2_size), packed)?,
            factors: filled(packed)?,
            coset: powers::<K>(&scale, &root::<K>(row + 1), packed)?,
            scratch,
            column: filled(TOGETHER << rows)?,
        })
    }

    /// n.
    pub const fn size(&self) -> usize {
        1 << self.log2_size
    }

    /// In place: value k on the roots becomes value (n - k) mod n on the coset, whose value k is at g·w^k, with the
    /// roots of orders 2n and n that arkworks takes.
    ///
    /// # Errors
    /// [`TransformError::Values`] where there are not n. Then nothing is done.
    pub fn reversed(&mut self, values: &mut [K::Packed]) -> Result<(), TransformError> {
        match (values.len() * K::LANES, self.size()) {
            (given, size) if given != size => return Err(TransformError::Values { given, size }),
            _ => {}
        }
        self.every_column(values);
        self.factors.fill(splat::<K>(Element::ONE));
        let row = self.coset.len();
        for (r, values) in values.chunks_exact_mut(row).enumerate() {
            if r > 0 {
                multiply_all::<K>(&mut self.factors, self.step.iter());
                multiply_all::<K>(values, self.factors.iter());
            }
            order::transform(&self.rows, values, &mut self.scratch[..row]);
            multiply_all::<K>(values, self.coset.iter());
            order::transform(&self.rows, values, &mut self.scratch[..row]);
            if r > 0 {
                multiply_all::<K>(values, self.factors.iter());
            }
        }
        self.every_column(values);
        Ok(())
    }

    fn every_column(&mut self, values: &mut [K::Packed]) {
        let Some(roots) = &self.columns else { return };
        let row = self.coset.len();
        let rows = values.len() / row;
        let scratch = &mut self.scratch[..rows];
        for first in (0..row).step_by(TOGETHER) {
            let together = TOGETHER.min(row - first);
            for (r, values) in values.chunks_exact(row).enumerate() {
                for (c, value) in values[first..][..together].iter().enumerate() {
                    self.column[c * rows + r] = *value;
                }
            }
            for column in self.column.chunks_exact_mut(rows).take(together) {
                order::transform(roots, column, scratch);
            }
            for (r, values) in values.chunks_exact_mut(row).enumerate() {
                for (c, value) in values[first..][..together].iter_mut().enumerate() {
                    *value = self.column[c * rows + r];
                }
            }
        }
    }
}
