//! The 9x29 Montgomery product, written once over abstract words: scalar and v128 kernels are the
//! same steps on different machines.
//!
//! R = 2^261. An element is nine limbs in radix 2^29, little-endian.
//! The product is a three-way Karatsuba over blocks of three limbs: six block products instead of
//! nine, of nine multiplications each, or of six by the same identity: 54 or 36 instead of 81.
//!
//! The low nine columns are removed in one of three ways, a [`Reduction`]; [`Constants::of`] takes
//! the first that is right for the modulus and the operation, at compile time.
//!
//! Sources: M. Scott, "Missing a trick: Karatsuba variations" (2018), for the form of Karatsuba;
//! Barretenberg (AztecProtocol/aztec-packages, PR 22481) for the reduction by 2^-29 mod p;
//! mitschabaude/montgomery, `doc/zprize22.md`, for radix 2^29 in wasm.

use super::packing;
use crate::field::modulus::{self, Integer, Modulus};

/// Limbs of an element.
pub const LIMBS: usize = 9;
/// Bits of a limb.
pub const WIDTH: u32 = 29;
/// log2 of the Montgomery radix.
pub const RADIX_BITS: u32 = 261;
/// 2^261 / 2^256.
pub const DROPIN_SHIFT: u32 = RADIX_BITS - 256;
/// How far up an operand goes whose square is doubled: 2·(2^2)^2 = 2^[`DROPIN_SHIFT`].
pub const DROPIN_SQUARE_SHIFT: u32 = (DROPIN_SHIFT - 1) / 2;
const MASK: u64 = (1 << WIDTH) - 1;
/// Columns of the product of two elements.
const COLUMNS: usize = 2 * LIMBS - 1;

/// The machine that the product runs on: 64-bit accumulators and 32-bit factors, one or several
/// side by side.
pub trait Word: Copy {
    /// A factor in [-2^31, 2^31), in the form in which it is multiplied.
    type Factor: Copy;
    /// Whether three-limb blocks are multiplied in six multiplications rather than nine.
    const KARATSUBA_BLOCKS: bool;
    /// a·b mod 2^64.
    fn product(a: Self::Factor, b: Self::Factor) -> Self;
    /// a - b; the caller keeps it in [-2^31, 2^31).
    fn difference(a: Self::Factor, b: Self::Factor) -> Self::Factor;
    /// self + other mod 2^64.
    fn plus(self, other: Self) -> Self;
    /// self div 2^29.
    fn high(self) -> Self;
    /// self mod 2^29.
    fn low(self) -> Self;
    /// -self mod 2^29.
    fn negated_low(self) -> Self;
    /// A value below 2^31 as a factor.
    fn factor(self) -> Self::Factor;
}

/// What sums and squares need of the machine beside that: arithmetic on factors, with a sign.
pub trait Signed: Word {
    /// a + b; the caller keeps it in [-2^31, 2^31).
    fn sum(a: Self::Factor, b: Self::Factor) -> Self::Factor;
    /// a div 2^29, rounded down.
    fn carry(a: Self::Factor) -> Self::Factor;
    /// a mod 2^29.
    fn limb(a: Self::Factor) -> Self::Factor;
    /// a's bits where the mask has ones.
    fn masked(a: Self::Factor, mask: Self::Factor) -> Self::Factor;
}

/// How the low columns of a product are removed. With M = 2^-29 mod p, columns worth S become a value
/// below S/2^261 + p, and below S/2^261 + p + 1.01·M the first way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reduction {
    /// A column's low 29 bits q are worth q·M one limb up: no multiplication is needed to find q, and
    /// the dependency chain is short. One Montgomery step removes the ninth column. 82
    /// multiplications.
    InverseRadix,
    /// Nine Montgomery steps by q = -s/p mod 2^29, whatever p is. 90 multiplications.
    Montgomery,
    /// The same where p ≡ 1 mod 2^29: q is -s mod 2^29, and p's lowest limb is 1. 72 multiplications.
    MontgomeryOne,
}

