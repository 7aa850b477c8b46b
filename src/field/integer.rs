//! Integers of N 64-bit words, little-endian, as far as constants and residues need them.

/// Whether a < b.
pub const fn less_than<const N: usize>(a: &[u64; N], b: &[u64; N]) -> bool {
    let mut i = N;
    while i > 0 {
        i -= 1;
        if a[i] != b[i] {
            return a[i] < b[i];
        }
    }
    false
}

/// Asserts what all arithmetic here needs of a modulus: it is odd, and above 1.
pub const fn assert_odd<const N: usize>(p: &[u64; N]) {
    let mut one = [0; N];
    one[0] = 1;
    assert!(
        p[0] & 1 == 1 && less_than(&one, p),
        "a modulus is odd and above 1"
    );
}

/// Whether 2p is below 2^(64·N), too.
pub const fn has_spare_bit<const N: usize>(p: &[u64; N]) -> bool {
    p[N - 1] >> 63 == 0
}

/// a + b mod 2^(64·N), and the carry out.
pub const fn wrapping_add<const N: usize>(a: &[u64; N], b: &[u64; N]) -> ([u64; N], bool) {
    let mut sum = [0; N];
    let mut carry = false;
    let mut i = 0;
    while i < N {
        let (partial, overflow_a) = a[i].overflowing_add(b[i]);
        let (word, overflow_b) = partial.overflowing_add(carry as u64);
        sum[i] = word;
        carry = overflow_a | overflow_b;
        i += 1;
    }
    (sum, carry)
}

/// a - b mod 2^(64·N), and the borrow out.
pub const fn wrapping_sub<const N: usize>(a: &[u64; N], b: &[u64; N]) -> ([u64; N], bool) {
    let mut difference = [0; N];
    let mut borrow = false;
    let mut i = 0;
    while i < N {
        let (partial, underflow_a) = a[i].overflowing_sub(b[i]);
        let (word, underflow_b) = partial.overflowing_sub(borrow as u64);
        difference[i] = word;
        borrow = underflow_a | underflow_b;
        i += 1;
    }
    (difference, borrow)
}

/// The value below p of an integer below 2p: one subtraction, kept if it does not borrow, without
/// a branch on the value.
#[inline]
pub const fn reduce_once<const N: usize>(a: &[u64; N], p: &[u64; N]) -> [u64; N] {
    reduce_carried(a, false, p)
}

/// The same of an integer that is 2^(64·N) more where it carries.
#[inline]
pub const fn reduce_carried<const N: usize>(a: &[u64; N], carry: bool, p: &[u64; N]) -> [u64; N] {
    let (difference, borrow) = wrapping_sub(a, p);
    let keep = ((borrow & !carry) as u64).wrapping_neg();
    let mut reduced = [0; N];
    let mut i = 0;
    while i < N {
        reduced[i] = (a[i] & keep) | (difference[i] & !keep);
        i += 1;
    }
    reduced
}

/// a + b mod p for a, b < p, without a branch on the values.
#[inline]
pub const fn add<const N: usize>(a: &[u64; N], b: &[u64; N], p: &[u64; N]) -> [u64; N] {
    let (sum, carry) = wrapping_add(a, b);
    reduce_carried(&sum, carry & !has_spare_bit(p), p)
}

/// a - b mod p for a, b < p, without a branch on the values.
#[inline]
pub const fn sub<const N: usize>(a: &[u64; N], b: &[u64; N], p: &[u64; N]) -> [u64; N] {
    let (difference, borrow) = wrapping_sub(a, b);
    let keep = (borrow as u64).wrapping_neg();
    let mut lift = [0; N];
    let mut i = 0;
    while i < N {
        lift[i] = p[i] & keep;
        i += 1;
    }
    wrapping_add(&difference, &lift).0
}

