//! Multi-scalar multiplications by this crate's algorithm, on its kernels and on arkworks' field.

use super::error::{InputError, with_room};
use super::generator::Generator;
use super::selection;
use crate::field::Element;
use crate::field::bn254::{Fq, Fr};
use crate::kernel::Lanewise;
use crate::limbs29::Limbs29;
use crate::work::msm::{self, G1, Point};

/// log2 of the most points that a seed expands to.
pub const MOST_LOG2: u32 = 20;
/// Bytes of a point: x and y, or zeros for the point at infinity.
pub const POINT_BYTES: usize = 64;
/// Bytes of a scalar.
pub const SCALAR_BYTES: usize = 32;

/// An MSM whose operands come of a seed, as those of the module `curve`: it draws a, d, b and then the scalars
/// s\[0\], s\[1\], ...; the points are P\[i\] = (a + i·d)·G1.
///
/// They are kept canonical. What arkworks keeps are residues, of points and scalars: points are a product of each
/// coordinate away from a kernel's format all the same, and scalars one from being canonical.
pub trait TimedMsm {
    /// The affine x and y of Σ s\[i\]·P\[i\]: 64 bytes. Not constant time.
    fn sum(&self) -> Vec<u8>;
}

struct Operands<K> {
    points: Vec<Point>,
    scalars: Vec<Element<Fr>>,
    kernel: core::marker::PhantomData<K>,
}

impl<K: Lanewise<Modulus = Fq>> TimedMsm for Operands<K> {
    fn sum(&self) -> Vec<u8> {
        bytes(msm::msm::<G1<K>>(&self.points, &self.scalars))
    }
}

fn operands<K: Lanewise<Modulus = Fq>>(log2: u32, seed: u64) -> Made {
    let mut generator = Generator::new(seed);
    let [a, d, _b] = [(); 3].map(|()| generator.element());
    let mut scalars = with_room(1 << log2)?;
    scalars.extend((0..1 << log2).map(|_| generator.element::<Fr>()));
    let points = msm::progression::<K>(a, d, log2).ok_or(InputError::Range {
        argument: "seed",
        expected: "one of whose points none is at infinity",
    })?;
    Ok(Box::new(Operands::<K> {
        points,
        scalars,
        kernel: core::marker::PhantomData,
    }))
}

/// An MSM, or why there is none.
type Made = Result<Box<dyn TimedMsm>, InputError>;

fn bytes(point: Point) -> Vec<u8> {
    [point.x.to_bytes(), point.y.to_bytes()].concat()
}

fn sum_of<K: Lanewise<Modulus = Fq>>(points: &[Point], scalars: &[Element<Fr>]) -> SumBytes {
    match msm::first_off_curve::<K>(points) {
        Some(index) => Err(InputError::OffCurve {
            argument: "points",
            index,
        }),
        None => Ok(bytes(msm::msm::<G1<K>>(points, scalars))),
    }
}

/// The sum, as bytes.
type SumBytes = Result<Vec<u8>, InputError>;

/// A kernel's MSM.
pub struct MsmRow {
    /// The kernel's id.
    pub id: &'static str,
    make: fn(u32, u64) -> Made,
    sum: fn(&[Point], &[Element<Fr>]) -> SumBytes,
}

impl MsmRow {
    const fn of<K: Lanewise<Modulus = Fq>>(id: &'static str) -> Self {
        Self {
            id,
            make: operands::<K>,
            sum: sum_of::<K>,
        }
    }
}

/// The kernels of this build that have one, in the order of the kernels' registry.
pub static MSMS: &[MsmRow] = &[
    #[cfg(not(fqmul_subject))]
    MsmRow::of::<crate::multi3::Multi3Mitigated>("multi3-mitigated"),
    #[cfg(fqmul_subject)]
    MsmRow::of::<crate::multi3::Subject>("subject"),
    MsmRow::of::<Limbs29<Fq>>("limbs29"),
    #[cfg(target_feature = "simd128")]
    MsmRow::of::<crate::simd_mul::Simd<Fq>>("simd"),
    #[cfg(target_feature = "relaxed-simd")]
    MsmRow::of::<crate::fma::FmaPair<Fq, crate::fma::Asked>>("fma-pair"),
];

/// The row of a kernel that is right on this engine.
fn find(id: &str) -> Result<&'static MsmRow, InputError> {
    let Some(row) = MSMS.iter().find(|row| row.id == id) else {
        let known: Vec<_> = MSMS.iter().map(|row| row.id).collect();
        return Err(InputError::UnknownKernel {
            given: id.into(),
            known: known.join(", "),
        });
    };
    selection::find(id).map(|_| row)
}

/// The MSM of the kernel `id`, of 2^`log2` points of a seed.
///
/// # Errors
/// [`InputError::UnknownKernel`], naming those that have one; [`InputError::Unfused`]; and [`InputError::Range`] where
/// `log2` is above [`MOST_LOG2`].
pub fn msm(id: &str, log2: u32, seed: u64) -> Result<Box<dyn TimedMsm>, InputError> {
    let row = find(id)?;
    if log2 > MOST_LOG2 {
        return Err(InputError::Range {
            argument: "log2_points",
            expected: "a whole number from 0 to 20",
        });
    }
    (row.make)(log2, seed)
}

/// Σ scalar·point by the kernel `id`: points of [`POINT_BYTES`], as many scalars of [`SCALAR_BYTES`], all canonical and
/// little-endian.
///
/// # Errors
/// As [`msm()`] for the kernel; [`InputError::Range`] where the lengths do not fit; [`InputError::Element`] where a
/// coordinate is not below p or a scalar not below r; [`InputError::OffCurve`].
pub fn sum(id: &str, points: &[u8], scalars: &[u8]) -> Result<Vec<u8>, InputError> {
    let row = find(id)?;
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
    let points: Result<Vec<_>, InputError> = points
        .chunks(POINT_BYTES)
        .map(|point| {
            let (x, y) = point.split_at(POINT_BYTES / 2);
            Ok(Point {
                x: Element::from_bytes("points", x)?,
                y: Element::from_bytes("points", y)?,
            })
        })
        .collect();
    let scalars: Result<Vec<_>, InputError> = scalars
        .chunks(SCALAR_BYTES)
        .map(|scalar| Ok(Element::from_bytes("scalars", scalar)?))
        .collect();
    (row.sum)(&points?, &scalars?)
}
