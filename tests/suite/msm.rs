//! Multi-scalar multiplications against sums that are known: of multiples of the generator, by num-bigint, and by
//! arkworks.

use super::curves::{self, InArkworks, lambda};
use super::oracle;
use super::packed::on_every_lanewise_kernel;
use ark_ec::AffineRepr;
use ark_ec::short_weierstrass::{Affine, Projective};
use fqmul::bench::curve_sums::{BN254_G1, CURVES, sum};
use fqmul::bench::error::InputError;
use fqmul::bench::generator::Generator;
use fqmul::bench::msm::{MSMS, msm};
use fqmul::field::bn254::{Fq, Fr};
use fqmul::field::{Element, Modulus};
use fqmul::kernel::Lanewise;
use fqmul::work::curves::{
    Bls12377G1, Bls12381G1, Bls12381G2, Curve, G1, G2, Grumpkin, Pallas, Point, Vesta,
};
use fqmul::work::msm;
use fqmul::work::msm::endomorphism::{Half, half_bits, halves};
use fqmul::work::msm::windows::{self, Windows};
use fqmul::work::packed::Packed;
use fqmul::work::quadratic::Quadratic;
use num_bigint::{BigInt, BigUint};

type Coordinates = Option<[BigUint; 2]>;

/// The sum of two points, by its definition.
fn plus(a: &Coordinates, b: &Coordinates) -> Coordinates {
    let p = oracle::modulus::<Fq, 4>();
    let (Some([x1, y1]), Some([x2, y2])) = (a, b) else {
        return a.clone().or_else(|| b.clone());
    };
    let (rise, run) = if x1 != x2 {
        (y2 + &p - y1, x2 + &p - x1)
    } else if y1 == y2 {
        (x1 * x1 * 3u32, y1 * 2u32)
    } else {
        return None;
    };
    let slope = rise * run.modinv(&p).expect("it is not 0") % &p;
    let x = (&slope * &slope + &p + &p - x1 - x2) % &p;
    let y = (slope * (x1 + &p - &x) + &p - y1) % &p;
    Some([x, y])
}

/// scalar·G.
fn multiple(scalar: &BigUint) -> Coordinates {
    let generator = Some([1u32, 2].map(BigUint::from));
    (0..scalar.bits()).rev().fold(None, |sum, i| {
        let double = plus(&sum, &sum);
        if scalar.bit(i) {
            plus(&double, &generator)
        } else {
            double
        }
    })
}

fn point(affine: &Coordinates) -> Point<Element<Fq>> {
    match affine {
        Some([x, y]) => Point {
            x: oracle::element(x),
            y: oracle::element(y),
        },
        None => Point::INFINITY,
    }
}

/// What is known of a group without an MSM.
struct Group<C: Curve> {
    /// From 0 on.
    multiples: Vec<Point<C::Element>>,
    multiple: fn(&BigUint) -> Point<C::Element>,
}

/// By num-bigint.
fn g1(most: usize) -> Group<G1> {
    let one = multiple(&BigUint::from(1u32));
    Group {
        multiples: core::iter::successors(Some(None), |sum| Some(plus(sum, &one)))
            .take(most + 1)
            .map(|sum| point(&sum))
            .collect(),
        multiple: |scalar| point(&multiple(scalar)),
    }
}

/// By arkworks.
fn group<C: InArkworks>(most: usize) -> Group<C> {
    Group {
        multiples: (0..=most)
            .map(|k| curves::multiple::<C>(&BigUint::from(k)))
            .collect(),
        multiple: curves::multiple::<C>,
    }
}

/// Points as multiples of the generator, scalars, and the sum.
struct Case<C: Curve> {
    name: &'static str,
    points: Vec<Point<C::Element>>,
    scalars: Vec<Element<C::Scalar>>,
    sum: Point<C::Element>,
}

