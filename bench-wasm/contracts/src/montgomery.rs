//! The products of the published ladder: 4x64 limbs, the whole product first and then a reduction by
//! 2^64 four times. Each step is the one before with one thing changed.
//!
//! Source of the steps: OpenZeppelin, "Poseidon go brr with Stylus" (2025), and the crate that it is
//! about, openzeppelin-crypto. The code is this project's.

use fqmul::field::{Element, Integer, Modulus, bn254::Fr};
use fqmul::kernel::{Kernel, MAX_LANES};

const LIMBS: usize = 4;
const P: Integer = Fr::P;

/// -p^-1 mod 2^64.
const NEGATED_INVERSE: u64 = fqmul::field::negated_inverse::<Fr>();

/// As a loop.
macro_rules! looped {
    ($i:ident, $from:expr, $body:block) => {
        for $i in $from..LIMBS $body
    };
}

/// The same, written out.
macro_rules! written_out {
    ($i:ident, 0, $body:block) => {
        written_out!(@ $i, $body, 0, 1, 2, 3)
    };
    ($i:ident, 1, $body:block) => {
        written_out!(@ $i, $body, 1, 2, 3)
    };
    (@ $name:ident, $body:block, $($i:literal),*) => {
        $({
            let $name = $i;
            $body
        })*
    };
}

/// A product of two limbs by 128-bit arithmetic: a call of `__multi3` in wasm.
macro_rules! wide {
    ($a:expr, $b:expr) => {
        u128::from($a) * u128::from($b)
    };
}

/// The same by four products of half a limb each.
macro_rules! in_four {
    ($a:expr, $b:expr) => {{
        let halves = |x: u64| (x & 0xffff_ffff, x >> 32);
        let ((a0, a1), (b0, b1)) = (halves($a), halves($b));
        let outer = u128::from(a0 * b0) | u128::from(a1 * b1) << 64;
        outer + (u128::from(a0 * b1) << 32) + (u128::from(a1 * b0) << 32)
    }};
}

macro_rules! step {
    ($(#[$words:meta])* $name:ident, $product:ident, $each:ident, #[$inline:meta]) => {
        $(#[$words])*
        pub struct $name;

        // The carry of the last of the loops that are written out is nobody's.
        #[allow(unused_assignments)]
        const _: () = {
            /// sum + a·b + carry, as a limb and a carry.
            #[$inline]
            fn accumulate(sum: u64, a: u64, b: u64, carry: u64) -> (u64, u64) {
                let sum = u128::from(sum) + $product!(a, b) + u128::from(carry);
                (sum as u64, (sum >> 64) as u64)
            }

            /// a·b, below 2^512.
            #[$inline]
            fn product(a: &Integer, b: &Integer) -> [u64; 2 * LIMBS] {
                let mut columns = [0; 2 * LIMBS];
                $each!(i, 0, {
                    let mut carry = 0;
                    $each!(j, 0, {
                        (columns[i + j], carry) = accumulate(columns[i + j], a[i], b[j], carry);
                    });
                    columns[i + LIMBS] = carry;
                });
                columns
            }

            /// columns·2^-256 mod p, below 2p.
            #[$inline]
            fn reduced(mut columns: [u64; 2 * LIMBS]) -> Integer {
                let mut over = 0;
                $each!(i, 0, {
                    let q = columns[i].wrapping_mul(NEGATED_INVERSE);
                    let (_, mut carry) = accumulate(columns[i], q, P[0], 0);
                    $each!(j, 1, {
                        (columns[i + j], carry) = accumulate(columns[i + j], q, P[j], carry);
                    });
                    let sum = u128::from(columns[i + LIMBS]) + u128::from(carry) + u128::from(over);
                    columns[i + LIMBS] = sum as u64;
                    over = (sum >> 64) as u64;
                });
                [columns[4], columns[5], columns[6], columns[7]]
            }

            /// a - b, and whether b was the larger.
            #[$inline]
            fn difference(a: &Integer, b: &Integer) -> (Integer, bool) {
                let mut rest = [0; LIMBS];
                let mut borrow = false;
                $each!(i, 0, {
                    let (x, under) = a[i].overflowing_sub(b[i]);
                    let (x, under_too) = x.overflowing_sub(u64::from(borrow));
                    rest[i] = x;
                    borrow = under | under_too;
                });
                (rest, borrow)
            }

            #[$inline]
            fn sum(a: &Integer, b: &Integer) -> Integer {
                let mut sum = [0; LIMBS];
                let mut carry = 0;
                $each!(i, 0, {
                    let x = u128::from(a[i]) + u128::from(b[i]) + u128::from(carry);
                    sum[i] = x as u64;
                    carry = (x >> 64) as u64;
                });
                sum
            }

            /// a mod p, of a below 2p.
            #[$inline]
            fn canonical(a: Integer) -> Integer {
                let (rest, borrow) = difference(&a, &P);
                if borrow { a } else { rest }
            }

            impl Kernel for $name {
                type Modulus = Fr;
                type Packed = Integer;
                const LANES: usize = 1;
                const RADIX_BITS: u32 = 256;

                #[inline(always)]
                fn pack(lanes: &[Element<Fr>]) -> Integer {
                    *lanes[0].integer()
                }

                #[inline(always)]
                fn unpack(packed: &Integer) -> [Element<Fr>; MAX_LANES] {
                    [Element::new(*packed).expect("residues are canonical"); MAX_LANES]
                }

                #[$inline]
                fn mul(a: &Integer, b: &Integer) -> Integer {
                    canonical(reduced(product(a, b)))
                }

                #[$inline]
                fn add(a: &Integer, b: &Integer) -> Integer {
                    canonical(sum(a, b))
                }

                #[$inline]
                fn sub(a: &Integer, b: &Integer) -> Integer {
                    let (rest, borrow) = difference(a, b);
                    if borrow { sum(&rest, &P) } else { rest }
                }
            }
        };
    };
}

step!(
    /// 128-bit products. What is inlined, the compiler decides.
    U128, wide, looped, #[inline]
);
step!(
    /// [`U128`], each product of limbs in four.
    Split, in_four, looped, #[inline]
);
step!(
    /// [`Split`], everything inlined.
    Inlined, in_four, looped, #[inline(always)]
);
step!(
    /// [`Inlined`], with its loops written out.
    Unrolled, in_four, written_out, #[inline(always)]
);
