//! A 64-bit seed as elements: operands that a reference outside wasm can repeat.

use crate::field::{Element, Modulus};

/// SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014).
pub struct Generator(u64);

impl Generator {
    /// The generator of a seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub const fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// The next element: words, little-endian, cut to the bits of p, drawn again until below p.
    pub fn element<M: Modulus<N>, const N: usize>(&mut self) -> Element<M, N> {
        loop {
            let mut integer: [u64; N] = core::array::from_fn(|_| self.word());
            // The highest limb of every prime is not 0.
            integer[N - 1] &= u64::MAX >> M::P[N - 1].leading_zeros();
            if let Some(element) = Element::new(integer) {
                return element;
            }
        }
    }
}
