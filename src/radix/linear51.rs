//! Sums and differences of 5x51 elements in floating point, less the nearest multiple of p.

use super::radix51::{DoubleLanes, LIMBS, Radix51Constants};

/// out = the sum of two to four x mod p.
///
/// Preconditions and postcondition: as those of [`multiply`](super::product51::multiply), with a value of at most about p/2.
#[inline(always)]
pub fn sum<L: DoubleLanes, const N: usize>(
    x: [&[L; LIMBS]; N],
    constants: &Radix51Constants,
) -> [L; LIMBS] {
    const { assert!(2 <= N && N <= 4, "a sum has two to four terms") };
    let limb = |i: usize| {
        x[2..]
            .iter()
            .fold(x[0][i].plus(x[1][i]), |sum, x| sum.plus(x[i]))
    };
    nearest(core::array::from_fn(limb), constants)
}

/// out = a - b mod p.
///
/// Preconditions and postcondition: as those of [`multiply`](super::product51::multiply), with a value of at most about p/2.
#[inline(always)]
pub fn sub<L: DoubleLanes>(
    a: &[L; LIMBS],
    b: &[L; LIMBS],
    constants: &Radix51Constants,
) -> [L; LIMBS] {
    nearest(core::array::from_fn(|i| a[i].minus(b[i])), constants)
}

/// out = a - b - c mod p.
///
/// Preconditions and postcondition: as those of [`multiply`](super::product51::multiply), with a value of at most about p/2.
#[inline(always)]
pub fn sub_both<L: DoubleLanes>(
    a: &[L; LIMBS],
    b: &[L; LIMBS],
    c: &[L; LIMBS],
    constants: &Radix51Constants,
) -> [L; LIMBS] {
    let limb = |i: usize| a[i].minus(b[i]).minus(c[i]);
    nearest(core::array::from_fn(limb), constants)
}

/// x less the nearest multiple of p, by the top limb, in the limbs of an operand.
///
/// Precondition: limbs at most five times an operand's.
#[inline(always)]
pub fn nearest<L: DoubleLanes>(x: [L; LIMBS], constants: &Radix51Constants) -> [L; LIMBS] {
    let c = constants;
    let rounder = L::load(&c.rounder);
    let k = rounder.minus(x[4].rounding_fma(L::load(&c.p_inverse), rounder));
    carried(core::array::from_fn(|j| k.fma(L::load(&c.p[j]), x[j])), c)
}

/// The same value with limbs 0 to 3 of an operand.
///
/// Precondition: limbs at most about five times an operand's.
#[inline(always)]
pub fn carried<L: DoubleLanes>(
    [x0, x1, x2, x3, x4]: [L; LIMBS],
    constants: &Radix51Constants,
) -> [L; LIMBS] {
    let weight = || L::load(&constants.weight);
    // The multiple of 2^51 nearest to x.
    let split = L::load(&constants.split);
    let round = |x: L| x.rounding_plus(split).minus(split);
    let (c0, c1, c2, c3) = (round(x0), round(x1), round(x2), round(x3));
    [
        x0.minus(c0),
        c0.fma(weight(), x1.minus(c1)),
        c1.fma(weight(), x2.minus(c2)),
        c2.fma(weight(), x3.minus(c3)),
        c3.fma(weight(), x4),
    ]
}
