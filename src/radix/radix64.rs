//! The Montgomery product in N words of 64 bits, R = 2^(64·N), for machines whose product of two words has
//! 128 bits: written once over abstract words.
//!
//! All are row by row (CIOS, "coarsely integrated operand scanning"). A row adds a·b\[i\] to the running sum T, then
//! the multiple q·p that makes its lowest word 0, and drops that word. Both additions go through the words together,
//! each with a carry of its own, and T never has more than N words: where a and b are below A·p, T stays below
//! (A·K + 1)·p with K products in a sum, since
//!
//! ((A·K + 1)·p + A·K·p·(2^64 - 1) + p·(2^64 - 1)) / 2^64 = (A·K + 1)·p,
//!
//! and that [fits]. So no row has a carry out: this is what others call the no-carry condition, which for one product
//! of residues below p is 2p <= R. Operands below 2p need no subtraction at the end where 4p <= R.
//!
//! Every sum is one of 128 bits, in which a single word stands with a high word of 0: engines then keep the carry in
//! the machine's flags.
//!
//! Sources: Koç, Acar, Kaliski, "Analyzing and comparing Montgomery multiplication algorithms" (1996), for CIOS;
//! gnark-crypto for the no-carry condition; Walter, "Montgomery exponentiation needs no final subtractions" (1999), for
//! 4p <= R; Barretenberg (AztecProtocol/aztec-packages, PR 22481) for reduction by 2^-w mod p, on its 29-bit limbs.

use super::packing::unrolled;
use crate::field::integer;

/// The machine: words of 64 bits, one or several side by side.
pub trait Word: Copy {
    /// x in all lanes.
    fn constant(x: u64) -> Self;
    /// a·b + c, low word and high word. It is below 2^128.
    fn plus_product(c: Self, a: Self, b: Self) -> [Self; 2];
    /// a·b + c + d, low word and high word. It is below 2^128, too.
    fn plus_product_carried(c: Self, a: Self, b: Self, d: Self) -> [Self; 2];
    /// a·b mod 2^64.
    fn low_product(a: Self, b: Self) -> Self;
    /// a + b, which the caller keeps below 2^64.
    fn sum(a: Self, b: Self) -> Self;
    /// 2·a mod 2^64, and the highest bit of `below`.
    fn doubled(a: Self, below: Self) -> Self;
}

impl Word for u64 {
    #[inline(always)]
    fn constant(x: u64) -> u64 {
        x
    }

    #[inline(always)]
    fn plus_product(c: u64, a: u64, b: u64) -> [u64; 2] {
        words(u128::from(a) * u128::from(b) + u128::from(c))
    }

    #[inline(always)]
    fn plus_product_carried(c: u64, a: u64, b: u64, d: u64) -> [u64; 2] {
        words(u128::from(a) * u128::from(b) + u128::from(c) + u128::from(d))
    }

    #[inline(always)]
    fn low_product(a: u64, b: u64) -> u64 {
        a.wrapping_mul(b)
    }

    #[inline(always)]
    fn sum(a: u64, b: u64) -> u64 {
        debug_assert!(a.checked_add(b).is_some());
        a.wrapping_add(b)
    }

    #[inline(always)]
    fn doubled(a: u64, below: u64) -> u64 {
        a << 1 | below >> 63
    }
}

/// Low word and high word.
#[inline(always)]
const fn words(x: u128) -> [u64; 2] {
    [x as u64, (x >> 64) as u64]
}

/// Two words side by side, which know nothing of each other: what one waits for, the other computes.
impl Word for [u64; 2] {
    #[inline(always)]
    fn constant(x: u64) -> Self {
        [x; 2]
    }

    #[inline(always)]
    fn plus_product(c: Self, a: Self, b: Self) -> [Self; 2] {
        let [x, y] = [0, 1].map(|lane| u64::plus_product(c[lane], a[lane], b[lane]));
        [[x[0], y[0]], [x[1], y[1]]]
    }

