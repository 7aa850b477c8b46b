//! The same proof by this project's transforms and sums, on one of its kernels: the one for the instructions that the
//! build has. Roots are prepared with the key. The points of the key stay arkworks', and each sum takes them over anew.

use std::cell::RefCell;

use fqmul::field::{Element, Modulus, bn254};
use fqmul::kernel::Kernel;
use fqmul::work::msm::{Curve, G1, G2, Point, msm_of_residues};
use fqmul::work::ntt::{Coset, MOST_LAYERS, Transform};
use fqmul::work::packed::Packed;

use crate::key::Key;
use crate::reduction::evaluations;
use crate::sections::{Refused, refuse};
use arkworks::ark_bn254::{Bn254, Fq, Fq2, Fr, G1Projective, G2Projective};
use arkworks::ark_ec::short_weierstrass::{Affine, Projective, SWCurveConfig};
use arkworks::ark_ec::{AffineRepr, CurveGroup};
use arkworks::ark_ff::{BigInt, FftField, Fp, FpConfig, PrimeField, Zero};
use arkworks::ark_groth16::Proof;

mod kernels {
    use super::bn254::{Fq, Fr};
    #[cfg(target_feature = "relaxed-simd")]
    use fqmul::fma::{FmaPair as OfScalars, FmaSop as OfCoordinates};
    #[cfg(not(target_feature = "relaxed-simd"))]
    use fqmul::limbs29::{Limbs29 as OfScalars, Limbs29Sop as OfCoordinates};

    pub type Scalars = OfScalars<Fr>;
    /// One reduction for a sum of products, as those in G2 are.
    pub type Coordinates = OfCoordinates<Fq>;
}
use kernels::{Coordinates, Scalars};

type Lanes = <Scalars as Kernel>::Packed;

/// A scalar as sums take it: canonical.
pub type Value = Element<bn254::Fr>;

/// The element that it is.
pub fn element(value: &Value) -> Fr {
    Fr::from_bigint(BigInt::new(*value.integer())).expect("it is below the order")
}

/// What transforms need, made once for a key.
pub struct Prover(RefCell<Domain>);

struct Domain {
    transform: Transform<Scalars>,
    /// The other half of the roots of twice the order.
    coset: Coset<Scalars>,
}

impl Prover {
    /// # Errors
    /// Where the circuit is larger than transforms are made for.
    pub fn new(key: &Key) -> Result<Self, Refused> {
        let size = key.proving.h_query.len();
        let layers = size.ilog2();
        if !(1..=MOST_LAYERS).contains(&layers) {
            refuse!("the key is for {size} rows; there are transforms of 2 to 2^{MOST_LAYERS}");
        }
        let transform = Transform::new(layers);
        let root = Fr::get_root_of_unity(2 * size as u64).expect("the field has 2^28");
        let coset = transform.coset(number(&root));
        Ok(Self(RefCell::new(Domain { transform, coset })))
    }

    /// As ark-groth16's prover does it.
    pub fn prove(&self, key: &Key, witness: &[Fr], r: Fr, s: Fr) -> Result<Proof<Bn254>, Refused> {
        let quotient = self.quotient(key, witness)?;
        let scalars = numbers(witness);
        let [h, l, a, b] = sums_in_g1(key, &scalars, &quotient);
        let b_in_g2 = sum_in_g2(key, &scalars);

        let points = &key.proving;
        let a = a + points.a_query[0] + points.vk.alpha_g1 + points.delta_g1 * r;
        let b = b + points.b_g1_query[0] + points.beta_g1 + points.delta_g1 * s;
        let b_in_g2 = b_in_g2 + points.b_g2_query[0] + points.vk.beta_g2 + points.vk.delta_g2 * s;
        let c = a * s + b * r - points.delta_g1 * (r * s) + l + h;
        Ok(Proof {
            a: a.into_affine(),
            b: b_in_g2.into_affine(),
            c: c.into_affine(),
        })
    }

