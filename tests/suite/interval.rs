//! What a number of a bounds test may be.

use num_bigint::BigInt;

/// The values from low to high.
///
/// What is done with two is out of line: a proof does it thousands of times, and each would be compiled in its place.
#[derive(Clone, Debug)]
pub struct Interval {
    pub low: BigInt,
    pub high: BigInt,
}

impl Interval {
    /// The values from 0 to below `limit`.
    pub fn below(limit: BigInt) -> Self {
        Self {
            low: BigInt::ZERO,
            high: limit - 1,
        }
    }

    /// One value.
    pub fn point(x: BigInt) -> Self {
        Self {
            low: x.clone(),
            high: x,
        }
    }

    /// The sums of a value of each.
    #[inline(never)]
    pub fn plus(&self, other: &Self) -> Self {
        Self {
            low: &self.low + &other.low,
            high: &self.high + &other.high,
        }
    }

    /// Their differences.
    #[inline(never)]
    pub fn minus(&self, other: &Self) -> Self {
        Self {
            low: &self.low - &other.high,
            high: &self.high - &other.low,
        }
    }

    /// Their products.
    #[inline(never)]
    pub fn times(&self, other: &Self) -> Self {
        let corners = [
            &self.low * &other.low,
            &self.low * &other.high,
            &self.high * &other.low,
            &self.high * &other.high,
        ];
        Self {
            low: corners.iter().min().expect("four").clone(),
            high: corners.into_iter().max().expect("four"),
        }
    }

    /// The values in both.
    #[inline(never)]
    pub fn and(&self, other: &Self) -> Self {
        let both = Self {
            low: (&self.low).max(&other.low).clone(),
            high: (&self.high).min(&other.high).clone(),
        };
        assert!(
            both.low <= both.high,
            "two bounds of one value exclude each other"
        );
        both
    }

    /// Whether all values are from `low` to `high`.
    pub fn is_within(&self, low: &BigInt, high: &BigInt) -> bool {
        *low <= self.low && self.high <= *high
    }

    /// The values up to `magnitude`, of either sign.
    pub fn symmetric(magnitude: BigInt) -> Self {
        Self {
            low: -&magnitude,
            high: magnitude,
        }
    }

    /// The largest magnitude of a value.
    pub fn magnitude(&self) -> BigInt {
        (-&self.low).max(self.high.clone())
    }

    /// The smallest magnitude of a value.
    pub fn smallest(&self) -> BigInt {
        (&self.low).max(&-&self.high).max(&BigInt::ZERO).clone()
    }
}
