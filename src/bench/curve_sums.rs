//! Multi-scalar multiplications over every curve by this crate's algorithm, of points and scalars as bytes.

use super::error::{self, InputError};
use super::selection;
use super::timed::TimedMsm;
use crate::field::bn254::Fq;
use crate::field::{Element, Modulus};
#[cfg(feature = "curves")]
use crate::field::{bls12_377, bls12_381, bn254::Fr, pasta};
#[cfg(target_feature = "relaxed-simd")]
use crate::fma::{Asked, FmaPair};
#[cfg(all(feature = "curves", target_feature = "relaxed-simd"))]
use crate::fma48::FmaPair48;
use crate::kernel::Lanewise;
use crate::limbs29::Limbs29;
#[cfg(feature = "curves")]
use crate::limbs29::Limbs29Dropin;
#[cfg(target_feature = "simd128")]
use crate::simd_mul::Simd;
#[cfg(feature = "curves")]
use crate::work::curves::{Bls12377G1, Bls12381G1, Grumpkin, Pallas, Vesta};
use crate::work::curves::{Curve, G1, Point};
use crate::work::msm;
use crate::work::packed::Packed;
use core::marker::PhantomData;

/// Bytes of a scalar.
const SCALAR_BYTES: usize = 32;

/// x and y.
pub fn bytes<M: Modulus<N>, const N: usize>(point: Point<Element<M, N>>) -> Vec<u8> {
    let words = [point.x, point.y].map(|x| x.integer().map(u64::to_le_bytes));
    words.as_flattened().as_flattened().to_vec()
}

/// Points of a curve, and as many scalars. A sum of points that are not of the group is any point.
pub trait Operands: TimedMsm {
    /// Looks whether the points are of the group.
    ///
    /// # Errors
    /// [`InputError::OffCurve`] and [`InputError::OffSubgroup`].
    fn check(&self) -> Result<(), InputError>;
}

struct Of<C: Curve<Element = Element<K::Modulus, N>>, K: Lanewise<N>, const N: usize> {
    points: Vec<Point<C::Element>>,
    scalars: Vec<Element<C::Scalar>>,
    kernel: PhantomData<K>,
}

impl<C, K, const N: usize> TimedMsm for Of<C, K, N>
where
    K: Lanewise<N>,
    C: Curve<Element = Element<K::Modulus, N>>,
{
    fn sum(&self) -> Vec<u8> {
        bytes(msm::msm::<C, Packed<K, N>>(&self.points, &self.scalars))
    }
}

impl<C, K, const N: usize> Operands for Of<C, K, N>
where
    K: Lanewise<N>,
    C: Curve<Element = Element<K::Modulus, N>>,
{
    fn check(&self) -> Result<(), InputError> {
        let argument = "points";
        if let Some(index) = msm::first_off_curve::<C, Packed<K, N>>(&self.points) {
            return Err(InputError::OffCurve {
                argument,
                index,
                equation: C::EQUATION,
                bytes: 2 * 8 * N,
            });
        }
        match msm::first_outside::<C, Packed<K, N>>(&self.points) {
            Some(index) => Err(InputError::OffSubgroup { argument, index }),
            None => Ok(()),
        }
    }
}

/// Takes points and scalars as bytes.
pub type Sum = fn(&[u8], &[u8]) -> Result<Box<dyn Operands>, InputError>;

