//! The same proof by this project's transforms and sums, on the fastest of its kernels that the build has the
//! instructions for and that is right on the engine. Roots are prepared with the key. The points of the key stay
//! arkworks', and each sum takes them over anew.

use std::cell::RefCell;
use std::marker::PhantomData;

use fqmul::field::{Element, Modulus, bn254};
use fqmul::kernel::{Kernel, Lanewise};
use fqmul::work::msm::{Curve, G1, G2, Point, msm_of_residues};
use fqmul::work::ntt::{Butterflies, Coset, MOST_LAYERS, Transform, TransformError};
use fqmul::work::packed::Packed;

use crate::key::Key;
use crate::reduction::evaluations;
use crate::sections::{Refused, refuse};
use arkworks::ark_bn254::{Bn254, Fq, Fq2, Fr, G1Projective, G2Projective};
use arkworks::ark_ec::short_weierstrass::{Affine, Projective, SWCurveConfig};
use arkworks::ark_ec::{AffineRepr, CurveGroup};
use arkworks::ark_ff::{BigInt, FftField, Fp, FpConfig, PrimeField, Zero};
use arkworks::ark_groth16::Proof;

/// A scalar as sums take it: canonical.
pub type Value = Element<bn254::Fr>;

/// The element that it is.
pub fn element(value: &Value) -> Fr {
    Fr::from_bigint(BigInt::new(*value.integer())).expect("it is below the order")
}

/// The transforms and sums of one kernel, and what its transforms need, made once for a key.
pub struct Prover(Box<dyn Batches>);

impl Prover {
    /// On the fastest kernel of this build that is right on this engine.
    ///
    /// # Errors
    /// Where the circuit is larger than transforms are made for.
    pub fn new(key: &Key) -> Result<Self, Refused> {
        let size = key.proving.h_query.len();
        let layers = size.ilog2();
        if !(1..=MOST_LAYERS).contains(&layers) {
            refuse!("the key is for {size} rows; there are transforms of 2 to 2^{MOST_LAYERS}");
        }
        fastest(layers).map(Self).map_err(refused)
    }

    /// The id of the kernel.
    pub fn kernel(&self) -> &'static str {
        self.0.kernel()
    }

    /// As ark-groth16's prover does it.
    pub fn prove(
        &self,
        key: &Key,
        witness: &[Fr],
        r: &Fr,
        s: &Fr,
    ) -> Result<Proof<Bn254>, Refused> {
        let quotient = self.quotient(key, witness)?;
        let scalars = numbers(witness);
        let [h, l, a, b] = self.0.sums_in_g1(key, &scalars, &quotient);
        let b_in_g2 = self.0.sum_in_g2(key, &scalars);

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
    pub fn quotient(&self, key: &Key, witness: &[Fr]) -> Result<Vec<Value>, Refused> {
        self.0.quotient(key, witness)
    }

    /// H, C, A and B, of the same scalars, which become canonical first.
    pub fn g1(&self, key: &Key, witness: &[Fr], quotient: &[Value]) -> [G1Projective; 4] {
        self.0.sums_in_g1(key, &numbers(witness), quotient)
    }

    /// The sum in G2, likewise.
    pub fn g2(&self, key: &Key, witness: &[Fr]) -> G2Projective {
        self.0.sum_in_g2(key, &numbers(witness))
    }
}

/// Transforms of 2^layers values and sums on fma-pair, or on simd where the engine rounds twice.
#[cfg(target_feature = "relaxed-simd")]
fn fastest(layers: u32) -> Made {
    use fqmul::fma::{FmaPair, FmaSop, Fused, IfFused, if_fused};

    struct Pairs(u32);

    impl IfFused for Pairs {
        type Output = Made;

        fn run<F: Fused>(self) -> Self::Output {
            // One reduction for a sum of products, as those in G2 are.
            OnKernel::<FmaPair<_, F>, FmaSop<_, F>>::boxed("fma-pair", self.0)
        }
    }

    if_fused(Pairs(layers)).unwrap_or_else(|_| on_simd(layers))
}

#[cfg(all(target_feature = "simd128", not(target_feature = "relaxed-simd")))]
use on_simd as fastest;

#[cfg(target_feature = "simd128")]
fn on_simd(layers: u32) -> Made {
    use fqmul::simd_mul::Simd;

    OnKernel::<Simd<_>, Simd<_>>::boxed("simd", layers)
}

