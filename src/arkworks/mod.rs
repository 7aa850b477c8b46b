//! arkworks on this crate's product: BN254 as ark-ff 0.6 and ark-ec 0.6 compute it, on a base field
//! whose multiplication and squaring are those of [`Limbs29Dropin`].
//!
//! Everything above the product is arkworks' own code. The drop-in takes and gives arkworks'
//! residues, 4x64 limbs with R = 2^256, so every constant of ark-bn254 is taken over as it is, limb
//! for limb: the types of [`ark_bn254`] and of this module differ in their name alone.

use crate::field::{self, Modulus};
use crate::limbs29::Limbs29Dropin;
use ark_bn254 as bn254;
use ark_ec::bn::{Bn, BnConfig, TwistType};
use ark_ec::models::CurveConfig;
use ark_ec::models::short_weierstrass::{Affine, SWCurveConfig};
use ark_ff::{
    AdditiveGroup, BigInt, Fp2, Fp2Config, Fp6, Fp6Config, Fp12, Fp12Config, Fp256, MontBackend,
    MontConfig,
};

/// The product of residues below p, and what arkworks builds from it.
type Product = Limbs29Dropin<field::bn254::Fq>;

/// The base field: ark-ff's `MontConfig` with three of its functions replaced.
pub struct FqConfig;

impl MontConfig<4> for FqConfig {
    const MODULUS: BigInt<4> = BigInt::new(<field::bn254::Fq as Modulus>::P);
    const GENERATOR: Fq = fq(<bn254::FqConfig as MontConfig<4>>::GENERATOR);
    const TWO_ADIC_ROOT_OF_UNITY: Fq =
        fq(<bn254::FqConfig as MontConfig<4>>::TWO_ADIC_ROOT_OF_UNITY);

    #[inline]
    fn mul_assign(a: &mut Fq, b: &Fq) {
        a.0.0 = Product::multiply(&a.0.0, &b.0.0);
    }

    #[inline]
    fn square_in_place(a: &mut Fq) {
        a.0.0 = Product::squared(&a.0.0);
    }

    /// Two products a reduction; arkworks' own would do them by its limbs.
    #[inline]
    fn sum_of_products<const M: usize>(a: &[Fq; M], b: &[Fq; M]) -> Fq {
        let pairs = a.chunks(2).zip(b.chunks(2));
        pairs
            .map(|pair| match pair {
                ([a0, a1], [b0, b1]) => {
                    let sum = Product::sum([&a0.0.0, &a1.0.0], [&b0.0.0, &b1.0.0]);
                    Fq::new_unchecked(BigInt::new(sum))
                }
                ([a], [b]) => *a * b,
                _ => unreachable!("chunks of two, and a last one"),
            })
            .sum()
    }
}

/// The base field.
pub type Fq = Fp256<MontBackend<FqConfig, 4>>;
/// The scalar field: arkworks' own.
pub type Fr = bn254::Fr;
/// Fq\[u\]/(u^2 + 1).
pub type Fq2 = Fp2<Fq2Config>;
/// Fq2\[v\]/(v^3 - (9 + u)).
pub type Fq6 = Fp6<Fq6Config>;
/// Fq6\[w\]/(w^2 - v).
pub type Fq12 = Fp12<Fq12Config>;
/// The pairing.
pub type Bn254 = Bn<Config>;

/// The same residue.
const fn fq(x: bn254::Fq) -> Fq {
    Fq::new_unchecked(x.0)
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
    const COFACTOR_INV: Fr = bn254::g1::Config::COFACTOR_INV;
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
}

/// The twist, y^2 = x^3 + 3/(9 + u) over [`Fq2`].
#[derive(Clone, Default, PartialEq, Eq)]
pub struct G2Config;

impl CurveConfig for G2Config {
    type BaseField = Fq2;
    type ScalarField = Fr;
    const COFACTOR: &'static [u64] = bn254::g2::Config::COFACTOR;
    const COFACTOR_INV: Fr = bn254::g2::Config::COFACTOR_INV;
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
