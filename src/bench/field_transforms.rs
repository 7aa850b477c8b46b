//! Transforms over every field that has the roots of unity, by this crate's algorithm, of values as bytes.

use super::error::{self, InputError, with_room};
use super::ntt::{AS_MANY, wrong_length};
use super::selection;
use super::timed::TimedBytes;
use crate::field::{Element, bls12_377, bls12_381, bn254, pasta};
#[cfg(target_feature = "relaxed-simd")]
use crate::fma::{Asked, FmaPair};
use crate::limbs29::Limbs29;
#[cfg(target_feature = "simd128")]
use crate::simd_mul::Simd;
use crate::work::ntt::{Butterflies, MOST_LAYERS, Transform};

/// A transform that can be undone.
pub trait Invertible: TimedBytes {
    /// x\[j\] = Σ X\[k\]·w^(-jk)/n.
    fn inverse(&mut self);
}

/// Takes values as bytes for the transform of as many.
pub type Transformed = fn(&[u8]) -> Result<Box<dyn Invertible>, InputError>;

struct Values<K: Butterflies> {
    transform: Transform<K>,
    values: Vec<K::Packed>,
}

fn transformed<K: Butterflies>(values: &[u8]) -> Result<Box<dyn Invertible>, InputError> {
    let (elements, rest) = values.as_chunks::<32>();
    let layers = elements.len().checked_ilog2().unwrap_or(0);
    if !rest.is_empty() || !elements.len().is_power_of_two() || !(1..=MOST_LAYERS).contains(&layers)
    {
        return Err(wrong_length());
    }
    let elements = elements
        .iter()
        .map(|x| Ok(Element::from_bytes("values", x)?))
        .collect::<Result<Vec<_>, InputError>>()?;
    let mut values = with_room(elements.len() / K::LANES)?;
    values.extend(elements.chunks_exact(K::LANES).map(K::load));
    let transform = Transform::<K>::new(layers)?;
    Ok(Box::new(Values { transform, values }))
}

impl<K: Butterflies> TimedBytes for Values<K> {
    fn forward(&mut self) {
        self.transform.forward(&mut self.values).expect(AS_MANY);
    }

    fn values(&self) -> Vec<u8> {
        let lanes = |x: &K::Packed| K::store(x).into_iter().take(K::LANES);
        let elements = self.values.iter().flat_map(lanes);
        elements.flat_map(|x| x.to_bytes()).collect()
    }
}

impl<K: Butterflies> Invertible for Values<K> {
    fn inverse(&mut self) {
        self.transform.inverse(&mut self.values).expect(AS_MANY);
    }
}

/// A field's id, and its transforms by the ids of their kernels.
type FieldRow = (&'static str, &'static [(&'static str, Transformed)]);

const BN254_FR: &[(&str, Transformed)] = &[
    ("limbs29", transformed::<Limbs29<bn254::Fr>>),
    #[cfg(target_feature = "simd128")]
    ("simd", transformed::<Simd<bn254::Fr>>),
    #[cfg(target_feature = "relaxed-simd")]
    ("fma-pair", transformed::<FmaPair<bn254::Fr, Asked>>),
];

/// The fields, and the kernels of this build that have transforms over them, in the order of the kernels' registry. Builds
/// with SIMD leave the scalar kernel out where it is not measured.
pub static TRANSFORMED: &[FieldRow] = &[
    ("bn254-fr", BN254_FR),
    (
        "bls12-381-fr",
        &[
            #[cfg(not(target_feature = "simd128"))]
            ("limbs29", transformed::<Limbs29<bls12_381::Fr>>),
            #[cfg(target_feature = "simd128")]
            ("simd", transformed::<Simd<bls12_381::Fr>>),
            #[cfg(target_feature = "relaxed-simd")]
            ("fma-pair", transformed::<FmaPair<bls12_381::Fr, Asked>>),
        ],
    ),
    (
        "bls12-377-fr",
        &[
            #[cfg(not(target_feature = "simd128"))]
            ("limbs29", transformed::<Limbs29<bls12_377::Fr>>),
            #[cfg(target_feature = "simd128")]
            ("simd", transformed::<Simd<bls12_377::Fr>>),
            #[cfg(target_feature = "relaxed-simd")]
            ("fma-pair", transformed::<FmaPair<bls12_377::Fr, Asked>>),
        ],
    ),
    (
        "pallas-fq",
        &[
            #[cfg(not(target_feature = "simd128"))]
            ("limbs29", transformed::<Limbs29<pasta::Fp>>),
            #[cfg(target_feature = "simd128")]
            ("simd", transformed::<Simd<pasta::Fp>>),
            #[cfg(target_feature = "relaxed-simd")]
            ("fma-pair", transformed::<FmaPair<pasta::Fp, Asked>>),
        ],
    ),
    (
        "vesta-fq",
        &[
            #[cfg(not(target_feature = "simd128"))]
            ("limbs29", transformed::<Limbs29<pasta::Fq>>),
            #[cfg(target_feature = "simd128")]
            ("simd", transformed::<Simd<pasta::Fq>>),
            #[cfg(target_feature = "relaxed-simd")]
            ("fma-pair", transformed::<FmaPair<pasta::Fq, Asked>>),
        ],
    ),
    ("grumpkin-fq", BN254_FR),
];

/// The transforms over a field, by the ids of the kernels of this build that have them.
///
/// # Errors
/// [`InputError::UnknownField`].
pub fn kernels(field: &str) -> Result<&'static [(&'static str, Transformed)], InputError> {
    match TRANSFORMED.iter().find(|(id, _)| *id == field) {
        Some((_, transforms)) => Ok(transforms),
        None => Err(InputError::UnknownField {
            given: field.into(),
            known: error::ids(TRANSFORMED),
        }),
    }
}

/// The transform over a field of as many values as there are, by a kernel: 32 bytes each, canonical and little-endian,
/// in natural order.
///
/// # Errors
/// [`InputError::UnknownField`], and [`InputError::UnknownKernel`] of the field; [`InputError::Unfused`];
/// [`InputError::Range`] where their number is not a power of two from 2 to 2^[`MOST_LAYERS`]; [`InputError::Element`]
/// where one is not below p; [`InputError::Memory`].
pub fn transform(
    field: &str,
    kernel: &str,
    values: &[u8],
) -> Result<Box<dyn Invertible>, InputError> {
    selection::among(kernels(field)?, kernel)?(values)
}

/// That transform, or its inverse: the values that it gives.
///
/// # Errors
/// Those of [`transform`].
pub fn ntt(field: &str, kernel: &str, values: &[u8], inverse: bool) -> Result<Vec<u8>, InputError> {
    let mut transform = transform(field, kernel, values)?;
    if inverse {
        transform.inverse();
    } else {
        transform.forward();
    }
    Ok(transform.values())
}
