//! Products by a factor that is known before, in every field that transforms are over: of values, and the bounds of
//! their steps.

use super::bounds_fma::{Bound, closes, is_combination, limbs};
use super::fields::on_every_two_adic_field;
use super::oracle;
use fqmul::bench::generator::Generator;
use fqmul::field::{Element, TwoAdic};
use fqmul::radix::fixed51::{self, RESIDUE, SHARE, TOP_RESIDUE, Twiddle, TwiddleConstants};
use fqmul::radix::radix51::{self, DoubleLanes, Form, LIMB, LIMBS, Radix51Constants, WIDTH};
use fqmul::radix::{linear51, product51};
use num_bigint::{BigInt, BigUint};

/// w·2^(51i) mod p.
fn residues<M: TwoAdic>(w: Element<M>) -> [BigUint; LIMBS] {
    let p = oracle::modulus::<M, 4>();
    core::array::from_fn(|i| (oracle::value(w) << (WIDTH as usize * i)) % &p)
}

fn twiddle<M: TwoAdic>(w: Element<M>) -> Twiddle {
    let residues = residues(w).map(|residue| *oracle::element::<M, 4>(&residue).integer());
    Twiddle::of_residues::<M>(&residues)
}

fn constants<M: TwoAdic>() -> (&'static Radix51Constants, &'static TwiddleConstants) {
    const { (&Radix51Constants::of::<M>(), &TwiddleConstants::of::<M>()) }
}

/// The ends of the field, and others.
fn factors<M: TwoAdic>() -> Vec<Element<M>> {
    let mut generator = Generator::new(51);
    let drawn = (0..200).map(|_| generator.element());
    oracle::edge_values::<M, 4>()
        .into_iter()
        .chain(drawn)
        .collect()
}

/// The integer of limbs that are integers.
fn value(limbs: &[f64; LIMBS]) -> BigInt {
    limbs.iter().rev().fold(BigInt::ZERO, |value, &limb| {
        (value << WIDTH) + BigInt::from(limb as i64)
    })
}

fn products<M: TwoAdic>() {
    let (constants, extra) = constants::<M>();
    let p = BigInt::from(oracle::modulus::<M, 4>());
    for w in factors::<M>() {
        let known = twiddle(w);
        for x in oracle::edge_values::<M, 4>() {
            let limbs = radix51::split::<M>(x.integer());
            let out = fixed51::multiply(&limbs, &known, Form::of::<M>(), constants, extra);
            let value = value(&out);
            let difference = &value - BigInt::from(oracle::value(x) * oracle::value(w));
            assert_eq!(difference % &p, BigInt::ZERO, "{x:?}·{w:?}");
            assert!(*value.magnitude() <= p.magnitude() * 2u32);
            assert!(out[..4].iter().all(|limb| limb.abs() <= LIMB));
        }
    }
}

#[test]
fn products_of_edge_values() {
    on_every_two_adic_field!(products);
}

/// Limbs of a residue are where the product by p leaves a balanced digit of them.
fn residues_are_centred<M: TwoAdic>() {
    let p = radix51::limbs_of_p::<M>();
    let modulus = BigInt::from(oracle::modulus::<M, 4>());
    for w in factors::<M>() {
        let known = twiddle(w);
        for (i, residue) in residues(w).into_iter().enumerate() {
            let limbs = known.limbs.each_ref().map(|limb| limb[i].0[0]);
            let difference = value(&limbs) - BigInt::from(residue);
            assert_eq!(difference % &modulus, BigInt::ZERO, "{w:?}, {i}");
            let quotient = known.quotients[i].0[0];
            assert!(quotient.abs() <= 0.5);
            for j in 0..LIMBS {
                let most = if j < LIMBS - 1 { RESIDUE } else { TOP_RESIDUE };
                let kept = quotient.mul_add(p[j], limbs[j]);
                assert!(kept.abs() <= most, "{w:?}, {i}, limb {j}: {kept}");
            }
        }
    }
}

#[test]
fn of_a_residue_a_column_keeps_a_balanced_digit() {
    on_every_two_adic_field!(residues_are_centred);
}

/// Every step is exact that says so, the result is the product, and in its range.
fn by_edge_values<M: TwoAdic>() {
    let (constants, extra) = constants::<M>();
    for w in oracle::edge_values::<M, 4>() {
        let x = limbs::<M>(0.5).map(Bound::integer);
        let out = fixed51::multiply(&x, &twiddle(w), Form::of::<M>(), constants, extra);
        closes::<M>(&out, SHARE);
        is_combination::<M>(&out, &x, &residues(w).map(BigInt::from));
    }
}

#[test]
fn bounds_of_any_value_by_edge_values() {
    on_every_two_adic_field!(by_edge_values);
}

/// Half of the last bit of a double of at most this magnitude: what a rounding to it is off by.
fn rounding(magnitude: f64) -> f64 {
    magnitude.log2().floor().exp2() * (-53f64).exp2()
}

