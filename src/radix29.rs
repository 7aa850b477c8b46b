//! The 9x29 Montgomery product, written once over abstract words: scalar and v128 kernels are the
//! same steps on different machines.
//!
//! R = 2^261. An element is nine limbs in radix 2^29, little-endian.
//! The product is a two-level three-way Karatsuba (36 multiplications instead of 81). The low eight
//! columns are removed by M = 2^-29 mod p: a column's low 29 bits q are worth q·M one limb up, and
//! because no multiplication is needed to find q the dependency chain is short. One Montgomery step
//! with -p^-1 mod 2^29 removes the ninth column. In all 36 + 72 + 10 = 118 multiplications.
//!
//! Sources: M. Scott, "Missing a trick: Karatsuba variations" (2018), for the form of Karatsuba;
//! Barretenberg (AztecProtocol/aztec-packages, PR 22481) for the reduction by 2^-29 mod p;
//! mitschabaude/montgomery, `doc/zprize22.md`, for radix 2^29 in wasm.

use crate::modulus::{self, Integer, Modulus};

/// Limbs of an element.
pub const LIMBS: usize = 9;
/// Bits of a limb.
pub const WIDTH: u32 = 29;
/// log2 of the Montgomery radix.
pub const RADIX_BITS: u32 = 261;
/// Columns of the product of two elements.
const COLUMNS: usize = 2 * LIMBS - 1;

/// The machine that the product runs on: 64-bit accumulators and 32-bit factors, one or several
/// side by side.
pub trait Word: Copy {
    /// A factor below 2^32, in the form in which it is multiplied.
    type Factor: Copy;
    /// a·b, exact.
    fn product(a: Self::Factor, b: Self::Factor) -> Self;
    /// a + b; the caller keeps it below 2^32.
    fn sum(a: Self::Factor, b: Self::Factor) -> Self::Factor;
    /// self + other mod 2^64.
    fn plus(self, other: Self) -> Self;
    /// self - other mod 2^64.
    fn minus(self, other: Self) -> Self;
    /// self div 2^29.
    fn high(self) -> Self;
    /// self mod 2^29.
    fn low(self) -> Self;
    /// A value below 2^32 as a factor.
    fn factor(self) -> Self::Factor;
}

/// The constants of a modulus, as factors of a machine.
pub struct Constants<F> {
    /// p.
    pub p: [F; LIMBS],
    /// 2^-29 mod p.
    pub inverse_radix: [F; LIMBS],
    /// -p^-1 mod 2^29.
    pub negated_inverse: F,
}

impl Constants<u64> {
    /// The constants of M as plain numbers.
    pub const fn of<M: Modulus>() -> Self {
        Self {
            p: modulus::split(&M::P, WIDTH),
            inverse_radix: modulus::split(&modulus::inverse_power_of_two(WIDTH, &M::P), WIDTH),
            negated_inverse: modulus::negated_inverse(&M::P) & ((1 << WIDTH) - 1),
        }
    }
}

/// The nine limbs of an integer.
pub const fn split(integer: &Integer) -> [u64; LIMBS] {
    modulus::split(integer, WIDTH)
}

/// The canonical integer of nine limbs below 2^29 whose value is below 2p.
pub fn join<M: Modulus>(limbs: &[u64; LIMBS]) -> Integer {
    let mut integer = [0u64; 4];
    for (i, limb) in limbs.iter().enumerate() {
        let bit = i as u32 * WIDTH;
        let (word, shift) = ((bit / 64) as usize, bit % 64);
        integer[word] |= limb << shift;
        if shift + WIDTH > 64 && word + 1 < 4 {
            integer[word + 1] |= limb >> (64 - shift);
        }
    }
    modulus::reduce_once(&integer, &M::P)
}

/// out = a·b·2^-261 mod p.
///
/// Preconditions: a, b < 2p, limbs < 2^29. Postcondition: out < 1.15p, limbs < 2^29, as words.
/// Columns stay below 2^62.3 (docs/bounds.md).
#[inline(always)]
pub fn multiply<W: Word>(
    a: &[W::Factor; LIMBS],
    b: &[W::Factor; LIMBS],
    constants: &Constants<W::Factor>,
) -> [W; LIMBS] {
    reduce(karatsuba(a, b), constants)
}