    #[inline(always)]
    fn plus_product_carried(c: Self, a: Self, b: Self, d: Self) -> [Self; 2] {
        let [x, y] =
            [0, 1].map(|lane| u64::plus_product_carried(c[lane], a[lane], b[lane], d[lane]));
        [[x[0], y[0]], [x[1], y[1]]]
    }

    #[inline(always)]
    fn low_product(a: Self, b: Self) -> Self {
        [0, 1].map(|lane| u64::low_product(a[lane], b[lane]))
    }

    #[inline(always)]
    fn sum(a: Self, b: Self) -> Self {
        [0, 1].map(|lane| u64::sum(a[lane], b[lane]))
    }

    #[inline(always)]
    fn doubled(a: Self, below: Self) -> Self {
        [0, 1].map(|lane| u64::doubled(a[lane], below[lane]))
    }
}

/// What a product needs of its modulus.
pub struct Radix64Constants<const N: usize> {
    /// p.
    p: [u64; N],
    /// -p^-1 mod 2^64.
    negated_inverse: u64,
    /// 2^-128 and 2^-64 mod p: what the lowest two words of a sum are worth two words up.
    steps: [[u64; N]; 2],
}

impl<const N: usize> Radix64Constants<N> {
    /// Those of p for operands below A·p. A is 1, where a product is reduced once in the end, or 2, where it is not.
    ///
    /// # Panics
    /// At compile time where p is even or 1, or 2A·p is above R: a row could have a carry out, or a product be outside
    /// the range of operands.
    pub const fn of(p: &[u64; N], a: u64) -> Self {
        integer::assert_odd(p);
        assert!(
            (a == 1 || a == 2) && fits(p, 2 * a),
            "operands below p need a p below R/2, and operands below 2p one below R/4"
        );
        Self {
            p: *p,
            negated_inverse: integer::negated_inverse(p),
            steps: [
                integer::inverse_power_of_two(128, p),
                integer::inverse_power_of_two(64, p),
            ],
        }
    }
}

/// Whether factor·p is below R = 2^(64·N).
pub const fn fits<const N: usize>(p: &[u64; N], factor: u64) -> bool {
    let mut carry = 0;
    let mut i = 0;
    while i < N {
        carry = (p[i] as u128 * factor as u128 + carry) >> 64;
        i += 1;
    }
    carry == 0
}

/// a·b·R^-1 mod p for a, b < A·p. It is below A²·p²/R + p.
#[inline(always)]
pub fn product<W: Word, const N: usize>(
    a: &[W; N],
    b: &[W; N],
    constants: &Radix64Constants<N>,
) -> [W; N] {
    let zero = W::constant(0);
    let mut sum = [zero; N];
    unrolled!(N, |i| row(&mut sum, a, b[i], zero, constants));
    sum
}

/// One row: (sum + a·b + q·p)/2^64 + top·2^(64·(N - 1)), both products word by word together.
#[inline(always)]
fn row<W: Word, const N: usize>(
    sum: &mut [W; N],
    a: &[W; N],
    b: W,
    top: W,
    constants: &Radix64Constants<N>,
) {
    let [low, mut carry] = W::plus_product(sum[0], a[0], b);
    let (q, mut reduced) = quotient(low, constants);
    unrolled!(N - 1, |j| {
        let word;
        [word, carry] = W::plus_product_carried(sum[j + 1], a[j + 1], b, carry);
        let p = W::constant(constants.p[j + 1]);
        [sum[j], reduced] = W::plus_product_carried(word, p, q, reduced);
    });
    sum[N - 1] = W::sum(W::sum(carry, reduced), top);
}

