//! The same values as num-bigint's and ark-bn254's.

use crate::oracle;
use ark_ec::pairing::Pairing;
use ark_ec::scalar_mul::double_and_add;
use ark_ec::short_weierstrass::Affine;
use ark_ec::{AffineRepr, CurveGroup, PrimeGroup};
use ark_ff::{AdditiveGroup, BigInteger, Field, Fp256, MontBackend, MontConfig, PrimeField, Zero};
use fqmul::arkworks::DropinField;
use fqmul::arkworks::bn254::{Bn254, Fq, Fq2, Fq12, Fr, G2Config};
use fqmul::bench::curve::{CURVES, POINTS, curve};
use fqmul::bench::generator::Generator;
use fqmul::field::{Element, Modulus, bls12_381, bn254};
use num_bigint::BigUint;

fn element<F: PrimeField>(x: &Element<impl Modulus>) -> F {
    F::from_le_bytes_mod_order(&x.to_bytes())
}

fn value(x: impl PrimeField) -> BigUint {
    BigUint::from_bytes_le(&x.into_bigint().to_bytes_le())
}

fn every_operation<M: Modulus, C: MontConfig<4>>() {
    let edges = oracle::edge_values::<M>();
    let p = oracle::modulus::<M>();
    for a in &edges {
        let (x, big): (DropinField<M, C>, _) = (element(a), oracle::value(*a));
        assert_eq!(value(x), big);
        assert_eq!(value(x.square()), &big * &big % &p);
        assert_eq!(value(x.double()), (&big + &big) % &p);
        assert_eq!(value(-x), (&p - &big) % &p);
        let inverse = x.inverse().map_or(BigUint::ZERO, value);
        assert_eq!(inverse, big.modpow(&(&p - 2u32), &p));
        for b in &edges {
            let (y, other): (DropinField<M, C>, _) = (element(b), oracle::value(*b));
            assert_eq!(value(x * y), &big * &other % &p);
            assert_eq!(value(x + y), (&big + &other) % &p);
            assert_eq!(value(x - y), (&p + &big - &other) % &p);
            let two = DropinField::sum_of_products(&[x, y], &[y, y]);
            assert_eq!(value(two), (&big + &other) * &other % &p);
            let three = DropinField::sum_of_products(&[x, y, x], &[y, y, x]);
            assert_eq!(value(three), (value(two) + &big * &big) % &p);
        }
    }
}

#[test]
fn every_operation_agrees_with_num_bigint() {
    every_operation::<bn254::Fq, ark_bn254::FqConfig>();
    every_operation::<bn254::Fr, ark_bn254::FrConfig>();
    every_operation::<bls12_381::Fr, ark_bls12_381::FrConfig>();
}

/// An element of either is the same limbs.
fn residues<M: Modulus, C: MontConfig<4>>() {
    let mut generator = Generator::new(6);
    for _ in 0..1000 {
        let (a, b): (Element<M>, Element<M>) = (generator.element(), generator.element());
        let (x, y): (DropinField<M, C>, DropinField<M, C>) = (element(&a), element(&b));
        let [their_x, their_y] = [a, b].map(|x| element::<Fp256<MontBackend<C, 4>>>(&x));
        assert_eq!(x.0, their_x.0);
        assert_eq!((x * y).0, (their_x * their_y).0);
        assert_eq!((x - y).0, (their_x - their_y).0);
        assert_eq!(x.square().0, their_x.square().0);
    }
}

#[test]
fn residues_are_those_of_arkworks() {
    residues::<bn254::Fq, ark_bn254::FqConfig>();
    residues::<bn254::Fr, ark_bn254::FrConfig>();
    residues::<bls12_381::Fr, ark_bls12_381::FrConfig>();
}

/// Coordinates of a value of either arkworks, canonical.
fn coordinates<F: Field>(x: &F) -> Vec<Vec<u8>> {
    x.to_base_prime_field_elements()
        .map(|x| x.into_bigint().to_bytes_le())
        .collect()
}

fn scalars<F: PrimeField>(seed: u64, count: usize) -> Vec<F> {
    let mut generator = Generator::new(seed);
    (0..count)
        .map(|_| element(&generator.element::<bn254::Fr>()))
        .collect()
}

