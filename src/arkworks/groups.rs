//! Groups whose sums are on lanes, whichever function of [`VariableBaseMSM`] is called.
//!
//! ark-ec asks a curve's configuration for its sum in `VariableBaseMSM::msm` alone. `msm_bigint` and `msm_unchecked` of
//! [`Projective`] go around it, and ark-groth16 and ark-poly-commit call no other. So there is a type around
//! [`Projective`] and one around [`Affine`] that have them all on lanes. Everything else of them is arkworks' own, bytes
//! included.

use alloc::vec::Vec;
use ark_ec::short_weierstrass::{Affine, Bucket, Projective, SWCurveConfig};
use ark_ec::{AffineRepr, CurveGroup, PrimeGroup, ScalarMul, VariableBaseMSM};
use ark_ff::{AdditiveGroup, BigInt, PrimeField, UniformRand, Zero};
use ark_serialize::{
    CanonicalDeserialize, CanonicalSerialize, Compress, Read, SerializationError, Valid, Validate,
    Write,
};
use ark_std::rand::Rng;
use ark_std::rand::distributions::{Distribution, Standard};
use core::borrow::Borrow;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::iter::Sum;
use core::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};
use zeroize::Zeroize;

/// A curve whose sums are on lanes.
pub trait LaneCurve: SWCurveConfig<ScalarField: PrimeField<BigInt = BigInt<4>>> {
    /// Σ `scalars[i]`·`bases[i]`, of as many as there are of both.
    fn sum<B: Borrow<Affine<Self>>>(bases: &[B], scalars: &[BigInt<4>]) -> Projective<Self>;
}

/// A point of the group of the curve P, as sums are made of.
#[repr(transparent)]
pub struct LanePoint<P: LaneCurve>(pub Affine<P>);

/// An element of the group of the curve P.
#[repr(transparent)]
pub struct LaneGroup<P: LaneCurve>(pub Projective<P>);

/// What both have of the type that they are around.
macro_rules! around {
    ($name:ident, $inner:ident) => {
        impl<P: LaneCurve> Clone for $name<P> {
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<P: LaneCurve> Copy for $name<P> {}

        impl<P: LaneCurve> Default for $name<P> {
            fn default() -> Self {
                Self($inner::default())
            }
        }

        impl<P: LaneCurve> fmt::Debug for $name<P> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl<P: LaneCurve> fmt::Display for $name<P> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl<P: LaneCurve> PartialEq for $name<P> {
            fn eq(&self, other: &Self) -> bool {
                self.0 == other.0
            }
        }

        impl<P: LaneCurve> Eq for $name<P> {}

        impl<P: LaneCurve> Hash for $name<P> {
            fn hash<H: Hasher>(&self, state: &mut H) {
                self.0.hash(state);
            }
        }

        impl<P: LaneCurve> Zeroize for $name<P> {
            fn zeroize(&mut self) {
                self.0.zeroize();
            }
        }

        impl<P: LaneCurve> Distribution<$name<P>> for Standard {
            fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> $name<P> {
                $name($inner::rand(rng))
            }
        }

        impl<P: LaneCurve> CanonicalSerialize for $name<P> {
            fn serialize_with_mode<W: Write>(
                &self,
                writer: W,
                compress: Compress,
            ) -> Result<(), SerializationError> {
                self.0.serialize_with_mode(writer, compress)
            }

            fn serialized_size(&self, compress: Compress) -> usize {
                self.0.serialized_size(compress)
            }
        }

        impl<P: LaneCurve> Valid for $name<P> {
            fn check(&self) -> Result<(), SerializationError> {
                self.0.check()
            }

            fn batch_check<'a>(
                batch: impl Iterator<Item = &'a Self> + Send,
            ) -> Result<(), SerializationError>
            where
                Self: 'a,
            {
                $inner::batch_check(batch.map(|it| &it.0))
            }
        }

        impl<P: LaneCurve> CanonicalDeserialize for $name<P> {
            fn deserialize_with_mode<R: Read>(
                reader: R,
                compress: Compress,
                validate: Validate,
            ) -> Result<Self, SerializationError> {
                $inner::deserialize_with_mode(reader, compress, validate).map(Self)
            }
        }

        impl<P: LaneCurve> Neg for $name<P> {
            type Output = Self;

            fn neg(self) -> Self {
                Self(-self.0)
            }
        }

        impl<P: LaneCurve, T: Borrow<P::ScalarField>> Mul<T> for $name<P> {
            type Output = LaneGroup<P>;

            fn mul(self, scalar: T) -> LaneGroup<P> {
                LaneGroup(self.0 * scalar)
            }
        }
    };
}

