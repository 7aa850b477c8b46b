//! Loops of this crate's kernels in the fields that arkworks is timed in beside BN254's Fq: the scalar kernels in the
//! build that has arkworks, and in builds with SIMD or wide arithmetic the one that is each build's own.

use super::batch;
use super::error::{self, InputError};
use super::field_loops::Loops;
use super::selection;
use crate::field::{Element, Modulus, bls12_377, bls12_381, bn254, pasta};
#[cfg(target_feature = "relaxed-simd")]
use crate::fma::{Asked, FmaPair};
#[cfg(target_feature = "relaxed-simd")]
use crate::fma48::FmaPair48;
use crate::kernel::{Kernel, MAX_LANES};
#[cfg(feature = "fields")]
use crate::limbs29::{Limbs29, Limbs29Dropin};
#[cfg(all(target_feature = "simd128", not(target_feature = "relaxed-simd")))]
use crate::simd_mul::Simd;
#[cfg(fqmul_wide_arithmetic)]
use crate::wide::{Wide, WideOfSixWords};
use core::marker::PhantomData;

struct Of<K, const N: usize>(PhantomData<K>);

impl<K: Kernel<N>, const N: usize> Of<K, N> {
    fn residue(argument: &'static str, given: &[u8]) -> Result<K::Packed, InputError> {
        let element = Element::from_bytes(argument, given)?;
        Ok(K::load(&[element; MAX_LANES][..K::LANES]))
    }

    fn bytes(packed: &K::Packed) -> Vec<u8> {
        let [first, ..] = K::store(packed);
        bytes(first)
    }
}

impl<K: Kernel<N>, const N: usize> Loops for Of<K, N> {
    fn run(&self, model: &str, seed: u64, n: u32) -> Result<Vec<u8>, InputError> {
        let checksum = match model {
            "chain" => batch::chain::<K, N>(seed, n),
            "stream" => batch::stream::<K, N>(seed, n),
            _ => {
                return Err(InputError::UnknownOperation {
                    given: model.into(),
                    known: "chain, stream".into(),
                });
            }
        };
        Ok(bytes(checksum))
    }

    fn mul(&self, a: &[u8], b: &[u8]) -> Result<Vec<u8>, InputError> {
        let (a, b) = (Self::residue("a", a)?, Self::residue("b", b)?);
        Ok(Self::bytes(&K::mul(&a, &b)))
    }

    fn convert(&self, a: &[u8]) -> Result<Vec<u8>, InputError> {
        Ok(Self::bytes(&Self::residue("a", a)?))
    }
}

fn bytes<M: Modulus<N>, const N: usize>(element: Element<M, N>) -> Vec<u8> {
    element
        .integer()
        .map(u64::to_le_bytes)
        .as_flattened()
        .to_vec()
}

/// A kernel's id, and its loops.
type KernelRow = (&'static str, fn() -> Box<dyn Loops>);

fn of<K: Kernel<N>, const N: usize>() -> Box<dyn Loops> {
    Box::new(Of::<K, N>(PhantomData))
}

/// The kernels of this build in a field of four words.
macro_rules! four_words {
    ($modulus:ty) => {
        &[
            #[cfg(feature = "fields")]
            ("limbs29", of::<Limbs29<$modulus>, 4>),
            #[cfg(feature = "fields")]
            ("limbs29-dropin", of::<Limbs29Dropin<$modulus>, 4>),
            #[cfg(all(target_feature = "simd128", not(target_feature = "relaxed-simd")))]
            ("simd", of::<Simd<$modulus>, 4>),
            #[cfg(target_feature = "relaxed-simd")]
            ("fma-pair", of::<FmaPair<$modulus, Asked>, 4>),
            #[cfg(fqmul_wide_arithmetic)]
            ("wide", of::<Wide<$modulus>, 4>),
        ]
    };
}

/// The same in a field of six.
macro_rules! six_words {
    ($modulus:ty) => {
        &[
            #[cfg(feature = "fields")]
            ("limbs29-dropin", of::<Limbs29Dropin<$modulus, 6>, 6>),
            #[cfg(target_feature = "relaxed-simd")]
            ("fma-pair", of::<FmaPair48<$modulus, Asked>, 6>),
            #[cfg(fqmul_wide_arithmetic)]
            ("wide", of::<WideOfSixWords<$modulus>, 6>),
        ]
    };
}

/// The fields, by the names that arkworks' have in [`fields`](super::fields), and this build's kernels that are timed in
/// them.
pub static FIELDS: &[(&str, &[KernelRow])] = &[
    ("fr", four_words!(bn254::Fr)),
    ("bls12-381-fq", six_words!(bls12_381::Fq)),
    ("bls12-381-fr", four_words!(bls12_381::Fr)),
    ("bls12-377-fq", six_words!(bls12_377::Fq)),
    ("bls12-377-fr", four_words!(bls12_377::Fr)),
    ("pallas", four_words!(pasta::Fp)),
    ("vesta", four_words!(pasta::Fq)),
];

/// The loops of a kernel in a field.
///
/// # Errors
/// [`InputError::UnknownField`], and [`InputError::UnknownKernel`] of the field, naming those that there are;
/// [`InputError::Unfused`].
pub fn loops(field: &str, kernel: &str) -> Result<Box<dyn Loops>, InputError> {
    let Some((_, kernels)) = FIELDS.iter().find(|(name, _)| *name == field) else {
        return Err(InputError::UnknownField {
            given: field.into(),
            known: error::ids(FIELDS),
        });
    };
    Ok(selection::among(kernels, kernel)?())
}
