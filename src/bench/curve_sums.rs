//! Multi-scalar multiplications over every curve by this crate's algorithm, of points and scalars as bytes.

use super::error::InputError;
use super::selection;
use crate::field::bn254::Fq;
use crate::field::{Element, Modulus};
#[cfg(feature = "curves")]
use crate::field::{bn254::Fr, pasta};
#[cfg(target_feature = "relaxed-simd")]
use crate::fma::{Asked, FmaPair};
use crate::kernel::Lanewise;
use crate::limbs29::Limbs29;
#[cfg(target_feature = "simd128")]
use crate::simd_mul::Simd;
use crate::work::curves::{Curve, G1, Point};
#[cfg(feature = "curves")]
use crate::work::curves::{Grumpkin, Pallas, Vesta};
use crate::work::msm;
use crate::work::packed::Packed;

/// Bytes of a scalar.
const SCALAR_BYTES: usize = 32;

/// x and y.
pub fn bytes<M: Modulus>(point: Point<Element<M>>) -> Vec<u8> {
    [point.x.to_bytes(), point.y.to_bytes()].concat()
}

/// Σ scalar·point of points and scalars as bytes.
type Sum = fn(&[u8], &[u8]) -> Result<Vec<u8>, InputError>;

fn sum_of<C, K>(points: &[u8], scalars: &[u8]) -> Result<Vec<u8>, InputError>
where
    K: Lanewise,
    C: Curve<Element = Element<K::Modulus>>,
{
    const POINT_BYTES: usize = 64;
    if !points.len().is_multiple_of(POINT_BYTES) {
        return Err(InputError::Range {
            argument: "points",
            expected: "64 bytes a point, x and y,",
        });
    }
    if scalars.len() != points.len() / POINT_BYTES * SCALAR_BYTES {
        return Err(InputError::Range {
            argument: "scalars",
            expected: "32 bytes for each of the points",
        });
    }
    let points = points
        .chunks(POINT_BYTES)
        .map(|point| {
            let (x, y) = point.split_at(POINT_BYTES / 2);
            Ok(Point {
                x: Element::from_bytes("points", x)?,
                y: Element::from_bytes("points", y)?,
            })
        })
        .collect::<Result<Vec<_>, InputError>>()?;
    let scalars = scalars
        .chunks(SCALAR_BYTES)
        .map(|scalar| Ok(Element::from_bytes("scalars", scalar)?))
        .collect::<Result<Vec<_>, InputError>>()?;
    match msm::first_off_curve::<C, Packed<K>>(&points) {
        Some(index) => Err(InputError::OffCurve {
            argument: "points",
            index,
            equation: C::EQUATION,
            bytes: POINT_BYTES,
        }),
        None => Ok(bytes(msm::msm::<C, Packed<K>>(&points, &scalars))),
    }
}

/// A curve's id, and its sums by the ids of their kernels.
type CurveRow = (&'static str, &'static [(&'static str, Sum)]);

/// The curves, and the kernels of this build that have sums over them, in the order of the kernels' registry. Builds with
/// SIMD leave the scalar kernel out where it is not measured, for the size of the module.
pub static CURVES: &[CurveRow] = &[
    (
        BN254_G1,
        &[
            #[cfg(not(fqmul_subject))]
            (
                "multi3-mitigated",
                sum_of::<G1, crate::multi3::Multi3Mitigated>,
            ),
            #[cfg(fqmul_subject)]
            ("subject", sum_of::<G1, crate::multi3::Subject>),
            ("limbs29", sum_of::<G1, Limbs29<Fq>>),
            #[cfg(target_feature = "simd128")]
            ("simd", sum_of::<G1, Simd<Fq>>),
            #[cfg(target_feature = "relaxed-simd")]
            ("fma-pair", sum_of::<G1, FmaPair<Fq, Asked>>),
        ],
    ),
    #[cfg(feature = "curves")]
    (
        "pallas",
        &[
            #[cfg(not(target_feature = "simd128"))]
            ("limbs29", sum_of::<Pallas, Limbs29<pasta::Fp>>),
            #[cfg(target_feature = "simd128")]
            ("simd", sum_of::<Pallas, Simd<pasta::Fp>>),
        ],
    ),
    #[cfg(feature = "curves")]
    (
        "vesta",
        &[
            #[cfg(not(target_feature = "simd128"))]
            ("limbs29", sum_of::<Vesta, Limbs29<pasta::Fq>>),
            #[cfg(target_feature = "simd128")]
            ("simd", sum_of::<Vesta, Simd<pasta::Fq>>),
        ],
    ),
    #[cfg(feature = "curves")]
    (
        "grumpkin",
        &[
            #[cfg(not(target_feature = "simd128"))]
            ("limbs29", sum_of::<Grumpkin, Limbs29<Fr>>),
            #[cfg(target_feature = "simd128")]
            ("simd", sum_of::<Grumpkin, Simd<Fr>>),
            #[cfg(target_feature = "relaxed-simd")]
            ("fma-pair", sum_of::<Grumpkin, FmaPair<Fr, Asked>>),
        ],
    ),
];

/// The curve whose sums are measured.
pub const BN254_G1: &str = "bn254-g1";

/// Σ scalar·point over a curve by a kernel: the affine x and y of points, as many scalars of [`SCALAR_BYTES`], all
/// canonical and little-endian. Zeros are the point at infinity.
///
/// # Errors
/// [`InputError::UnknownCurve`], and [`InputError::UnknownKernel`] of the curve; [`InputError::Unfused`];
/// [`InputError::Range`] where the lengths do not fit; [`InputError::Element`] where a coordinate is not below p or a
/// scalar not below the order; [`InputError::OffCurve`].
pub fn sum(
    curve: &str,
    kernel: &str,
    points: &[u8],
    scalars: &[u8],
) -> Result<Vec<u8>, InputError> {
    let Some((_, sums)) = CURVES.iter().find(|(id, _)| *id == curve) else {
        return Err(InputError::UnknownCurve {
            given: curve.into(),
            known: selection::ids(CURVES),
        });
    };
    selection::among(sums, kernel)?(points, scalars)
}