    /// The values stay in the kernel's format from the first transform to the last.
    #[allow(clippy::unnecessary_wraps)]
    pub fn quotient(&self, key: &Key, witness: &[Fr]) -> Result<Vec<Value>, Refused> {
        let Key {
            matrices, shape, ..
        } = key;
        let (inputs, constraints) = (shape.inputs, shape.constraints);
        let values = evaluations(
            matrices,
            inputs,
            constraints,
            witness,
            key.proving.h_query.len(),
        );
        let [mut a, mut b] = values.map(|values| packed(&values));
        let mut c: Vec<_> = a.iter().zip(&b).map(|(a, b)| Scalars::mul(a, b)).collect();
        let Domain { transform, coset } = &mut *self.0.borrow_mut();
        for values in [&mut a, &mut b, &mut c] {
            transform.inverse(values);
            transform.forward_on(coset, values);
        }
        let lanes = |((a, b), c): ((&Lanes, &Lanes), &Lanes)| {
            let value = Scalars::sub(&Scalars::mul(a, b), c);
            Scalars::store(&value).into_iter().take(Scalars::LANES)
        };
        Ok(a.iter().zip(&b).zip(&c).flat_map(lanes).collect())
    }

    /// H, C, A and B, of the same scalars, which become canonical first.
    pub fn g1(&self, key: &Key, witness: &[Fr], quotient: &[Value]) -> [G1Projective; 4] {
        sums_in_g1(key, &numbers(witness), quotient)
    }

    /// The sum in G2, likewise.
    pub fn g2(&self, key: &Key, witness: &[Fr]) -> G2Projective {
        sum_in_g2(key, &numbers(witness))
    }
}

fn sums_in_g1(key: &Key, scalars: &[Value], quotient: &[Value]) -> [G1Projective; 4] {
    let (points, rest) = (&key.proving, &scalars[1..]);
    [
        (&points.h_query[..], quotient),
        (&points.l_query, &scalars[key.shape.inputs..]),
        (&points.a_query[1..], rest),
        (&points.b_g1_query[1..], rest),
    ]
    .map(|(points, scalars)| sum::<_, G1<Coordinates>>(points, scalars, residue, of_number))
}

fn sum_in_g2(key: &Key, scalars: &[Value]) -> G2Projective {
    let residues = |Fq2 { c0, c1, .. }| [c0, c1].map(residue);
    let of_numbers = |parts: [_; 2]| {
        let [c0, c1] = parts.map(of_number);
        Fq2::new(c0, c1)
    };
    let points = &key.proving.b_g2_query[1..];
    sum::<_, G2<Coordinates>>(points, &scalars[1..], residues, of_numbers)
}

/// Σ `scalars[i]`·`points[i]`. A coordinate goes in as its residue, and comes out canonical.
fn sum<P: SWCurveConfig, C: Curve>(
    points: &[Affine<P>],
    scalars: &[Value],
    residue: fn(P::BaseField) -> C::Element,
    of_number: fn(C::Element) -> P::BaseField,
) -> Projective<P> {
    let residues = |point: &Affine<P>| match point.xy() {
        Some((x, y)) => Point {
            x: residue(x),
            y: residue(y),
        },
        None => Point::INFINITY,
    };
    let points: Vec<_> = points.iter().map(residues).collect();
    let sum = msm_of_residues::<C>(&points, scalars);
    if sum == Point::INFINITY {
        Projective::zero()
    } else {
        Affine::new_unchecked(of_number(sum.x), of_number(sum.y)).into()
    }
}

/// The scalars that make a polynomial's values, as lanes.
fn packed(values: &[Fr]) -> Vec<Lanes> {
    let residues: Vec<_> = values.iter().map(|value| residue(*value)).collect();
    residues
        .chunks(Scalars::LANES)
        .map(|lanes| Packed::<Scalars>::load_residues(lanes).0)
        .collect()
}

fn numbers(scalars: &[Fr]) -> Vec<Value> {
    scalars.iter().map(number).collect()
}

fn number(scalar: &Fr) -> Value {
    Element::new(scalar.into_bigint().0).expect("it is below the order")
}

fn of_number(number: Element<bn254::Fq>) -> Fq {
    Fq::from_bigint(BigInt::new(*number.integer())).expect("it is below the prime")
}

/// The integer as which arkworks keeps an element.
fn residue<P: FpConfig<4>, M: Modulus>(element: Fp<P, 4>) -> Element<M> {
    Element::new(element.0.0).expect("it is below the prime")
}
