//! Σ k·P\[k\] of arrays of points, by sums of rows and of columns.
//!
//! With an index k = 2^h·i + j, Σ k·P\[k\] is 2^h·Σ i·(the sum of row i) + Σ j·(the sum of column j): two arrays of
//! about √ as many points, for two additions a point, none of which waits for more than the ones in its sum. The same
//! again, until an array is a point and its weight a power of two. Arrays of all windows are summed up at the same
//! time.

use super::groups::Groups;
use super::memory::{Memory, PointRef};
use super::sums::Summer;
use crate::work::coordinate::Coordinate;
use alloc::vec;
use alloc::vec::Vec;

/// Groups as an array of points, whose sum is Σ 2^weight·k·P\[k\].
#[derive(Clone, Copy)]
pub struct WeightedSum {
    /// log2 of the weight.
    pub weight: u32,
    /// The group of index 0, which itself counts nothing.
    pub first: usize,
    /// Indexes are below this.
    pub size: usize,
}

impl WeightedSum {
    /// Its columns and rows: log2 of a row's length, and how many there are of both.
    const fn halves(&self) -> (u32, [usize; 2]) {
        let bits = usize::BITS - (self.size - 1).leading_zeros();
        let low = bits / 2;
        (low, [1 << low, ((self.size - 1) >> low) + 1])
    }
}

/// The points that Σ 2^i·P\[i\] is of, for i below `bits`; None where one is the point at infinity. `sums` are the
/// groups of the arrays, of at most one point. No two arrays have weights in common.
#[inline(never)]
pub fn powers<C: Coordinate>(
    mut sums: Groups,
    mut arrays: Vec<WeightedSum>,
    bits: u32,
    memory: &mut Memory<C::Lane>,
    summer: &mut Summer<C>,
) -> Vec<Option<PointRef>> {
    let mut powers = vec![None; bits as usize];
    loop {
        let points: Vec<_> = sums.firsts().collect();
        arrays.retain(|array| {
            if array.size == 2 {
                // Index 1 alone.
                powers[array.weight as usize] = points[array.first + 1];
            }
            array.size > 2
        });
        if arrays.is_empty() {
            return powers;
        }
        let mut groups = 0;
        let mut behind = |weight, size| {
            let first = groups;
            groups += size;
            WeightedSum {
                weight,
                first,
                size,
            }
        };
        let halves: Vec<_> = arrays
            .iter()
            .map(|array| {
                let (low, [columns, rows]) = array.halves();
                [
                    behind(array.weight, columns),
                    behind(array.weight + low, rows),
                ]
            })
            .collect();
        let lines = || {
            arrays
                .iter()
                .zip(&halves)
                .flat_map(|(array, [columns, rows])| {
                    let (low, _) = array.halves();
                    let indexed = points[array.first..][..array.size].iter().enumerate();
                    indexed.flat_map(move |(index, &point)| {
                        let (row, column) = (index >> low, index & ((1 << low) - 1));
                        let column = (column > 0).then_some(columns.first + column);
                        let row = (row > 0).then_some(rows.first + row);
                        let lines = column.into_iter().chain(row);
                        lines.filter_map(move |line| Some((line, point?)))
                    })
                })
        };
        sums = summer.sum(&Groups::sorted(groups, lines), memory);
        arrays = halves.into_iter().flatten().collect();
    }
}
