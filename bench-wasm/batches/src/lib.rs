//! MSM and NTT over BN254 by other crates, for rows beside this project's own: one source, in wasm and natively,
//! generic over the crate whose [`Algorithms`] they are.
//!
//! Points are affine, 64 bytes, x and y little-endian and canonical, infinity being 64 zero bytes; scalars and
//! values are 32 bytes, likewise. Operands are read once, into arkworks' form; what is timed begins and ends there.

mod arkworks;
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
mod exports;
mod taceo;

pub use arkworks::Arkworks;
pub use taceo::Taceo;

use ark_bn254::{Fq, Fr, G1Affine, G1Projective};
use ark_ec::{AffineRepr, CurveGroup};
use ark_ff::{BigInteger, PrimeField};
use std::marker::PhantomData;

/// The sums and the transforms of a crate.
pub trait Algorithms {
    /// What it keeps for transforms of one size.
    type Domain;

    /// The sum of all scalar times point, as many of both.
    fn sum(points: &[G1Affine], scalars: &[Fr]) -> G1Projective;

    /// A power of two, at most 2^28.
    fn domain(size: usize) -> Self::Domain;

    /// In place, in natural order.
    fn forward(domain: &Self::Domain, values: &mut Vec<Fr>);
}

/// Bytes of an element.
const ELEMENT: usize = 32;
/// Bytes of an affine point.
const POINT: usize = 2 * ELEMENT;

/// Operands of a sum.
pub struct Sum<A> {
    points: Vec<G1Affine>,
    scalars: Vec<Fr>,
    algorithms: PhantomData<A>,
}

impl<A: Algorithms> Sum<A> {
    /// The points and the scalars, as many of both.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn new(points: &[u8], scalars: &[u8]) -> Result<Self, String> {
        if points.len() != 2 * scalars.len() {
            let (points, scalars) = (points.len() / POINT, scalars.len() / ELEMENT);
            return Err(format!("{points} points and {scalars} scalars"));
        }
        let points = points.chunks(POINT).map(point);
        let scalars = scalars.chunks(ELEMENT).map(element);
        Ok(Self {
            points: points.collect::<Result<_, _>>()?,
            scalars: scalars.collect::<Result<_, _>>()?,
            algorithms: PhantomData,
        })
    }

    /// The sum of all scalar times point, 64 bytes.
    #[must_use]
    pub fn sum(&self) -> Vec<u8> {
        let sum = A::sum(&self.points, &self.scalars).into_affine();
        match sum.xy() {
            Some((x, y)) => [bytes(&x), bytes(&y)].concat(),
            None => vec![0; POINT],
        }
    }
}

/// Values that are transformed in place.
pub struct Transform<A: Algorithms> {
    domain: A::Domain,
    values: Vec<Fr>,
}

impl<A: Algorithms> Transform<A> {
    /// As many values as a power of two, at most 2^28.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn new(values: &[u8]) -> Result<Self, String> {
        let values: Vec<Fr> = values
            .chunks(ELEMENT)
            .map(element)
            .collect::<Result<_, _>>()?;
        if !values.len().is_power_of_two() {
            return Err(format!("{} values are no power of two", values.len()));
        }
        let domain = A::domain(values.len());
        Ok(Self { domain, values })
    }

    /// values\[k\] becomes Σ values\[i\]·w^(i·k), in natural order, w being arkworks' root of that order.
    pub fn forward(&mut self) {
        A::forward(&self.domain, &mut self.values);
    }

    /// The values as they are now, 32 bytes each.
    #[must_use]
    pub fn values(&self) -> Vec<u8> {
        self.values.iter().flat_map(bytes).collect()
    }
}

fn point(given: &[u8]) -> Result<G1Affine, String> {
    if given.iter().all(|&byte| byte == 0) {
        return Ok(G1Affine::zero());
    }
    if given.len() != POINT {
        return Err(format!("a point of {} bytes", given.len()));
    }
    let (x, y): (Fq, Fq) = (element(&given[..ELEMENT])?, element(&given[ELEMENT..])?);
    let point = G1Affine::new_unchecked(x, y);
    if point.is_on_curve() {
        Ok(point)
    } else {
        Err("a point is not on its curve".into())
    }
}

fn element<F: PrimeField>(given: &[u8]) -> Result<F, String> {
    if given.len() != ELEMENT {
        return Err(format!("an element of {} bytes", given.len()));
    }
    let element = F::from_le_bytes_mod_order(given);
    if bytes(&element) == given {
        Ok(element)
    } else {
        Err("an element is not below its prime".into())
    }
}

fn bytes<F: PrimeField>(element: &F) -> Vec<u8> {
    element.into_bigint().to_bytes_le()
}
