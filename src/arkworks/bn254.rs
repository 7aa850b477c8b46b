//! BN254 as ark-ff 0.6 and ark-ec 0.6 compute it, on fields whose products are this crate's.
//!
//! Every constant is ark-bn254's, limb for limb, and so are the overridden functions: multiplication
//! on G1 by the endomorphism (GLV), the check by an endomorphism that a point is in G2, and the
//! products by small constants. What stays different is the type of the fields.

use super::groups::{LaneCurve, LaneGroup, LanePoint};
use super::lanes::Lanes;
use super::msm::{self, CoordinateField, quadratic_coordinate};
use super::{Dropin, DropinField};
use crate::field::{self, Element};
use crate::work::curves;
use crate::work::quadratic::Quadratic;
use ark_bn254 as bn254;
use ark_ec::AffineRepr;
use ark_ec::bn::{Bn, BnConfig, G1Prepared, G2Prepared, TwistType};
use ark_ec::models::CurveConfig;
use ark_ec::models::short_weierstrass::{Affine, Projective, SWCurveConfig};
use ark_ec::pairing::{MillerLoopOutput, Pairing, PairingOutput};
use ark_ec::scalar_mul::glv::GLVConfig;
use ark_ff::{AdditiveGroup, BigInt, Fp2, Fp2Config, Fp6, Fp6Config, Fp12, Fp12Config};
use core::borrow::Borrow;

/// The base field's configuration.
pub type FqConfig = Dropin<bn254::FqConfig, 4>;
/// The base field.
pub type Fq = DropinField<bn254::FqConfig>;
/// The scalar field's configuration.
pub type FrConfig = Dropin<bn254::FrConfig, 4>;
/// The scalar field.
pub type Fr = DropinField<bn254::FrConfig>;
/// Fq\[u\]/(u^2 + 1).
pub type Fq2 = Fp2<Fq2Config>;
/// Fq2\[v\]/(v^3 - (9 + u)).
pub type Fq6 = Fp6<Fq6Config>;
/// Fq6\[w\]/(w^2 - v).
pub type Fq12 = Fp12<Fq12Config>;
/// The pairing.
pub type Bn254 = Bn<Config>;

/// [`Bn254`] with groups whose sums are on lanes, whoever calls them: for ark-groth16 and others that are generic over
/// the pairing. Points, keys and proofs have the same bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bn254Lanes {}

impl Pairing for Bn254Lanes {
    type BaseField = Fq;
    type ScalarField = Fr;
    type G1 = LaneGroup<G1Config>;
    type G1Affine = LanePoint<G1Config>;
    type G1Prepared = G1Prepared<Config>;
    type G2 = LaneGroup<G2Config>;
    type G2Affine = LanePoint<G2Config>;
    type G2Prepared = G2Prepared<Config>;
    type TargetField = Fq12;

    fn multi_miller_loop(
        a: impl IntoIterator<Item = impl Into<G1Prepared<Config>>>,
        b: impl IntoIterator<Item = impl Into<G2Prepared<Config>>>,
    ) -> MillerLoopOutput<Self> {
        MillerLoopOutput(Bn254::multi_miller_loop(a, b).0)
    }

    fn final_exponentiation(f: MillerLoopOutput<Self>) -> Option<PairingOutput<Self>> {
        Bn254::final_exponentiation(MillerLoopOutput(f.0)).map(|output| PairingOutput(output.0))
    }
}

/// What a pairing takes of such groups is what it takes of arkworks'.
macro_rules! prepared {
    ($prepared:ident, $config:ident) => {
        impl From<LanePoint<$config>> for $prepared<Config> {
            fn from(point: LanePoint<$config>) -> Self {
                point.0.into()
            }
        }

        impl From<LaneGroup<$config>> for $prepared<Config> {
            fn from(element: LaneGroup<$config>) -> Self {
                element.0.into()
            }
        }
    };
}

prepared!(G1Prepared, G1Config);
prepared!(G2Prepared, G2Config);

/// The same residue.
const fn fq(x: bn254::Fq) -> Fq {
    FqConfig::of(x)
}

const fn fr(x: bn254::Fr) -> Fr {
    FrConfig::of(x)
}

const fn fq2(x: bn254::Fq2) -> Fq2 {
    Fq2::new(fq(x.c0), fq(x.c1))
}

const fn fq6(x: bn254::Fq6) -> Fq6 {
    Fq6::new(fq2(x.c0), fq2(x.c1), fq2(x.c2))
}

const fn each_fq<const N: usize>(from: &[bn254::Fq]) -> [Fq; N] {
    assert!(from.len() == N);
    let mut to = [Fq::ZERO; N];
    let mut i = 0;
    while i < N {
        to[i] = fq(from[i]);
        i += 1;
    }
    to
}

