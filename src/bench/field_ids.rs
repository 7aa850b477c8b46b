//! Fields by their ids, as exports name them.

use crate::field::{Modulus, bls12_377, bls12_381, bn254, pasta};

/// The ids of the fields, and their names. The base field of a curve is its fq, the scalar field its fr.
pub static FIELDS: &[(&str, &str)] = &[
    ("bn254-fq", bn254::Fq::NAME),
    ("bn254-fr", bn254::Fr::NAME),
    ("bls12-381-fq", bls12_381::Fq::NAME),
    ("bls12-381-fr", bls12_381::Fr::NAME),
    ("bls12-377-fq", bls12_377::Fq::NAME),
    ("bls12-377-fr", bls12_377::Fr::NAME),
    ("pallas-fq", pasta::Fp::NAME),
    ("vesta-fq", pasta::Fq::NAME),
    ("grumpkin-fq", bn254::Fr::NAME),
];

/// The ids of the fields that have these names.
pub fn ids(names: &[&str]) -> Vec<&'static str> {
    let named = FIELDS.iter().filter(|(_, name)| names.contains(name));
    named.map(|(id, _)| *id).collect()
}
