//! The kernels that transforms are on.

use super::lazy::{Lazy, Loose};
use crate::field::bn254::Fr;
use crate::limbs29::{Limbs29, Limbs29Dropin};

impl Lazy for Limbs29<Fr> {}
impl Lazy for Limbs29Dropin<Fr> {}
#[cfg(all(feature = "bench", not(fqmul_subject)))]
impl Lazy for crate::multi3::Multi3MitigatedFr {}

#[cfg(target_feature = "simd128")]
impl Lazy for crate::simd_mul::Simd<Fr> {
    #[inline(always)]
    fn zip(x: &Loose<Self>, y: &Loose<Self>) -> [Loose<Self>; 2] {
        use core::arch::wasm32::u32x4_shuffle;
        let zip = |i: usize| (x.0[i], y.0[i]);
        [
            Loose(core::array::from_fn(|i| {
                let (x, y) = zip(i);
                u32x4_shuffle::<0, 4, 0, 4>(x, y)
            })),
            Loose(core::array::from_fn(|i| {
                let (x, y) = zip(i);
                u32x4_shuffle::<1, 5, 1, 5>(x, y)
            })),
        ]
    }
}

#[cfg(target_feature = "relaxed-simd")]
impl Lazy for crate::fma::FmaPair<Fr> {
    #[inline(always)]
    fn zip(x: &Loose<Self>, y: &Loose<Self>) -> [Loose<Self>; 2] {
        use crate::fma::Pair;
        use core::arch::wasm32::u64x2_shuffle;
        [
            Loose(core::array::from_fn(|i| {
                Pair(u64x2_shuffle::<0, 2>(x.0[i].0, y.0[i].0))
            })),
            Loose(core::array::from_fn(|i| {
                Pair(u64x2_shuffle::<1, 3>(x.0[i].0, y.0[i].0))
            })),
        ]
    }
}
