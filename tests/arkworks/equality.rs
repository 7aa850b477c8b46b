//! The same values as num-bigint's and ark-bn254's.

use crate::oracle;
use ark_ec::pairing::Pairing;
use ark_ec::{AffineRepr, CurveGroup, PrimeGroup};
use ark_ff::{AdditiveGroup, BigInteger, Field, PrimeField};
use fqmul::arkworks::{self, Bn254, Fq};
use fqmul::bench::curve::{CURVES, POINTS, curve};
use fqmul::bench::generator::Generator;
use fqmul::field::Element;
use fqmul::field::{Modulus, bn254};
use num_bigint::BigUint;

fn element(x: &Element<bn254::Fq>) -> Fq {
    Fq::from_le_bytes_mod_order(&x.to_bytes())
}

fn value(x: Fq) -> BigUint {
    BigUint::from_bytes_le(&x.into_bigint().to_bytes_le())
}

#[test]
fn every_operation_agrees_with_num_bigint() {
    let edges = oracle::edge_values::<bn254::Fq>();
    let p = oracle::modulus::<bn254::Fq>();
    for a in &edges {
        let (x, big) = (element(a), oracle::value(*a));
        assert_eq!(value(x), big);
        assert_eq!(value(x.square()), &big * &big % &p);
        assert_eq!(
            value(x.double()),
            &big + &big
                - if &big + &big < p {
                    BigUint::ZERO
                } else {
                    p.clone()
                }
        );
        assert_eq!(value(-x), (&p - &big) % &p);
        let inverse = x.inverse().map_or(BigUint::ZERO, value);
        assert_eq!(inverse, big.modpow(&(&p - 2u32), &p));
        for b in &edges {
            let y = element(b);
            assert_eq!(value(x * y), oracle::value(oracle::product(*a, *b)));
            let sum =
                oracle::value(oracle::product(*a, *b)) + oracle::value(oracle::product(*b, *b));
            assert_eq!(value(Fq::sum_of_products(&[x, y], &[y, y])), sum % &p);
        }
    }
}

/// The constants are ark-bn254's, limb for limb: only the names of the types differ.
#[test]
fn residues_are_those_of_arkworks() {
    let mut generator = Generator::new(6);
    for _ in 0..1000 {
        let (a, b): (Element<bn254::Fq>, Element<bn254::Fq>) =
            (generator.element(), generator.element());
        let of = |x: Element<bn254::Fq>| ark_bn254::Fq::from_le_bytes_mod_order(&x.to_bytes());
        assert_eq!(element(&a).0, of(a).0);
        assert_eq!((element(&a) * element(&b)).0, (of(a) * of(b)).0);
        assert_eq!(element(&a).square().0, of(a).square().0);
    }
}

/// Coordinates of a value of either arkworks, canonical.
fn coordinates<F: Field>(x: &F) -> Vec<Vec<u8>> {
    x.to_base_prime_field_elements()
        .map(|x| x.into_bigint().to_bytes_le())
        .collect()
}

fn scalars(seed: u64, count: usize) -> Vec<arkworks::Fr> {
    let mut generator = Generator::new(seed);
    (0..count)
        .map(|_| {
            let element: Element<bn254::Fr> = generator.element();
            arkworks::Fr::from_le_bytes_mod_order(&element.to_bytes())
        })
        .collect()
}

#[test]
fn points_and_pairings_are_those_of_ark_bn254() {
    type Own = Bn254;
    type Theirs = ark_bn254::Bn254;
    for pair in scalars(7, 20).chunks(2) {
        let own1 = (<Own as Pairing>::G1::generator() * pair[0]).into_affine();
        let their1 = (<Theirs as Pairing>::G1::generator() * pair[0]).into_affine();
        assert_eq!(coordinates(&own1.x), coordinates(&their1.x));
        assert_eq!(coordinates(&own1.y), coordinates(&their1.y));
        let own2 = (<Own as Pairing>::G2::generator() * pair[1]).into_affine();
        let their2 = (<Theirs as Pairing>::G2::generator() * pair[1]).into_affine();
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
        assert_eq!(own, base.0.pow((pair[0] * pair[1]).into_bigint()));
        assert_ne!(own, arkworks::Fq12::ONE);
    }
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
    let scalar = |x: &BigUint| arkworks::Fr::from_le_bytes_mod_order(&x.to_bytes_le());
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
