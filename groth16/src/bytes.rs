//! Elements, points and proofs as bytes, for those who compute parts of a proof in different places. Elements are 32
//! bytes, little-endian; a point is its coordinates, canonical, and zeros at infinity.

use crate::error::{Error, with_room};
use crate::file::{Kind, Reader};
use crate::kernels::Value;
use crate::points::{G1Affine, G2Affine};
use crate::proof::{Proof, VerifyingKey};
use ark_ec::AffineRepr;
use ark_ec::short_weierstrass::Affine;
use ark_ff::{BigInt, PrimeField};
use fqmul::arkworks::bn254::{Fq, Fq2, Fr};
use fqmul::field::{Element, bn254};
use zeroize::Zeroizing;

pub use crate::file::ELEMENT;
pub use crate::share::{G1, G2};

/// Bytes of a proof: A, B and C.
pub const PROOF: usize = 2 * G1 + G2;

/// Canonical values.
///
/// # Errors
/// [`Error::Witness`] where one is not below the order, or not whole; [`Error::Memory`].
pub fn read_values(bytes: &[u8]) -> Result<Vec<Value>, Error> {
    let bytes = Reader::new(Kind::Witness, "values", bytes);
    bytes.clone().all(bytes.len() / ELEMENT, ELEMENT, |value| {
        value.element("order")
    })
}

/// Canonical values.
///
/// # Errors
/// [`Error::Memory`]
pub fn write_values(values: &[Value]) -> Result<Vec<u8>, Error> {
    let mut bytes = with_room(values.len() * ELEMENT)?;
    values
        .iter()
        .for_each(|value| bytes.extend(value.to_bytes()));
    Ok(bytes)
}

/// A canonical scalar, such as r or s.
///
/// # Errors
/// [`Error::Witness`] where it is not below the order, or not 32 bytes.
pub fn read_scalar(name: &'static str, bytes: &[u8]) -> Result<Zeroizing<Fr>, Error> {
    let value =
        Value::from_bytes(name, bytes).map_err(|error| Error::Witness(error.to_string()))?;
    Ok(Zeroizing::new(
        Fr::from_bigint(BigInt::new(*value.integer())).expect("it is below the order"),
    ))
}

fn push(bytes: &mut Vec<u8>, element: Fq) {
    element
        .into_bigint()
        .0
        .iter()
        .for_each(|limb| bytes.extend(limb.to_le_bytes()));
}

/// A point.
pub fn write_g1(bytes: &mut Vec<u8>, point: &G1Affine) {
    let (x, y) = point.xy().unwrap_or_default();
    [x, y].into_iter().for_each(|part| push(bytes, part));
}

/// A point.
pub fn write_g2(bytes: &mut Vec<u8>, point: &G2Affine) {
    let (x, y) = point.xy().unwrap_or_default();
    [x.c0, x.c1, y.c0, y.c1]
        .into_iter()
        .for_each(|part| push(bytes, part));
}

fn coordinate(bytes: &mut Reader) -> Result<Fq, Error> {
    let integer: Element<bn254::Fq> = bytes.element("prime")?;
    Ok(Fq::from_bigint(BigInt::new(*integer.integer())).expect("it is below the prime"))
}

/// Not checked to be on its curve.
fn g1(bytes: &mut Reader) -> Result<G1Affine, Error> {
    let (x, y) = (coordinate(bytes)?, coordinate(bytes)?);
    let infinite = (x, y) == <(Fq, Fq)>::default();
    Ok(if infinite {
        Affine::identity()
    } else {
        Affine::new_unchecked(x, y)
    })
}

/// Neither checked to be on its curve nor in its subgroup.
fn g2(bytes: &mut Reader) -> Result<G2Affine, Error> {
    let x = Fq2::new(coordinate(bytes)?, coordinate(bytes)?);
    let y = Fq2::new(coordinate(bytes)?, coordinate(bytes)?);
    let infinite = (x, y) == <(Fq2, Fq2)>::default();
    Ok(if infinite {
        Affine::identity()
    } else {
        Affine::new_unchecked(x, y)
    })
}

/// A point of G1, not checked to be on its curve.
///
/// # Errors
/// [`Error::Key`] where a coordinate is not below the prime, or not whole.
pub fn read_g1(bytes: &[u8]) -> Result<G1Affine, Error> {
    let reader = Reader::new(Kind::Key, "point", bytes);
    reader.has(1, G1)?;
    g1(&mut reader.clone())
}

/// A point of G2, neither checked to be on its curve nor in its subgroup.
///
/// # Errors
/// As those of [`read_g1`].
pub fn read_g2(bytes: &[u8]) -> Result<G2Affine, Error> {
    let reader = Reader::new(Kind::Key, "point", bytes);
    reader.has(1, G2)?;
    g2(&mut reader.clone())
}

/// [`PROOF`] bytes.
pub fn write_proof(proof: &Proof) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(PROOF);
    write_g1(&mut bytes, &proof.a);
    write_g2(&mut bytes, &proof.b);
    write_g1(&mut bytes, &proof.c);
    bytes
}

/// [`PROOF`] bytes. Points are not checked.
///
/// # Errors
/// As those of [`read_g1`].
pub fn read_proof(bytes: &[u8]) -> Result<Proof, Error> {
    let mut reader = Reader::new(Kind::Key, "proof", bytes);
    reader.has(1, PROOF)?;
    Ok(Proof {
        a: g1(&mut reader)?,
        b: g2(&mut reader)?,
        c: g1(&mut reader)?,
    })
}

/// α, β, γ, δ, and a point for the one and each public value.
pub fn write_verifying_key(key: &VerifyingKey) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(3 * G2 + (key.inputs.len() + 1) * G1);
    write_g1(&mut bytes, &key.alpha);
    [&key.beta, &key.gamma, &key.delta]
        .iter()
        .for_each(|point| write_g2(&mut bytes, point));
    key.inputs
        .iter()
        .for_each(|point| write_g1(&mut bytes, point));
    bytes
}

/// The same. Points are not checked: [`VerifyingKey::check`].
///
/// # Errors
/// As those of [`read_g1`].
pub fn read_verifying_key(bytes: &[u8]) -> Result<VerifyingKey, Error> {
    let mut reader = Reader::new(Kind::Key, "verification key", bytes);
    let (alpha, beta) = (g1(&mut reader)?, g2(&mut reader)?);
    let (gamma, delta) = (g2(&mut reader)?, g2(&mut reader)?);
    let inputs = reader.len() / G1;
    Ok(VerifyingKey {
        alpha,
        beta,
        gamma,
        delta,
        inputs: reader.all(inputs, G1, g1)?,
    })
}