fn sum_of<C, K, const N: usize>(
    points: &[u8],
    scalars: &[u8],
) -> Result<Box<dyn Operands>, InputError>
where
    K: Lanewise<N>,
    C: Curve<Element = Element<K::Modulus, N>>,
{
    let point_bytes = 2 * 8 * N;
    if !points.len().is_multiple_of(point_bytes) {
        return Err(InputError::Range {
            argument: "points",
            expected: match N {
                4 => "64 bytes a point, x and y,",
                _ => "96 bytes a point, x and y,",
            },
        });
    }
    if scalars.len() != points.len() / point_bytes * SCALAR_BYTES {
        return Err(InputError::Range {
            argument: "scalars",
            expected: "32 bytes for each of the points",
        });
    }
    let points = points
        .chunks(point_bytes)
        .map(|point| {
            let (x, y) = point.split_at(point_bytes / 2);
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
    Ok(Box::new(Of::<C, K, N> {
        points,
        scalars,
        kernel: PhantomData,
    }))
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
                sum_of::<G1, crate::multi3::Multi3Mitigated, 4>,
            ),
            #[cfg(fqmul_subject)]
            ("subject", sum_of::<G1, crate::multi3::Subject, 4>),
            ("limbs29", sum_of::<G1, Limbs29<Fq>, 4>),
            #[cfg(target_feature = "simd128")]
            ("simd", sum_of::<G1, Simd<Fq>, 4>),
            #[cfg(target_feature = "relaxed-simd")]
            ("fma-pair", sum_of::<G1, FmaPair<Fq, Asked>, 4>),
        ],
    ),
    #[cfg(feature = "curves")]
    (
        "bls12-381-g1",
        &[
            (
                "limbs29-dropin",
                sum_of::<Bls12381G1, Limbs29Dropin<bls12_381::Fq, 6>, 6>,
            ),
            #[cfg(target_feature = "relaxed-simd")]
            (
                "fma-pair",
                sum_of::<Bls12381G1, FmaPair48<bls12_381::Fq, Asked>, 6>,
            ),
        ],
    ),
    #[cfg(feature = "curves")]
    (
        "bls12-377-g1",
        &[
            (
                "limbs29-dropin",
                sum_of::<Bls12377G1, Limbs29Dropin<bls12_377::Fq, 6>, 6>,
            ),
            #[cfg(target_feature = "relaxed-simd")]
            (
                "fma-pair",
                sum_of::<Bls12377G1, FmaPair48<bls12_377::Fq, Asked>, 6>,
            ),
        ],
    ),
    #[cfg(feature = "curves")]
    (
        "pallas",
        &[
            #[cfg(not(target_feature = "simd128"))]
            ("limbs29", sum_of::<Pallas, Limbs29<pasta::Fp>, 4>),
            #[cfg(target_feature = "simd128")]
            ("simd", sum_of::<Pallas, Simd<pasta::Fp>, 4>),
            #[cfg(target_feature = "relaxed-simd")]
            ("fma-pair", sum_of::<Pallas, FmaPair<pasta::Fp, Asked>, 4>),
        ],
    ),
    #[cfg(feature = "curves")]
    (
        "vesta",
        &[
            #[cfg(not(target_feature = "simd128"))]
            ("limbs29", sum_of::<Vesta, Limbs29<pasta::Fq>, 4>),
            #[cfg(target_feature = "simd128")]
            ("simd", sum_of::<Vesta, Simd<pasta::Fq>, 4>),
            #[cfg(target_feature = "relaxed-simd")]
            ("fma-pair", sum_of::<Vesta, FmaPair<pasta::Fq, Asked>, 4>),
        ],
    ),
    #[cfg(feature = "curves")]
    (
        "grumpkin",
        &[
            #[cfg(not(target_feature = "simd128"))]
            ("limbs29", sum_of::<Grumpkin, Limbs29<Fr>, 4>),
            #[cfg(target_feature = "simd128")]
            ("simd", sum_of::<Grumpkin, Simd<Fr>, 4>),
            #[cfg(target_feature = "relaxed-simd")]
            ("fma-pair", sum_of::<Grumpkin, FmaPair<Fr, Asked>, 4>),
        ],
    ),
];

/// The curve whose sums are measured.
pub const BN254_G1: &str = "bn254-g1";

/// The sums over a curve, by the ids of the kernels of this build that have them.
///
/// # Errors
/// [`InputError::UnknownCurve`].
pub fn kernels(curve: &str) -> Result<&'static [(&'static str, Sum)], InputError> {
    match CURVES.iter().find(|(id, _)| *id == curve) {
        Some((_, sums)) => Ok(sums),
        None => Err(InputError::UnknownCurve {
            given: curve.into(),
            known: error::ids(CURVES),
        }),
    }
}

/// The operands of Σ scalar·point over a curve by a kernel: the affine x and y of points, as many scalars of 32 bytes, all
/// canonical and little-endian. Zeros are the point at infinity.
///
/// # Errors
/// [`InputError::UnknownCurve`], and [`InputError::UnknownKernel`] of the curve; [`InputError::Unfused`];
/// [`InputError::Range`] where the lengths do not fit; [`InputError::Element`] where a coordinate is not below p or a
/// scalar not below the order.
pub fn operands(
    curve: &str,
    kernel: &str,
    points: &[u8],
    scalars: &[u8],
) -> Result<Box<dyn Operands>, InputError> {
    selection::among(kernels(curve)?, kernel)?(points, scalars)
}

/// That sum, of points that are looked at.
///
/// # Errors
/// Those of [`operands`] and of [`Operands::check`].
pub fn sum(
    curve: &str,
    kernel: &str,
    points: &[u8],
    scalars: &[u8],
) -> Result<Vec<u8>, InputError> {
    let operands = operands(curve, kernel, points, scalars)?;
    operands.check()?;
    Ok(operands.sum())
}
