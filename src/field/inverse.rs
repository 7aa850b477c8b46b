//! The inverse of an integer mod p, by division steps.
//!
//! A pair (f, g) begins as (p, x). A step takes an odd f and any g to numbers of the same greatest common divisor, by
//! additions and halvings that their lowest bits alone decide, until g is 0 and f is 1 or -1. What the steps did to f and
//! g is also done to d and e, which begin as (0, 1) and are f/x and g/x mod p all the way: at the end d is 1/x or -1/x.
//! [`STEPS`] steps at a time are found by the lowest words, as a matrix, which then moves the whole numbers.
//!
//! Variable time. Source: D. Bernstein, B.-Y. Yang, "Fast constant-time gcd computation and modular inversion" (2019),
//! with steps that begin at δ = 1/2; that they come to an end is proven there.

use super::integer;

/// Steps of a matrix, and bits of a digit.
const STEPS: u32 = 30;
const MASK: i64 = (1 << STEPS) - 1;

/// A signed number: digits of 30 bits, the highest of them with the sign. It has room for ±2p.
type Number<const DIGITS: usize> = [i64; DIGITS];

/// [[u, v], [q, r]] of a batch of steps: 2^30·(f', g') = (u·f + v·g, q·f + r·g). |u| + |v| and |q| + |r| are at most 2^30.
type Matrix = [[i64; 2]; 2];

fn number<const N: usize, const DIGITS: usize>(integer: &[u64; N]) -> Number<DIGITS> {
    integer::split(integer, STEPS).map(|digit| digit as i64)
}

/// The inverse of x mod p; of 0 it is 0. 2p is below 2^(64·N), and N is at most 6.
pub fn inverse<const N: usize>(x: &[u64; N], p: &[u64; N]) -> [u64; N] {
    const { assert!(N <= 6, "there are digits for six words") };
    if N <= 4 {
        in_digits::<N, 9>(x, p)
    } else {
        in_digits::<N, 13>(x, p)
    }
}

fn in_digits<const N: usize, const DIGITS: usize>(x: &[u64; N], modulus: &[u64; N]) -> [u64; N] {
    let p: Number<DIGITS> = number(modulus);
    let p_inverse = (integer::negated_inverse(modulus).wrapping_neg() as i64) & MASK;
    let (mut f, mut g) = (p, number(x));
    let (mut d, mut e) = ([0; DIGITS], [0; DIGITS]);
    e[0] = 1;
    // δ - 1/2.
    let mut delta = 0;
    while g != [0; DIGITS] {
        let matrix = steps(&mut delta, f[0] | f[1] << STEPS, g[0] | g[1] << STEPS);
        [d, e] = moved_mod_p([&d, &e], &matrix, &p, p_inverse);
        [f, g] = moved([&f, &g], &matrix);
    }
    if f[DIGITS - 1] < 0 {
        d = d.map(|digit| -digit);
    }
    canonical(&d, &p, modulus)
}

/// The matrix of the next 30 steps, of which the lowest bits of f and g are enough.
fn steps(delta: &mut i64, mut f: i64, mut g: i64) -> Matrix {
    let [mut u, mut v, mut q, mut r] = [1i64, 0, 0, 1];
    let mut left = STEPS;
    loop {
        // Steps that halve g and double f's row instead.
        let zeros = (g | 1 << left).trailing_zeros();
        g >>= zeros;
        u <<= zeros;
        v <<= zeros;
        *delta += i64::from(zeros);
        left -= zeros;
        if left == 0 {
            return [[u, v], [q, r]];
        }
        if *delta >= 0 {
            *delta = -*delta - 1;
            (f, g) = (g, f.wrapping_neg());
            (u, q) = (q, -u);
            (v, r) = (r, -v);
        }
        // None of the next steps exchanges the two: a multiple of f makes as many bits of g zero.
        let bits = left.min((-*delta).min(6) as u32);
        let multiple = (f.wrapping_mul(f).wrapping_sub(2))
            .wrapping_mul(f)
            .wrapping_mul(g)
            & ((1 << bits) - 1);
        g = g.wrapping_add(multiple.wrapping_mul(f));
        q += multiple * u;
        r += multiple * v;
    }
}

/// (u·f + v·g)/2^30 and (q·f + r·g)/2^30, which are integers.
fn moved<const DIGITS: usize>(
    [f, g]: [&Number<DIGITS>; 2],
    matrix: &Matrix,
) -> [Number<DIGITS>; 2] {
    matrix.map(|[x, y]| {
        let mut carry = (x * f[0] + y * g[0]) >> STEPS;
        let mut out = [0; DIGITS];
        for i in 1..DIGITS {
            carry += x * f[i] + y * g[i];
            out[i - 1] = carry & MASK;
            carry >>= STEPS;
        }
        out[DIGITS - 1] = carry;
        out
    })
}

/// The same mod p. In and out: above -2p, below p.
///
/// With p added to what is negative, both are between -p and p, so their sum by a row is between -2^30·p and 2^30·p; less
/// than 2^30 times p is subtracted to make it a multiple of 2^30.
fn moved_mod_p<const DIGITS: usize>(
    [d, e]: [&Number<DIGITS>; 2],
    matrix: &Matrix,
    p: &Number<DIGITS>,
    p_inverse: i64,
) -> [Number<DIGITS>; 2] {
    let [d_mask, e_mask] = [d, e].map(|x| x[DIGITS - 1] >> 63);
    matrix.map(|[x, y]| {
        let lifted = (x & d_mask) + (y & e_mask);
        let mut carry = x * d[0] + y * e[0];
        let low = (carry + lifted * p[0]) & MASK;
        let multiple = lifted - ((low * p_inverse) & MASK);
        carry = (carry + multiple * p[0]) >> STEPS;
        let mut out = [0; DIGITS];
        for i in 1..DIGITS {
            carry += x * d[i] + y * e[i] + multiple * p[i];
            out[i - 1] = carry & MASK;
            carry >>= STEPS;
        }
        out[DIGITS - 1] = carry;
        out
    })
}

/// The integer below p of a number above -2p and below 2p, whose digits may have any sign.
fn canonical<const N: usize, const DIGITS: usize>(
    x: &Number<DIGITS>,
    p: &Number<DIGITS>,
    modulus: &[u64; N],
) -> [u64; N] {
    let mut x = sum(x, &[0; DIGITS]);
    while x[DIGITS - 1] < 0 {
        x = sum(&x, p);
    }
    let mut words = [0; N];
    for (i, digit) in x.into_iter().enumerate() {
        let bit = STEPS * i as u32;
        let (word, shift) = ((bit / 64) as usize, bit % 64);
        words[word] |= (digit as u64) << shift;
        if shift + STEPS > 64 && word + 1 < words.len() {
            words[word + 1] |= digit as u64 >> (64 - shift);
        }
    }
    integer::reduce_once(&words, modulus)
}

/// x + y, all digits but the highest below 2^30 and not negative.
fn sum<const DIGITS: usize>(x: &Number<DIGITS>, y: &Number<DIGITS>) -> Number<DIGITS> {
    let mut carry = 0;
    let mut out = [0; DIGITS];
    for i in 0..DIGITS - 1 {
        carry += x[i] + y[i];
        out[i] = carry & MASK;
        carry >>= STEPS;
    }
    out[DIGITS - 1] = carry + x[DIGITS - 1] + y[DIGITS - 1];
    out
}
