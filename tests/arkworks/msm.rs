//! Sums of multiples on lanes are arkworks' own sums, which stay what `msm_bigint` gives.

use ark_ec::short_weierstrass::{Affine, Projective, SWCurveConfig};
use ark_ec::{AffineRepr, CurveGroup, VariableBaseMSM};
use ark_ff::{AdditiveGroup, BigInt, Field, One, PrimeField, UniformRand};
use ark_serialize::{CanonicalDeserialize, CanonicalSerialize};
use ark_std::rand::Rng;
use ark_std::test_rng;
use fqmul::arkworks::bn254::{Fr, G1Config, G2Config};
use fqmul::arkworks::groups::{LaneCurve, LaneGroup, LanePoint};

/// By doublings and additions, one point after the other: no buckets, no endomorphism.
fn one_by_one<P: SWCurveConfig>(bases: &[Affine<P>], scalars: &[P::ScalarField]) -> Projective<P> {
    bases
        .iter()
        .zip(scalars)
        .fold(Projective::ZERO, |sum, (base, scalar)| {
            sum + ark_ec::scalar_mul::double_and_add_affine(base, scalar.into_bigint())
        })
}

fn random<P: SWCurveConfig>(
    count: usize,
    rng: &mut impl Rng,
) -> (Vec<Affine<P>>, Vec<P::ScalarField>) {
    let points: Vec<_> = (0..count).map(|_| Projective::<P>::rand(rng)).collect();
    let scalars = (0..count).map(|_| P::ScalarField::rand(rng)).collect();
    (Projective::normalize_batch(&points), scalars)
}

fn sums_are_right<P: SWCurveConfig<ScalarField = Fr>>(sizes: &[usize]) {
    let mut rng = test_rng();
    for &size in sizes {
        let (bases, scalars) = random::<P>(size, &mut rng);
        let sum = Projective::<P>::msm(&bases, &scalars);
        assert_eq!(sum, Ok(one_by_one(&bases, &scalars)), "{size} points");
    }
}

#[test]
fn msm_in_g1() {
    sums_are_right::<G1Config>(&[0, 1, 2, 31, 32, 33, 100, 1000]);
}

#[test]
fn msm_in_g2() {
    sums_are_right::<G2Config>(&[0, 1, 2, 31, 32, 33, 100]);
}

/// Equal points, a point and its negative, infinity; scalars 0, 1, 2, -1 and (r ± 1)/2: often enough that all of them
/// meet in a bucket.
fn corners_are_right<P: LaneCurve>() {
    let g = Affine::<P>::generator();
    let twice = (g + g).into_affine();
    let points = [g, -g, twice, -twice, Affine::zero()];
    let one = P::ScalarField::one();
    let half = (one + one).inverse().expect("it is not 0");
    let scalars = [P::ScalarField::ZERO, one, one + one, -one, half, half - one];
    let (mut bases, mut factors) = (Vec::new(), Vec::new());
    for _ in 0..3 {
        for base in points {
            for factor in scalars {
                bases.push(base);
                factors.push(factor);
            }
        }
    }
    let sum = |bases: &[Affine<P>], factors: &[P::ScalarField]| {
        let integers: Vec<_> = factors.iter().map(|factor| factor.into_bigint()).collect();
        P::sum(bases, &integers)
    };
    assert_eq!(sum(&bases, &factors), one_by_one(&bases, &factors));
    // Each of them alone, 40 times.
    for &base in &points {
        for &factor in &scalars {
            let expected = Projective::<P>::from(base) * (factor * P::ScalarField::from(40u64));
            assert_eq!(sum(&[base; 40], &[factor; 40]), expected);
        }
    }
    // Sums that are the point at infinity.
    let [bases, negatives] = [g, -g].map(|point| [point; 40]);
    let both: Vec<_> = bases
        .into_iter()
        .zip(negatives)
        .flat_map(<[_; 2]>::from)
        .collect();
    let infinity = sum(&both, &[half; 80]);
    assert_eq!(infinity, Projective::ZERO);
    assert!(infinity.into_affine().is_zero());
}

#[test]
fn corners_in_g1() {
    corners_are_right::<G1Config>();
}

#[test]
fn corners_in_g2() {
    corners_are_right::<G2Config>();
}