/// A product by any factor is below [`SHARE`]·p: it is p times what the quotient is off by, which is Σ x\[i\]·r\[i\]/-p
/// rounded to an integer, with r\[i\] the residues. Numbers here are bounds with a margin that no rounding of this test
/// comes near.
fn quotients<M: TwoAdic>() {
    let p = radix51::limbs_of_p::<M>();
    let [limb, .., top] = limbs::<M>(0.5);
    // Of p and of a residue three limbs are read: what the other two are worth is below 2^-100 of limb 4. The sum of
    // limbs 3 and 2 is rounded, and so is the one with limb 4.
    let leading = |top: f64| rounding(top + 1.0) + (rounding(limb + 1.0) + 1.0) * (-51f64).exp2();
    let (of_p, of_residue) = (leading(p[4]), leading(top));
    // A quotient is at most 1/2 and a little: a residue is at most p/2.
    let largest = 0.5 + (-40f64).exp2();
    let off = (of_residue + largest * of_p) / (p[4] - 1.0 - of_p) + rounding(largest);
    assert!(0.5 + off * p[4] < TOP_RESIDUE - 0.01, "{}: limb 4", M::NAME);
    // Limb 4 first, then the others one by one.
    let mut sum = top * largest;
    let mut error = rounding(sum) + top * off;
    for _ in 0..LIMBS - 1 {
        sum += limb * largest;
        error += rounding(sum + error) + limb * off;
    }
    // And what is rounded to an integer.
    assert!(error + 0.5 < SHARE - 0.01, "{}: {}", M::NAME, error + 0.5);
}

#[test]
fn the_quotient_of_any_factor_is_off_by_less_than_two() {
    on_every_two_adic_field!(quotients);
}

/// All steps, and the last sums, of limb 4, by what the value is at most: a sum on the way is what the rest does not bring.
fn by_any_factor<M: TwoAdic>() {
    let (constants, extra) = constants::<M>();
    let p = radix51::limbs_of_p::<M>();
    let x = limbs::<M>(0.5).map(Bound::integer);
    let quotients = [0; LIMBS].map(|_| Bound::fraction(0.5));
    let most = [RESIDUE, RESIDUE, RESIDUE, RESIDUE, TOP_RESIDUE];
    let residues: [[Bound; LIMBS]; LIMBS] =
        quotients.map(|quotient| core::array::from_fn(|j| quotient.integer_near(p[j], most[j])));
    let (out, column) = fixed51::columns(
        &x,
        |i| quotients[i],
        |i, j| residues[i][j],
        constants,
        extra,
    );
    let [l0, l1, l2, l3] = out;
    closes::<M>(&[l0, l1, l2, l3, Bound::constant(0.0)], SHARE);
    // The value less limbs 0 to 3, in units of limb 4. Limb 3 is worth at most half a unit and a little, all below less
    // than 2^-50.
    let top = SHARE * (p[4] + 1.0) + 1.0;
    let [a, b] = column.low;
    let high = column.high.minus(Bound::load(&extra.split));
    let exact = f64::exp2(53.0);
    assert!([a, b, high].iter().all(|part| part.magnitude() > 0.0));
    // What limb 4 lacks in the last sum, an integer as it is: b, or what the rounding of a + b leaves.
    let last = match Form::of::<M>() {
        Form::TwoSteps => b,
        Form::Centred => b.minus(a.rounding_plus(b).minus(a)),
    };
    assert!(top + last.magnitude() <= exact && top <= exact);
    assert!(top <= limbs::<M>(SHARE)[4], "what sums take");
}

#[test]
fn bounds_of_any_value_by_any_factor() {
    on_every_two_adic_field!(by_any_factor);
}

/// What a butterfly does with products: sums of them and of what is reduced are reduced again.
fn sums<M: TwoAdic>() {
    let (constants, _) = constants::<M>();
    let of = |share| limbs::<M>(share).map(Bound::integer);
    let (x, y, z) = (of(0.5), of(SHARE), of(SHARE));
    let one = core::array::from_fn(|i| x[i].plus(y[i]));
    closes::<M>(&linear51::nearest(one, constants), 0.5);
    let two = core::array::from_fn(|i| one[i].minus(z[i]));
    closes::<M>(&linear51::nearest(two, constants), 0.5);
}

#[test]
fn sums_of_products_are_reduced() {
    on_every_two_adic_field!(sums);
}

/// The first layers add up four values as they come in, and layers of a few values products that are not by a known
/// factor.
fn other_sums<M: TwoAdic>() {
    let (constants, _) = constants::<M>();
    let form = Form::of::<M>();
    let of = |share| limbs::<M>(share).map(Bound::integer);
    let four = [0; 4].map(|_| of(form.share()));
    let sum = core::array::from_fn(|i| {
        let even = four[0][i].plus(four[1][i]);
        even.minus(four[2][i].plus(four[3][i]))
    });
    closes::<M>(&linear51::nearest(sum, constants), 0.5);
    // A product, and the sum that it is a term of as a factor.
    let (x, w) = (of(0.5), of(0.5));
    let product = product51::multiply(&x, &w, form, constants);
    closes::<M>(&product, form.share());
    let y = of(form.share());
    let sum = core::array::from_fn(|i| x[i].plus(y[i]));
    closes::<M>(&linear51::nearest(sum, constants), form.share());
}

#[test]
fn so_are_the_others() {
    on_every_two_adic_field!(other_sums);
}
