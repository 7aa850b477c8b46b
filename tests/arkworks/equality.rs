//! The same values as num-bigint's and ark-bn254's.

use crate::oracle;
use ark_ec::pairing::Pairing;
use ark_ec::scalar_mul::double_and_add;
use ark_ec::short_weierstrass::Affine;
use ark_ec::{AffineRepr, CurveGroup, PrimeGroup};
use ark_ff::{
    AdditiveGroup, BigInt, BigInteger, Field, Fp, MontBackend, MontConfig, PrimeField, Zero,
};
use fqmul::arkworks::bn254::{Bn254, Fq, Fq2, Fq12, Fr, G2Config};
use fqmul::arkworks::{Dropin, DropinField};
use fqmul::bench::curve::{CURVES, LOG2_POINTS, curve};
use fqmul::bench::generator::Generator;
use fqmul::field::{Element, Modulus, bn254};
use num_bigint::BigUint;

fn element<F: PrimeField>(x: &Element<impl Modulus>) -> F {
    F::from_le_bytes_mod_order(&x.to_bytes())
}

fn value(x: impl PrimeField) -> BigUint {
    BigUint::from_bytes_le(&x.into_bigint().to_bytes_le())
}

fn modulus<F: PrimeField>() -> BigUint {
    BigUint::from_bytes_le(&F::MODULUS.to_bytes_le())
}

/// Values at which limbs, carries and reductions change behaviour, as the residues of the field and as
/// its integers: both are what words of it can be.
fn edges<const N: usize, C: MontConfig<N>>() -> Vec<Fp<MontBackend<C, N>, N>> {
    let p = modulus::<Fp<MontBackend<C, N>, N>>();
    let one = BigUint::from(1u32);
    let mut values = vec![
        BigUint::ZERO,
        one.clone(),
        &p - &one,
        &p >> 1u32,
        (&p >> 1u32) + &one,
    ];
    let bits = p.bits() as usize;
    for width in [29, 30, 64] {
        for bit in (width..bits - 1).step_by(width) {
            let boundary = &one << bit;
            values.extend([&boundary - &one, boundary.clone(), &p - &boundary]);
            values.push(&boundary - (&one << (bit - width)));
        }
    }
    values.push((&one << (bits - 1)) - &one);
    values.iter().for_each(|value| assert!(value < &p));
    let residue = |value: &BigUint| {
        let mut words = value.to_u64_digits();
        words.resize(N, 0);
        Fp::new_unchecked(BigInt::new(words.try_into().expect("N words")))
    };
    let integer = |value: &BigUint| Fp::from_le_bytes_mod_order(&value.to_bytes_le());
    values
        .iter()
        .flat_map(|value| [residue(value), integer(value)])
        .collect()
}

/// The value of a residue: not by the way out of the Montgomery form, which is under test.
fn values<const N: usize, C: MontConfig<N>>() -> impl Fn(Fp<MontBackend<C, N>, N>) -> BigUint {
    let p = modulus::<Fp<MontBackend<C, N>, N>>();
    let r = BigUint::from(1u32) << (64 * N);
    let inverse = r.modinv(&p).expect("p is odd");
    move |x| {
        let residue = BigUint::from_bytes_le(&x.0.to_bytes_le());
        assert!(residue < p, "a residue is canonical");
        residue * &inverse % &p
    }
}

fn every_operation<const N: usize, C: MontConfig<N>>()
where
    Dropin<C, N>: MontConfig<N>,
{
    type Field<C, const N: usize> = DropinField<C, N>;
    let p = modulus::<Field<C, N>>();
    let value_of = values::<N, Dropin<C, N>>();
    let edges: Vec<_> = edges::<N, Dropin<C, N>>()
        .into_iter()
        .map(|x| (x, value_of(x)))
        .collect();
    for (i, (x, a)) in edges.iter().enumerate() {
        let (x, a) = (*x, a);
        assert_eq!(value(x), *a);
        assert_eq!(value_of(x.square()), a * a % &p);
        assert_eq!(value_of(x.double()), (a + a) % &p);
        assert_eq!(value_of(-x), (&p - a) % &p);
        let inverse = x.inverse().map_or(BigUint::ZERO, &value_of);
        assert_eq!(
            inverse * a % &p,
            BigUint::from(u32::from(*a != BigUint::ZERO))
        );
        // The last terms of the longer sums.
        let (z, c) = &edges[(7 * i + 3) % edges.len()];
        // A third of all pairs, others for each x.
        for (y, b) in edges.iter().skip(i % 3).step_by(3) {
            let (y, z) = (*y, *z);
            let ab = a * b;
            assert_eq!(value_of(x * y), &ab % &p);
            assert_eq!(value_of(x + y), (a + b) % &p);
            assert_eq!(value_of(x - y), (&p + a - b) % &p);
            let two = Field::<C, N>::sum_of_products(&[x, y], &[y, z]);
            assert_eq!(value_of(two), (&ab + b * c) % &p);
            let three = Field::<C, N>::sum_of_products(&[x, y, z], &[y, z, x]);
            let sum = &ab + b * c + c * a;
            assert_eq!(value_of(three), &sum % &p);
            let four = Field::<C, N>::sum_of_products(&[x, y, z, x], &[y, z, x, x]);
            assert_eq!(value_of(four), (sum + a * a) % &p);
        }
    }
}