#[test]
fn as_many_points_as_scalars() {
    let mut rng = test_rng();
    let (bases, scalars) = random::<G1Config>(50, &mut rng);
    assert_eq!(Projective::<G1Config>::msm(&bases[..49], &scalars), Err(49));
    assert_eq!(Projective::<G1Config>::msm(&bases, &scalars[..3]), Err(3));
}

/// Every function of the groups on lanes, against the same of arkworks' groups, which have other sums.
fn groups_agree<P: LaneCurve>() {
    let mut rng = test_rng();
    let (bases, scalars) = random::<P>(70, &mut rng);
    let points: Vec<_> = bases.iter().copied().map(LanePoint).collect();
    let expected = one_by_one(&bases, &scalars);
    let integers: Vec<_> = scalars.iter().map(|scalar| scalar.into_bigint()).collect();
    assert_eq!(
        LaneGroup::msm(&points, &scalars).map(|sum| sum.0),
        Ok(expected)
    );
    assert_eq!(LaneGroup::msm_unchecked(&points, &scalars).0, expected);
    assert_eq!(LaneGroup::msm_bigint(&points, &integers).0, expected);
    // As many as there are of both.
    let fewer = one_by_one(&bases[..50], &scalars[..50]);
    assert_eq!(LaneGroup::msm_bigint(&points[..50], &integers).0, fewer);
    assert_eq!(LaneGroup::msm_bigint(&points, &integers[..50]).0, fewer);
    assert_eq!(LaneGroup::<P>::msm_bigint(&[], &[]).0, Projective::ZERO);
    // Integers of the scalars' size that are not below the order: as many times the order as fit are nothing.
    let largest = BigInt([u64::MAX; 4]);
    let scalar = P::ScalarField::from_le_bytes_mod_order(&[255; 32]);
    let sum = LaneGroup::msm_bigint(&points, &[largest; 70]).0;
    assert_eq!(sum, one_by_one(&bases, &[scalar; 70]));

    let [a, b] = [0, 1].map(|i| LaneGroup(Projective::from(bases[i]) * scalars[i]));
    let p = points[2];
    assert_eq!((a + b).0, a.0 + b.0);
    assert_eq!((a - b).0, a.0 - b.0);
    assert_eq!((a + p).0, a.0 + p.0);
    assert_eq!((a - p).0, a.0 - p.0);
    assert_eq!((p + points[3]).0, p.0 + points[3].0);
    assert_eq!((p - points[3]).0, p.0 - points[3].0);
    assert_eq!((p + a).0, p.0 + a.0);
    assert_eq!((p - a).0, p.0 - a.0);
    assert_eq!((-a).0, -a.0);
    assert_eq!((-p).0, -p.0);
    assert_eq!((a * scalars[4]).0, a.0 * scalars[4]);
    assert_eq!((p * scalars[4]).0, p.0 * scalars[4]);
    assert_eq!(a.double().0, a.0 + a.0);
    let all: LaneGroup<P> = points.iter().sum();
    assert_eq!(all.0, bases.iter().sum::<Projective<P>>());
    assert_eq!(LanePoint::from(a).0, a.0.into_affine());
    let normal: Vec<_> = LaneGroup::normalize_batch(&[a, b])
        .iter()
        .map(|p| p.0)
        .collect();
    assert_eq!(normal, [a.0.into_affine(), b.0.into_affine()]);
    let bytes = |it: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = Vec::new();
        it(&mut bytes);
        bytes
    };
    let ours = bytes(&|to| a.serialize_compressed(to).expect("a vector takes all"));
    let theirs = bytes(&|to| a.0.serialize_compressed(to).expect("a vector takes all"));
    assert_eq!(ours, theirs);
    assert_eq!(
        LaneGroup::<P>::deserialize_compressed(&*ours).expect("it is one"),
        a
    );
}

#[test]
fn groups_on_lanes() {
    groups_agree::<G1Config>();
    groups_agree::<G2Config>();
}

/// arkworks' own curves.
#[test]
fn other_curves() {
    fn agrees<P: LaneCurve>() {
        corners_are_right::<P>();
        groups_agree::<P>();
    }
    agrees::<ark_bls12_377::g1::Config>();
    agrees::<ark_bls12_381::g1::Config>();
    agrees::<ark_bls12_381::g2::Config>();
    agrees::<ark_grumpkin::GrumpkinConfig>();
    agrees::<ark_pallas::PallasConfig>();
    agrees::<ark_vesta::VestaConfig>();
}