/// Every case with so many points.
fn cases<C: InArkworks>(n: usize, group: &Group<C>) -> Vec<Case<C>> {
    let r = oracle::modulus::<C::Scalar, 4>();
    let mut generator = Generator::new(n as u64);
    let mut scalars =
        |n: usize| -> Vec<Element<C::Scalar>> { (0..n).map(|_| generator.element()).collect() };
    let same = |x: Element<C::Scalar>| vec![x; n];
    let numbers =
        |of: &dyn Fn(usize) -> usize| -> Vec<i64> { (0..n).map(|i| of(i) as i64).collect() };
    let signs = |of: &[i64]| -> Vec<i64> { (0..n).map(|i| of[i % of.len()]).collect() };
    let each = numbers(&|i| i + 1);
    let one = BigUint::from(1u32);
    let lambda = lambda::<C>();
    let special = [
        BigUint::ZERO,
        one.clone(),
        &r - 1u32,
        lambda.clone(),
        &r - &lambda,
        lambda + 1u32,
        (&r - 1u32) >> 1u32,
    ]
    .map(|x| oracle::element::<C::Scalar, 4>(&x));
    [
        ("random scalars", each.clone(), scalars(n)),
        ("equal scalars", each.clone(), same(scalars(1)[0])),
        ("equal points", signs(&[7]), scalars(n)),
        ("equal points and scalars", signs(&[7]), same(scalars(1)[0])),
        ("P and -P", signs(&[7, -7]), same(scalars(1)[0])),
        ("P, -P, P", signs(&[7, -7, 7, 9]), same(scalars(1)[0])),
        ("all at infinity", signs(&[0]), scalars(n)),
        ("some at infinity", signs(&[0, 3, 0, 0, 3, 8]), scalars(n)),
        (
            "special scalars",
            each.clone(),
            special.iter().copied().cycle().take(n).collect(),
        ),
        ("scalars 0", each.clone(), same(special[0])),
        ("scalars 1", each.clone(), same(special[1])),
        ("scalars r - 1", each, same(special[2])),
    ]
    .map(|(name, numbers, scalars)| {
        let sum = numbers
            .iter()
            .zip(&scalars)
            .fold(BigInt::ZERO, |sum, (&number, &scalar)| {
                sum + BigInt::from(oracle::value(scalar)) * number
            });
        let sum = sum.modpow(&BigInt::from(1), &r.clone().into());
        let points = numbers.iter().map(|&k| {
            let Point { x, y } = group.multiples[k.unsigned_abs() as usize];
            Point {
                x,
                y: if k < 0 { C::minus(y) } else { y },
            }
        });
        Case {
            name,
            points: points.collect(),
            scalars,
            sum: (group.multiple)(&sum.to_biguint().expect("it is not negative")),
        }
    })
    .into()
}

/// Runs `check` on every kernel with an MSM. Products in G2 are sums of products: there it is the kernels' kind with one
/// reduction for these. Of other curves than BN254's it is the fastest kernel of the build.
macro_rules! on_every_msm {
    ($msm:ident, G1, $check:expr) => {
        on_every_msm!(@ $msm, G1, Packed, Limbs29, FmaPair, $check)
    };
    ($msm:ident, G2, $check:expr) => {
        on_every_msm!(@ $msm, G2, Quadratic, Limbs29Sop, FmaSop, $check)
    };
    ($msm:ident, Bls12381G1, $check:expr) => {
        on_every_msm!(@ $msm, Bls12381G1, bls12_381, $check)
    };
    ($msm:ident, Bls12377G1, $check:expr) => {
        on_every_msm!(@ $msm, Bls12377G1, bls12_377, $check)
    };
    ($msm:ident, Bls12381G2, $check:expr) => {
        on_every_msm!(@ $msm, Bls12381G2, Quadratic, bls12_381, $check)
    };
    (@ $msm:ident, $curve:ident, $fields:ident, $check:expr) => {
        on_every_msm!(@ $msm, $curve, Packed, $fields, $check)
    };
    (@ $msm:ident, $curve:ident, $coordinate:ident, $fields:ident, $check:expr) => {{
        type Base = fqmul::field::$fields::Fq;
        let check = $check;
        check(
            "limbs29-dropin",
            msm::$msm::<$curve, $coordinate<fqmul::limbs29::Limbs29Dropin<Base, 6>, 6>>,
        );
        #[cfg(target_feature = "relaxed-simd")]
        if fqmul::fma::fused() {
            type Pair = fqmul::fma48::FmaPair48<Base, fqmul::fma::Asked>;
            check("fma-pair-48", msm::$msm::<$curve, $coordinate<Pair, 6>>);
        }
    }};
    ($msm:ident, $curve:ident, $check:expr) => {{
        type Base = <<$curve as Curve>::Element as OfField>::Field;
        let check = $check;
        #[cfg(not(target_feature = "simd128"))]
        check("limbs29", msm::$msm::<$curve, Packed<fqmul::limbs29::Limbs29<Base>>>);
        #[cfg(target_feature = "simd128")]
        check("simd", msm::$msm::<$curve, Packed<fqmul::simd_mul::Simd<Base>>>);
    }};
    (@ $msm:ident, $curve:ident, $coordinate:ident, $limbs29:ident, $fma:ident, $check:expr) => {{
        let check = $check;
        check(
            stringify!($limbs29),
            msm::$msm::<$curve, $coordinate<fqmul::limbs29::$limbs29<Fq>>>,
        );
        check(
            "multi3-mitigated",
            msm::$msm::<$curve, $coordinate<fqmul::multi3::Multi3Mitigated>>,
        );
        #[cfg(target_feature = "simd128")]
        check("simd", msm::$msm::<$curve, $coordinate<fqmul::simd_mul::Simd<Fq>>>);
        #[cfg(target_feature = "relaxed-simd")]
        if fqmul::fma::fused() {
            check(
                stringify!($fma),
                msm::$msm::<$curve, $coordinate<fqmul::fma::$fma<Fq, fqmul::fma::Asked>>>,
            );
        }
    }};
}

