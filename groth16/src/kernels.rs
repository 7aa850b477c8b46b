//! Sums and transforms, with the kernel's type erased.

use crate::error::Error;
use crate::points::Residue;
use ark_ec::short_weierstrass::{Affine, Projective, SWCurveConfig};
use ark_ff::{BigInt, FftField, PrimeField, Zero};
use fqmul::arkworks::bn254::{Fq, Fq2, Fr, G1Config, G2Config};
use fqmul::field::{Element, Modulus, bn254};
use fqmul::kernel::{Lanewise, MAX_LANES};
use fqmul::work::msm::{Curve, G1, G2, Point, msm_of_residues};
use fqmul::work::ntt::{Butterflies, Coset, Transform, TransformError};
use fqmul::work::packed::Packed;
use std::marker::PhantomData;

/// A scalar as sums take it: canonical.
pub type Value = Element<bn254::Fr>;

/// What a proof takes most of its time for.
pub trait Kernels {
    /// The id of the kernel.
    fn id(&self) -> &'static str;

    /// Σ `scalars[i]`·`points[i]`: as many of both.
    fn sum_in_g1(&self, points: &[Point<Residue>], scalars: &[Value]) -> Projective<G1Config>;

    /// The same in G2.
    fn sum_in_g2(&self, points: &[Point<[Residue; 2]>], scalars: &[Value]) -> Projective<G2Config>;

    /// a·b - c, value by value.
    fn combine(&self, a: &[Value], b: &[Value], c: &[Value]) -> Vec<Value>;

    /// Transforms of 2^`layers` values.
    fn transforms(&self, layers: u32) -> Result<Box<dyn Transforms>, Error>;
}

/// Transforms of one size.
pub trait Transforms {
    /// Of a polynomial's values on the roots of unity those on the other half of the roots of twice the order.
    fn on_coset(&mut self, values: &[Fr]) -> Result<Vec<Value>, Error>;
}

/// Those of the fastest kernel of this build that is right on this engine: FMA where it rounds once.
///
/// # Errors
/// [`Error::Unfused`] where it rounds twice, and the build has no other.
#[cfg(target_feature = "relaxed-simd")]
pub fn fastest() -> Result<Box<dyn Kernels>, Error> {
    use fqmul::fma::{FmaPair, FmaSop, Fused, IfFused, if_fused};

    struct Pairs;

    impl IfFused for Pairs {
        type Output = Box<dyn Kernels>;

        fn run<F: Fused>(self) -> Self::Output {
            // One reduction for a sum of products, as those in G2 are.
            on::<FmaPair<_, F>, FmaSop<_, F>>("fma-pair")
        }
    }

    #[cfg(feature = "fallback")]
    return Ok(if_fused(Pairs).unwrap_or_else(|_| on_simd()));
    #[cfg(not(feature = "fallback"))]
    if_fused(Pairs).map_err(|_| Error::Unfused)
}

#[cfg(all(target_feature = "simd128", not(target_feature = "relaxed-simd")))]
pub fn fastest() -> Result<Box<dyn Kernels>, Error> {
    Ok(on_simd())
}

#[cfg(all(
    target_feature = "simd128",
    any(feature = "fallback", not(target_feature = "relaxed-simd"))
))]
fn on_simd() -> Box<dyn Kernels> {
    use fqmul::simd_mul::Simd;

    on::<Simd<_>, Simd<_>>("simd")
}

#[cfg(not(target_feature = "simd128"))]
pub fn fastest() -> Result<Box<dyn Kernels>, Error> {
    use fqmul::limbs29::{Limbs29, Limbs29Sop};

    // One reduction for a sum of products, as those in G2 are.
    Ok(on::<Limbs29<_>, Limbs29Sop<_>>("limbs29"))
}

/// Transforms on the kernel S, sums on the kernel C.
struct On<S, C> {
    id: &'static str,
    kernels: PhantomData<(S, C)>,
}