around!(LanePoint, Affine);
around!(LaneGroup, Projective);

/// arkworks' groups and buckets take whatever is a point.
impl<P: LaneCurve> Borrow<Affine<P>> for LanePoint<P> {
    fn borrow(&self) -> &Affine<P> {
        &self.0
    }
}

impl<P: LaneCurve> Borrow<Affine<P>> for &LanePoint<P> {
    fn borrow(&self) -> &Affine<P> {
        &self.0
    }
}

impl<P: LaneCurve> From<LanePoint<P>> for LaneGroup<P> {
    fn from(point: LanePoint<P>) -> Self {
        Self(point.0.into())
    }
}

impl<P: LaneCurve> From<LaneGroup<P>> for LanePoint<P> {
    fn from(element: LaneGroup<P>) -> Self {
        Self(element.0.into())
    }
}

impl<P: LaneCurve> From<Bucket<P>> for LaneGroup<P> {
    fn from(bucket: Bucket<P>) -> Self {
        Self(bucket.into())
    }
}

/// `$left op= &$right` of a group's element, and what follows from it.
macro_rules! assign {
    ($assign:ident, $assign_to:ident, $right:ident) => {
        impl<P: LaneCurve> $assign<&$right<P>> for LaneGroup<P> {
            #[inline]
            fn $assign_to(&mut self, other: &$right<P>) {
                self.0.$assign_to(&other.0);
            }
        }
    };
}

/// `$left op $right` and `$left op &$right`.
macro_rules! operator {
    ($operator:ident, $apply:ident, $left:ident, $right:ident) => {
        impl<P: LaneCurve> $operator<$right<P>> for $left<P> {
            type Output = LaneGroup<P>;

            #[inline]
            fn $apply(self, other: $right<P>) -> LaneGroup<P> {
                LaneGroup(self.0.$apply(other.0))
            }
        }

        impl<P: LaneCurve> $operator<&$right<P>> for $left<P> {
            type Output = LaneGroup<P>;

            #[inline]
            fn $apply(self, other: &$right<P>) -> LaneGroup<P> {
                LaneGroup(self.0.$apply(&other.0))
            }
        }
    };
}

assign!(AddAssign, add_assign, LaneGroup);
assign!(SubAssign, sub_assign, LaneGroup);
assign!(AddAssign, add_assign, LanePoint);
assign!(SubAssign, sub_assign, LanePoint);
operator!(Add, add, LaneGroup, LanePoint);
operator!(Sub, sub, LaneGroup, LanePoint);
operator!(Add, add, LanePoint, LanePoint);
operator!(Sub, sub, LanePoint, LanePoint);
operator!(Add, add, LanePoint, LaneGroup);
operator!(Sub, sub, LanePoint, LaneGroup);

impl<P: LaneCurve> Add<&Self> for LaneGroup<P> {
    type Output = Self;

    #[inline]
    fn add(self, other: &Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl<P: LaneCurve> Sub<&Self> for LaneGroup<P> {
    type Output = Self;

    #[inline]
    fn sub(self, other: &Self) -> Self {
        Self(self.0 - other.0)
    }
}

ark_ff::impl_additive_ops_from_ref!(LaneGroup, LaneCurve);

impl<P: LaneCurve> AddAssign<LanePoint<P>> for LaneGroup<P> {
    #[inline]
    fn add_assign(&mut self, point: LanePoint<P>) {
        self.0 += point.0;
    }
}

impl<P: LaneCurve> SubAssign<LanePoint<P>> for LaneGroup<P> {
    #[inline]
    fn sub_assign(&mut self, point: LanePoint<P>) {
        self.0 -= point.0;
    }
}

impl<P: LaneCurve> AddAssign<&Bucket<P>> for LaneGroup<P> {
    #[inline]
    fn add_assign(&mut self, bucket: &Bucket<P>) {
        self.0 += bucket;
    }
}

impl<P: LaneCurve, T: Borrow<P::ScalarField>> MulAssign<T> for LaneGroup<P> {
    fn mul_assign(&mut self, scalar: T) {
        self.0 *= scalar;
    }
}

impl<P: LaneCurve> Sum<LanePoint<P>> for LaneGroup<P> {
    fn sum<I: Iterator<Item = LanePoint<P>>>(points: I) -> Self {
        Self(points.map(|point| point.0).sum())
    }
}

impl<'a, P: LaneCurve> Sum<&'a LanePoint<P>> for LaneGroup<P> {
    fn sum<I: Iterator<Item = &'a LanePoint<P>>>(points: I) -> Self {
        Self(points.map(|point| point.0).sum())
    }
}

impl<P: LaneCurve> Zero for LaneGroup<P> {
    fn zero() -> Self {
        Self(Projective::zero())
    }