/// The field of an element.
trait OfField {
    type Field: Modulus;
}

impl<M: Modulus> OfField for Element<M> {
    type Field = M;
}

type Sum<C> = fn(
    &[Point<<C as Curve>::Element>],
    &[Element<<C as Curve>::Scalar>],
) -> Point<<C as Curve>::Element>;

/// Numbers of points: none, fewer than a kernel's lanes or chains, and enough for windows of several bits.
const COUNTS: [usize; 8] = [0, 1, 2, 3, 7, 32, 33, 300];

/// On every kernel, all cases.
macro_rules! sums_of_multiples_are_right {
    ($curve:ident, $group:expr) => {{
        let group = $group;
        for n in COUNTS {
            let cases = cases::<$curve>(n, &group);
            on_every_msm!(msm, $curve, |id: &str, msm: Sum<$curve>| {
                for case in &cases {
                    let got = msm(&case.points, &case.scalars);
                    assert_eq!(got, case.sum, "{id}: {n} points: {}", case.name);
                }
            });
        }
    }};
}

#[test]
fn sums_of_multiples_of_the_generator_are_right() {
    sums_of_multiples_are_right!(G1, g1(300));
}

#[test]
fn sums_of_multiples_of_the_generators_of_g2_are_right() {
    sums_of_multiples_are_right!(G2, group(300));
    sums_of_multiples_are_right!(Bls12381G2, group(300));
}

#[test]
fn sums_of_multiples_of_the_generators_of_other_curves_are_right() {
    sums_of_multiples_are_right!(Bls12381G1, group(300));
    sums_of_multiples_are_right!(Bls12377G1, group(300));
    sums_of_multiples_are_right!(Pallas, group(300));
    sums_of_multiples_are_right!(Vesta, group(300));
    sums_of_multiples_are_right!(Grumpkin, group(300));
}

/// Points of arkworks, scalars, and the sum by arkworks.
type Operands<C> = (
    Vec<Affine<<C as InArkworks>::Config>>,
    Vec<Element<<C as Curve>::Scalar>>,
    Affine<<C as InArkworks>::Config>,
);

/// So many sums of at most four points.
fn operands<C: InArkworks>(count: usize) -> Vec<Operands<C>> {
    let one = Affine::<C::Config>::generator();
    let table: Vec<Affine<C::Config>> = (0..64u64).map(|k| one.mul_bigint([k]).into()).collect();
    let mut generator = Generator::new(17);
    (0..count)
        .map(|_| {
            let n = generator.word() as usize % 5;
            let mut sum = Projective::<C::Config>::default();
            let (points, scalars) = (0..n)
                .map(|_| {
                    let point = table[generator.word() as usize % 64];
                    // Short ones, too: their halves are.
                    let scalar: Element<C::Scalar> = match generator.word() % 4 {
                        0 => generator.element(),
                        1 => oracle::element(&(BigUint::from(generator.word()) << 64u32)),
                        _ => oracle::element(&BigUint::from(generator.word() >> 40)),
                    };
                    sum += point.mul_bigint(oracle::value(scalar).to_u64_digits());
                    (point, scalar)
                })
                .unzip();
            (points, scalars, sum.into())
        })
        .collect()
}

