//! Σ k·P\[k\] of arrays of points, by sums of rows and of columns.
//!
//! With an index k = 2^h·i + j, Σ k·P\[k\] is 2^h·Σ i·(the sum of row i) + Σ j·(the sum of column j): two arrays of about √ as many
//! points, for two additions a point, none of which waits for more than the ones in its sum. The same again, until an
//! array is a point and its weight a power of two. Arrays of all windows are summed up at the same time.

use super::addition::{Plain, Source};
use super::groups::Groups;
use super::sums::{Summer, Sums};
use crate::kernel::Lanewise;
use alloc::vec;
use alloc::vec::Vec;

/// Groups as an array of points, whose sum is Σ 2^weight·k·P\[k\].
#[derive(Clone, Copy)]
pub struct Array {
    /// log2 of the weight.
    pub weight: u32,
    /// The group of index 0, which itself counts nothing.
    pub first: usize,
    /// Indexes are below this.
    pub size: usize,
}

impl Array {
    /// Its columns and rows: log2 of a row's length, and how many there are of both.
    const fn halves(&self) -> (u32, [usize; 2]) {
        let bits = usize::BITS - (self.size - 1).leading_zeros();
        let low = bits / 2;
        (low, [1 << low, ((self.size - 1) >> low) + 1])
    }
}

/// x and y of the points that Σ 2^i·P\[i\] is of, with i up to `bits`; None where one is the point at infinity. No two arrays
/// have weights in common.
pub fn powers<K: Lanewise>(
    mut sums: Sums<K>,
    mut arrays: Vec<Array>,
    bits: u32,
    summer: &mut Summer<K>,
) -> Vec<Option<[K::Lane; 2]>> {
    let mut powers = vec![None; bits as usize];
    loop {
        arrays.retain(|array| {
            if array.size > 2 {
                return true;
            }
            // Index 1 alone.
            if let Some(code) = (array.size == 2)
                .then(|| sums.code(array.first + 1))
                .flatten()
            {
                powers[array.weight as usize] =
                    Some([Plain::x(code), Plain::y(code)].map(|at| sums.points[at]));
            }
            false
        });
        if arrays.is_empty() {
            return powers;
        }
        let mut groups = 0;
        let halves: Vec<_> = arrays
            .iter()
            .map(|array| {
                let (low, sizes) = array.halves();
                let halves = [(array.weight, sizes[0]), (array.weight + low, sizes[1])];
                halves.map(|(weight, size)| {
                    let first = groups;
                    groups += size;
                    Array {
                        weight,
                        first,
                        size,
                    }
                })
            })
            .collect();
        let sorted = Groups::sorted(groups, || {
            arrays
                .iter()
                .zip(&halves)
                .flat_map(|(array, &[columns, rows])| {
                    let (low, _) = array.halves();
                    let sums = &sums;
                    (1..array.size)
                        .filter_map(move |k| Some((k, sums.code(array.first + k)?)))
                        .flat_map(move |(k, code)| {
                            let (row, column) = (k >> low, k & ((1 << low) - 1));
                            let column = (column > 0).then_some((columns.first + column, code));
                            let row = (row > 0).then_some((rows.first + row, code));
                            column.into_iter().chain(row)
                        })
                })
        });
        let mut next = Sums::new();
        next.append(summer.sum::<Plain>(&sums.points, &sorted));
        sums = next;
        arrays = halves.into_iter().flatten().collect();
    }
}
