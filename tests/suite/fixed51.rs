//! Products by a factor that is known before, in the field that transforms are over: of values, and the bounds of
//! their steps. Other fields' limbs do not fit, and constants of theirs do not compile.

use super::bounds_fma::{Bound, closes, is_combination, limbs};
use super::oracle;
use fqmul::field::Element;
use fqmul::field::bn254::Fr;
use fqmul::radix::fixed51::{self, Twiddle, TwiddleConstants};
use fqmul::radix::linear51;
use fqmul::radix::radix51::{self, DoubleLanes, LIMB, LIMBS, Radix51Constants, WIDTH};
use num_bigint::{BigInt, BigUint};

/// What a product may be at most, of p. docs/bounds.md has 1.9.
const SHARE: f64 = 2.0;

/// w·2^(51i) mod p.
fn residues(w: Element<Fr>) -> [BigUint; LIMBS] {
    let p = oracle::modulus::<Fr>();
    core::array::from_fn(|i| (oracle::value(w) << (WIDTH as usize * i)) % &p)
}

fn twiddle(w: Element<Fr>) -> Twiddle {
    let residues = residues(w).map(|residue| *oracle::element::<Fr>(&residue).integer());
    Twiddle::of_residues::<Fr>(&residues)
}

fn constants() -> (&'static Radix51Constants, &'static TwiddleConstants) {
    const { (&Radix51Constants::of::<Fr>(), &TwiddleConstants::of::<Fr>()) }
}

#[test]
fn products_of_edge_values() {
    let (constants, extra) = constants();
    let p = BigInt::from(oracle::modulus::<Fr>());
    for w in oracle::edge_values::<Fr>() {
        let known = twiddle(w);
        for x in oracle::edge_values::<Fr>() {
            let limbs = radix51::split::<Fr>(x.integer());
            let out = fixed51::multiply(&limbs, &known, constants, extra);
            let value = out.iter().rev().fold(BigInt::ZERO, |value, &limb| {
                (value << WIDTH) + BigInt::from(limb as i64)
            });
            let difference = &value - BigInt::from(oracle::value(x) * oracle::value(w));
            assert_eq!(difference % &p, BigInt::ZERO, "{x:?}·{w:?}");
            assert!(*value.magnitude() <= p.magnitude() * 2u32);
            assert!(out[..4].iter().all(|limb| limb.abs() <= LIMB));
        }
    }
}

/// Every step is exact that says so, the result is the product, and in its range.
#[test]
fn bounds_of_any_value_by_edge_values() {
    let (constants, extra) = constants();
    for w in oracle::edge_values::<Fr>() {
        let x = limbs::<Fr>(0.5).map(Bound::integer);
        let out = fixed51::multiply(&x, &twiddle(w), constants, extra);
        closes::<Fr>(&out, SHARE);
        is_combination::<Fr>(&out, &x, &residues(w).map(BigInt::from));
    }
}

/// All steps but the last, of limb 4. Its exactness follows from the value, which is at most
/// [`SHARE`]·p: each sum on the way is what the rest does not bring.
#[test]
fn bounds_of_any_value_by_any_factor() {
    let (constants, extra) = constants();
    let x = limbs::<Fr>(0.5).map(Bound::integer);
    let quotients = [0; LIMBS].map(|_| Bound::fraction(0.5));
    let residues = [0; LIMBS].map(|_| limbs::<Fr>(0.5).map(Bound::integer));
    let (out, _) = fixed51::columns(
        &x,
        |i| quotients[i],
        |i, j| residues[i][j],
        constants,
        extra,
    );
    let [l0, l1, l2, l3] = out;
    closes::<Fr>(&[l0, l1, l2, l3, Bound::constant(0.0)], SHARE);
}

/// What a butterfly does with products: sums of them and of what is reduced are reduced again.
#[test]
fn sums_of_products_are_reduced() {
    let constants = const { &Radix51Constants::of::<Fr>() };
    let of = |share| limbs::<Fr>(share).map(Bound::integer);
    let (x, y, z) = (of(0.5), of(SHARE), of(SHARE));
    let one = core::array::from_fn(|i| x[i].plus(y[i]));
    closes::<Fr>(&linear51::nearest(one, constants), 0.5);
    let two = core::array::from_fn(|i| one[i].minus(z[i]));
    closes::<Fr>(&linear51::nearest(two, constants), 0.5);
}
