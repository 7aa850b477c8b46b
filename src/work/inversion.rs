//! Many inverses for the price of three products each, and one inversion.
//!
//! Montgomery's trick: the products of all up to each, the inverse of the last, and back again. A product of such a
//! chain waits for the one before, so there are four chains, and a few products more in the end.
//!
//! Source: P. Montgomery, "Speeding the Pollard and elliptic curve methods of factorization" (1987).

use super::packed::{Difference, Packed};
use crate::field::Element;
use crate::kernel::{Lanewise, MAX_LANES};

/// As many products are in flight.
const CHAINS: usize = 4;

/// `inverses[i]` = 1/`denominators[i]` in every lane; both are as long. Gives false where one of them is 0, and
/// inverses are then anything.
///
/// That costs no test of each: the product of all is 0 if one is, and the inversion has its canonical form.
pub fn invert_all<K: Lanewise>(denominators: &[Difference<K>], inverses: &mut [Packed<K>]) -> bool {
    assert!(denominators.len() == inverses.len());
    let one = Packed::splat(Element::ONE);
    products_loop(denominators, inverses, &one);
    let mut products = [one; CHAINS];
    for (i, product) in inverses.iter().enumerate().rev().take(CHAINS) {
        products[i % CHAINS] = *product;
    }
    let [a, b, c, d] = products;
    let (ab, cd) = (&a * &b, &c * &d);
    let Some(inverse) = inverse_of_lanes(&(&ab * &cd)) else {
        return false;
    };
    let (ab, cd) = (&inverse * &cd, &inverse * &ab);
    let mut products = [&ab * &b, &ab * &a, &cd * &d, &cd * &c];
    inverses_loop(denominators, inverses, &mut products);
    true
}

/// Up: in the place of each inverse the product of all of its chain so far, which is every [`CHAINS`]th.
#[inline(never)]
fn products_loop<K: Lanewise>(
    denominators: &[Difference<K>],
    products: &mut [Packed<K>],
    one: &Packed<K>,
) {
    for (x, product) in denominators.iter().zip(&mut *products).take(CHAINS) {
        *product = x * one;
    }
    for i in CHAINS..denominators.len() {
        products[i] = &denominators[i] * &products[i - CHAINS];
    }
}

/// Down again, from the inverses of the products of all.
#[inline(never)]
fn inverses_loop<K: Lanewise>(
    denominators: &[Difference<K>],
    inverses: &mut [Packed<K>],
    products: &mut [Packed<K>; CHAINS],
) {
    for i in (CHAINS..denominators.len()).rev() {
        let product = &mut products[i % CHAINS];
        inverses[i] = &*product * &inverses[i - CHAINS];
        *product = &denominators[i] * product;
    }
    for (inverse, product) in inverses.iter_mut().zip(products).take(CHAINS) {
        *inverse = *product;
    }
}

/// 1/x in every lane, or None where a lane is 0. Variable time.
fn inverse_of_lanes<K: Lanewise>(x: &Packed<K>) -> Option<Packed<K>> {
    let others = x.reversed();
    let product = if K::LANES == 1 { *x } else { x * &others };
    // Of the residue x·R as an integer: 1/(x·R), which R^3 and a product take to R/x.
    let integer = K::unpack(&product.0)[0];
    if integer == Element::ZERO {
        return None;
    }
    let lanes = [integer.inverse(); MAX_LANES];
    let cube = [Element::power_of_two(3 * K::RADIX_BITS); MAX_LANES];
    let inverse = Packed(K::mul(
        &K::pack(&lanes[..K::LANES]),
        &K::pack(&cube[..K::LANES]),
    ));
    Some(if K::LANES == 1 {
        inverse
    } else {
        &inverse * &others
    })
}
