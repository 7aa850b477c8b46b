//! Proofs, keys and public values as snarkjs writes them: numbers are decimal strings.

use crate::error::Error;
use crate::kernels::Value;
use crate::points::{G1Affine, G2Affine};
use crate::proof::{Proof, VerifyingKey};
use ark_ec::AffineRepr;
use ark_ec::short_weierstrass::Affine;
use ark_ff::{BigInt, One, PrimeField, Zero};
use fqmul::arkworks::bn254::{Fq, Fq2, Fr};
use fqmul::field::Element;
use serde_json::{Value as Json, json};
use std::str::FromStr;

impl Proof {
    /// As snarkjs writes it.
    pub fn to_json(&self) -> String {
        let Self { a, b, c } = self;
        json!({
            "pi_a": of_g1(a),
            "pi_b": of_g2(b),
            "pi_c": of_g1(c),
            "protocol": "groth16",
            "curve": "bn128",
        })
        .to_string()
    }

    /// As snarkjs writes it. Whether its points are on their curves, [`verify`](crate::verify) sees.
    ///
    /// # Errors
    /// [`Error::Json`]
    pub fn from_json(text: &str) -> Result<Self, Error> {
        let object = object("proof", text)?;
        let part = |name: &str| at(&object, "proof", name);
        Ok(Self {
            a: g1("pi_a", part("pi_a")?)?,
            b: g2("pi_b", part("pi_b")?)?,
            c: g1("pi_c", part("pi_c")?)?,
        })
    }
}

impl VerifyingKey {
    /// As snarkjs writes it, without `vk_alphabeta_12`, which is computed of the others.
    pub fn to_json(&self) -> String {
        let inputs: Vec<_> = self.inputs.iter().map(of_g1).collect();
        json!({
            "protocol": "groth16",
            "curve": "bn128",
            "nPublic": self.inputs.len() - 1,
            "vk_alpha_1": of_g1(&self.alpha),
            "vk_beta_2": of_g2(&self.beta),
            "vk_gamma_2": of_g2(&self.gamma),
            "vk_delta_2": of_g2(&self.delta),
            "IC": inputs,
        })
        .to_string()
    }

    /// As snarkjs writes it.
    ///
    /// # Errors
    /// [`Error::Json`]
    pub fn from_json(text: &str) -> Result<Self, Error> {
        let object = object("verification key", text)?;
        let part = |name: &str| at(&object, "verification key", name);
        let Json::Array(inputs) = part("IC")? else {
            return Err(Error::Json("IC: a list of points is needed".into()));
        };
        let key = Self {
            alpha: g1("vk_alpha_1", part("vk_alpha_1")?)?,
            beta: g2("vk_beta_2", part("vk_beta_2")?)?,
            gamma: g2("vk_gamma_2", part("vk_gamma_2")?)?,
            delta: g2("vk_delta_2", part("vk_delta_2")?)?,
            inputs: inputs
                .iter()
                .map(|point| g1("IC", point))
                .collect::<Result<_, _>>()?,
        };
        if key.inputs.is_empty() {
            return Err(Error::Json("IC: a point for the one is needed".into()));
        }
        Ok(key)
    }
}

/// Public values as snarkjs writes them.
pub fn public_to_json(values: &[Value]) -> String {
    let values: Vec<_> = values
        .iter()
        .map(|value| BigInt::new(*value.integer()).to_string())
        .collect();
    json!(values).to_string()
}

/// Public values as snarkjs writes them.
///
/// # Errors
/// [`Error::Json`] where it is no list of numbers below the order.
pub fn public_from_json(text: &str) -> Result<Vec<Value>, Error> {
    let Ok(Json::Array(values)) = serde_json::from_str(text) else {
        return Err(Error::Json("the public signals are no list".into()));
    };
    let value = |json: &Json| {
        let element: Fr = number("the public signals", json)?;
        Ok(Element::new(element.into_bigint().0).expect("it is below the order"))
    };
    values.iter().map(value).collect()
}

fn decimal<F: PrimeField>(element: F) -> String {
    element.into_bigint().to_string()
}

fn of_g1(point: &G1Affine) -> Json {
    match point.xy() {
        Some((x, y)) => json!([decimal(x), decimal(y), "1"]),
        None => json!(["0", "1", "0"]),
    }
}

fn of_g2(point: &G2Affine) -> Json {
    let parts = |Fq2 { c0, c1, .. }: Fq2| json!([decimal(c0), decimal(c1)]);
    match point.xy() {
        Some((x, y)) => json!([parts(x), parts(y), ["1", "0"]]),
        None => json!([["0", "0"], ["1", "0"], ["0", "0"]]),
    }
}

fn object(what: &str, text: &str) -> Result<serde_json::Map<String, Json>, Error> {
    match serde_json::from_str(text) {
        Ok(Json::Object(object)) => Ok(object),
        Ok(_) => Err(Error::Json(format!("the {what} is no JSON object"))),
        Err(error) => Err(Error::Json(format!("the {what} is no JSON: {error}"))),
    }
}

fn at<'a>(
    object: &'a serde_json::Map<String, Json>,
    what: &str,
    name: &str,
) -> Result<&'a Json, Error> {
    object
        .get(name)
        .ok_or_else(|| Error::Json(format!("the {what} has no {name}")))
}

/// A decimal number below the field's prime.
fn number<F: PrimeField<BigInt = BigInt<4>>>(name: &str, json: &Json) -> Result<F, Error> {
    json.as_str()
        .filter(|digits| !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit()))
        .and_then(|digits| BigInt::<4>::from_str(digits).ok())
        .and_then(F::from_bigint)
        .ok_or_else(|| {
            Error::Json(format!(
                "{name}: a decimal number below the field's prime is needed, as a string"
            ))
        })
}

/// Three coordinates, of which the last is one, or zero for the point at infinity.
fn coordinates<'a>(name: &str, json: &'a Json) -> Result<[&'a Json; 3], Error> {
    match json.as_array().map(Vec::as_slice) {
        Some([x, y, z]) => Ok([x, y, z]),
        _ => Err(Error::Json(format!("{name}: three coordinates are needed"))),
    }
}

fn g1(name: &str, json: &Json) -> Result<G1Affine, Error> {
    let [x, y, z] = coordinates(name, json)?;
    let z: Fq = number(name, z)?;
    if z.is_zero() {
        Ok(Affine::identity())
    } else if z.is_one() {
        Ok(Affine::new_unchecked(number(name, x)?, number(name, y)?))
    } else {
        Err(not_affine(name))
    }
}

fn g2(name: &str, json: &Json) -> Result<G2Affine, Error> {
    let [x, y, z] = coordinates(name, json)?;
    let parts = |json: &Json| match json.as_array().map(Vec::as_slice) {
        Some([c0, c1]) => Ok(Fq2::new(number(name, c0)?, number(name, c1)?)),
        _ => Err(Error::Json(format!(
            "{name}: coordinates of two numbers are needed"
        ))),
    };
    let z = parts(z)?;
    if z.is_zero() {
        Ok(Affine::identity())
    } else if z.is_one() {
        Ok(Affine::new_unchecked(parts(x)?, parts(y)?))
    } else {
        Err(not_affine(name))
    }
}

fn not_affine(name: &str) -> Error {
    Error::Json(format!(
        "{name}: the last coordinate has to be 1, or 0 at infinity"
    ))
}