/// The constants of a modulus, as factors of a machine.
pub struct Constants<F> {
    /// How columns are removed.
    pub reduction: Reduction,
    /// p.
    pub p: [F; LIMBS],
    /// 2^-29 mod p.
    pub inverse_radix: [F; LIMBS],
    /// -p^-1 mod 2^29.
    pub negated_inverse: F,
}

impl Constants<u64> {
    /// The constants of M, for columns worth at most `squares`·p^2: 4 for a product of operands below
    /// 2p, 32 for one of a drop-in, twice that for a sum of two. The result is below 2p.
    ///
    /// # Panics
    /// Where p is even or not below 2^255, or `squares` above 64. Constants are made at compile time:
    /// the kernel then does not compile.
    pub const fn of<M: Modulus>(squares: u32) -> Self {
        modulus::assert_bits(&M::P);
        // 64·p^2/2^261 is below p, and so Montgomery steps are always right.
        assert!(squares <= 64);
        let inverse_radix = modulus::inverse_power_of_two(WIDTH, &M::P);
        // The first way must have squares·p^2/2^261 + 1.01·M below p. The top limbs tell: p·2^-261 is
        // below (P[3] + 1)/2^69, and 32 bits of either prime are enough beside 1.01 for 1 + 2^-28.
        let one = 1u128 << 69;
        let product = squares as u128 * (M::P[3] as u128 + 1);
        let p = (M::P[3] >> 32) as u128;
        let added = (inverse_radix[3] >> 32) as u128 + 1;
        let reduction = if product * p + (added + added / 100) * one < p * one {
            Reduction::InverseRadix
        } else if M::P[0] & MASK == 1 {
            Reduction::MontgomeryOne
        } else {
            Reduction::Montgomery
        };
        Self {
            reduction,
            p: modulus::split(&M::P, WIDTH),
            inverse_radix: modulus::split(&inverse_radix, WIDTH),
            negated_inverse: modulus::negated_inverse(&M::P) & MASK,
        }
    }
}

/// 2p, limbs below 2^30.
pub const fn twice_p<M: Modulus>() -> [u64; LIMBS] {
    let mut limbs: [u64; LIMBS] = modulus::split(&M::P, WIDTH);
    let mut i = 0;
    while i < LIMBS {
        limbs[i] *= 2;
        i += 1;
    }
    limbs
}

/// The nine limbs of integer·2^SHIFT, which is below 2^261.
///
/// With one operand of a product unpacked so, by [`DROPIN_SHIFT`], the product's R = 2^261 is 2^256,
/// at no cost.
#[inline(always)]
pub fn split<const SHIFT: u32>(integer: &Integer) -> [u64; LIMBS] {
    packing::split::<_, _, LIMBS, WIDTH, SHIFT>(integer, |limb| limb & MASK)
}

/// The canonical integer of nine limbs below 2^29 whose value is below 2p.
#[inline(always)]
pub fn join<M: Modulus>(limbs: &[u64; LIMBS]) -> Integer {
    modulus::reduce_once(&packing::join::<_, LIMBS, WIDTH>(limbs), &M::P)
}

/// out = a·b·2^-261 mod p.
///
/// Preconditions: a, b < 2p, limbs < 2^29. Postcondition: out < 2p, limbs < 2^29, as words.
/// Columns stay below 2^62.
#[inline(always)]
pub fn multiply<W: Word>(
    a: &[W::Factor; LIMBS],
    b: &[W::Factor; LIMBS],
    constants: &Constants<W::Factor>,
) -> [W; LIMBS] {
    reduce(product(a, b), constants)
}

