//! Which kernels sums and transforms are on, with their types erased.

use crate::field::{Modulus, TwoAdic};
use crate::kernel::Lanewise;
use crate::work::ntt::Butterflies;

/// A kernel of every field.
pub trait Lanes {
    /// For sums of points. A sum of products has one reduction, where that is faster.
    type Sums<M: Modulus>: Lanewise<Modulus = M>;
    /// The same of fields of six words.
    type LongSums<M: Modulus<6>>: Lanewise<6, Modulus = M>;
    /// For transforms.
    type Transforms<M: TwoAdic>: Butterflies<Modulus = M, Packed: Send, Prepared: Send>;
}

/// Something to be done on them.
pub trait OnLanes {
    /// What it gives.
    type Output;

    /// Does it.
    fn run<L: Lanes>(self) -> Self::Output;
}

/// Does it on the fastest kernel of this build that is right on this engine: FMA where it rounds once.
#[cfg(target_feature = "relaxed-simd")]
pub fn on_lanes<W: OnLanes>(work: W) -> W::Output {
    use crate::fma::{Asked, FmaPair, FmaSop, fused};
    use crate::fma48::FmaPair48;

    struct Pairs;

    impl Lanes for Pairs {
        type Sums<M: Modulus> = FmaSop<M, Asked>;
        type LongSums<M: Modulus<6>> = FmaPair48<M, Asked>;
        type Transforms<M: TwoAdic> = FmaPair<M, Asked>;
    }

    if fused() {
        work.run::<Pairs>()
    } else {
        work.run::<simd::Integers>()
    }
}

/// Does it on the fastest kernel of this build.
#[cfg(all(target_feature = "simd128", not(target_feature = "relaxed-simd")))]
pub fn on_lanes<W: OnLanes>(work: W) -> W::Output {
    work.run::<simd::Integers>()
}

#[cfg(target_feature = "simd128")]
mod simd {
    use super::*;
    use crate::limbs29::Limbs29Dropin;
    use crate::simd_mul::Simd;

    pub struct Integers;

    impl Lanes for Integers {
        type Sums<M: Modulus> = Simd<M>;
        type LongSums<M: Modulus<6>> = Limbs29Dropin<M, 6>;
        type Transforms<M: TwoAdic> = Simd<M>;
    }
}

/// Does it on the fastest kernel of this build.
#[cfg(not(target_feature = "simd128"))]
pub fn on_lanes<W: OnLanes>(work: W) -> W::Output {
    use crate::limbs29::{Limbs29, Limbs29Dropin, Limbs29Sop};

    struct Scalars;

    impl Lanes for Scalars {
        type Sums<M: Modulus> = Limbs29Sop<M>;
        type LongSums<M: Modulus<6>> = Limbs29Dropin<M, 6>;
        type Transforms<M: TwoAdic> = Limbs29<M>;
    }

    work.run::<Scalars>()
}
