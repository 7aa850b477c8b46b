//! Multi-scalar multiplications over BN254's G1 by this crate's algorithm, on its kernels and on arkworks' field.

use super::curve_sums::bytes;
use super::error::{InputError, with_room};
use super::generator::Generator;
use super::selection;
use super::timed::TimedMsm;
use crate::field::Element;
use crate::field::bn254::{Fq, Fr};
#[cfg(target_feature = "relaxed-simd")]
use crate::fma::{Asked, FmaPair};
use crate::kernel::Lanewise;
use crate::limbs29::Limbs29;
#[cfg(target_feature = "simd128")]
use crate::simd_mul::Simd;
use crate::work::curves::{G1, Point};
use crate::work::msm;
use crate::work::packed::Packed;

/// log2 of the most points that a seed expands to.
pub const MOST_LOG2: u32 = 20;

/// Operands that come of a seed, as those of the module `curve`: it draws a, d, b and then the scalars s\[0\], s\[1\],
/// ...; the points are P\[i\] = (a + i·d)·G1.
///
/// They are kept canonical. What arkworks keeps are residues, of points and scalars: points are a product of each
/// coordinate away from a kernel's format all the same, and scalars one from being canonical.
struct Operands<K> {
    points: Vec<Point<Element<Fq>>>,
    scalars: Vec<Element<Fr>>,
    kernel: core::marker::PhantomData<K>,
}

impl<K: Lanewise<Modulus = Fq>> TimedMsm for Operands<K> {
    fn sum(&self) -> Vec<u8> {
        bytes(msm::msm::<G1, Packed<K>>(&self.points, &self.scalars))
    }
}

fn operands<K: Lanewise<Modulus = Fq>>(log2: u32, seed: u64) -> Made {
    let mut generator = Generator::new(seed);
    let [a, d, _b] = [(); 3].map(|()| generator.element());
    let mut scalars = with_room(1 << log2)?;
    scalars.extend((0..1 << log2).map(|_| generator.element::<Fr, 4>()));
    let points = msm::progression::<G1, Packed<K>>(a, d, log2).ok_or(InputError::Range {
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

/// Makes the MSM of 2^log2 points of a seed.
type Make = fn(log2: u32, seed: u64) -> Made;

/// The MSMs over BN254's G1 of a seed, by the ids of their kernels, in the order of the kernels' registry.
pub static MSMS: &[(&str, Make)] = &[
    #[cfg(not(fqmul_subject))]
    (
        "multi3-mitigated",
        operands::<crate::multi3::Multi3Mitigated>,
    ),
    #[cfg(fqmul_subject)]
    ("subject", operands::<crate::multi3::Subject>),
    ("limbs29", operands::<Limbs29<Fq>>),
    #[cfg(target_feature = "simd128")]
    ("simd", operands::<Simd<Fq>>),
    #[cfg(target_feature = "relaxed-simd")]
    ("fma-pair", operands::<FmaPair<Fq, Asked>>),
];

/// The MSM over BN254's G1 of a kernel, of 2^`log2` points of a seed.
///
/// # Errors
/// [`InputError::UnknownKernel`], naming those that have one; [`InputError::Unfused`]; and [`InputError::Range`] where
/// `log2` is above [`MOST_LOG2`].
pub fn msm(kernel: &str, log2: u32, seed: u64) -> Made {
    let make = selection::among(MSMS, kernel)?;
    if log2 > MOST_LOG2 {
        return Err(InputError::Range {
            argument: "log2_points",
            expected: "a whole number from 0 to 20",
        });
    }
    make(log2, seed)
}