/// The sum of all a\[k\]·b\[k\], times R^-1, mod p, for operands below A·p and (A·K + 1)·p below R. It is below
/// A²·K·p²/R + p.
///
/// One product of a row is added after the other: with all of them word by word together, no machine has the registers.
#[inline(always)]
pub fn sum_of_products<W: Word, const N: usize, const K: usize>(
    a: [&[W; N]; K],
    b: [&[W; N]; K],
    constants: &Radix64Constants<N>,
) -> [W; N] {
    let zero = W::constant(0);
    let mut sum = [zero; N];
    unrolled!(N, |i| {
        let mut top = zero;
        unrolled!(K, |k| {
            top = W::sum(top, add_row(&mut sum, a[k], b[k][i]));
        });
        reduce_row(&mut sum, top, constants);
    });
    sum
}

// A row is a function: in place, the unrolled loops of a product would be one in another, 13 bodies times 13.

/// Adds a·b to the sum, and gives what that carries.
#[inline(always)]
fn add_row<W: Word, const N: usize>(sum: &mut [W; N], a: &[W; N], b: W) -> W {
    let mut carry;
    [sum[0], carry] = W::plus_product(sum[0], a[0], b);
    unrolled!(N - 1, |j| {
        [sum[j + 1], carry] = W::plus_product_carried(sum[j + 1], a[j + 1], b, carry);
    });
    carry
}

/// Makes (sum + top·2^(64·N) + q·p)/2^64 of the sum.
#[inline(always)]
fn reduce_row<W: Word, const N: usize>(sum: &mut [W; N], top: W, constants: &Radix64Constants<N>) {
    let (q, mut reduced) = quotient(sum[0], constants);
    unrolled!(N - 1, |j| {
        let p = W::constant(constants.p[j + 1]);
        [sum[j], reduced] = W::plus_product_carried(sum[j + 1], p, q, reduced);
    });
    sum[N - 1] = W::sum(top, reduced);
}

/// a·a·R^-1 mod p for a < A·p and (2A + 1)·p below R. It is below A²·p²/R + p.
///
/// Row i has a\[i\] times itself and twice the words above it, N (N + 1)/2 products of words in all: a row adds less
/// than 2^64·2a.
#[inline(always)]
pub fn square<W: Word, const N: usize>(a: &[W; N], constants: &Radix64Constants<N>) -> [W; N] {
    let zero = W::constant(0);
    let mut sum = [zero; N];
    unrolled!(N, |i| {
        let carry = add_square_row(&mut sum, a, i);
        reduce_row(&mut sum, carry, constants);
    });
    sum
}

/// Adds what is worth a\[i\]·2^(64·i) at word i, and gives what that carries.
#[inline(always)]
fn add_square_row<W: Word, const N: usize>(sum: &mut [W; N], a: &[W; N], i: usize) -> W {
    let zero = W::constant(0);
    let mut carry = zero;
    unrolled!(N, |j| {
        if j == i {
            [sum[j], carry] = W::plus_product(sum[j], a[i], a[i]);
        } else if j > i {
            let twice = W::doubled(a[j], if j == i + 1 { zero } else { a[j - 1] });
            [sum[j], carry] = W::plus_product_carried(sum[j], a[i], twice, carry);
        }
    });
    carry
}

/// q with low + q·p\[0\] = 0 mod 2^64, and the high word of that.
#[inline(always)]
fn quotient<W: Word, const N: usize>(low: W, constants: &Radix64Constants<N>) -> (W, W) {
    let q = W::low_product(low, W::constant(constants.negated_inverse));
    let [_, carry] = W::plus_product(low, W::constant(constants.p[0]), q);
    (q, carry)
}

