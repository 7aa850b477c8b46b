//! Values in the order of their reversed bits, as the last layer leaves them, and back.
//!
//! One by one, each is a line of memory of its own, anywhere: as long as it takes to fetch it nothing is done. In tiles,
//! the neighbours that are in a line, and in the lines that a processor fetches with it, are taken together.
//!
//! Source: Carter, Gatlin, "Towards an optimal bit-reversal permutation program" (1998), without their buffer.

/// log2 of the neighbours that are read together, and written together: a tile of as many by as many, with what is made
/// of it, stays in a first-level cache.
const TILE: u32 = 3;

/// Neighbours in the order of [`in_tiles`] of which one is read behind the other.
pub const ROW: usize = 1 << TILE;

/// The n-th of all numbers below `size`, a power of two, and the one that has its bits in reverse order: tile by tile,
/// in each of which numbers differ in their highest and their lowest bits.
#[inline(always)]
pub fn in_tiles(size: usize, n: usize) -> (usize, usize) {
    let bits = size.trailing_zeros();
    let tile = if bits < 2 * TILE { 0 } else { TILE };
    let mask = (1 << tile) - 1;
    let (high, middle, low) = (n & mask, n >> (2 * tile), n >> tile & mask);
    let i = high << (bits - tile) | middle << tile | low;
    // Of a single value no bit is left, and a shift by all of them is none.
    (i, i.reverse_bits().wrapping_shr(usize::BITS - bits))
}
