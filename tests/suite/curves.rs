//! The constants of curves against arkworks' and by num-bigint; and what arkworks knows of a curve, for sums.

use super::oracle;
use ark_ec::AffineRepr;
use ark_ec::short_weierstrass::{Affine, SWCurveConfig};
use ark_ff::PrimeField;
use fqmul::field::{Element, Modulus};
use fqmul::work::curves::{Curve, G1, G2, Grumpkin, Pallas, Point, Vesta};
use num_bigint::BigUint;

/// A curve of this crate as arkworks has it.
pub trait InArkworks: Curve {
    /// Its configuration.
    type Config: SWCurveConfig;

    /// The same coordinate.
    fn element(x: <Self::Config as ark_ec::CurveConfig>::BaseField) -> Self::Element;

    /// The element whose integer is arkworks' residue.
    fn residue(x: <Self::Config as ark_ec::CurveConfig>::BaseField) -> Self::Element;

    /// -x.
    fn minus(x: Self::Element) -> Self::Element;

    /// β·x.
    fn beta_times(x: Self::Element) -> Self::Element;
}

fn element<M: Modulus, F: PrimeField>(x: F) -> Element<M> {
    oracle::element(&x.into_bigint().into())
}

macro_rules! in_arkworks {
    ($curve:ty, $config:ty) => {
        impl InArkworks for $curve {
            type Config = $config;

            fn element(x: <$config as ark_ec::CurveConfig>::BaseField) -> Self::Element {
                element(x)
            }

            fn residue(x: <$config as ark_ec::CurveConfig>::BaseField) -> Self::Element {
                Element::new(x.0.0).expect("it is below p")
            }

            fn minus(x: Self::Element) -> Self::Element {
                oracle::difference(Element::ZERO, x)
            }

            fn beta_times(x: Self::Element) -> Self::Element {
                oracle::product(x, Self::BETA)
            }
        }
    };
}

in_arkworks!(G1, ark_bn254::g1::Config);
in_arkworks!(Pallas, ark_pallas::PallasConfig);
in_arkworks!(Vesta, ark_vesta::VestaConfig);
in_arkworks!(Grumpkin, ark_grumpkin::GrumpkinConfig);

impl InArkworks for G2 {
    type Config = ark_bn254::g2::Config;

    fn element(x: ark_bn254::Fq2) -> Self::Element {
        [x.c0, x.c1].map(element)
    }

    fn residue(x: ark_bn254::Fq2) -> Self::Element {
        [x.c0, x.c1].map(G1::residue)
    }

    fn minus(x: Self::Element) -> Self::Element {
        x.map(G1::minus)
    }

    fn beta_times(x: Self::Element) -> Self::Element {
        x.map(|part| oracle::product(part, Self::BETA))
    }
}

/// A point of arkworks, whose coordinates `coordinate` takes over.
pub fn point<C: InArkworks>(
    point: impl Into<Affine<C::Config>>,
    coordinate: fn(<C::Config as ark_ec::CurveConfig>::BaseField) -> C::Element,
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
    let p = oracle::modulus::<M>();
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
    let other = &root * &root % oracle::modulus::<C::Scalar>();
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
    let r = oracle::modulus::<C::Scalar>();
    assert_eq!(multiple::<C>(&r), Point::INFINITY);
    // A cube root of 1 other than 1.
    let x = C::GENERATOR.x;
    let once = C::beta_times(x);
    assert_ne!(once, x);
    assert_eq!(C::beta_times(C::beta_times(once)), x);
    let lambda = lambda::<C>();
    let [s, t] = [C::LATTICE.s, C::LATTICE.t].map(BigUint::from);
    assert_eq!(&s * &s + &s * &t + &t * &t, r);
    assert_eq!(&t * lambda % &r, s);
}

#[test]
fn constants_are_those_of_arkworks_and_the_endomorphism_is_by_lambda() {
    constants::<G1>();
    constants::<G2>();
    constants::<Pallas>();
    constants::<Vesta>();
    constants::<Grumpkin>();
}
