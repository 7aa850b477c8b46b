//! Sums of multiples of arkworks' points on lanes: [`work::msm`](crate::work::msm) between arkworks' types.

use super::LaneField;
use super::lanes::{Lanes, OnLanes, on_lanes};
use crate::field::{Element, Modulus};
use crate::work::coordinate::{Canonical, Coordinate};
use crate::work::curves::{Curve, Point};
use crate::work::msm::msm_of_residues;
use crate::work::packed::Packed;
use alloc::vec::Vec;
use ark_ec::short_weierstrass::{Affine, Projective, SWCurveConfig};
use ark_ec::{AffineRepr, VariableBaseMSM};
use ark_ff::{AdditiveGroup, BigInt, BigInteger, Field, Fp, MontBackend, PrimeField};
use core::borrow::Borrow;
use core::marker::PhantomData;

/// Below so many points arkworks' own sum is faster.
const FEWEST: usize = 32;

/// As many points as are summed up at once: a limit of [`msm_of_residues`], and of memory.
const AT_ONCE: usize = 1 << 25;

/// A field of arkworks in which a curve of this crate has its coordinates.
pub trait CoordinateField: Field {
    /// A coordinate: as a residue with R = 2^(64·N), of N words, or canonical.
    type Element: Canonical;
    /// Coordinates on lanes.
    type On<L: Lanes>: Coordinate<Element = Self::Element>;

    /// The residues.
    fn residue(&self) -> Self::Element;

    /// The element of canonical coordinates.
    fn of_canonical(coordinate: Self::Element) -> Self;
}

/// A prime field of so many words, on such kernels.
macro_rules! coordinate_field {
    ($words:literal, $sums:ident) => {
        impl<C: LaneField<$words>> CoordinateField for Fp<MontBackend<C, $words>, $words> {
            type Element = Element<C::Modulus, $words>;
            type On<L: Lanes> = Packed<L::$sums<C::Modulus>, $words>;

            fn residue(&self) -> Self::Element {
                Element::new(self.0.0).expect("a residue is below the prime")
            }

            fn of_canonical(coordinate: Self::Element) -> Self {
                let integer = BigInt::new(*coordinate.integer());
                Self::from_bigint(integer).expect("it is below the prime")
            }
        }
    };
}

coordinate_field!(4, Sums);
coordinate_field!(6, LongSums);

/// A quadratic extension by a square root of -1 of a field of so many words, on such kernels.
macro_rules! quadratic_coordinate {
    ($field:ty, $words:literal, $modulus:ty, $sums:ident) => {
        impl CoordinateField for $field {
            type Element = [Element<$modulus, $words>; 2];
            type On<L: Lanes> = Quadratic<L::$sums<$modulus>, $words>;

            fn residue(&self) -> Self::Element {
                [self.c0, self.c1].map(|part| part.residue())
            }

            fn of_canonical(coordinate: Self::Element) -> Self {
                let [c0, c1] = coordinate.map(CoordinateField::of_canonical);
                Self::new(c0, c1)
            }
        }
    };
}
pub(super) use quadratic_coordinate;

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
    let scalars: Vec<_> = scalars.iter().map(|scalar| scalar.into_bigint()).collect();
    Ok(sum::<P, C, _>(bases, &scalars))
}

/// Σ `scalars[i]`·`bases[i]` as [`VariableBaseMSM::msm_bigint`] has it, of points of C's group: of as many as there are of
/// both.
pub fn sum<P, C, B>(bases: &[B], scalars: &[BigInt<4>]) -> Projective<P>
where
    P: SWCurveConfig<
            BaseField: CoordinateField<Element = C::Element>,
            ScalarField: PrimeField<BigInt = BigInt<4>>,
        >,
    C: Curve,
    B: Borrow<Affine<P>>,
{
    let count = bases.len().min(scalars.len());
    let (bases, scalars) = (&bases[..count], &scalars[..count]);
    if count < FEWEST {
        let bases: Vec<_> = bases.iter().map(|base| *base.borrow()).collect();
        return VariableBaseMSM::msm_bigint(&bases, scalars);
    }
    let chunks = bases.chunks(AT_ONCE).zip(scalars.chunks(AT_ONCE));
    chunks.fold(Projective::ZERO, |sum, (bases, scalars)| {
        let curve = PhantomData::<(P, C)>;
        sum + on_lanes(Sum {
            bases,
            scalars,
            curve,
        })
    })
}

/// The scalar that an integer is, of any size.
fn scalar<M: Modulus>(integer: &BigInt<4>) -> Element<M> {
    let mut rest = *integer;
    loop {
        match Element::new(rest.0) {
            Some(scalar) => return scalar,
            // A few times: the order is not far below 2^256.
            None => rest.sub_with_borrow(&BigInt(M::P)),
        };
    }
}

struct Sum<'a, P, C, B> {
    bases: &'a [B],
    scalars: &'a [BigInt<4>],
    curve: PhantomData<(P, C)>,
}

impl<P, C, B> OnLanes for Sum<'_, P, C, B>
where
    P: SWCurveConfig<BaseField: CoordinateField<Element = C::Element>>,
    C: Curve,
    B: Borrow<Affine<P>>,
{
    type Output = Affine<P>;

    fn run<L: Lanes>(self) -> Affine<P> {
        let points: Vec<_> = self
            .bases
            .iter()
            .map(|base| match base.borrow().xy() {
                Some((x, y)) => Point {
                    x: x.residue(),
                    y: y.residue(),
                },
                None => Point::INFINITY,
            })
            .collect();
        let scalars: Vec<_> = self.scalars.iter().map(scalar).collect();
        let sum = msm_of_residues::<C, <P::BaseField as CoordinateField>::On<L>>(&points, &scalars);
        if sum == Point::INFINITY {
            return Affine::identity();
        }
        let [x, y] = [sum.x, sum.y].map(P::BaseField::of_canonical);
        Affine::new_unchecked(x, y)
    }
}
