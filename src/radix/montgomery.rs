//! The Montgomery product in limbs of 29 or 30 bits, written once over abstract words: scalar and v128
//! kernels are the same steps on different machines.
//!
//! An element is L limbs, little-endian, and R is 2^(L·w), with w as in [`width`](super::accumulator::width):
//!
//! | words | limbs | R | a product of two elements |
//! |---|---|---|---|
//! | 4 | 9 of 29 bits | 2^261 | Karatsuba over three blocks of three limbs: 54 multiplications instead of 81 |
//! | 6 | 13 of 30 bits | 2^390 | Karatsuba over three blocks of four limbs, and a limb: 121 instead of 169 |
//!
//! The columns of a product are in `product.rs`, the four ways to reduce them in `reduction.rs`.
//!
//! Sources: M. Scott, "Missing a trick: Karatsuba variations" (2018), for the form of Karatsuba;
//! Barretenberg (AztecProtocol/aztec-packages, PR 22481) for the reduction by 2^-29 mod p;
//! mitschabaude/montgomery, `doc/zprize22.md`, for radix 2^29 in wasm.

use super::accumulator::Accumulator;
use super::product::{add_all, product, squared, three_blocks};
use super::reduction::{MontgomeryConstants, carry_heavy_columns, reduce};

/// out = a·b·R^-1 mod p.
///
/// Preconditions: a·b is worth what the constants are for, limbs < 2^w. Postcondition: out < 2p, limbs
/// < 2^w, as words.
#[inline(always)]
pub fn multiply<W: Accumulator, const L: usize, const C: usize>(
    a: &[W::Limb; L],
    b: &[W::Limb; L],
    constants: &MontgomeryConstants<W::Limb, L>,
) -> [W; L] {
    reduce(product::<W, L, C>(a, b), 1, constants)
}

/// out = a·a·R^-1 mod p, twice that if `doubled`, which limbs of 29 bits allow.
///
/// Pre- and postconditions as of [`multiply`].
#[inline(always)]
pub fn square<W: Accumulator, const L: usize, const C: usize>(
    a: &[W::Limb; L],
    doubled: bool,
    constants: &MontgomeryConstants<W::Limb, L>,
) -> [W; L] {
    let double = |x: &[W::Limb; L]| x.map(|limb| W::sum(limb, limb));
    let twice = double(a);
    if doubled {
        reduce(squared::<W, L, C>(a, &twice, &double(&twice)), 2, constants)
    } else {
        reduce(squared::<W, L, C>(a, a, &twice), 1, constants)
    }
}

/// out = the sum of all a\[i\]·b\[i\]·R^-1 mod p, reduced once, of one to four products.
///
/// Pre- and postconditions as of [`multiply`], of all products together.
#[inline(always)]
pub fn sum_of_products<W: Accumulator, const L: usize, const C: usize, const TERMS: usize>(
    a: [&[W::Limb; L]; TERMS],
    b: [&[W::Limb; L]; TERMS],
    constants: &MontgomeryConstants<W::Limb, L>,
) -> [W; L] {
    if L == 9 && TERMS == 2 {
        // They share the additions of Karatsuba's identity. Three or four would, too, but keep so many values that a
        // Poseidon hash takes an eighth longer in Node 20, and a tenth less in Node 26.
        let columns = three_blocks::<W, 3, 5, C, TERMS>(a.map(|a| &a[..]), b.map(|b| &b[..]));
        return reduce(columns, TERMS, constants);
    }
    let mut columns = product::<W, L, C>(a[0], b[0]);
    for (a, b) in a.iter().zip(&b).skip(1) {
        carry_heavy_columns::<W, L, C>(&mut columns, TERMS);
        add_all(&mut columns, 0, product::<W, L, C>(a, b));
    }
    reduce(columns, TERMS, constants)
}

/// a·R^-1 mod p: out of the Montgomery form. Pre- and postconditions as of [`multiply`].
#[cfg(any(feature = "arkworks", test))]
#[inline(always)]
pub fn from_montgomery<W: Accumulator, const L: usize, const C: usize>(
    a: [W; L],
    constants: &MontgomeryConstants<W::Limb, L>,
) -> [W; L] {
    let mut columns = [W::zero(); C];
    columns[..L].copy_from_slice(&a);
    reduce(columns, 1, constants)
}