#[cfg(not(target_feature = "simd128"))]
fn fastest(layers: u32) -> Made {
    use fqmul::limbs29::{Limbs29, Limbs29Sop};

    // One reduction for a sum of products, as those in G2 are.
    OnKernel::<Limbs29<_>, Limbs29Sop<_>>::boxed("limbs29", layers)
}

/// Transforms and sums of a kernel, or why there are none.
type Made = Result<Box<dyn Batches>, TransformError>;

fn refused(error: TransformError) -> Refused {
    Refused(error.to_string())
}

/// What a proof takes most of its time for, with the kernel's type erased.
trait Batches {
    /// The id of the kernel.
    fn kernel(&self) -> &'static str;

    /// The values of the quotient, in the order of the points H.
    fn quotient(&self, key: &Key, witness: &[Fr]) -> Result<Vec<Value>, Refused>;

    /// H, C, A and B.
    fn sums_in_g1(&self, key: &Key, scalars: &[Value], quotient: &[Value]) -> [G1Projective; 4];

    /// B in G2.
    fn sum_in_g2(&self, key: &Key, scalars: &[Value]) -> G2Projective;
}

/// Transforms on the kernel S, sums on the kernel C.
struct OnKernel<S: Butterflies, C> {
    id: &'static str,
    domain: RefCell<Domain<S>>,
    coordinates: PhantomData<C>,
}

struct Domain<S: Butterflies> {
    transform: Transform<S>,
    /// The other half of the roots of twice the order.
    coset: Coset<S>,
}

impl<S, C> OnKernel<S, C>
where
    S: Butterflies<Modulus = bn254::Fr>,
    C: Lanewise<Modulus = bn254::Fq>,
{
    fn boxed(id: &'static str, layers: u32) -> Made {
        let transform = Transform::new(layers)?;
        let root = Fr::get_root_of_unity(2 << layers).expect("the field has 2^28");
        let coset = transform.coset(number(&root))?;
        Ok(Box::new(Self {
            id,
            domain: RefCell::new(Domain { transform, coset }),
            coordinates: PhantomData,
        }))
    }
}

impl<S, C> Batches for OnKernel<S, C>
where
    S: Butterflies<Modulus = bn254::Fr>,
    C: Lanewise<Modulus = bn254::Fq>,
{
    fn kernel(&self) -> &'static str {
        self.id
    }

    fn quotient(&self, key: &Key, witness: &[Fr]) -> Result<Vec<Value>, Refused> {
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
        let [mut a, mut b] = values.map(|values| packed::<S>(&values));
        let mut c: Vec<_> = a.iter().zip(&b).map(|(a, b)| S::mul(a, b)).collect();
        let Domain { transform, coset } = &mut *self.domain.borrow_mut();
        for values in [&mut a, &mut b, &mut c] {
            transform.inverse(values).map_err(refused)?;
            transform.forward_on(coset, values).map_err(refused)?;
        }
        let lanes = |((a, b), c): ((&S::Packed, &S::Packed), &S::Packed)| {
            let value = S::sub(&S::mul(a, b), c);
            S::store(&value).into_iter().take(S::LANES)
        };
        Ok(a.iter().zip(&b).zip(&c).flat_map(lanes).collect())
    }

    fn sums_in_g1(&self, key: &Key, scalars: &[Value], quotient: &[Value]) -> [G1Projective; 4] {
        let (points, rest) = (&key.proving, &scalars[1..]);
        [
            (&points.h_query[..], quotient),
            (&points.l_query, &scalars[key.shape.inputs..]),
            (&points.a_query[1..], rest),
            (&points.b_g1_query[1..], rest),
        ]
        .map(|(points, scalars)| sum::<_, G1<C>>(points, scalars, residue, of_number))
    }

    fn sum_in_g2(&self, key: &Key, scalars: &[Value]) -> G2Projective {
        let residues = |Fq2 { c0, c1, .. }| [c0, c1].map(residue);
        let of_numbers = |parts: [_; 2]| {
            let [c0, c1] = parts.map(of_number);
            Fq2::new(c0, c1)
        };
        let points = &key.proving.b_g2_query[1..];
        sum::<_, G2<C>>(points, &scalars[1..], residues, of_numbers)
    }
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
fn packed<S: Kernel<Modulus = bn254::Fr>>(values: &[Fr]) -> Vec<S::Packed> {
    let residues: Vec<_> = values.iter().map(|value| residue(*value)).collect();
    residues
        .chunks(S::LANES)
        .map(|lanes| Packed::<S>::load_residues(lanes).0)
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
