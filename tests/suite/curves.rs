//! The constants of curves against arkworks' and by num-bigint; and what arkworks knows of a curve, for sums.

use super::oracle;
use ark_ec::AffineRepr;
use ark_ec::CurveConfig;
use ark_ec::short_weierstrass::{Affine, SWCurveConfig};
use ark_ff::PrimeField;
use fqmul::field::{Element, Modulus, bls12_377, bls12_381, bn254};
use fqmul::limbs29::Limbs29Dropin;
use fqmul::work::coordinate::Coordinate;
use fqmul::work::curves::{
    Bls12377G1, Bls12381G1, Bls12381G2, Curve, G1, G2, Grumpkin, Pallas, Point, Vesta,
};
use fqmul::work::msm::{first_off_curve, first_outside};
use fqmul::work::packed::Packed;
use fqmul::work::quadratic::Quadratic;
use num_bigint::BigUint;

/// A curve of this crate as arkworks has it.
pub trait InArkworks: Curve {
    /// Its configuration.
    type Config: SWCurveConfig;

    /// The same coordinate.
    fn element(x: <Self::Config as CurveConfig>::BaseField) -> Self::Element;

    /// The element whose integer is arkworks' residue.
    fn residue(x: <Self::Config as CurveConfig>::BaseField) -> Self::Element;

    /// -x.
    fn minus(x: Self::Element) -> Self::Element;

    /// β·x.
    fn beta_times(x: Self::Element) -> Self::Element;
}

fn from_words(words: &[u64]) -> BigUint {
    let bytes: Vec<_> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    BigUint::from_bytes_le(&bytes)
}

/// The value of an element.
pub fn value<M: Modulus<N>, const N: usize>(x: Element<M, N>) -> BigUint {
    from_words(x.integer())
}

/// The element of a value mod p.
pub fn reduced<M: Modulus<N>, const N: usize>(value: &BigUint) -> Element<M, N> {
    let mut words = (value % oracle::modulus::<M, N>()).to_u64_digits();
    words.resize(N, 0);
    Element::new(words.try_into().expect("as many words")).expect("it is below p")
}

fn element<M: Modulus<N>, F: PrimeField, const N: usize>(x: F) -> Element<M, N> {
    reduced(&x.into_bigint().into())
}

/// The words of p.
const fn modulus_of<M: Modulus<N>, const N: usize>(_: Element<M, N>) -> [u64; N] {
    M::P
}

macro_rules! in_arkworks {
    ($curve:ty, $config:ty) => {
        impl InArkworks for $curve {
            type Config = $config;

            fn element(x: <$config as CurveConfig>::BaseField) -> Self::Element {
                element(x)
            }

            fn residue(x: <$config as CurveConfig>::BaseField) -> Self::Element {
                Element::new(x.0.0).expect("it is below p")
            }

            fn minus(x: Self::Element) -> Self::Element {
                reduced(&(from_words(&modulus_of(x)) - value(x)))
            }

            fn beta_times(x: Self::Element) -> Self::Element {
                reduced(&(value(x) * value(Self::BETA)))
            }
        }
    };
}

in_arkworks!(G1, ark_bn254::g1::Config);
in_arkworks!(Bls12381G1, ark_bls12_381::g1::Config);
in_arkworks!(Bls12377G1, ark_bls12_377::g1::Config);
in_arkworks!(Pallas, ark_pallas::PallasConfig);
in_arkworks!(Vesta, ark_vesta::VestaConfig);
in_arkworks!(Grumpkin, ark_grumpkin::GrumpkinConfig);

/// Of the twist, with what is below it.
macro_rules! twist_in_arkworks {
    ($curve:ty, $below:ty, $config:ty) => {
        impl InArkworks for $curve {
            type Config = $config;

            fn element(x: <$config as CurveConfig>::BaseField) -> Self::Element {
                [x.c0, x.c1].map(element)
            }

            fn residue(x: <$config as CurveConfig>::BaseField) -> Self::Element {
                [x.c0, x.c1].map(<$below>::residue)
            }

            fn minus(x: Self::Element) -> Self::Element {
                x.map(<$below>::minus)
            }

            fn beta_times(x: Self::Element) -> Self::Element {
                x.map(|part| reduced(&(value(part) * value(Self::BETA))))
            }
        }
    };
}

twist_in_arkworks!(G2, G1, ark_bn254::g2::Config);
twist_in_arkworks!(Bls12381G2, Bls12381G1, ark_bls12_381::g2::Config);

/// A point of arkworks, whose coordinates `coordinate` takes over.
pub fn point<C: InArkworks>(
    point: impl Into<Affine<C::Config>>,
    coordinate: fn(<C::Config as CurveConfig>::BaseField) -> C::Element,
) -> Point<C::Element> {
    match point.into().xy() {
        Some((x, y)) => Point {
            x: coordinate(x),
            y: coordinate(y),
        },
        None => Point::INFINITY,
    }
}

/// scalar·G.
pub fn multiple<C: InArkworks>(scalar: &BigUint) -> Point<C::Element> {
    let scalar = scalar.to_u64_digits();
    point::<C>(
        Affine::<C::Config>::generator().mul_bigint(scalar),
        C::element,
    )
}

