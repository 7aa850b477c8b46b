//! Sums and transforms, with the kernel's type erased.

use crate::error::{Error, with_room};
use crate::points::Residue;
use crate::quotient::Polynomial;
use ark_ec::short_weierstrass::{Affine, Projective, SWCurveConfig};
use ark_ff::{BigInt, PrimeField, Zero};
use fqmul::arkworks::bn254::{Fq, Fq2, Fr, G1Config, G2Config};
use fqmul::field::{Element, bn254};
use fqmul::kernel::{Lanewise, MAX_LANES};
use fqmul::work::coordinate::Coordinate;
use fqmul::work::curves::{Curve, G1, G2, Point};
use fqmul::work::msm::msm_of_residues;
use fqmul::work::ntt::{Butterflies, MOST_LAYERS, OtherHalf, TransformError};
use fqmul::work::packed::Packed;
use fqmul::work::quadratic::Quadratic;
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

    /// Transforms of so many values.
    fn transforms(&self, rows: usize) -> Result<Box<dyn Transforms>, Error>;
}

/// Elements, one after the other.
pub type Elements<'a> = Box<dyn Iterator<Item = Result<Fr, Error>> + 'a>;

/// Transforms of one size.
pub trait Transforms {
    /// Of three polynomials, whose values on the roots of unity `on_roots` gives, a·b - c on the other half of the roots
    /// of twice the order.
    fn quotient<'a>(
        &mut self,
        on_roots: &dyn Fn(Polynomial) -> Elements<'a>,
    ) -> Result<Vec<Value>, Error>;
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
        sum::<_, G1, Packed<C>>(points, scalars, element)
    }

    fn sum_in_g2(&self, points: &[Point<[Residue; 2]>], scalars: &[Value]) -> Projective<G2Config> {
        sum::<_, G2, Quadratic<C>>(points, scalars, |parts| {
            let [c0, c1] = parts.map(element);
            Fq2::new(c0, c1)
        })
    }

    fn transforms(&self, rows: usize) -> Result<Box<dyn Transforms>, Error> {
        let layers = rows.checked_ilog2().unwrap_or(0);
        if !rows.is_power_of_two() || !(1..=MOST_LAYERS).contains(&layers) {
            return Err(Error::Key(format!(
                "the key is for {rows} rows; there are transforms of 2 to 2^{MOST_LAYERS}"
            )));
        }
        match OtherHalf::<S>::new(layers) {
            Ok(half) => Ok(Box::new(half)),
            Err(error) => Err(refused(error)),
        }
    }
}

fn sum<P, C, X>(
    points: &[Point<C::Element>],
    scalars: &[Value],
    element: fn(C::Element) -> P::BaseField,
) -> Projective<P>
where
    P: SWCurveConfig,
    C: Curve<Scalar = bn254::Fr>,
    X: Coordinate<Element = C::Element>,
{
    let sum = msm_of_residues::<C, X>(points, scalars);
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

impl<S: Butterflies<Modulus = bn254::Fr>> Transforms for OtherHalf<S> {
    fn quotient<'a>(
        &mut self,
        on_roots: &dyn Fn(Polynomial) -> Elements<'a>,
    ) -> Result<Vec<Value>, Error> {
        let mut on_coset = |polynomial| {
            let mut values = packed::<S>(on_roots(polynomial), self.size())?;
            self.reversed(&mut values).map_err(refused)?;
            Ok::<_, Error>(values)
        };
        // Two of the three are there at the same time.
        let mut quotient = on_coset(Polynomial::A)?;
        for (a, b) in quotient.iter_mut().zip(on_coset(Polynomial::B)?) {
            *a = S::mul(a, &b);
        }
        for (product, c) in quotient.iter_mut().zip(on_coset(Polynomial::C)?) {
            *product = S::sub(product, &c);
        }
        let mut values = with_room(self.size())?;
        for lanes in &quotient {
            values.extend(S::store(lanes).into_iter().take(S::LANES));
        }
        values[1..].reverse();
        Ok(values)
    }
}

fn packed<S: Butterflies<Modulus = bn254::Fr>>(
    mut elements: Elements,
    count: usize,
) -> Result<Vec<S::Packed>, Error> {
    let mut packed = with_room(count / S::LANES)?;
    for _ in 0..count / S::LANES {
        let mut lanes = [Value::ZERO; MAX_LANES];
        for lane in &mut lanes[..S::LANES] {
            let element = elements.next().transpose()?.unwrap_or_default();
            *lane = Element::new(element.0.0).expect("it is below the order");
        }
        packed.push(Packed::<S>::load_residues(&lanes[..S::LANES]).0);
    }
    Ok(packed)
}

fn refused(error: TransformError) -> Error {
    Error::Key(error.to_string())
}