fn on<S, C>(id: &'static str) -> Box<dyn Kernels>
where
    S: Butterflies<Modulus = bn254::Fr> + 'static,
    C: Lanewise<Modulus = bn254::Fq> + 'static,
{
    Box::new(On::<S, C> {
        id,
        kernels: PhantomData,
    })
}

impl<S, C> Kernels for On<S, C>
where
    S: Butterflies<Modulus = bn254::Fr> + 'static,
    C: Lanewise<Modulus = bn254::Fq> + 'static,
{
    fn id(&self) -> &'static str {
        self.id
    }

    fn sum_in_g1(&self, points: &[Point<Residue>], scalars: &[Value]) -> Projective<G1Config> {
        sum::<_, G1<C>>(points, scalars, element)
    }

    fn sum_in_g2(&self, points: &[Point<[Residue; 2]>], scalars: &[Value]) -> Projective<G2Config> {
        sum::<_, G2<C>>(points, scalars, |parts| {
            let [c0, c1] = parts.map(element);
            Fq2::new(c0, c1)
        })
    }

    fn combine(&self, a: &[Value], b: &[Value], c: &[Value]) -> Vec<Value> {
        // The last values may be fewer than lanes.
        let lanes = |values: &[Value]| {
            let mut all = [Value::ZERO; MAX_LANES];
            all[..values.len()].copy_from_slice(values);
            Packed::<S>::load(&all[..S::LANES]).0
        };
        let all = a
            .chunks(S::LANES)
            .zip(b.chunks(S::LANES))
            .zip(c.chunks(S::LANES));
        all.flat_map(|((a, b), c)| {
            let value = S::sub(&S::mul(&lanes(a), &lanes(b)), &lanes(c));
            S::store(&value).into_iter().take(a.len())
        })
        .collect()
    }

    fn transforms(&self, layers: u32) -> Result<Box<dyn Transforms>, Error> {
        let transform = Transform::<S>::new(layers).map_err(refused)?;
        let root = Fr::get_root_of_unity(2 << layers).expect("the field has 2^28");
        let root = Element::new(root.into_bigint().0).expect("it is below the order");
        let coset = transform.coset(root).map_err(refused)?;
        Ok(Box::new(OnCoset { transform, coset }))
    }
}

fn sum<P: SWCurveConfig, C: Curve>(
    points: &[Point<C::Element>],
    scalars: &[Value],
    element: fn(C::Element) -> P::BaseField,
) -> Projective<P> {
    let sum = msm_of_residues::<C>(points, scalars);
    if sum == Point::INFINITY {
        Projective::zero()
    } else {
        Affine::new_unchecked(element(sum.x), element(sum.y)).into()
    }
}

/// The element of a canonical coordinate.
fn element(coordinate: Element<bn254::Fq>) -> Fq {
    Fq::from_bigint(BigInt::new(*coordinate.integer())).expect("it is below the prime")
}

struct OnCoset<S: Butterflies> {
    transform: Transform<S>,
    coset: Coset<S>,
}

impl<S: Butterflies<Modulus = bn254::Fr>> Transforms for OnCoset<S> {
    fn on_coset(&mut self, values: &[Fr]) -> Result<Vec<Value>, Error> {
        let residues: Vec<Value> = values.iter().map(residue).collect();
        let mut packed: Vec<_> = residues
            .chunks(S::LANES)
            .map(|lanes| Packed::<S>::load_residues(lanes).0)
            .collect();
        let Self { transform, coset } = self;
        transform.inverse(&mut packed).map_err(refused)?;
        transform.forward_on(coset, &mut packed).map_err(refused)?;
        Ok(packed
            .iter()
            .flat_map(|lanes| S::store(lanes).into_iter().take(S::LANES))
            .collect())
    }
}

/// The integer as which arkworks keeps an element.
fn residue<M: Modulus>(element: &Fr) -> Element<M> {
    Element::new(element.0.0).expect("it is below the prime")
}

fn refused(error: TransformError) -> Error {
    Error::Key(error.to_string())
}