/// out = a·a·2^-261 mod p, twice that if DOUBLED.
///
/// Preconditions: a < 2p, limbs < 2^29. Postcondition: out < 2p, limbs < 2^29, as words.
/// Columns are those of the product, or twice as large: at most 27·2^58 and carries, below 2^63.
#[inline(always)]
pub fn square<W: Signed, const DOUBLED: bool>(
    a: &[W::Factor; LIMBS],
    constants: &Constants<W::Factor>,
) -> [W; LIMBS] {
    let double = |x: &[W::Factor; LIMBS]| x.map(|limb| W::sum(limb, limb));
    let twice = double(a);
    let columns = if DOUBLED {
        squared(a, &twice, &double(&twice))
    } else {
        squared(a, a, &twice)
    };
    reduce(columns, constants)
}

/// out = the sum of all a\[i\]·b\[i\]·2^-261 mod p, reduced once, of one to four products.
///
/// Preconditions: operands < 2p, limbs < 2^29. Postcondition: out < 2p, limbs < 2^29, as words.
/// A column of a product is at most 9·2^58, and the reduction adds as much and carries: with four
/// products 45·2^58, below 2^64.
/// Two of them: out < 1.19p (Fq), 1.55p (Fr).
#[inline(always)]
pub fn sum_of_products<W: Word, const N: usize>(
    a: [&[W::Factor; LIMBS]; N],
    b: [&[W::Factor; LIMBS]; N],
    constants: &Constants<W::Factor>,
) -> [W; LIMBS] {
    const { assert!(1 <= N && N <= 4, "a sum has one to four products") };
    let mut columns = product::<W>(a[0], b[0]);
    for (a, b) in a.iter().zip(&b).skip(1) {
        for (sum, column) in columns.iter_mut().zip(product::<W>(a, b)) {
            *sum = sum.plus(column);
        }
    }
    reduce(columns, constants)
}

/// out = a + b mod 2p.
///
/// Preconditions: a, b < 2p, limbs < 2^29, `twice_p` as [`twice_p`]. Postcondition: out < 2p, limbs < 2^29.
#[inline(always)]
pub fn add<W: Signed>(
    a: &[W::Factor; LIMBS],
    b: &[W::Factor; LIMBS],
    twice_p: &[W::Factor; LIMBS],
) -> [W::Factor; LIMBS] {
    let rest = |i| W::difference(W::sum(a[i], b[i]), twice_p[i]);
    lift::<W>(core::array::from_fn(rest), twice_p)
}

/// out = a - b mod 2p.
///
/// Preconditions: a, b < 2p, limbs < 2^29, `twice_p` as [`twice_p`]. Postcondition: out < 2p, limbs < 2^29.
#[inline(always)]
pub fn sub<W: Signed>(
    a: &[W::Factor; LIMBS],
    b: &[W::Factor; LIMBS],
    twice_p: &[W::Factor; LIMBS],
) -> [W::Factor; LIMBS] {
    lift::<W>(core::array::from_fn(|i| W::difference(a[i], b[i])), twice_p)
}

/// x, and 2p where it is negative, in limbs below 2^29, without a branch.
///
/// Precondition: -2p <= x < 2p, limbs in [-2^30, 2^30).
#[inline(always)]
fn lift<W: Signed>(x: [W::Factor; LIMBS], twice_p: &[W::Factor; LIMBS]) -> [W::Factor; LIMBS] {
    // What is carried out of the last limb is 0, or -1: a mask of ones.
    let negative = x[1..]
        .iter()
        .fold(W::carry(x[0]), |carry, &limb| W::carry(W::sum(limb, carry)));
    let term = |i: usize| W::sum(x[i], W::masked(twice_p[i], negative));
    let mut sum = term(0);
    core::array::from_fn(|i| {
        let limb = W::limb(sum);
        if i + 1 < LIMBS {
            sum = W::sum(term(i + 1), W::carry(sum));
        }
        limb
    })
}

