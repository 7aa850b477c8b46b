//! arkworks' own product, called and not copied: ark-ff 0.4 and ark-ff 0.6.
//!
//! ark-ff 0.4 writes its 4x64 CIOS product with `u128`. WebAssembly has no 64x64 -> 128-bit
//! multiplication, so LLVM calls `__multi3` for each limb product: 32 calls a field product.
//! With wide arithmetic the same code has an `i64.mul_wide_u` in the place of each call.
//! ark-ff 0.6 (0.5 too) splits each limb product into four 32x32 products on wasm32: no call.

use crate::field::Element;
use crate::field::bn254::{Fq, Fr};
use crate::kernel::{Kernel, Lanewise, MAX_LANES};

macro_rules! arkworks {
    ($kernel:ident, $field:ident, $ff:ident, $bn254:ident) => {
        /// out = a·b·R^-1 mod p, by arkworks.
        ///
        /// | | |
        /// |---|---|
        /// | in | a, b < p |
        /// | out | out < p |
        /// | limbs | 4x64 |
        /// | lanes | 1 |
        /// | R | 2^256 |
        /// | source | arkworks' `MontBackend` |
        ///
        /// Not constant time: the last subtraction is behind a branch.
        pub struct $kernel;

        impl Kernel for $kernel {
            type Modulus = $field;
            type Packed = $bn254::$field;
            const LANES: usize = 1;
            const RADIX_BITS: u32 = 256;

            #[inline]
            fn pack(lanes: &[Element<$field>]) -> Self::Packed {
                $bn254::$field::new_unchecked($ff::BigInt::new(*lanes[0].integer()))
            }

            #[inline]
            fn unpack(packed: &Self::Packed) -> [Element<$field>; MAX_LANES] {
                [Element::unpacked(packed.0.0); MAX_LANES]
            }

            #[inline]
            fn mul(a: &Self::Packed, b: &Self::Packed) -> Self::Packed {
                *a * *b
            }

            #[inline]
            fn square(a: &Self::Packed) -> Self::Packed {
                $ff::Field::square(a)
            }

            #[inline]
            fn add(a: &Self::Packed, b: &Self::Packed) -> Self::Packed {
                *a + *b
            }

            #[inline]
            fn sub(a: &Self::Packed, b: &Self::Packed) -> Self::Packed {
                *a - *b
            }

            #[inline]
            fn sum_of_products<const N: usize>(
                a: [&Self::Packed; N],
                b: [&Self::Packed; N],
            ) -> Self::Packed {
                $ff::Field::sum_of_products(&a.map(|x| *x), &b.map(|x| *x))
            }
        }

        impl Lanewise for $kernel {
            type Lane = Self::Packed;
            type Difference = Self::Packed;

            #[inline(always)]
            fn gather(memory: &[Self::Lane], at: [usize; MAX_LANES]) -> Self::Packed {
                memory[at[0]]
            }

            #[inline(always)]
            fn scatter(packed: &Self::Packed, memory: &mut [Self::Lane], at: [usize; MAX_LANES]) {
                memory[at[0]] = *packed;
            }

            #[inline(always)]
            fn zip(a: &Self::Packed, b: &Self::Packed) -> [Self::Packed; 2] {
                [*a, *b]
            }

            #[inline(always)]
            fn select(
                lanes: [bool; MAX_LANES],
                a: &Self::Packed,
                b: &Self::Packed,
            ) -> Self::Packed {
                if lanes[0] { *a } else { *b }
            }

            #[inline(always)]
            fn difference(a: &Self::Packed, b: &Self::Packed) -> Self::Packed {
                *a - *b
            }

            #[inline(always)]
            fn mul_difference(a: &Self::Packed, b: &Self::Packed) -> Self::Packed {
                *a * *b
            }
        }
    };
}

#[cfg(not(fqmul_subject))]
arkworks!(Multi3, Fq, ark_ff_04, ark_bn254_04);
#[cfg(not(fqmul_subject))]
arkworks!(Multi3Mitigated, Fq, ark_ff, ark_bn254);
#[cfg(not(fqmul_subject))]
arkworks!(Multi3Fr, Fr, ark_ff_04, ark_bn254_04);
#[cfg(not(fqmul_subject))]
arkworks!(Multi3MitigatedFr, Fr, ark_ff, ark_bn254);
// One arkworks instead of the two: cargo does not take two versions that are compatible.
#[cfg(fqmul_subject)]
arkworks!(Subject, Fq, ark_ff_subject, ark_bn254_subject);
