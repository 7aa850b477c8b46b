//! arkworks' own curves, with groups whose sums are on lanes: each module has the names of arkworks' crate for it.
//!
//! ```
//! // Before: use ark_pallas::{Affine, Projective};
//! use fqmul::arkworks::curves::pallas::{Affine, Projective};
//! use ark_ec::{AffineRepr, VariableBaseMSM};
//! use ark_pallas::Fr;
//!
//! let sum = Projective::msm(&[Affine::generator(); 40], &[Fr::from(3u64); 40]).unwrap();
//! assert_eq!(sum, Affine::generator() * Fr::from(120u64));
//! ```
//!
//! Fields, points and bytes are arkworks': the inner value of a [`LanePoint`] is its `Affine`, that of a [`LaneGroup`] its
//! `Projective`.

use super::groups::{LaneCurve, LaneGroup, LanePoint};
use super::lanes::Lanes;
use super::msm::{self, CoordinateField, quadratic_coordinate};
use crate::field::{self, Element};
use crate::work::curves;
use crate::work::quadratic::Quadratic;
use ark_ec::short_weierstrass::{Affine, Projective};
use ark_ff::BigInt;
use core::borrow::Borrow;

/// `name, what it is { group; ... }`, a group as `arkworks' configuration, this crate's curve, the names of a point and of
/// an element`.
macro_rules! lane_curves {
    ($($name:ident, $docs:literal { $($config:ty, $curve:ty, $point:ident, $group:ident;)+ })*) => {$(
        $(impl LaneCurve for $config {
            fn sum<B: Borrow<Affine<Self>>>(
                bases: &[B],
                scalars: &[BigInt<4>],
            ) -> Projective<Self> {
                msm::sum::<Self, $curve, B>(bases, scalars)
            }
        })+

        #[doc = $docs]
        pub mod $name {
            use super::*;

            $(
                /// A point.
                pub type $point = LanePoint<$config>;
                /// An element of the group.
                pub type $group = LaneGroup<$config>;
            )+
        }
    )*};
}

quadratic_coordinate!(ark_bls12_381::Fq2, 6, field::bls12_381::Fq, LongSums);

lane_curves! {
    bls12_377, "G1 of BLS12-377. A sum is of points of the group, or it is anything." {
        ark_bls12_377::g1::Config, curves::Bls12377G1, G1Affine, G1Projective;
    }
    bls12_381, "G1 and G2 of BLS12-381. A sum is of points of the group, or it is anything." {
        ark_bls12_381::g1::Config, curves::Bls12381G1, G1Affine, G1Projective;
        ark_bls12_381::g2::Config, curves::Bls12381G2, G2Affine, G2Projective;
    }
    grumpkin, "Grumpkin." { ark_grumpkin::GrumpkinConfig, curves::Grumpkin, Affine, Projective; }
    pallas, "Pallas." { ark_pallas::PallasConfig, curves::Pallas, Affine, Projective; }
    vesta, "Vesta." { ark_vesta::VestaConfig, curves::Vesta, Affine, Projective; }
}