/// The 17 columns of a square: each product of two limbs once. `diagonal` multiplies a limb by
/// itself, `cross` by the ones above it: a and 2a, or twice these for twice the square.
///
/// Written out: as loops it takes twice as long. 45 multiplications; Karatsuba would need 36, and
/// more additions than that saves.
#[inline(always)]
fn squared<W: Word>(
    a: &[W::Factor; LIMBS],
    diagonal: &[W::Factor; LIMBS],
    cross: &[W::Factor; LIMBS],
) -> [W; COLUMNS] {
    let d = |i: usize| W::product(diagonal[i], a[i]);
    let c = |i: usize, j: usize| W::product(cross[i], a[j]);
    [
        d(0),
        c(0, 1),
        c(0, 2).plus(d(1)),
        c(0, 3).plus(c(1, 2)),
        c(0, 4).plus(c(1, 3)).plus(d(2)),
        c(0, 5).plus(c(1, 4)).plus(c(2, 3)),
        c(0, 6).plus(c(1, 5)).plus(c(2, 4)).plus(d(3)),
        c(0, 7).plus(c(1, 6)).plus(c(2, 5)).plus(c(3, 4)),
        c(0, 8).plus(c(1, 7)).plus(c(2, 6)).plus(c(3, 5)).plus(d(4)),
        c(1, 8).plus(c(2, 7)).plus(c(3, 6)).plus(c(4, 5)),
        c(2, 8).plus(c(3, 7)).plus(c(4, 6)).plus(d(5)),
        c(3, 8).plus(c(4, 7)).plus(c(5, 6)),
        c(4, 8).plus(c(5, 7)).plus(d(6)),
        c(5, 8).plus(c(6, 7)),
        c(6, 8).plus(d(7)),
        c(7, 8),
        d(8),
    ]
}

/// The 17 columns of a·b: column k is the sum of a[i]·b[k-i].
///
/// Each is below 9·2^58 in truth; differences on the way may be negative, and wrap.
#[inline(always)]
fn product<W: Word>(a: &[W::Factor; LIMBS], b: &[W::Factor; LIMBS]) -> [W; COLUMNS] {
    let block = |x: &[W::Factor; LIMBS], i: usize| [x[3 * i], x[3 * i + 1], x[3 * i + 2]];
    let (a0, a1, a2) = (block(a, 0), block(a, 1), block(a, 2));
    let (b0, b1, b2) = (block(b, 0), block(b, 1), block(b, 2));
    let cross = |x: [W::Factor; 3], y: [W::Factor; 3], v: [W::Factor; 3], w: [W::Factor; 3]| {
        block_product::<W>(differences::<W>(x, y), differences::<W>(w, v))
    };

    // With z = 2^87 and A = A0 + A1·z + A2·z^2, B alike, and pairs of blocks as
    // Ai·Bj + Aj·Bi = (Ai - Aj)(Bj - Bi) + Ai·Bi + Aj·Bj, the product is
    // D(1 + z + z^2) + (A0-A1)(B1-B0)z + (A0-A2)(B2-B0)z^2 + (A1-A2)(B2-B1)z^3
    // with D = A0·B0 + A1·B1·z + A2·B2·z^2.
    let (p, q, r) = (
        block_product::<W>(a0, b0),
        block_product::<W>(a1, b1),
        block_product::<W>(a2, b2),
    );
    let d = [
        p[0],
        p[1],
        p[2],
        p[3].plus(q[0]),
        p[4].plus(q[1]),
        q[2],
        q[3].plus(r[0]),
        q[4].plus(r[1]),
        r[2],
        r[3],
        r[4],
    ];
    let low = [d[3].plus(d[0]), d[4].plus(d[1]), d[5].plus(d[2])];
    let high = [d[9].plus(d[6]), d[10].plus(d[7])];
    let mut columns = [
        d[0],
        d[1],
        d[2],
        low[0],
        low[1],
        low[2],
        low[0].plus(d[6]),
        low[1].plus(d[7]),
        low[2].plus(d[8]),
        high[0].plus(d[3]),
        high[1].plus(d[4]),
        d[8].plus(d[5]),
        high[0],
        high[1],
        d[8],
        d[9],
        d[10],
    ];
    let mut add = |first: usize, block: [W; 5]| {
        for (i, column) in block.into_iter().enumerate() {
            columns[first + i] = columns[first + i].plus(column);
        }
    };
    add(3, cross(a0, a1, b0, b1));
    add(6, cross(a0, a2, b0, b2));
    add(9, cross(a1, a2, b1, b2));
    columns
}