const fn each_fq2<const N: usize>(from: &[bn254::Fq2]) -> [Fq2; N] {
    assert!(from.len() == N);
    let mut to = [Fq2::ZERO; N];
    let mut i = 0;
    while i < N {
        to[i] = fq2(from[i]);
        i += 1;
    }
    to
}

quadratic_coordinate!(Fq2, 4, field::bn254::Fq, Sums);

/// The quadratic extension.
pub struct Fq2Config;

impl Fp2Config for Fq2Config {
    type Fp = Fq;
    const NONRESIDUE: Fq = fq(bn254::Fq2Config::NONRESIDUE);
    const FROBENIUS_COEFF_FP2_C1: &'static [Fq] =
        &each_fq::<2>(bn254::Fq2Config::FROBENIUS_COEFF_FP2_C1);

    /// -x: no multiplication, as in ark-bn254.
    #[inline(always)]
    fn mul_fp_by_nonresidue_in_place(x: &mut Fq) -> &mut Fq {
        x.neg_in_place()
    }
}

/// The cubic extension of it.
#[derive(Clone, Copy)]
pub struct Fq6Config;

impl Fp6Config for Fq6Config {
    type Fp2Config = Fq2Config;
    const NONRESIDUE: Fq2 = fq2(bn254::Fq6Config::NONRESIDUE);
    const FROBENIUS_COEFF_FP6_C1: &'static [Fq2] =
        &each_fq2::<6>(bn254::Fq6Config::FROBENIUS_COEFF_FP6_C1);
    const FROBENIUS_COEFF_FP6_C2: &'static [Fq2] =
        &each_fq2::<6>(bn254::Fq6Config::FROBENIUS_COEFF_FP6_C2);

    /// (9 + u)x = (9·c0 - c1) + (9·c1 + c0)u: additions only, as in ark-bn254.
    #[inline(always)]
    fn mul_fp2_by_nonresidue_in_place(x: &mut Fq2) -> &mut Fq2 {
        let nine = x.double().double().double() + *x;
        *x = Fq2::new(nine.c0 - x.c1, nine.c1 + x.c0);
        x
    }
}

/// The quadratic extension of that.
#[derive(Clone, Copy)]
pub struct Fq12Config;

impl Fp12Config for Fq12Config {
    type Fp6Config = Fq6Config;
    const NONRESIDUE: Fq6 = fq6(bn254::Fq12Config::NONRESIDUE);
    const FROBENIUS_COEFF_FP12_C1: &'static [Fq2] =
        &each_fq2::<12>(bn254::Fq12Config::FROBENIUS_COEFF_FP12_C1);
}

/// y^2 = x^3 + 3 over [`Fq`].
#[derive(Clone, Default, PartialEq, Eq)]
pub struct G1Config;

impl CurveConfig for G1Config {
    type BaseField = Fq;
    type ScalarField = Fr;
    const COFACTOR: &'static [u64] = bn254::g1::Config::COFACTOR;
    const COFACTOR_INV: Fr = fr(bn254::g1::Config::COFACTOR_INV);
}

impl SWCurveConfig for G1Config {
    type ZeroFlag = ();
    const COEFF_A: Fq = fq(bn254::g1::Config::COEFF_A);
    const COEFF_B: Fq = fq(bn254::g1::Config::COEFF_B);
    const GENERATOR: Affine<Self> = Affine::new_unchecked(
        fq(bn254::g1::Config::GENERATOR.x),
        fq(bn254::g1::Config::GENERATOR.y),
    );

    #[inline(always)]
    fn mul_by_a(_: Fq) -> Fq {
        Fq::ZERO
    }

    /// Half as many doublings: the scalar is a sum of two halves, one of them of multiples of λ.
    #[inline]
    fn mul_projective(point: &Projective<Self>, scalar: &[u64]) -> Projective<Self> {
        Self::glv_mul_projective(*point, Fr::from_sign_and_limbs(true, scalar))
    }

    /// On lanes.
    fn msm(bases: &[Affine<Self>], scalars: &[Fr]) -> Result<Projective<Self>, usize> {
        msm::msm::<Self, curves::G1>(bases, scalars)
    }
}

impl LaneCurve for G1Config {
    fn sum<B: Borrow<Affine<Self>>>(bases: &[B], scalars: &[BigInt<4>]) -> Projective<Self> {
        msm::sum::<Self, curves::G1, B>(bases, scalars)
    }
}

impl GLVConfig for G1Config {
    const ENDO_COEFFS: &'static [Fq] = &each_fq::<1>(bn254::g1::Config::ENDO_COEFFS);
    const LAMBDA: Fr = fr(bn254::g1::Config::LAMBDA);
    const SCALAR_DECOMP_COEFFS: [(bool, BigInt<4>); 4] = bn254::g1::Config::SCALAR_DECOMP_COEFFS;

