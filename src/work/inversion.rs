//! Many inverses for the price of three products each, and one inversion.
//!
//! Montgomery's trick: products of all before each, the inverse of the last, and back again. A chain of products waits for
//! each of them, so there are [`CHAINS`] chains, whose products are independent of each other, and in the end two
//! more products a lane and chain make one of them.
//!
//! Source: P. Montgomery, "Speeding the Pollard and elliptic curve methods of factorization" (1987).

use super::packed::{Difference, Packed};
use crate::field::Element;
use crate::kernel::{Kernel, Lanewise};

/// As many products are in flight.
const CHAINS: usize = 4;

/// `inverses[i]` = 1/`denominators[i]` in every lane; both are as long. Gives false where one of them is 0, and
/// inverses are then anything.
///
/// That costs no test of each: the product of all is 0 if one is, and the inversion has its canonical form.
pub fn invert_all<K: Lanewise>(denominators: &[Difference<K>], inverses: &mut [Packed<K>]) -> bool {
    let mut products = [one::<K>(); CHAINS];
    products_loop(denominators, inverses, &mut products);
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

/// Up: in the place of each inverse the product of all before it of its chain.
#[inline(never)]
fn products_loop<K: Lanewise>(
    denominators: &[Difference<K>],
    inverses: &mut [Packed<K>],
    products: &mut [Packed<K>; CHAINS],
) {
    for (i, (x, inverse)) in denominators.iter().zip(inverses).enumerate() {
        let product = &mut products[i % CHAINS];
        *inverse = *product;
        *product = x * product;
    }
}

/// Down again, from the inverses of the products of all.
#[inline(never)]
fn inverses_loop<K: Lanewise>(
    denominators: &[Difference<K>],
    inverses: &mut [Packed<K>],
    products: &mut [Packed<K>; CHAINS],
) {
    for (i, (x, inverse)) in denominators.iter().zip(inverses).enumerate().rev() {
        let product = &mut products[i % CHAINS];
        *inverse = &*inverse * product;
        *product = x * product;
    }
}

/// 1.
fn one<K: Kernel>() -> Packed<K> {
    Packed::splat(Element::ONE)
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
    let lanes = [integer.inverse(); crate::kernel::MAX_LANES];
    let cube = [Element::power_of_two(3 * K::RADIX_BITS); crate::kernel::MAX_LANES];
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