/// a·b·R^-1 mod p for a, b < A·p and (A + 3)·p below R, in which the first two rows wait for no quotient: the lowest
/// two words of a·(b\[0\] + b\[1\]·2^64) are worth as many 2^-128 and 2^-64 mod p. That makes a sum below
/// A·p + 2·(2^64 - 1)·p, one below (A + 3)·p after the next row, which is ordinary like all that follow, and in the end
/// one below A²·p²/R + p + (A + 3)·p/2^64.
#[inline(always)]
pub fn product_in_steps<W: Word, const N: usize>(
    a: &[W; N],
    b: &[W; N],
    constants: &Radix64Constants<N>,
) -> [W; N] {
    let zero = W::constant(0);
    let (first, mut carry) = W::plus_product(zero, a[0], b[0]).into();
    let [mut second, mut above] = [zero; 2];
    // What stands at words 2 to N + 1 of a·(b[0] + b[1]·2^64).
    let mut sum = [zero; N];
    unrolled!(N - 1, |j| {
        let low;
        [low, carry] = W::plus_product(carry, a[j + 1], b[0]);
        let word;
        [word, above] = if j == 0 {
            W::plus_product(low, a[0], b[1])
        } else {
            W::plus_product_carried(low, a[j], b[1], above)
        };
        if j == 0 {
            second = word;
        } else {
            sum[j - 1] = word;
        }
    });
    [sum[N - 2], sum[N - 1]] = W::plus_product_carried(carry, a[N - 1], b[1], above);
    let mut carries = [zero; 2];
    unrolled!(N, |j| {
        let [m, n] = [constants.steps[0][j], constants.steps[1][j]].map(W::constant);
        [sum[j], carries[0]] = W::plus_product_carried(sum[j], first, m, carries[0]);
        [sum[j], carries[1]] = W::plus_product_carried(sum[j], second, n, carries[1]);
    });
    let highest = W::sum(carries[0], carries[1]);
    unrolled!(N - 2, |i| {
        let top = if i == 0 { highest } else { zero };
        row(&mut sum, a, b[i + 2], top, constants);
    });
    sum
}

/// a + b mod m for a, b < m, and 2m at most R.
#[inline(always)]
pub fn add<const N: usize>(a: &[u64; N], b: &[u64; N], m: &[u64; N]) -> [u64; N] {
    reduce_once(&plus(a, b), m)
}

/// a - b mod m for a, b < m.
#[inline(always)]
pub fn sub<const N: usize>(a: &[u64; N], b: &[u64; N], m: &[u64; N]) -> [u64; N] {
    let (difference, borrow) = minus(a, b);
    let mut lift = [0; N];
    unrolled!(N, |i| lift[i] = m[i] & borrow.wrapping_neg());
    plus(&difference, &lift)
}

/// The value below m of a value below 2m.
///
/// A product is below m by its highest word already, nearly always, and nothing else is looked at then: a branch that
/// is foreseen costs less than a subtraction in every product.
#[inline(always)]
pub fn reduce_once<const N: usize>(a: &[u64; N], m: &[u64; N]) -> [u64; N] {
    if a[N - 1] < m[N - 1] {
        return *a;
    }
    let (difference, borrow) = minus(a, m);
    if borrow == 0 { difference } else { *a }
}

// Beside `field::integer`, whose carries are comparisons: by them a sum has half of the additions where there is no wide
// arithmetic, and by sums of 128 bits it is an i64.add128 a word where there is.

/// a + b mod R.
#[inline(always)]
fn plus<const N: usize>(a: &[u64; N], b: &[u64; N]) -> [u64; N] {
    let mut sum = [0; N];
    let mut carry = 0;
    unrolled!(N, |i| {
        [sum[i], carry] = words(u128::from(a[i]) + u128::from(b[i]) + u128::from(carry));
    });
    let _ = carry;
    sum
}

/// a - b mod R, and 1 where b is more, else 0.
#[inline(always)]
fn minus<const N: usize>(a: &[u64; N], b: &[u64; N]) -> ([u64; N], u64) {
    let mut difference = [0; N];
    let mut borrow = 0;
    unrolled!(N, |i| {
        let [word, high] = words(
            u128::from(a[i])
                .wrapping_sub(u128::from(b[i]))
                .wrapping_sub(u128::from(borrow)),
        );
        difference[i] = word;
        borrow = high & 1;
    });
    (difference, borrow)
}
