//! Sums of multiples of arkworks' points on lanes: [`work::msm`](crate::work::msm) between arkworks' types.

use super::lanes::{Lanes, OnLanes, on_lanes};
use crate::field::{Element, Modulus};
use crate::work::coordinate::{Canonical, Coordinate};
use crate::work::curves::{Curve, Point};
use crate::work::msm::msm_of_residues;
use alloc::vec::Vec;
use ark_ec::short_weierstrass::{Affine, Projective, SWCurveConfig};
use ark_ec::{AffineRepr, VariableBaseMSM};
use ark_ff::{AdditiveGroup, BigInt, Field, PrimeField};
use core::marker::PhantomData;

/// Below so many points arkworks' own sum is faster.
const FEWEST: usize = 32;

/// As many points as are summed up at once: a limit of [`msm_of_residues`], and of memory.
const AT_ONCE: usize = 1 << 25;

/// A field of arkworks in which a curve of this crate has its coordinates.
pub trait CoordinateField: Field {
    /// A coordinate: as a residue with R = 2^256, or canonical.
    type Element: Canonical;
    /// Coordinates on lanes.
    type On<L: Lanes>: Coordinate<Element = Self::Element>;

    /// The residues.
    fn residue(&self) -> Self::Element;

    /// The element of canonical coordinates.
    fn of_canonical(coordinate: Self::Element) -> Self;
}

/// The residue of an element of arkworks' Montgomery form.
pub fn residue<M: Modulus>(x: BigInt<4>) -> Element<M> {
    Element::new(x.0).expect("a residue is below the prime")
}

/// Σ `scalars[i]`·`bases[i]` as [`SWCurveConfig::msm`] has it, of points of C's group.
pub fn msm<P, C>(bases: &[Affine<P>], scalars: &[P::ScalarField]) -> Result<Projective<P>, usize>
where
    P: SWCurveConfig<
            BaseField: CoordinateField<Element = C::Element>,
            ScalarField: PrimeField<BigInt = BigInt<4>>,
        >,
    C: Curve,
{
    if bases.len() != scalars.len() {
        return Err(bases.len().min(scalars.len()));
    }
    if bases.len() < FEWEST {
        return Ok(VariableBaseMSM::msm_unchecked(bases, scalars));
    }
    let chunks = bases.chunks(AT_ONCE).zip(scalars.chunks(AT_ONCE));
    Ok(chunks.fold(Projective::ZERO, |sum, (bases, scalars)| {
        let some = Sum::<P, C> {
            bases,
            scalars: scalars
                .iter()
                .map(|scalar| residue(scalar.into_bigint()))
                .collect(),
            curve: PhantomData,
        };
        sum + on_lanes(some)
    }))
}

struct Sum<'a, P: SWCurveConfig, C: Curve> {
    bases: &'a [Affine<P>],
    scalars: Vec<Element<C::Scalar>>,
    curve: PhantomData<C>,
}

impl<P, C> OnLanes for Sum<'_, P, C>
where
    P: SWCurveConfig<BaseField: CoordinateField<Element = C::Element>>,
    C: Curve,
{
    type Output = Affine<P>;

    fn run<L: Lanes>(self) -> Affine<P> {
        let points: Vec<_> = self
            .bases
            .iter()
            .map(|base| match base.xy() {
                Some((x, y)) => Point {
                    x: x.residue(),
                    y: y.residue(),
                },
                None => Point::INFINITY,
            })
            .collect();
        let sum =
            msm_of_residues::<C, <P::BaseField as CoordinateField>::On<L>>(&points, &self.scalars);
        if sum == Point::INFINITY {
            return Affine::identity();
        }
        let [x, y] = [sum.x, sum.y].map(P::BaseField::of_canonical);
        Affine::new_unchecked(x, y)
    }
}
