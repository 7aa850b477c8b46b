//! A prime as compile-time constants. Everything is derived from p by `const fn`.

/// An integer below 2^256: four 64-bit limbs, little-endian.
pub type Integer = [u64; 4];

/// An odd prime below 2^255.
///
/// Everything that a kernel needs of it is computed from [`P`](Modulus::P) at compile time, and a
/// kernel that would be wrong for this prime does not compile: each asserts the bounds that it
/// needs where it makes its constants.
///
/// That P is prime is not checked.
pub trait Modulus: Copy + core::fmt::Debug + Eq + Send + Sync + 'static {
    /// The field's name.
    const NAME: &'static str;
    /// The prime.
    const P: Integer;
}

/// Asserts what the arithmetic of this file needs of a modulus: it is odd, and 2p is below 2^256.
pub const fn assert_bits(p: &Integer) {
    assert!(
        p[0] & 1 == 1 && p[3] >> 63 == 0 && (p[0] | p[1] | p[2] | p[3]) > 1,
        "a modulus is odd, above 1 and below 2^255"
    );
}

/// Whether a < b.
pub const fn less_than(a: &Integer, b: &Integer) -> bool {
    let mut i = 4;
    while i > 0 {
        i -= 1;
        if a[i] != b[i] {
            return a[i] < b[i];
        }
    }
    false
}

/// a + b mod 2^256, and the carry out.
const fn wrapping_add(a: &Integer, b: &Integer) -> (Integer, bool) {
    let mut sum = [0; 4];
    let mut carry = false;
    let mut i = 0;
    while i < 4 {
        let (partial, overflow_a) = a[i].overflowing_add(b[i]);
        let (limb, overflow_b) = partial.overflowing_add(carry as u64);
        sum[i] = limb;
        carry = overflow_a | overflow_b;
        i += 1;
    }
    (sum, carry)
}

/// a - b mod 2^256, and the borrow out.
const fn wrapping_sub(a: &Integer, b: &Integer) -> (Integer, bool) {
    let mut difference = [0; 4];
    let mut borrow = false;
    let mut i = 0;
    while i < 4 {
        let (partial, underflow_a) = a[i].overflowing_sub(b[i]);
        let (limb, underflow_b) = partial.overflowing_sub(borrow as u64);
        difference[i] = limb;
        borrow = underflow_a | underflow_b;
        i += 1;
    }
    (difference, borrow)
}

/// The value below p of an integer below 2p: one subtraction, kept if it does not borrow, without
/// a branch on the value.
#[inline]
pub const fn reduce_once(a: &Integer, p: &Integer) -> Integer {
    let (difference, borrow) = wrapping_sub(a, p);
    let keep = (borrow as u64).wrapping_neg();
    let mut reduced = [0; 4];
    let mut i = 0;
    while i < 4 {
        reduced[i] = (a[i] & keep) | (difference[i] & !keep);
        i += 1;
    }
    reduced
}

/// a + b mod p for a, b < p < 2^255, without a branch on the values.
#[inline]
pub const fn add(a: &Integer, b: &Integer, p: &Integer) -> Integer {
    let (sum, _) = wrapping_add(a, b);
    reduce_once(&sum, p)
}

/// a - b mod p for a, b < p, without a branch on the values.
#[inline]
pub const fn sub(a: &Integer, b: &Integer, p: &Integer) -> Integer {
    let (difference, borrow) = wrapping_sub(a, b);
    let keep = (borrow as u64).wrapping_neg();
    let lift = [p[0] & keep, p[1] & keep, p[2] & keep, p[3] & keep];
    wrapping_add(&difference, &lift).0
}

/// 2^exponent mod p.
pub const fn power_of_two(exponent: u32, p: &Integer) -> Integer {
    assert_bits(p);
    let mut power = [1, 0, 0, 0];
    let mut i = 0;
    while i < exponent {
        power = add(&power, &power, p);
        i += 1;
    }
    power
}

/// 2^-exponent mod p, for odd p < 2^255: halving, after adding p to an odd value.
pub const fn inverse_power_of_two(exponent: u32, p: &Integer) -> Integer {
    let mut power = [1, 0, 0, 0];
    let mut i = 0;
    while i < exponent {
        power = half(&power, p);
        i += 1;
    }
    power
}

/// a·b·2^-256 mod p, for a, b < p < 2^255. It makes constants: no kernel is made of it.
pub const fn multiply(a: &Integer, b: &Integer, p: &Integer) -> Integer {
    let negated_inverse = negated_inverse(p);
    // Below 2p after each step, and below 2^65·p < 2^320 in it.
    let mut sum = [0; 5];
    let mut i = 0;
    while i < 4 {
        sum = plus_multiple(sum, a, b[i]);
        sum = plus_multiple(sum, p, sum[0].wrapping_mul(negated_inverse));
        sum = [sum[1], sum[2], sum[3], sum[4], 0];
        i += 1;
    }
    reduce_once(&[sum[0], sum[1], sum[2], sum[3]], p)
}

/// sum + factor·x, which is below 2^320.
const fn plus_multiple(mut sum: [u64; 5], x: &Integer, factor: u64) -> [u64; 5] {
    let mut carry = 0;
    let mut i = 0;
    while i < 4 {
        let column = sum[i] as u128 + x[i] as u128 * factor as u128 + carry;
        sum[i] = column as u64;
        carry = column >> 64;
        i += 1;
    }
    sum[4] += carry as u64;
    sum
}

/// a/2 mod p, for a < p.
const fn half(a: &Integer, p: &Integer) -> Integer {
    let a = if a[0] & 1 == 1 {
        wrapping_add(a, p).0
    } else {
        *a
    };
    [
        a[0] >> 1 | a[1] << 63,
        a[1] >> 1 | a[2] << 63,
        a[2] >> 1 | a[3] << 63,
        a[3] >> 1,
    ]
}

/// -p^-1 mod 2^64, for odd p: Newton's iteration doubles the number of right bits.
pub const fn negated_inverse(p: &Integer) -> u64 {
    let mut inverse = 1u64;
    let mut right_bits = 1;
    while right_bits < 64 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(p[0].wrapping_mul(inverse)));
        right_bits *= 2;
    }
    inverse.wrapping_neg()
}

/// The limbs of `a` in radix 2^width, little-endian. N·width >= 256 or the top bits are lost.
pub const fn split<const N: usize>(a: &Integer, width: u32) -> [u64; N] {
    let mut limbs = [0; N];
    let mut i = 0;
    while i < N {
        let bit = i as u32 * width;
        let (word, shift) = ((bit / 64) as usize, bit % 64);
        if word < 4 {
            let mut limb = a[word] >> shift;
            if shift > 0 && word + 1 < 4 {
                limb |= a[word + 1] << (64 - shift);
            }
            limbs[i] = limb & ((1 << width) - 1);
        }
        i += 1;
    }
    limbs
}