/// That the sums are right, of coordinates that `coordinate` takes over.
fn assert_sums<C: InArkworks>(
    (id, msm): (&str, Sum<C>),
    operands: &[Operands<C>],
    coordinate: fn(<C::Config as ark_ec::CurveConfig>::BaseField) -> C::Element,
) {
    for (points, scalars, sum) in operands {
        let points: Vec<_> = points
            .iter()
            .map(|point| curves::point::<C>(*point, coordinate))
            .collect();
        let sum = curves::point::<C>(*sum, C::element);
        assert_eq!(msm(&points, scalars), sum, "{id}: {points:?} {scalars:?}");
    }
}

/// On every kernel, of coordinates as elements and as residues.
macro_rules! sums_are_those_of_arkworks {
    ($curve:ident, $count:literal) => {{
        let operands = operands::<$curve>($count);
        on_every_msm!(msm, $curve, |id: &str, msm: Sum<$curve>| {
            assert_sums::<$curve>((id, msm), &operands, <$curve>::element);
        });
        on_every_msm!(msm_of_residues, $curve, |id: &str, msm: Sum<$curve>| {
            assert_sums::<$curve>((id, msm), &operands[..100], <$curve>::residue);
        });
    }};
}

#[test]
fn sums_are_those_of_arkworks() {
    sums_are_those_of_arkworks!(G1, 10_000);
}

#[test]
fn sums_in_g2_are_those_of_arkworks() {
    sums_are_those_of_arkworks!(G2, 1_000);
    sums_are_those_of_arkworks!(Bls12381G2, 1_000);
}

#[test]
fn sums_over_other_curves_are_those_of_arkworks() {
    sums_are_those_of_arkworks!(Bls12381G1, 1_000);
    sums_are_those_of_arkworks!(Bls12377G1, 1_000);
    sums_are_those_of_arkworks!(Pallas, 1_000);
    sums_are_those_of_arkworks!(Vesta, 1_000);
    sums_are_those_of_arkworks!(Grumpkin, 1_000);
}

/// Edge values, random ones, and where the nearest combination of the lattice changes.
fn scalars<C: InArkworks>() -> Vec<Element<C::Scalar>> {
    let r = oracle::modulus::<C::Scalar, 4>();
    let lambda = lambda::<C>();
    let mut scalars = oracle::edge_values::<C::Scalar, 4>();
    let mut generator = Generator::new(5);
    scalars.extend((0..1000).map(|_| generator.element::<C::Scalar, 4>()));
    scalars.extend([1u32, 2, 3].map(|k| oracle::element(&(&r * k / 4u32 + &lambda))));
    // Half of the lattice's two shortest, and of their sum.
    let [s, t] = [C::LATTICE.s, C::LATTICE.t].map(BigUint::from);
    for [a, b] in [[&s, &t], [&t, &s]] {
        let half = (a + b * &lambda) / 2u32;
        scalars.extend([0u32, 1, 2].map(|more| oracle::element(&(&half + more))));
    }
    scalars
}

fn halves_make_the_scalar<C: InArkworks>() {
    let r = BigInt::from(oracle::modulus::<C::Scalar, 4>());
    let lambda = BigInt::from(lambda::<C>());
    let largest = (BigUint::from(14u32) << half_bits::<C>()) / 15u32;
    for scalar in scalars::<C>() {
        let [k1, k2] = halves::<C>(&scalar).map(|half| {
            assert!(BigUint::from(half.magnitude) < largest, "{scalar:?}");
            signed(half.negative, half.magnitude)
        });
        let rest = (k1 + k2 * &lambda - BigInt::from(oracle::value(scalar))) % &r;
        assert_eq!(rest, BigInt::ZERO, "{scalar:?}");
    }
}

fn signed(negative: bool, magnitude: u128) -> BigInt {
    let magnitude = BigInt::from(magnitude);
    if negative { -magnitude } else { magnitude }
}

#[test]
fn halves_are_short_and_make_the_scalar() {
    halves_make_the_scalar::<G1>();
    halves_make_the_scalar::<G2>();
    halves_make_the_scalar::<Bls12381G1>();
    halves_make_the_scalar::<Bls12381G2>();
    halves_make_the_scalar::<Bls12377G1>();
    halves_make_the_scalar::<Pallas>();
    halves_make_the_scalar::<Vesta>();
    halves_make_the_scalar::<Grumpkin>();
    // A bit more would be a window more of some numbers of points.
    assert_eq!([half_bits::<G1>(), half_bits::<Grumpkin>()], [126; 2]);
}

