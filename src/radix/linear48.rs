//! Sums and differences of 8x48 elements in floating point, less the nearest multiple of p.

use super::radix48::{LIMBS, Radix48Constants};
use super::radix51::DoubleLanes;

/// out = the sum of two to four x mod p.
///
/// Preconditions and postcondition: as those of [`multiply`](super::product48::multiply), with a value of at most about p/2.
#[inline(always)]
pub fn sum<L: DoubleLanes, const N: usize>(
    x: [&[L; LIMBS]; N],
    constants: &Radix48Constants,
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
/// Preconditions and postcondition: as those of [`multiply`](super::product48::multiply), with a value of at most about p/2.
#[inline(always)]
pub fn sub<L: DoubleLanes>(
    a: &[L; LIMBS],
    b: &[L; LIMBS],
    constants: &Radix48Constants,
) -> [L; LIMBS] {
    nearest(core::array::from_fn(|i| a[i].minus(b[i])), constants)
}

/// out = a - b - c mod p.
///
/// Preconditions and postcondition: as those of [`multiply`](super::product48::multiply), with a value of at most about p/2.
#[inline(always)]
pub fn sub_both<L: DoubleLanes>(
    a: &[L; LIMBS],
    b: &[L; LIMBS],
    c: &[L; LIMBS],
    constants: &Radix48Constants,
) -> [L; LIMBS] {
    let limb = |i: usize| a[i].minus(b[i]).minus(c[i]);
    nearest(core::array::from_fn(limb), constants)
}

/// x less the nearest multiple of p, by the top limb, in the limbs of an operand.
///
/// Precondition: limbs at most four times an operand's.
#[inline(always)]
fn nearest<L: DoubleLanes>(x: [L; LIMBS], constants: &Radix48Constants) -> [L; LIMBS] {
    let c = constants;
    let rounder = L::load(&c.rounder);
    let k = rounder.minus(x[LIMBS - 1].rounding_fma(L::load(&c.p_inverse), rounder));
    let x: [L; LIMBS] = core::array::from_fn(|j| k.fma(L::load(&c.p[j]), x[j]));
    // The multiple of 2^48 nearest to each limb but the highest.
    let split = L::load(&c.split);
    let carries = x.map(|x| x.rounding_plus(split).minus(split));
    let below = |j: usize, x: L| carries[j - 1].fma(L::load(&c.weight), x);
    core::array::from_fn(|j| match j {
        0 => x[0].minus(carries[0]),
        j if j == LIMBS - 1 => below(j, x[j]),
        j => below(j, x[j].minus(carries[j])),
    })
}
