//! An integer as four 64-bit words and as limbs, written once over one integer or several side by
//! side.
//!
//! Shifts, masks and OR, which all distribute over OR: the integers of one bit tell what these
//! functions do to any integer, and a test tries them all.

/// Bits of 64-bit words, one or several side by side.
pub trait Bits: Copy {
    /// Moved up by less than 64.
    fn up(self, bits: u32) -> Self;
    /// Moved down by less than 64.
    fn down(self, bits: u32) -> Self;
    /// The ones of both.
    fn or(self, other: Self) -> Self;
}

impl Bits for u64 {
    #[inline(always)]
    fn up(self, bits: u32) -> u64 {
        self << bits
    }

    #[inline(always)]
    fn down(self, bits: u32) -> u64 {
        self >> bits
    }

    #[inline(always)]
    fn or(self, other: u64) -> u64 {
        self | other
    }
}

/// The lowest N limbs in radix 2^WIDTH of integer·2^SHIFT, SHIFT < WIDTH. `low` makes a limb of a
/// word whose low WIDTH bits it is.
#[inline(always)]
pub fn split<B: Bits, T, const N: usize, const WIDTH: u32, const SHIFT: u32>(
    words: &[B; 4],
    low: impl Fn(B) -> T,
) -> [T; N] {
    core::array::from_fn(|i| {
        if i == 0 {
            return low(words[0].up(SHIFT));
        }
        let bit = i as u32 * WIDTH - SHIFT;
        let (word, bit) = ((bit / 64) as usize, bit % 64);
        let limb = words[word].down(bit);
        low(if bit + WIDTH > 64 && word + 1 < 4 {
            limb.or(words[word + 1].up(64 - bit))
        } else {
            limb
        })
    })
}

/// The words of limbs in radix 2^WIDTH, each below that, whose value is below 2^256.
///
/// Limb after limb, as they come out of a reduction: word after word, LLVM orders a chain of
/// products so that it takes a fifth longer (Node 20, Intel Xeon).
#[inline(always)]
pub fn join<B: Bits, const N: usize, const WIDTH: u32>(limbs: &[B; N]) -> [B; 4] {
    let mut words = [None; 4];
    let mut put = |word: usize, bits: B| {
        words[word] = Some(words[word].map_or(bits, |below: B| below.or(bits)));
    };
    for (i, limb) in limbs.iter().enumerate() {
        let bit = i as u32 * WIDTH;
        let (word, shift) = ((bit / 64) as usize, bit % 64);
        put(word, limb.up(shift));
        if shift + WIDTH > 64 && word + 1 < 4 {
            put(word + 1, limb.down(64 - shift));
        }
    }
    words.map(|word| word.expect("N limbs reach into every word"))
}