/// Of all windows, the half scalars that are the furthest from 0.
fn digits_make_the_half_scalar<C: InArkworks>() {
    for log2 in 0..24 {
        let windows = Windows::new(1 << log2, half_bits::<C>());
        let each = windows.as_slice();
        assert_eq!(each[0].offset, 0);
        for pair in each.windows(2) {
            assert_eq!(pair[0].offset + pair[0].bits, pair[1].offset);
        }
        let magnitude = (1 << half_bits::<C>()) / 15 * 14 - 1;
        let furthest = [false, true].map(|negative| Half {
            negative,
            magnitude,
        });
        let scalars = scalars::<C>();
        let halves = scalars.iter().step_by(7).flat_map(halves::<C>);
        for half in halves.chain(furthest) {
            let shifted = windows.shifted(half);
            let sum = each.iter().fold(BigInt::ZERO, |sum, &window| {
                let digit = windows::digit(shifted, window);
                assert!(digit.unsigned_abs() as usize <= window.largest());
                sum + (BigInt::from(digit) << window.offset)
            });
            assert_eq!(sum, signed(half.negative, half.magnitude));
        }
    }
}

#[test]
fn digits_make_the_half_scalar_whatever_the_windows() {
    digits_make_the_half_scalar::<G1>();
    digits_make_the_half_scalar::<Pallas>();
    assert_eq!(Windows::new(1 << 17, half_bits::<G1>()).as_slice().len(), 9);
}

fn inverses<K: Lanewise>(id: &str) {
    use fqmul::work::inversion::invert_all;
    use fqmul::work::packed::Packed;
    let mut generator = Generator::new(9);
    for n in [0, 1, 2, 3, 4, 5, 9, 33] {
        let mut elements: Vec<Element<K::Modulus>> =
            (0..n * K::LANES).map(|_| generator.element()).collect();
        for zero in [None, Some(0), elements.len().checked_sub(1)] {
            if let Some(place) = zero.filter(|_| n > 0) {
                elements[place] = Element::ZERO;
            }
            let differences: Vec<_> = elements
                .chunks(K::LANES)
                .map(|lanes| Packed::<K>::load(lanes).difference(&Packed::zero()))
                .collect();
            let mut inverses = vec![Packed::zero(); n];
            let right = invert_all(&differences, &mut inverses, &mut vec![Packed::zero(); n]);
            assert_eq!(right, zero.is_none() || n == 0, "{id}: {n}, {zero:?}");
            if right {
                let inverses = inverses.iter().flat_map(|x| x.store()[..K::LANES].to_vec());
                for (x, inverse) in elements.iter().zip(inverses) {
                    assert_eq!(oracle::product(*x, inverse), Element::ONE, "{id}: {n}");
                }
            }
        }
    }
}

#[test]
fn all_are_inverted_or_a_zero_is_found() {
    on_every_lanewise_kernel!(inverses);
}

fn inverse<M: Modulus>() {
    let mut generator = Generator::new(10);
    let mut elements = oracle::edge_values::<M, 4>();
    elements.extend((0..1000).map(|_| generator.element::<M, 4>()));
    for x in elements {
        let right = if x == Element::ZERO {
            Element::ZERO
        } else {
            Element::ONE
        };
        assert_eq!(
            oracle::product(x, x.inverse()),
            right,
            "{x:?} in {}",
            M::NAME
        );
    }
    assert_eq!(Element::<M>::ZERO.inverse(), Element::ZERO);
}

#[test]
fn elements_are_inverted() {
    super::fields::on_every_field!(inverse);
}

fn inverse_of_six_words<M: Modulus<6>>() {
    let p = oracle::modulus::<M, 6>();
    for value in super::field_products::edge_values_of_six_words::<M>() {
        let inverse = curves::value(curves::reduced::<M, 6>(&value).inverse());
        let right = if value == BigUint::ZERO { 0u32 } else { 1 };
        assert_eq!(
            inverse * &value % &p,
            right.into(),
            "{value} in {}",
            M::NAME
        );
    }
}

#[test]
fn elements_of_six_words_are_inverted() {
    inverse_of_six_words::<fqmul::field::bls12_381::Fq>();
    inverse_of_six_words::<fqmul::field::bls12_377::Fq>();
}