    /// (x, y) -> (βx, y), which is λ times the point.
    fn endomorphism(point: &Projective<Self>) -> Projective<Self> {
        Projective {
            x: point.x * Self::ENDO_COEFFS[0],
            ..*point
        }
    }

    fn endomorphism_affine(point: &Affine<Self>) -> Affine<Self> {
        Affine::new_unchecked(point.x * Self::ENDO_COEFFS[0], point.y)
    }
}

/// The twist, y^2 = x^3 + 3/(9 + u) over [`Fq2`].
#[derive(Clone, Default, PartialEq, Eq)]
pub struct G2Config;

impl CurveConfig for G2Config {
    type BaseField = Fq2;
    type ScalarField = Fr;
    const COFACTOR: &'static [u64] = bn254::g2::Config::COFACTOR;
    const COFACTOR_INV: Fr = fr(bn254::g2::Config::COFACTOR_INV);
}

impl SWCurveConfig for G2Config {
    type ZeroFlag = ();
    const COEFF_A: Fq2 = fq2(bn254::g2::Config::COEFF_A);
    const COEFF_B: Fq2 = fq2(bn254::g2::Config::COEFF_B);
    const GENERATOR: Affine<Self> = Affine::new_unchecked(
        fq2(bn254::g2::Config::GENERATOR.x),
        fq2(bn254::g2::Config::GENERATOR.y),
    );

    #[inline(always)]
    fn mul_by_a(_: Fq2) -> Fq2 {
        Fq2::ZERO
    }

    /// ψ(P) = \[6x²\]P, which holds in G2 alone: section 4.3 of <https://eprint.iacr.org/2022/352>.
    fn is_in_correct_subgroup_assuming_on_curve(point: &Affine<Self>) -> bool {
        point.mul_bigint(SIX_X_SQUARED) == frobenius_on_twist(point)
    }

    /// On lanes. Points are of the group, or the sum is anything.
    fn msm(bases: &[Affine<Self>], scalars: &[Fr]) -> Result<Projective<Self>, usize> {
        msm::msm::<Self, curves::G2>(bases, scalars)
    }
}

impl LaneCurve for G2Config {
    fn sum<B: Borrow<Affine<Self>>>(bases: &[B], scalars: &[BigInt<4>]) -> Projective<Self> {
        msm::sum::<Self, curves::G2, B>(bases, scalars)
    }
}

impl GLVConfig for G2Config {
    const ENDO_COEFFS: &'static [Fq2] = &each_fq2::<1>(bn254::g2::Config::ENDO_COEFFS);
    const LAMBDA: Fr = fr(bn254::g2::Config::LAMBDA);
    const SCALAR_DECOMP_COEFFS: [(bool, BigInt<4>); 4] = bn254::g2::Config::SCALAR_DECOMP_COEFFS;

    /// (x, y) -> (βx, y), which is λ times the point.
    fn endomorphism(point: &Projective<Self>) -> Projective<Self> {
        Projective {
            x: point.x * Self::ENDO_COEFFS[0],
            ..*point
        }
    }

    fn endomorphism_affine(point: &Affine<Self>) -> Affine<Self> {
        Affine::new_unchecked(point.x * Self::ENDO_COEFFS[0], point.y)
    }
}

/// 6x² for the curve's parameter x: what p is modulo the order of G2.
const SIX_X_SQUARED: [u64; 2] = {
    let x = bn254::Config::X[0] as u128;
    let product = 6 * x * x;
    [product as u64, (product >> 64) as u64]
};

/// ψ: from the twist to the curve over Fq12, Frobenius' p-th power, and back.
fn frobenius_on_twist(point: &Affine<G2Config>) -> Affine<G2Config> {
    let Affine { mut x, mut y, .. } = *point;
    x.conjugate_in_place();
    y.conjugate_in_place();
    Affine::new_unchecked(x * Config::TWIST_MUL_BY_Q_X, y * Config::TWIST_MUL_BY_Q_Y)
}

/// The pairing's parameters.
pub struct Config;

impl BnConfig for Config {
    const X: &'static [u64] = bn254::Config::X;
    const X_IS_NEGATIVE: bool = bn254::Config::X_IS_NEGATIVE;
    const ATE_LOOP_COUNT: &'static [i8] = bn254::Config::ATE_LOOP_COUNT;
    const TWIST_TYPE: TwistType = bn254::Config::TWIST_TYPE;
    const TWIST_MUL_BY_Q_X: Fq2 = fq2(bn254::Config::TWIST_MUL_BY_Q_X);
    const TWIST_MUL_BY_Q_Y: Fq2 = fq2(bn254::Config::TWIST_MUL_BY_Q_Y);
    type Fp = Fq;
    type Fp2Config = Fq2Config;
    type Fp6Config = Fq6Config;
    type Fp12Config = Fq12Config;
    type G1Config = G1Config;
    type G2Config = G2Config;
}