/// 2^exponent mod p, for odd p.
pub const fn power_of_two<const N: usize>(exponent: u32, p: &[u64; N]) -> [u64; N] {
    assert_odd(p);
    let width = 64 * N as u32;
    if exponent > width {
        // Of 2^(width + k) the Montgomery square is 2^(width + 2k).
        let beyond = exponent - width;
        let mut power = power_of_two(width, p);
        let mut bit = u32::BITS - beyond.leading_zeros();
        while bit > 0 {
            bit -= 1;
            power = multiply(&power, &power, p);
            if beyond >> bit & 1 == 1 {
                power = add(&power, &power, p);
            }
        }
        return power;
    }
    // No power of two is p, so that of its highest bit is below it.
    let mut bit = width - 1;
    while bit > exponent || p[bit as usize / 64] >> (bit % 64) == 0 {
        bit -= 1;
    }
    let mut power = [0; N];
    power[bit as usize / 64] = 1 << (bit % 64);
    while bit < exponent {
        power = add(&power, &power, p);
        bit += 1;
    }
    power
}

/// 2^-exponent mod p, for odd p: up to 64 times half in each step, after adding the multiple of p that makes it even.
pub const fn inverse_power_of_two<const N: usize>(exponent: u32, p: &[u64; N]) -> [u64; N] {
    assert_odd(p);
    let negated_inverse = negated_inverse(p);
    let mut power = [0u64; N];
    power[0] = 1;
    let mut left = exponent;
    while left > 0 {
        let halvings = if left < 64 { left } else { 64 };
        let factor = power[0].wrapping_mul(negated_inverse) & u64::MAX >> (64 - halvings);
        // Below 2^halvings·p.
        let (sum, above) = plus_multiple(&power, p, factor);
        let mut i = 0;
        while i < N {
            let next = if i + 1 < N { sum[i + 1] } else { above };
            power[i] = (((next as u128) << 64 | sum[i] as u128) >> halvings) as u64;
            i += 1;
        }
        left -= halvings;
    }
    power
}

/// a·b·2^(-64·N) mod p, for a, b < p and odd p (Montgomery's product). It makes constants: no kernel is made of it.
pub const fn multiply<const N: usize>(a: &[u64; N], b: &[u64; N], p: &[u64; N]) -> [u64; N] {
    let negated_inverse = negated_inverse(p);
    // Below 2p after each step, with 2^(64·N) as often as `top` says.
    let (mut sum, mut top) = ([0; N], 0);
    let mut i = 0;
    while i < N {
        let (product, above) = plus_multiple(&sum, a, b[i]);
        let (multiple, carry) =
            plus_multiple(&product, p, product[0].wrapping_mul(negated_inverse));
        let highest = top as u128 + above as u128 + carry as u128;
        let mut word = 1;
        while word < N {
            sum[word - 1] = multiple[word];
            word += 1;
        }
        sum[N - 1] = highest as u64;
        top = (highest >> 64) as u64;
        i += 1;
    }
    reduce_carried(&sum, top > 0, p)
}

/// sum + factor·x, and its word above the N.
const fn plus_multiple<const N: usize>(
    sum: &[u64; N],
    x: &[u64; N],
    factor: u64,
) -> ([u64; N], u64) {
    let mut words = [0; N];
    let mut carry = 0;
    let mut i = 0;
    while i < N {
        let column = sum[i] as u128 + x[i] as u128 * factor as u128 + carry;
        words[i] = column as u64;
        carry = column >> 64;
        i += 1;
    }
    (words, carry as u64)
}

/// -p^-1 mod 2^64, for odd p: Newton's iteration doubles the number of right bits.
pub const fn negated_inverse<const N: usize>(p: &[u64; N]) -> u64 {
    let mut inverse = 1u64;
    let mut right_bits = 1;
    while right_bits < 64 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(p[0].wrapping_mul(inverse)));
        right_bits *= 2;
    }
    inverse.wrapping_neg()
}

/// The L limbs of `a` in radix 2^width, little-endian, for a width below 64. With L·width below 64·N, the top bits are
/// lost. It makes constants; kernels split by `packing::split`, which is over abstract words.
pub const fn split<const N: usize, const L: usize>(a: &[u64; N], width: u32) -> [u64; L] {
    let mut limbs = [0; L];
    let mut i = 0;
    while i < L {
        let bit = i as u32 * width;
        let (word, shift) = ((bit / 64) as usize, bit % 64);
        if word < N {
            let mut limb = a[word] >> shift;
            if shift > 0 && word + 1 < N {
                limb |= a[word + 1] << (64 - shift);
            }
            limbs[i] = limb & ((1 << width) - 1);
        }
        i += 1;
    }
    limbs
}