/// (0, 2) and (-1, 0), of order 3 and 2.
#[test]
fn points_of_the_curve_and_not_of_the_group_are_refused() {
    let one = [&[1][..], &[0; 31]].concat();
    let coordinate = |value: &BigUint| {
        let mut bytes = value.to_bytes_le();
        bytes.resize(48, 0);
        bytes
    };
    let p = oracle::modulus::<fqmul::field::bls12_377::Fq, 6>();
    for (curve, x, y) in [
        ("bls12-381-g1", BigUint::ZERO, 2u32),
        ("bls12-377-g1", BigUint::ZERO, 1),
        ("bls12-377-g1", p - 1u32, 0),
    ] {
        let point = [coordinate(&x), coordinate(&y.into())].concat();
        let refused = sum(curve, "limbs29-dropin", &point, &one).expect_err("it is outside");
        assert_eq!(
            refused.to_string(),
            "points: point 0 is on the curve, and not in its subgroup of prime order"
        );
    }
}

#[test]
fn operands_of_a_seed_are_those_of_a_curve() {
    let r = oracle::modulus::<Fr, 4>();
    for log2 in [0, 1, 5] {
        let mut generator = Generator::new(0x5eed);
        let mut draw = || oracle::value(generator.element::<Fr, 4>());
        let (a, d, _) = (draw(), draw(), draw());
        let total = (0..1u32 << log2).fold(BigUint::ZERO, |sum, i| sum + draw() * (&a + &d * i));
        let right = point(&multiple(&(total % &r)));
        let right = [right.x.to_bytes(), right.y.to_bytes()].concat();
        for (id, _) in MSMS {
            let Ok(msm) = msm(id, log2, 0x5eed) else {
                continue;
            };
            assert_eq!(msm.sum(), right, "{id}: 2^{log2}");
        }
    }
}

#[test]
fn bad_operands_are_refused_by_name() {
    let message = |points: &[u8], scalars: &[u8]| -> String {
        sum(BN254_G1, "limbs29", points, scalars)
            .expect_err("it is bad")
            .to_string()
    };
    let generator = [G1::GENERATOR.x.to_bytes(), G1::GENERATOR.y.to_bytes()].concat();
    let [one, r] = [vec![1], oracle::modulus::<Fr, 4>().to_bytes_le()].map(|mut bytes: Vec<u8>| {
        bytes.resize(32, 0);
        bytes
    });
    for (curve, sums) in CURVES {
        let (kernel, _) = sums[0];
        let sum = |points: &[u8], scalars: &[u8]| sum(curve, kernel, points, scalars);
        let bytes = if curve.starts_with("bls12") { 96 } else { 64 };
        assert_eq!(sum(&vec![0; bytes], &one), Ok(vec![0; bytes]), "{curve}");
        assert_eq!(sum(&[], &[]), Ok(vec![0; bytes]), "{curve}");
        let short = sum(&vec![0; bytes - 1], &one).expect_err("it is no point");
        assert!(
            short
                .to_string()
                .starts_with(&format!("points: {bytes} bytes"))
        );
        let off = sum(&vec![1; bytes], &one).expect_err("it is on no curve");
        assert!(
            off.to_string()
                .contains("point 0 is not on the curve y^2 = x^3 ")
        );
    }
    assert_eq!(
        sum(BN254_G1, "limbs29", &generator, &one),
        Ok(generator.clone())
    );
    assert!(message(&generator[1..], &one).starts_with("points: 64 bytes"));
    assert!(message(&generator, &one[1..]).starts_with("scalars: 32 bytes"));
    assert!(message(&generator, &[]).starts_with("scalars: 32 bytes"));
    assert!(message(&generator, &r).starts_with("scalars: the value is not below"));
    let mut off = [&generator[..], &generator].concat();
    off[64] = 2;
    let scalars = [&one[..], &one].concat();
    assert_eq!(
        message(&off, &scalars),
        "points: point 1 is not on the curve y^2 = x^3 + 3; 64 zero bytes are the point at infinity"
    );
    let mut large = generator.clone();
    large[32..].fill(0xff);
    assert!(message(&large, &one).starts_with("points: the value is not below"));
    assert!(matches!(
        sum(BN254_G1, "nope", &generator, &one),
        Err(InputError::UnknownKernel { .. })
    ));
    let unknown = sum("nope", "limbs29", &generator, &one).expect_err("there is none");
    for (curve, _) in CURVES {
        assert!(unknown.to_string().contains(curve), "{curve}");
    }
    assert!(matches!(
        msm("nope", 3, 1),
        Err(InputError::UnknownKernel { .. })
    ));
    assert!(matches!(
        msm("limbs29", 21, 1),
        Err(InputError::Range { .. })
    ));
}