#[inline(always)]
fn differences<W: Word>(x: [W::Factor; 3], y: [W::Factor; 3]) -> [W::Factor; 3] {
    core::array::from_fn(|i| W::difference(x[i], y[i]))
}

/// The five columns of a product of three-limb blocks: nine multiplications, or six and the same
/// identity once more where a multiplication costs more than two additions.
///
/// Limbs are in (-2^29, 2^29), so that their differences are in (-2^30, 2^30).
#[inline(always)]
fn block_product<W: Word>(x: [W::Factor; 3], y: [W::Factor; 3]) -> [W; 5] {
    let product = |i: usize, j: usize| W::product(x[i], y[j]);
    if !W::KARATSUBA_BLOCKS {
        return [
            product(0, 0),
            product(0, 1).plus(product(1, 0)),
            product(0, 2).plus(product(1, 1)).plus(product(2, 0)),
            product(1, 2).plus(product(2, 1)),
            product(2, 2),
        ];
    }
    let cross =
        |i: usize, j: usize| W::product(W::difference(x[i], x[j]), W::difference(y[j], y[i]));
    let (p, q, r) = (product(0, 0), product(1, 1), product(2, 2));
    let low = p.plus(q);
    [
        p,
        low.plus(cross(0, 1)),
        low.plus(r).plus(cross(0, 2)),
        q.plus(r).plus(cross(1, 2)),
        r,
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

/// Adds q·p so that column k is a multiple of 2^29, and carries it into the next one.
#[inline(always)]
fn cancel_column<W: Word>(s: &mut [W; COLUMNS], k: usize, constants: &Constants<W::Factor>) {
    let q = W::product(s[k].low().factor(), constants.negated_inverse);
    let q = q.low().factor();
    for j in 0..LIMBS {
        s[k + j] = s[k + j].plus(W::product(q, constants.p[j]));
    }
    s[k + 1] = s[k + 1].plus(s[k].high());
}

/// The same where p ≡ 1 mod 2^29.
#[inline(always)]
fn cancel_column_by_one<W: Word>(s: &mut [W; COLUMNS], k: usize, constants: &Constants<W::Factor>) {
    let low = s[k].negated_low();
    let q = low.factor();
    for j in 1..LIMBS {
        s[k + j] = s[k + j].plus(W::product(q, constants.p[j]));
    }
    s[k + 1] = s[k + 1].plus(s[k].plus(low).high());
}

/// Columns to limbs: value·2^-261 mod p.
#[inline(always)]
fn reduce<W: Word>(mut s: [W; COLUMNS], constants: &Constants<W::Factor>) -> [W; LIMBS] {
    // Called one by one: as a loop LLVM keeps it a loop, with the columns in memory.
    macro_rules! each_of_nine {
        ($low:ident, $last:ident) => {{
            $low(&mut s, 0, constants);
            $low(&mut s, 1, constants);
            $low(&mut s, 2, constants);
            $low(&mut s, 3, constants);
            $low(&mut s, 4, constants);
            $low(&mut s, 5, constants);
            $low(&mut s, 6, constants);
            $low(&mut s, 7, constants);
            $last(&mut s, 8, constants);
        }};
    }
    match constants.reduction {
        Reduction::InverseRadix => each_of_nine!(remove_column, cancel_column),
        Reduction::Montgomery => each_of_nine!(cancel_column, cancel_column),
        Reduction::MontgomeryOne => each_of_nine!(cancel_column_by_one, cancel_column_by_one),
    }
    const LAST: usize = LIMBS - 1;
    let mut column = s[LIMBS];
    core::array::from_fn(|i| {
        if i == LAST {
            // What the highest column carries.
            return column;
        }
        let (low, high) = (column.low(), column.high());
        column = if i + 1 == LAST {
            high
        } else {
            s[LIMBS + i + 1].plus(high)
        };
        low
    })
}
