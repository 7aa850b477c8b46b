//! Many inverses for the price of three products each, and one inversion.
//!
//! Montgomery's trick: the products of all up to each, the inverse of the last, and back again. A product of such a
//! chain waits for the one before, so there are four chains, and a few products more in the end.
//!
//! Source: P. Montgomery, "Speeding the Pollard and elliptic curve methods of factorization" (1987).

use super::coordinate::{Canonical, Coordinate};

/// As many products are in flight.
const CHAINS: usize = 4;

/// `inverses[i]` = 1/`denominators[i]` in every lane. Gives false where one of them is 0, and inverses are then anything.
/// `products` is memory for the products of all up to each; all three are as long.
///
/// That costs no test of each: the product of all is 0 if one is, and the inversion has its canonical form.
pub fn invert_all<C: Coordinate>(
    denominators: &[C::Difference],
    inverses: &mut [C],
    products: &mut [C],
) -> bool {
    let n = denominators.len();
    assert!(inverses.len() == n && products.len() == n);
    let one = C::splat(C::Element::ONE);
    // Up: the product of all of its chain so far, which is every CHAINSth.
    for (product, x) in products.iter_mut().zip(denominators).take(CHAINS) {
        *product = one.times_difference(x);
    }
    C::multiply_up::<CHAINS>(products, denominators);
    // A chain that is empty has the product 1.
    let mut all = [one; CHAINS];
    let last = n.saturating_sub(CHAINS);
    for (i, product) in (last..).zip(&products[last..]) {
        all[i % CHAINS] = *product;
    }
    let [a, b, c, d] = all;
    let (ab, cd) = (a.times(&b), c.times(&d));
    let Some(inverse) = ab.times(&cd).inverse() else {
        return false;
    };
    let (ab, cd) = (inverse.times(&cd), inverse.times(&ab));
    let all = [ab.times(&b), ab.times(&a), cd.times(&d), cd.times(&c)];
    // Down again: the inverse of each of these products, and of it and the product before, that of the denominator.
    for (i, inverse) in (last..).zip(&mut inverses[last..]) {
        *inverse = all[i % CHAINS];
    }
    C::multiply_down::<CHAINS>(inverses, denominators);
    C::multiply_all_in_place(&mut inverses[n - last..], &products[..last]);
    true
}