/// The kernels that are measured are those that have sums of points that are given.
#[test]
fn every_kernel_of_a_seed_has_sums_of_points() {
    let (id, sums) = CURVES[0];
    assert_eq!(id, BN254_G1);
    let of_seeds = MSMS.iter().map(|(id, _)| id);
    assert!(of_seeds.eq(sums.iter().map(|(id, _)| id)));
}

#[test]
fn a_progression_without_a_step_or_through_infinity() {
    use fqmul::limbs29::Limbs29;
    use fqmul::work::msm::progression;

    let number = |x: u64| Element::<Fr>::new([x, 0, 0, 0]).expect("it is below r");
    let of = |a, d| progression::<G1, Packed<Limbs29<Fq>>>(a, d, 3);
    let two = of(number(2), Element::ZERO).expect("none is at infinity");
    let steps = of(number(1), number(1)).expect("none is at infinity");
    assert_eq!(two, [steps[1]; 8]);
    assert_eq!(steps[0], G1::GENERATOR);
    // 0·G, and -3·G and the seven after it.
    assert_eq!(of(Element::ZERO, number(1)), None);
    assert_eq!(of(Element::ZERO, Element::ZERO), None);
    assert_eq!(of(-number(3), number(1)), None);
    // A sum is a doubling: G + G.
    assert_eq!(of(number(1), number(1)).expect("none")[1], steps[1]);
}

/// A public report of another library (constantine, issue 366): 24,101 points of G2, of which the first 512 are here, 203
/// of them at infinity. Coordinates and scalars are residues. The sums of the first so many are by @noble/curves, that of
/// all is the report's. With `FQMUL_CASES`, a folder with `g2-sum/points.bin` and `scalars.bin`, it is of all.
#[test]
fn a_public_sum_in_g2_is_right_by_prefixes() {
    let (mut points, mut scalars) = (
        include_bytes!("g2-sum/points.bin").to_vec(),
        include_bytes!("g2-sum/scalars.bin").to_vec(),
    );
    if let Some(folder) = std::env::var_os("FQMUL_CASES") {
        let read = |name: &str| {
            let file = std::path::Path::new(&folder).join("g2-sum").join(name);
            std::fs::read(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
        };
        (points, scalars) = (read("points.bin"), read("scalars.bin"));
    }
    let points: Vec<Point<[Element<Fq>; 2]>> = points
        .as_chunks::<128>()
        .0
        .iter()
        .map(|point| {
            let coordinates = point.as_chunks::<32>().0;
            let [x0, x1, y0, y1] = [0, 1, 2, 3].map(|i| {
                Element::from_bytes("a coordinate", &coordinates[i]).expect("it is below p")
            });
            Point {
                x: [x0, x1],
                y: [y0, y1],
            }
        })
        .collect();
    let r = oracle::modulus::<Fr, 4>();
    let inverse = (BigUint::from(1u32) << 256u32)
        .modinv(&r)
        .expect("r is odd");
    let scalars: Vec<Element<Fr>> = scalars
        .as_chunks::<32>()
        .0
        .iter()
        .map(|residue| oracle::element(&(BigUint::from_bytes_le(residue) * &inverse)))
        .collect();
    let mut whole = false;
    for line in include_str!("g2-sum/sums.txt").lines() {
        let words: Vec<_> = line.split(' ').collect();
        let count: usize = words[0].parse().expect("a number");
        if count > points.len() {
            continue;
        }
        whole |= count == points.len();
        let [x0, x1, y0, y1] = [1, 2, 3, 4].map(|i| {
            let value = BigUint::parse_bytes(words[i].as_bytes(), 16).expect("hexadecimal");
            oracle::element::<Fq, 4>(&value)
        });
        let sum = Point {
            x: [x0, x1],
            y: [y0, y1],
        };
        on_every_msm!(msm_of_residues, G2, |id: &str, msm: Sum<G2>| {
            let got = msm(&points[..count], &scalars[..count]);
            assert_eq!(got, sum, "{id}: the first {count}");
        });
    }
    assert!(whole, "there is no sum of all {} points", points.len());
}
