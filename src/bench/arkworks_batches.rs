//! arkworks' sums and transforms over other curves and fields than BN254's, of operands as bytes: what those of this
//! crate's kernels are timed beside.

use super::error::{self, InputError};
use super::timed::{TimedBytes, TimedMsm};
use ark_ec::short_weierstrass::{Affine, Projective, SWCurveConfig};
use ark_ec::{AffineRepr, CurveGroup, VariableBaseMSM};
use ark_ff::{BigInteger, PrimeField};
use ark_poly::{EvaluationDomain, Radix2EvaluationDomain};

struct Operands<P: SWCurveConfig> {
    points: Vec<Affine<P>>,
    scalars: Vec<P::ScalarField>,
}

impl<P: SWCurveConfig<BaseField: PrimeField>> TimedMsm for Operands<P> {
    fn sum(&self) -> Vec<u8> {
        let sum = Projective::<P>::msm(&self.points, &self.scalars).expect("as many of both");
        match sum.into_affine().xy() {
            Some((x, y)) => [bytes(&x), bytes(&y)].concat(),
            None => vec![0; 2 * size_of::<P::BaseField>()],
        }
    }
}

fn bytes(x: &impl PrimeField) -> Vec<u8> {
    x.into_bigint().to_bytes_le()
}

fn elements<F: PrimeField>(given: &[u8]) -> impl Iterator<Item = F> {
    given.chunks(size_of::<F>()).map(F::from_le_bytes_mod_order)
}

fn operands<P: SWCurveConfig<BaseField: PrimeField>>(
    points: &[u8],
    scalars: &[u8],
) -> Box<dyn TimedMsm> {
    let coordinates: Vec<_> = elements(points).collect();
    let points = coordinates.chunks_exact(2);
    Box::new(Operands::<P> {
        points: points
            .map(|xy| Affine::new_unchecked(xy[0], xy[1]))
            .collect(),
        scalars: elements(scalars).collect(),
    })
}

struct Values<F: PrimeField> {
    domain: Radix2EvaluationDomain<F>,
    values: Vec<F>,
}

impl<F: PrimeField> TimedBytes for Values<F> {
    fn forward(&mut self) {
        self.domain.fft_in_place(&mut self.values);
    }

    fn values(&self) -> Vec<u8> {
        self.values.iter().flat_map(bytes).collect()
    }
}

fn values<F: PrimeField>(values: &[u8]) -> Box<dyn TimedBytes> {
    let values: Vec<F> = elements(values).collect();
    let domain = EvaluationDomain::new(values.len()).expect("a power of two that has a root");
    Box::new(Values { domain, values })
}

/// Takes points and scalars as bytes.
type Sum = fn(&[u8], &[u8]) -> Box<dyn TimedMsm>;

/// Takes values as bytes.
type Transformed = fn(&[u8]) -> Box<dyn TimedBytes>;

/// The curves, by the ids that they have in [`curve_sums`](super::curve_sums).
static CURVES: &[(&str, Sum)] = &[
    ("bls12-381-g1", operands::<ark_bls12_381::g1::Config>),
    ("pallas", operands::<ark_pallas::PallasConfig>),
];

/// The fields, by the ids that they have in [`field_transforms`](super::field_transforms).
static FIELDS: &[(&str, Transformed)] = &[("bls12-381-fr", values::<ark_bls12_381::Fr>)];

/// The sum of as many points and scalars, canonical and little-endian, over a curve.
///
/// # Errors
/// [`InputError::UnknownCurve`].
pub fn sum(curve: &str, points: &[u8], scalars: &[u8]) -> Result<Box<dyn TimedMsm>, InputError> {
    match CURVES.iter().find(|(id, _)| *id == curve) {
        Some((_, make)) => Ok(make(points, scalars)),
        None => Err(InputError::UnknownCurve {
            given: curve.into(),
            known: error::ids(CURVES),
        }),
    }
}

/// The transform of values of 32 bytes, canonical and little-endian, a power of two of them, over a field.
///
/// # Errors
/// [`InputError::UnknownField`].
pub fn transform(field: &str, values: &[u8]) -> Result<Box<dyn TimedBytes>, InputError> {
    match FIELDS.iter().find(|(id, _)| *id == field) {
        Some((_, make)) => Ok(make(values)),
        None => Err(InputError::UnknownField {
            given: field.into(),
            known: error::ids(FIELDS),
        }),
    }
}