    fn is_zero(&self) -> bool {
        self.0.is_zero()
    }
}

impl<P: LaneCurve> AdditiveGroup for LaneGroup<P> {
    type Scalar = P::ScalarField;
    const ZERO: Self = Self(Projective::ZERO);

    #[inline]
    fn double_in_place(&mut self) -> &mut Self {
        self.0.double_in_place();
        self
    }
}

impl<P: LaneCurve> PrimeGroup for LaneGroup<P> {
    type ScalarField = P::ScalarField;

    fn generator() -> Self {
        Self(Projective::generator())
    }

    fn mul_bigint(&self, other: impl AsRef<[u64]>) -> Self {
        Self(self.0.mul_bigint(other))
    }
}

impl<P: LaneCurve> ScalarMul for LaneGroup<P> {
    type MulBase = LanePoint<P>;
    const NEGATION_IS_CHEAP: bool = Projective::<P>::NEGATION_IS_CHEAP;

    fn batch_convert_to_mul_base(bases: &[Self]) -> Vec<LanePoint<P>> {
        Self::normalize_batch(bases)
    }
}

/// All sums of multiples by whole scalars go through [`msm_bigint`](VariableBaseMSM::msm_bigint).
impl<P: LaneCurve> VariableBaseMSM for LaneGroup<P> {
    type Bucket = Bucket<P>;
    const ZERO_BUCKET: Bucket<P> = Bucket::ZERO;

    fn msm_bigint(bases: &[LanePoint<P>], bigints: &[BigInt<4>]) -> Self {
        Self(P::sum(bases, bigints))
    }
}

impl<P: LaneCurve> CurveGroup for LaneGroup<P> {
    type Config = P;
    type BaseField = P::BaseField;
    type Affine = LanePoint<P>;
    type FullGroup = LanePoint<P>;

    fn normalize_batch(elements: &[Self]) -> Vec<LanePoint<P>> {
        let elements: Vec<_> = elements.iter().map(|element| element.0).collect();
        let points = Projective::normalize_batch(&elements);
        points.into_iter().map(LanePoint).collect()
    }
}

impl<P: LaneCurve> AffineRepr for LanePoint<P> {
    type Config = P;
    type ScalarField = P::ScalarField;
    type BaseField = P::BaseField;
    type Group = LaneGroup<P>;
    const GENERATOR: Self = Self(P::GENERATOR);
    const ZERO: Self = Self(Affine::ZERO);

    fn xy(&self) -> Option<(P::BaseField, P::BaseField)> {
        self.0.xy()
    }

    fn zero() -> Self {
        Self::ZERO
    }

    fn is_zero(&self) -> bool {
        self.0.is_zero()
    }

    fn generator() -> Self {
        Self::GENERATOR
    }

    fn from_random_bytes(bytes: &[u8]) -> Option<Self> {
        Affine::from_random_bytes(bytes).map(Self)
    }

    fn mul_bigint(&self, by: impl AsRef<[u64]>) -> LaneGroup<P> {
        LaneGroup(self.0.mul_bigint(by))
    }

    fn clear_cofactor(&self) -> Self {
        Self(self.0.clear_cofactor())
    }

    fn mul_by_cofactor_to_group(&self) -> LaneGroup<P> {
        LaneGroup(self.0.mul_by_cofactor_to_group())
    }
}