/// The 17 columns of a·b: column k is the sum of a[i]·b[k-i].
///
/// Each is below 9·2^58 in truth; the differences on the way wrap and come back.
#[inline(always)]
fn karatsuba<W: Word>(a: &[W::Factor; LIMBS], b: &[W::Factor; LIMBS]) -> [W; COLUMNS] {
    let block = |x: &[W::Factor; LIMBS], i: usize| [x[3 * i], x[3 * i + 1], x[3 * i + 2]];
    let sum = |x: [W::Factor; 3], y: [W::Factor; 3]| {
        [W::sum(x[0], y[0]), W::sum(x[1], y[1]), W::sum(x[2], y[2])]
    };
    let (a0, a1, a2) = (block(a, 0), block(a, 1), block(a, 2));
    let (b0, b1, b2) = (block(b, 0), block(b, 1), block(b, 2));
    let p0 = block_product::<W>(a0, b0);
    let p1 = block_product::<W>(a1, b1);
    let p2 = block_product::<W>(a2, b2);
    let u = block_product::<W>(sum(a0, a1), sum(b0, b1));
    let v = block_product::<W>(sum(a0, a2), sum(b0, b2));
    let x = block_product::<W>(sum(a1, a2), sum(b1, b2));

    // AB = p0 + (u-p0-p1)z + (v-p0-p2+p1)z^2 + (x-p1-p2)z^3 + p2 z^4, z = 2^87: three columns.
    let z0 = p0;
    let z1: [W; 5] = core::array::from_fn(|i| u[i].minus(p0[i]).minus(p1[i]));
    let z2: [W; 5] = core::array::from_fn(|i| v[i].minus(p0[i]).minus(p2[i]).plus(p1[i]));
    let z3: [W; 5] = core::array::from_fn(|i| x[i].minus(p1[i]).minus(p2[i]));
    let z4 = p2;
    [
        z0[0],
        z0[1],
        z0[2],
        z0[3].plus(z1[0]),
        z0[4].plus(z1[1]),
        z1[2],
        z1[3].plus(z2[0]),
        z1[4].plus(z2[1]),
        z2[2],
        z2[3].plus(z3[0]),
        z2[4].plus(z3[1]),
        z3[2],
        z3[3].plus(z4[0]),
        z3[4].plus(z4[1]),
        z4[2],
        z4[3],
        z4[4],
    ]
}

/// The five columns of a product of three-limb blocks, in six multiplications.
///
/// Limbs < 2^30, so that sums are below 2^31 and products below 2^62.
#[inline(always)]
fn block_product<W: Word>(x: [W::Factor; 3], y: [W::Factor; 3]) -> [W; 5] {
    let p0 = W::product(x[0], y[0]);
    let p1 = W::product(x[1], y[1]);
    let p2 = W::product(x[2], y[2]);
    let u = W::product(W::sum(x[0], x[1]), W::sum(y[0], y[1]));
    let v = W::product(W::sum(x[0], x[2]), W::sum(y[0], y[2]));
    let w = W::product(W::sum(x[1], x[2]), W::sum(y[1], y[2]));
    [
        p0,
        u.minus(p0).minus(p1),
        v.minus(p0).minus(p2).plus(p1),
        w.minus(p1).minus(p2),
        p2,
    ]
}

/// Moves column k into the nine columns above it: its low 29 bits q as q·M, the rest as a carry.
#[inline(always)]
fn remove_column<W: Word>(s: &mut [W; COLUMNS], k: usize, constants: &Constants<W::Factor>) {
    let q = s[k].low().factor();
    s[k + 1] = s[k + 1].plus(s[k].high());
    for j in 0..LIMBS {
        s[k + 1 + j] = s[k + 1 + j].plus(W::product(q, constants.inverse_radix[j]));
    }
}

/// Columns to limbs: value·2^-261 mod p.
#[inline(always)]
fn reduce<W: Word>(mut s: [W; COLUMNS], constants: &Constants<W::Factor>) -> [W; LIMBS] {
    // Called one by one: as a loop LLVM keeps it a loop, with the columns in memory.
    remove_column(&mut s, 0, constants);
    remove_column(&mut s, 1, constants);
    remove_column(&mut s, 2, constants);
    remove_column(&mut s, 3, constants);
    remove_column(&mut s, 4, constants);
    remove_column(&mut s, 5, constants);
    remove_column(&mut s, 6, constants);
    remove_column(&mut s, 7, constants);

    const LAST: usize = LIMBS - 1;
    let q = W::product(s[LAST].low().factor(), constants.negated_inverse);
    let q = q.low().factor();
    for j in 0..LIMBS {
        s[LAST + j] = s[LAST + j].plus(W::product(q, constants.p[j]));
    }
    // Column 8 is a multiple of 2^29 now.
    let mut carry = s[LAST].high();
    core::array::from_fn(|i| {
        if i == LAST {
            return carry;
        }
        let column = s[LIMBS + i].plus(carry);
        carry = column.high();
        column.low()
    })
}
