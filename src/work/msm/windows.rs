//! Windows: how many bits of a scalar a digit has, and the digits.
//!
//! A half scalar k, of either sign, is Σ d\[w\]·2^(offset of window w), with digits from -2^(c-1) to 2^(c-1) - 1 in a
//! window of c bits. Sums of buckets only need the magnitude of a digit, as the sign goes to the point: a window has
//! 2^(c-1) buckets.
//!
//! # How many windows
//!
//! Counted in additions of points, of six products each. With n half scalars, almost every one of which has a digit in
//! every window, and B buckets in all windows together:
//!
//! - all points of a bucket become one: an addition for each point but the first, n·windows - B;
//! - the buckets of a window become Σ k·bucket\[k\] by sums of rows and of columns (`weights.rs`): every bucket is in one of
//!   each, so 2B, and a few percent for what becomes of the rows and columns.
//!
//! That is n·windows + B, and fewer windows have more buckets. [`Windows::new`] takes the number at which it is least.
//! 2^16 points are 2^17 half scalars: nine windows of 14 and 15 bits, 18 additions a point and 1.25 for buckets, which
//! is 115.5 products; eight windows would take 118.5, ten 123.2.

use super::endomorphism::Half;
use alloc::vec::Vec;

/// A window has at least so many bits, so that what [`Windows::shifted`] adds leaves room for a half scalar.
const FEWEST_BITS: u32 = 4;

/// One window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The weight of its digits is 2^offset.
    pub offset: u32,
    /// Its bits.
    pub bits: u32,
}

impl Window {
    /// The largest magnitude of a digit.
    pub const fn largest(self) -> usize {
        1 << (self.bits - 1)
    }
}

/// All windows, from the lowest on.
pub struct Windows {
    windows: Vec<Window>,
    /// Half of 2^bits in every window: added to a number, it makes digits that are not negative.
    shift: u128,
}

impl Windows {
    /// Those with which n half scalars of so many bits, at most 127, take the fewest additions.
    pub fn new(n: usize, half_bits: u32) -> Self {
        // One for the sign of the highest digit.
        let bits = half_bits + 1;
        let most = (bits / FEWEST_BITS) as usize;
        let count = (1..=most).min_by_key(|&count| additions(n, bits, count));
        let windows: Vec<_> = split(bits, count.expect("there is one")).collect();
        let shift = windows.iter().map(|w| 1 << (w.offset + w.bits - 1)).sum();
        Self { windows, shift }
    }

    /// The windows, from the lowest on.
    pub fn as_slice(&self) -> &[Window] {
        &self.windows
    }

    /// What a half scalar's digits are read from. With h = half_bits its magnitude is below 14/15·2^h, and what it is
    /// added to or taken from is from 2^h to 16/15·2^h.
    pub const fn shifted(&self, half: Half) -> u128 {
        if half.negative {
            self.shift - half.magnitude
        } else {
            self.shift + half.magnitude
        }
    }
}

/// The digit of a window.
#[inline(always)]
pub fn digit(shifted: u128, window: Window) -> i32 {
    // By words: a shift of 128 bits is a call in wasm.
    let (low, high) = (shifted as u64, (shifted >> 64) as u64);
    let word = match window.offset {
        offset @ 64.. => high >> (offset - 64),
        offset => low >> offset | (high << 1) << (63 - offset),
    };
    (word as u32 & ((1 << window.bits) - 1)) as i32 - (1 << (window.bits - 1))
}

/// So many windows of nearly the same number of bits, the longer ones first.
fn split(all_bits: u32, count: usize) -> impl Iterator<Item = Window> {
    let (bits, longer) = (all_bits / count as u32, all_bits % count as u32);
    (0..count as u32).map(move |i| Window {
        offset: i * bits + i.min(longer),
        bits: bits + u32::from(i < longer),
    })
}

/// n·windows and the buckets.
fn additions(n: usize, bits: u32, count: usize) -> u128 {
    let buckets: u128 = split(bits, count)
        .map(|window| 1 << (window.bits - 1))
        .sum();
    n as u128 * count as u128 + buckets
}
