//! Transforms over every field that has the roots of unity, by this crate's algorithm, of values as bytes.

use super::error::{InputError, with_room};
use super::ntt::wrong_length;
use super::selection;
use crate::field::{Element, bls12_377, bls12_381, bn254, pasta};
#[cfg(target_feature = "relaxed-simd")]
use crate::fma::{Asked, FmaPair};
use crate::limbs29::Limbs29;
#[cfg(target_feature = "simd128")]
use crate::simd_mul::Simd;
use crate::work::ntt::{Butterflies, MOST_LAYERS, Transform};

/// The transform of values as bytes, or its inverse.
type Transformed = fn(&[u8], inverse: bool) -> Result<Vec<u8>, InputError>;

fn transformed<K: Butterflies>(values: &[u8], inverse: bool) -> Result<Vec<u8>, InputError> {
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
    let mut packed = with_room(elements.len() / K::LANES)?;
    packed.extend(elements.chunks_exact(K::LANES).map(K::load));
    let mut transform = Transform::<K>::new(layers)?;
    if inverse {
        transform.inverse(&mut packed)?;
    } else {
        transform.forward(&mut packed)?;
    }
    let mut bytes = with_room(values.len())?;
    for x in &packed {
        for lane in &K::store(x)[..K::LANES] {
            bytes.extend(lane.to_bytes());
        }
    }
    Ok(bytes)
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

/// The transform over a field of as many values as there are, or its inverse, by a kernel: 32 bytes each, canonical and
/// little-endian, in natural order, in and out.
///
/// # Errors
/// [`InputError::UnknownField`], and [`InputError::UnknownKernel`] of the field; [`InputError::Unfused`];
/// [`InputError::Range`] where their number is not a power of two from 2 to 2^[`MOST_LAYERS`]; [`InputError::Element`]
/// where one is not below p; [`InputError::Memory`].
pub fn ntt(field: &str, kernel: &str, values: &[u8], inverse: bool) -> Result<Vec<u8>, InputError> {
    let Some((_, transforms)) = TRANSFORMED.iter().find(|(id, _)| *id == field) else {
        return Err(InputError::UnknownField {
            given: field.into(),
            known: selection::ids(TRANSFORMED),
        });
    };
    selection::among(transforms, kernel)?(values, inverse)
}
