//! An integer as 64-bit words and as limbs, written once over one integer or several side by
//! side.
//!
//! Shifts, masks and OR, which all distribute over OR: the integers of one bit tell what these
//! functions do to any integer, and a test tries them all.

/// The code for each number below a limit, which is at most 13, with the number as a constant. Of a loop
/// with a long body LLVM keeps the loop, with the columns in memory.
macro_rules! unrolled {
    ($limit:expr, |$i:ident| $body:expr) => {
        unrolled!(@ $limit, $i, $body,
            0 1 2 3 4 5 6 7 8 9 10 11 12)
    };
    (@ $limit:expr, $i:ident, $body:expr, $($number:literal)*) => {{
        $(#[allow(unconditional_panic, reason = "what a limit leaves out is not compiled")]
        if const { $number < $limit } {
            let $i: usize = $number;
            $body;
        })*
    }};
}
pub(super) use unrolled;

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

/// The lowest L limbs in radix 2^width of integer·2^shift, shift < width. `low` makes a limb of a
/// word whose low bits it is.
#[inline(always)]
pub fn split<B: Bits, T: Copy, const N: usize, const L: usize>(
    words: &[B; N],
    width: u32,
    shift: u32,
    low: impl Fn(B) -> T,
) -> [T; L] {
    let mut limbs = [low(words[0].up(shift)); L];
    unrolled!(L - 1, |i| {
        let bit = (i as u32 + 1) * width - shift;
        let (word, bit) = ((bit / 64) as usize, bit % 64);
        let limb = words[word].down(bit);
        limbs[i + 1] = low(if bit + width > 64 && word + 1 < N {
            limb.or(words[word + 1].up(64 - bit))
        } else {
            limb
        });
    });
    limbs
}

/// The N words of limbs in radix 2^width, each below that; bits above them are left out.
///
/// Limb after limb, as they come out of a reduction: word after word, LLVM orders a chain of
/// products so that it takes a fifth longer (Node 20, Intel Xeon).
#[inline(always)]
pub fn join<B: Bits, const N: usize, const L: usize>(limbs: &[B; L], width: u32) -> [B; N] {
    let mut words = [limbs[0]; N];
    unrolled!(L - 1, |i| {
        let limb = limbs[i + 1];
        let bit = (i as u32 + 1) * width;
        let (word, shift) = ((bit / 64) as usize, bit % 64);
        words[word] = if shift == 0 {
            limb
        } else {
            words[word].or(limb.up(shift))
        };
        // What is the lowest in its word begins it.
        if shift + width > 64 && word + 1 < N {
            words[word + 1] = limb.down(64 - shift);
        }
    });
    words
}