#[test]
fn points_and_pairings_are_those_of_ark_bn254() {
    type Own = Bn254;
    type Theirs = ark_bn254::Bn254;
    let (own, theirs) = (scalars::<Fr>(7, 20), scalars::<ark_bn254::Fr>(7, 20));
    for (a, b) in own.chunks(2).zip(theirs.chunks(2)) {
        let own1 = (<Own as Pairing>::G1::generator() * a[0]).into_affine();
        let their1 = (<Theirs as Pairing>::G1::generator() * b[0]).into_affine();
        assert_eq!(coordinates(&own1.x), coordinates(&their1.x));
        assert_eq!(coordinates(&own1.y), coordinates(&their1.y));
        let own2 = (<Own as Pairing>::G2::generator() * a[1]).into_affine();
        let their2 = (<Theirs as Pairing>::G2::generator() * b[1]).into_affine();
        assert_eq!(coordinates(&own2.x), coordinates(&their2.x));
        assert_eq!(coordinates(&own2.y), coordinates(&their2.y));
        let own = Own::pairing(own1, own2).0;
        assert_eq!(
            coordinates(&own),
            coordinates(&Theirs::pairing(their1, their2).0)
        );
        // e(a·G1, b·G2) = e(G1, G2)^(a·b)
        let base = Own::pairing(
            <Own as Pairing>::G1Affine::generator(),
            <Own as Pairing>::G2Affine::generator(),
        );
        assert_eq!(own, base.0.pow((a[0] * a[1]).into_bigint()));
        assert_ne!(own, Fq12::ONE);
    }
}

/// Not only the same points: the same Jacobian coordinates, which tell by what steps they were
/// reached. Doubling and adding, without the endomorphism on G1, ends in others.
#[test]
fn scalars_are_multiplied_in_the_steps_of_ark_bn254() {
    let (own, theirs) = (scalars::<Fr>(8, 10), scalars::<ark_bn254::Fr>(8, 10));
    for (a, b) in own.into_iter().zip(theirs) {
        let own = <Bn254 as Pairing>::G1::generator() * a;
        let their = ark_bn254::G1Projective::generator() * b;
        assert_eq!(coordinates(&own.x), coordinates(&their.x));
        assert_eq!(coordinates(&own.y), coordinates(&their.y));
        assert_eq!(coordinates(&own.z), coordinates(&their.z));
        let own = <Bn254 as Pairing>::G2::generator() * a;
        let their = ark_bn254::G2Projective::generator() * b;
        assert_eq!(coordinates(&own.z), coordinates(&their.z));
    }
}

/// The twist has points outside of G2, nearly all of them.
#[test]
fn the_check_of_g2_agrees_with_a_multiplication_by_its_order() {
    let mut outside = 0;
    for x in 1..=20u64 {
        let x = Fq2::new(Fq::from(x), Fq::from(1));
        let Some(point) = Affine::<G2Config>::get_point_from_x_unchecked(x, false) else {
            continue;
        };
        for point in [point, point.clear_cofactor()] {
            assert!(point.is_on_curve());
            let times_order = double_and_add(&point.into_group(), bn254::Fr::P);
            let inside = point.is_in_correct_subgroup_assuming_on_curve();
            assert_eq!(inside, times_order.is_zero());
            outside += u32::from(!inside);
        }
        assert!(
            point
                .clear_cofactor()
                .is_in_correct_subgroup_assuming_on_curve()
        );
    }
    assert!(outside > 5);
    assert!(Affine::<G2Config>::zero().is_in_correct_subgroup_assuming_on_curve());
}

/// The timed MSM against one scalar multiplication by ark-bn254, and num-bigint's scalar.
#[test]
fn each_curve_returns_the_sum_and_the_pairing_that_its_seed_says() {
    const SEED: u64 = 0x5eed;
    let r = oracle::modulus::<bn254::Fr>();
    let mut generator = Generator::new(SEED);
    let mut draw = || oracle::value(generator.element::<bn254::Fr>());
    let (a, d, b) = (draw(), draw(), draw());
    let sum = (0..POINTS).fold(BigUint::ZERO, |sum, i| sum + draw() * (&a + &d * i)) % &r;
    let scalar = |x: &BigUint| ark_bn254::Fr::from_le_bytes_mod_order(&x.to_bytes_le());
    let point = (ark_bn254::G1Projective::generator() * scalar(&sum)).into_affine();
    let expected = [coordinates(&point.x), coordinates(&point.y)]
        .concat()
        .concat();
    let g1 = ark_bn254::G1Projective::generator() * scalar(&a);
    let g2 = ark_bn254::G2Projective::generator() * scalar(&b);
    let pairing = coordinates(&ark_bn254::Bn254::pairing(g1, g2).0).concat();
    let base = coordinates(
        &ark_bn254::Bn254::pairing(
            ark_bn254::G1Affine::generator(),
            ark_bn254::G2Affine::generator(),
        )
        .0,
    )
    .concat();
    for (id, _) in CURVES {
        let curve = curve(id, SEED).expect("it is in the list");
        assert_eq!(curve.msm(), expected, "{id}");
        assert_eq!(curve.pairing(), pairing, "{id}");
        assert_eq!(curve.base(), base, "{id}");
    }
}

#[test]
fn a_kernel_without_a_curve_is_refused_by_name() {
    let error = curve("limbs29", 1).err().expect("it has none").to_string();
    assert!(
        error.starts_with("kernel: unknown id \"limbs29\""),
        "{error}"
    );
    assert!(error.contains("limbs29-dropin"), "{error}");
    assert_eq!(bn254::Fq::P, <Fq as PrimeField>::MODULUS.0);
}
