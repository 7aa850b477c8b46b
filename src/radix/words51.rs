//! Between 4x64 integers and balanced 5x51 limbs, written once over abstract lanes: v128 in the module,
//! `f64` in native tests.

use super::packing::{self, Bits};
use super::radix51::{self, Constant, DoubleLanes, LIMBS, WIDTH};
use crate::field::Modulus;

/// Doubles whose bits are computed with, as those of 64-bit words.
pub trait DoubleBitLanes: DoubleLanes + Bits {
    /// The ones that both have.
    fn and(self, other: Self) -> Self;
    /// The ones that `other` has not.
    fn and_not(self, other: Self) -> Self;
    /// The ones that one of them has.
    fn xor(self, other: Self) -> Self;
    /// The sum of the words mod 2^64.
    fn add_bits(self, other: Self) -> Self;
    /// All ones where the bits are the same, or else none.
    fn equal_bits(self, other: Self) -> Self;
    /// All ones where the double is below 0, or else none.
    fn negative(self) -> Self;
}

/// The constants between 4x64 integers and balanced limbs.
///
/// The double 2^52 + x is the integer x and an exponent, for 0 <= x < 2^52: limbs change
/// between integer and double by an addition.
pub struct WordConversion {
    /// 2^51 - 1.
    digit: Constant,
    /// The double 2^52, with the sign of a 51-bit digit flipped.
    flip: Constant,
    /// What is too much then: 2^52 + 2^50.
    flipped: Constant,
    /// The double 2^52. The top limb has no sign.
    top: Constant,
    /// 2^52.
    lifted: Constant,
    /// 2^51.
    base: Constant,
    /// 1, as an integer and as a double; 2 as a double.
    unit: Constant,
    one: Constant,
    two: Constant,
    p: [Constant; LIMBS],
    /// 2^52 and what makes limb + 0, p or 2p positive.
    lift: [Constant; LIMBS],
    /// Added to the bits of that: takes away what the lift is more than 2^52, and what the
    /// exponent of the limb below carries. The last limb loses its exponent too.
    lower: [Constant; LIMBS],
}

/// 2^52.
const LIFTED: f64 = (1u64 << 52) as f64;
const HALF: u64 = 1 << (WIDTH - 1);
/// More than a limb is above 2^50 in magnitude.
const SLACK: u64 = 16;

impl WordConversion {
    /// The constants of M.
    ///
    /// # Panics
    /// Where a limb of p leaves no room for what a limb of a product is more than 2^50.
    pub const fn of<M: Modulus>() -> Self {
        const EXPONENT: u64 = LIFTED.to_bits();
        let limbs = radix51::limbs_of_p::<M>();
        let mut p = [Constant::splat(0.0); LIMBS];
        let mut lift = p;
        let mut lower = [Constant::bits(0); LIMBS];
        let mut i = 0;
        while i < LIMBS {
            // The top limb has a bit more: twice p is below 2^256.
            assert!(
                i == LIMBS - 1 || limbs[i].abs() < (HALF - 2 * SLACK) as f64,
                "a limb of this modulus is too large for the format of f64 lanes"
            );
            let up = if i == LIMBS - 1 {
                SLACK
            } else if limbs[i] < 0.0 {
                3 * HALF - SLACK
            } else {
                HALF + SLACK
            };
            let carried = if i > 0 { EXPONENT >> WIDTH } else { 0 };
            let exponent = if i == LIMBS - 1 { EXPONENT } else { 0 };
            p[i] = Constant::splat(limbs[i]);
            lift[i] = Constant::splat(LIFTED + up as f64);
            lower[i] = Constant::bits(0u64.wrapping_sub(up + carried + exponent));
            i += 1;
        }
        Self {
            digit: Constant::bits((1 << WIDTH) - 1),
            flip: Constant::bits(EXPONENT | HALF),
            flipped: Constant::splat(LIFTED + HALF as f64),
            top: Constant::bits(EXPONENT),
            lifted: Constant::splat(LIFTED),
            base: Constant::splat((1u64 << WIDTH) as f64),
            unit: Constant::bits(1),
            one: Constant::splat(1.0),
            two: Constant::splat(2.0),
            p,
            lift,
            lower,
        }
    }

    /// The balanced limbs of an integer below 2^255, as four words.
    #[inline(always)]
    pub fn limbs<L: DoubleBitLanes>(&self, words: &[L; 4]) -> [L; LIMBS] {
        let load = |constant: &Constant| L::load(constant);
        let digits = packing::split::<_, _, 4, { LIMBS - 1 }>(words, WIDTH, 0, |word| {
            word.and(load(&self.digit))
        });
        // A digit of 2^50 or more is negative and carries 1.
        let carry = |i: usize| digits[i].down(WIDTH - 1);
        let balanced = |i: usize| {
            let flipped = digits[i].xor(load(&self.flip));
            if i == 0 {
                return flipped;
            }
            flipped.add_bits(carry(i - 1))
        };
        let flipped = load(&self.flipped);
        let lower = |i: usize| balanced(i).minus(flipped);
        let top = words[3].down(12).or(load(&self.top)).add_bits(carry(3));
        [
            lower(0),
            lower(1),
            lower(2),
            lower(3),
            top.minus(load(&self.lifted)),
        ]
    }

    /// Half of a value between -p and p, as the four words of a canonical integer mod p.
    ///
    /// Twice that is the value and p if it is odd, 2p if it is even and negative.
    #[inline(always)]
    pub fn half<L: DoubleBitLanes>(&self, limbs: &[L; LIMBS]) -> [L; 4] {
        let load = |constant: &Constant| L::load(constant);
        let lifted = |i: usize| limbs[i].plus(load(&self.lift[i]));
        let lifted = [lifted(0), lifted(1), lifted(2), lifted(3), lifted(4)];
        let unit = load(&self.unit);
        let odd = lifted[0].and(unit).equal_bits(unit);
        // Rounded, but of the right sign: a limb is below half of the next one's unit.
        let base = load(&self.base);
        let sign = limbs[4].rounding_fma(base, limbs[3]);
        let sign = sign.rounding_fma(base, limbs[2]);
        let sign = sign.rounding_fma(base, limbs[1]);
        let sign = sign.rounding_fma(base, limbs[0]);
        let negative = sign.negative();
        let (one, two) = (load(&self.one), load(&self.two));
        let even = two.and(negative).and_not(odd);
        let factor = one.and(odd).or(even);
        let limb = |i: usize| {
            let sum = factor.fma(load(&self.p[i]), lifted[i]);
            sum.add_bits(load(&self.lower[i]))
        };
        let [d0, x1, x2, x3, x4] = [limb(0), limb(1), limb(2), limb(3), limb(4)];

        let carry = |x: L, below: L| x.add_bits(below.down(WIDTH));
        let d1 = carry(x1, d0);
        let d2 = carry(x2, d1);
        let d3 = carry(x3, d2);
        // Digit i begins at bit 51·i - 1, and what is above it goes into the limb above, which
        // does not have its carry yet.
        [
            d0.down(1).add_bits(x1.up(50)),
            d1.down(14).add_bits(x2.up(37)),
            d2.down(27).add_bits(x3.up(24)),
            d3.down(40).add_bits(x4.up(11)),
        ]
    }
}
