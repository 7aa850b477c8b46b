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

/// What a product may be at most, of p.
const SHARE: f64 = 1.9;

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

/// Half of the last bit of a double of at most this magnitude: what a rounding to it is off by.
fn rounding(magnitude: f64) -> f64 {
    magnitude.log2().floor().exp2() * (-53f64).exp2()
}

/// A product by any factor is below [`SHARE`]·p: it is p times what the quotient is off by, which is Σ x\[i\]·r\[i\]/-p
/// rounded to an integer, with r\[i\] the residues. Numbers here are bounds with a margin that no rounding of this test
/// comes near.
#[test]
fn the_quotient_of_any_factor_is_off_by_less_than_two() {
    let p = radix51::limbs_of_p::<Fr>();
    let [limb, .., top] = limbs::<Fr>(0.5);
    // Of p and of a residue three limbs are read: what the other two are worth is below 2^-100 of limb 4. The sum of
    // limbs 3 and 2 is rounded, and so is the one with limb 4.
    let leading = |top: f64| rounding(top + 1.0) + (rounding(limb + 1.0) + 1.0) * (-51f64).exp2();
    let (of_p, of_residue) = (leading(p[4]), leading(top));
    // A quotient is at most 1/2 and a little: a residue is at most p/2.
    let largest = 0.5 + (-40f64).exp2();
    let off = (of_residue + largest * of_p) / (p[4] - 1.0 - of_p) + rounding(largest);
    // Limb 4 first, then the others one by one.
    let mut sum = top * largest;
    let mut error = rounding(sum) + top * off;
    for _ in 0..LIMBS - 1 {
        sum += limb * largest;
        error += rounding(sum + error) + limb * off;
    }
    // And what is rounded to an integer.
    assert!(error + 0.5 < SHARE - 0.01, "{}", error + 0.5);
}

/// All steps, and the last sums, of limb 4, by what the value is at most: a sum on the way is what the rest does not bring.
#[test]
fn bounds_of_any_value_by_any_factor() {
    let (constants, extra) = constants();
    let x = limbs::<Fr>(0.5).map(Bound::integer);
    let quotients = [0; LIMBS].map(|_| Bound::fraction(0.5));
    let residues = [0; LIMBS].map(|_| limbs::<Fr>(0.5).map(Bound::integer));
    let (out, column) = fixed51::columns(
        &x,
        |i| quotients[i],
        |i, j| residues[i][j],
        constants,
        extra,
    );
    let [l0, l1, l2, l3] = out;
    closes::<Fr>(&[l0, l1, l2, l3, Bound::constant(0.0)], SHARE);
    // The value less limbs 0 to 3, in units of limb 4. Limb 3 is worth at most half a unit and a little, all below less
    // than 2^-50.
    let top = SHARE * (radix51::limbs_of_p::<Fr>()[4] + 1.0) + 1.0;
    let [a, b] = column.low;
    let high = column.high.minus(Bound::load(&extra.split));
    let exact = f64::exp2(53.0);
    // high + a is limb 4 less b, and high + a + b is limb 4: integers, all three.
    assert!([a, b, high].iter().all(|part| part.magnitude() > 0.0));
    assert!(top + b.magnitude() <= exact && top <= exact);
    assert!(top <= limbs::<Fr>(SHARE)[4], "what sums take");
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
