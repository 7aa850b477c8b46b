//! Many inverses for the price of three products each, and one inversion.
//!
//! Montgomery's trick: the products of all up to each, the inverse of the last, and back again. A product of such a
//! chain waits for the one before, so there are four chains, and a few products more in the end.
//!
//! Source: P. Montgomery, "Speeding the Pollard and elliptic curve methods of factorization" (1987).

use super::coordinate::{Canonical, Coordinate};

/// As many products are in flight.
const CHAINS: usize = 4;

/// `inverses[i]` = 1/`denominators[i]` in every lane; both are as long. Gives false where one of them is 0, and
/// inverses are then anything.
///
/// That costs no test of each: the product of all is 0 if one is, and the inversion has its canonical form.
pub fn invert_all<C: Coordinate>(denominators: &[C::Difference], inverses: &mut [C]) -> bool {
    assert!(denominators.len() == inverses.len());
    let one = C::splat(C::Element::ONE);
    products_loop(denominators, inverses, &one);
    let mut products = [one; CHAINS];
    for (i, product) in inverses.iter().enumerate().rev().take(CHAINS) {
        products[i % CHAINS] = *product;
    }
    let [a, b, c, d] = products;
    let (ab, cd) = (a.times(&b), c.times(&d));
    let Some(inverse) = ab.times(&cd).inverse() else {
        return false;
    };
    let (ab, cd) = (inverse.times(&cd), inverse.times(&ab));
    let mut products = [ab.times(&b), ab.times(&a), cd.times(&d), cd.times(&c)];
    inverses_loop(denominators, inverses, &mut products);
    true
}

/// Up: in the place of each inverse the product of all of its chain so far, which is every [`CHAINS`]th.
#[inline(never)]
fn products_loop<C: Coordinate>(denominators: &[C::Difference], products: &mut [C], one: &C) {
    for (x, product) in denominators.iter().zip(&mut *products).take(CHAINS) {
        *product = one.times_difference(x);
    }
    for i in CHAINS..denominators.len() {
        products[i] = products[i - CHAINS].times_difference(&denominators[i]);
    }
}

/// Down again, from the inverses of the products of all.
#[inline(never)]
fn inverses_loop<C: Coordinate>(
    denominators: &[C::Difference],
    inverses: &mut [C],
    products: &mut [C; CHAINS],
) {
    for i in (CHAINS..denominators.len()).rev() {
        let product = &mut products[i % CHAINS];
        inverses[i] = product.times(&inverses[i - CHAINS]);
        *product = product.times_difference(&denominators[i]);
    }
    for (inverse, product) in inverses.iter_mut().zip(products).take(CHAINS) {
        *inverse = *product;
    }
}
