//! Sums and transforms over any curve and field, whosever they are, with all types erased.

/// An MSM whose operands are there.
pub trait TimedMsm {
    /// The affine x and y of Σ s\[i\]·P\[i\]. Not constant time.
    fn sum(&self) -> Vec<u8>;
}

/// A transform of one size in any field and the values that it transforms in place. Values are in natural order.
pub trait TimedBytes {
    /// X\[k\] = Σ x\[j\]·w^(jk), for the root of unity w that arkworks has.
    fn forward(&mut self);
    /// The values as they are now, canonical and little-endian.
    fn values(&self) -> Vec<u8>;
}