#[test]
fn every_operation_agrees_with_num_bigint() {
    every_operation::<4, ark_bn254::FqConfig>();
    every_operation::<4, ark_bn254::FrConfig>();
    every_operation::<4, ark_bls12_381::FrConfig>();
    every_operation::<4, ark_bls12_377::FrConfig>();
    every_operation::<4, ark_pallas::FqConfig>();
    every_operation::<4, ark_pallas::FrConfig>();
    every_operation::<4, ark_secp256k1::FqConfig>();
    every_operation::<4, ark_secp256k1::FrConfig>();
    every_operation::<6, ark_bls12_381::FqConfig>();
    every_operation::<6, ark_bls12_377::FqConfig>();
}

/// An element of either is the same words.
fn residues<const N: usize, C: MontConfig<N>>()
where
    Dropin<C, N>: MontConfig<N>,
{
    let mut generator = Generator::new(6);
    let mut draw = || -> [u8; 64] { core::array::from_fn(|_| generator.word() as u8) };
    for _ in 0..1000 {
        let (a, b) = (draw(), draw());
        let [x, y] = [&a, &b].map(|x| DropinField::<C, N>::from_le_bytes_mod_order(x));
        let [their_x, their_y] =
            [&a, &b].map(|x| Fp::<MontBackend<C, N>, N>::from_le_bytes_mod_order(x));
        assert_eq!(x.0, their_x.0);
        assert_eq!((x * y).0, (their_x * their_y).0);
        assert_eq!((x - y).0, (their_x - their_y).0);
        assert_eq!(x.square().0, their_x.square().0);
        assert_eq!(x.into_bigint(), their_x.into_bigint());
    }
}

#[test]
fn residues_are_those_of_arkworks() {
    residues::<4, ark_bn254::FqConfig>();
    residues::<4, ark_bn254::FrConfig>();
    residues::<4, ark_bls12_381::FrConfig>();
    residues::<4, ark_bls12_377::FrConfig>();
    residues::<4, ark_pallas::FqConfig>();
    residues::<4, ark_pallas::FrConfig>();
    residues::<4, ark_secp256k1::FqConfig>();
    residues::<4, ark_secp256k1::FrConfig>();
    residues::<6, ark_bls12_381::FqConfig>();
    residues::<6, ark_bls12_377::FqConfig>();
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
        .map(|_| element(&generator.element::<bn254::Fr, 4>()))
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
    let r = oracle::modulus::<bn254::Fr, 4>();
    let mut generator = Generator::new(SEED);
    let mut draw = || oracle::value(generator.element::<bn254::Fr, 4>());
    let (a, d, b) = (draw(), draw(), draw());
    let sum =
        (0..1u32 << LOG2_POINTS).fold(BigUint::ZERO, |sum, i| sum + draw() * (&a + &d * i)) % &r;
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
        let curve = curve(id, SEED, LOG2_POINTS).expect("it is in the list");
        assert_eq!(curve.msm(), expected, "{id}");
        assert_eq!(curve.pairing(), pairing, "{id}");
        assert_eq!(curve.base(), base, "{id}");
    }
}

#[test]
fn a_kernel_without_a_curve_is_refused_by_name() {
    let error = curve("limbs29", 1, LOG2_POINTS)
        .err()
        .expect("it has none")
        .to_string();
    assert!(
        error.starts_with("kernel: unknown id \"limbs29\""),
        "{error}"
    );
    assert!(error.contains("limbs29-dropin"), "{error}");
    assert_eq!(bn254::Fq::P, <Fq as PrimeField>::MODULUS.0);
}