/// A cube root of 1 mod p other than 1.
fn cube_root<M: Modulus>() -> BigUint {
    let p = oracle::modulus::<M, 4>();
    let one = BigUint::from(1u32);
    let third = (&p - 1u32) / 3u32;
    let mut base = BigUint::from(2u32);
    loop {
        let root = base.modpow(&third, &p);
        if root != one {
            assert_eq!(root.modpow(&BigUint::from(3u32), &p), one);
            return root;
        }
        base += 1u32;
    }
}

/// λ: the cube root of 1 mod the order whose multiple of the generator is (β·x, y).
pub fn lambda<C: InArkworks>() -> BigUint {
    let root = cube_root::<C::Scalar>();
    let other = &root * &root % oracle::modulus::<C::Scalar, 4>();
    let Point { x, y } = C::GENERATOR;
    let image = Point {
        x: C::beta_times(x),
        y,
    };
    [root, other]
        .into_iter()
        .find(|lambda| multiple::<C>(lambda) == image)
        .expect("the endomorphism of the curve is not by its β")
}

fn constants<C: InArkworks>() {
    let generator = Affine::<C::Config>::generator();
    assert!(generator.is_on_curve());
    assert_eq!(C::GENERATOR, point::<C>(generator, C::element));
    assert_eq!(C::B, C::element(C::Config::COEFF_B));
    let r = oracle::modulus::<C::Scalar, 4>();
    assert_eq!(multiple::<C>(&r), Point::INFINITY);
    // A cube root of 1 other than 1.
    let x = C::GENERATOR.x;
    let once = C::beta_times(x);
    assert_ne!(once, x);
    assert_eq!(C::beta_times(C::beta_times(once)), x);
    let whole = C::Config::COFACTOR.iter().skip(1).all(|word| *word == 0);
    assert_eq!(C::IS_WHOLE, whole && C::Config::COFACTOR[0] == 1);
    let lambda = lambda::<C>();
    let [s, t] = [C::LATTICE.s, C::LATTICE.t].map(BigUint::from);
    assert_eq!(&s * &s + &s * &t + &t * &t, r);
    assert_eq!(&t * lambda % &r, s);
}

#[test]
fn constants_are_those_of_arkworks_and_the_endomorphism_is_by_lambda() {
    constants::<G1>();
    constants::<G2>();
    constants::<Bls12381G1>();
    constants::<Bls12381G2>();
    constants::<Bls12377G1>();
    constants::<Pallas>();
    constants::<Vesta>();
    constants::<Grumpkin>();
}

/// Points of the group, and points of the curve that arkworks says are not: of small order, and any.
fn inside_and_outside<C: InArkworks>() -> [Vec<Affine<C::Config>>; 2] {
    let mut inside: Vec<Affine<C::Config>> = (1..5u64)
        .map(|k| Affine::<C::Config>::generator().mul_bigint([k]).into())
        .collect();
    inside.push(Affine::identity());
    let mut outside = Vec::new();
    let mut x = -<C::Config as CurveConfig>::BaseField::from(2u64);
    while outside.len() < 4 {
        if let Some(point) = Affine::<C::Config>::get_point_from_x_unchecked(x, false) {
            assert!(point.is_on_curve());
            if point.is_in_correct_subgroup_assuming_on_curve() {
                inside.push(point);
            } else {
                outside.push(point);
            }
            // Times the order, what is left is of an order that divides the cofactor.
            let r = oracle::modulus::<C::Scalar, 4>().to_u64_digits();
            let small: Affine<C::Config> = point.mul_bigint(r).into();
            if !small.is_zero() {
                outside.push(small);
            }
        }
        x += <C::Config as CurveConfig>::BaseField::from(1u64);
    }
    [inside, outside]
}

fn points_outside_are_found<C: InArkworks, X: Coordinate<Element = C::Element>>() {
    let [inside, outside] = inside_and_outside::<C>().map(|points| -> Vec<_> {
        let points = points.into_iter();
        points
            .map(|affine| point::<C>(affine, C::element))
            .collect()
    });
    assert_eq!(
        first_off_curve::<C, X>(&[inside.clone(), outside.clone()].concat()),
        None
    );
    assert_eq!(first_outside::<C, X>(&inside), None);
    for bad in outside {
        let points = [&inside[..], &[bad]].concat();
        assert_eq!(
            first_outside::<C, X>(&points),
            Some(inside.len()),
            "{bad:?}"
        );
    }
}

#[test]
fn points_of_the_curve_and_not_of_the_group_are_found() {
    points_outside_are_found::<Bls12381G1, Packed<Limbs29Dropin<bls12_381::Fq, 6>, 6>>();
    points_outside_are_found::<Bls12377G1, Packed<Limbs29Dropin<bls12_377::Fq, 6>, 6>>();
    points_outside_are_found::<G2, Quadratic<Limbs29Dropin<bn254::Fq>>>();
    points_outside_are_found::<Bls12381G2, Quadratic<Limbs29Dropin<bls12_381::Fq, 6>, 6>>();
}

/// Where all of the curve is the group, none is looked at.
#[test]
fn points_of_a_group_that_is_the_curve_are_not_looked_at() {
    let off = Point {
        x: Element::ONE,
        y: Element::ONE,
    };
    type X = Packed<Limbs29Dropin<bn254::Fq>>;
    assert_eq!(first_outside::<G1, X>(&[off]), None);
    assert_eq!(first_off_curve::<G1, X>(&[G1::GENERATOR, off]), Some(1));
}
