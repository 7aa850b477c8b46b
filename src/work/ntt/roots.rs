//! Roots of unity as factors of a kernel, in the order in which a transform takes them.

use super::butterfly::{Butterflies, PreparedTwiddle};
use super::error::{TransformError, with_room};
use super::lazy::Lazy;
use super::reversal::in_tiles;
use crate::field::{Element, Integer, Modulus, TwoAdic, integer};
use crate::kernel::{MAX_LANES, product};
use alloc::vec::Vec;

/// The powers of one root of unity that a transform of size n multiplies by.
pub struct Roots<K: Butterflies> {
    /// w\[b\] is the root to the power of b's log2(n) - 1 bits in reverse order, b below half of the packed
    /// elements: the factor of block b in any layer. The same in every lane.
    blocks: Vec<K::Packed>,
    /// What is known of those that multiply many values.
    prepared: Vec<K::Prepared>,
    /// Of two neighbours: the twiddle factors of the layer within a packed element, in the order in which it is passed.
    lanes: Vec<K::Packed>,
}

impl<K: Butterflies> Roots<K> {
    /// Those of `root`, a residue of order n = 2^`log2_size` in every lane.
    pub fn new(root: &K::Packed, log2_size: u32) -> Result<Self, TransformError> {
        Self::of(root, log2_size, K::LANES)
    }

    /// Those of a transform in each lane by itself: no layer is within a packed element.
    pub fn of_columns(root: &K::Packed, log2_size: u32) -> Result<Self, TransformError> {
        Self::of(root, log2_size, 1)
    }

    /// `neighbours`: values of a transform in a packed element.
    fn of(root: &K::Packed, log2_size: u32, neighbours: usize) -> Result<Self, TransformError> {
        let packed = (1usize << log2_size) / neighbours;
        // Root i is of order 2^(i + 1): -1, a square root of -1, ...
        let mut orders = Vec::from([K::twiddle(root)]);
        for _ in 1..log2_size {
            let last = &orders[orders.len() - 1];
            orders.push(K::twiddle(&product::<K, 4>(last, last)));
        }
        orders.reverse();
        let mut blocks = with_room((packed / 2).max(1))?;
        blocks.push(K::twiddle(&splat::<K>(Element::ONE)));
        for order in orders.iter().skip(1) {
            for b in 0..blocks.len() {
                if blocks.len() < packed / 2 {
                    blocks.push(K::twiddle(&product::<K, 4>(&blocks[b], order)));
                }
            }
        }
        let lanes = if neighbours == 1 {
            Vec::new()
        } else {
            // Packed element q takes (w[q], w[q + packed/2]); the bit that they differ in is worth the root.
            let step = {
                let mut step = K::store(&splat::<K>(Element::ONE));
                step[1] = K::store(root)[1];
                K::load(&step[..K::LANES])
            };
            let half = (packed / 2).max(1);
            let mut lanes = with_room(half)?;
            lanes.extend(
                (0..half)
                    .map(|n| in_tiles(half, n).1)
                    .map(|from| K::twiddle(&product::<K, 4>(&blocks[from], &step))),
            );
            lanes
        };
        // Two layers of a block with so many in a quarter have the factors of the block and of its halves.
        let several = &blocks[..blocks
            .len()
            .min(packed / K::Prepared::FROM.saturating_mul(2))];
        let mut prepared = with_room(several.len())?;
        prepared.extend(several.iter().map(K::Prepared::of));
        Ok(Self {
            blocks,
            prepared,
            lanes,
        })
    }

    /// The twiddle factor of block b.
    #[inline(always)]
    pub fn block(&self, b: usize) -> &K::Packed {
        &self.blocks[b]
    }

    /// What is known of the factor of block b, which multiplies many values.
    #[inline(always)]
    pub fn prepared(&self, b: usize) -> &K::Prepared {
        &self.prepared[b]
    }

    /// All of them.
    pub fn blocks(&self) -> &[K::Packed] {
        &self.blocks
    }

    /// The twiddle factors of the layer within a packed element: none where there is no such layer.
    pub fn lanes(&self) -> &[K::Packed] {
        &self.lanes
    }
}

/// An element as a residue in every lane.
pub fn splat<K: Lazy>(x: Element<K::Modulus>) -> K::Packed {
    K::load(&[x; MAX_LANES][..K::LANES])
}

/// A residue to the power of an integer.
fn power<K: Lazy>(base: &K::Packed, exponent: &Integer) -> K::Packed {
    let bits = (0..256).rev().map(|i| exponent[i / 64] >> (i % 64) & 1);
    bits.fold(splat::<K>(Element::ONE), |power, bit| {
        let power = product::<K, 4>(&power, &power);
        if bit == 1 {
            product::<K, 4>(&power, base)
        } else {
            power
        }
    })
}

/// The inverse of a residue that is not 0.
pub fn inverse<K: Lazy>(x: &K::Packed) -> K::Packed {
    power::<K>(x, &integer::wrapping_sub(&K::Modulus::P, &[2, 0, 0, 0]).0)
}

/// The root of order 2^`log2_size` that arkworks takes, at most 2^[`TWO_ADICITY`](TwoAdic::TWO_ADICITY).
pub fn root<K: Lazy>(log2_size: u32) -> K::Packed {
    let root = splat::<K>(K::Modulus::ROOT_OF_UNITY);
    (log2_size..K::Modulus::TWO_ADICITY).fold(root, |root, _| product::<K, 4>(&root, &root))
}
