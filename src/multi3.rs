//! arkworks' own product, called and not copied: ark-ff 0.4 and ark-ff 0.6.
//!
//! ark-ff 0.4 writes its 4x64 CIOS product with `u128`. WebAssembly has no 64x64 -> 128-bit
//! multiplication, so LLVM calls `__multi3` for each limb product: 32 calls a field product.
//! With wide arithmetic the same code has an `i64.mul_wide_u` in the place of each call.
//! ark-ff 0.6 (0.5 too) splits each limb product into four 32x32 products on wasm32: no call.

use crate::element::Element;
use crate::kernel::{Build, Form, Info, Kernel, MAX_LANES, Row};
use crate::modulus::Fq;

macro_rules! arkworks {
    ($kernel:ident, $ff:ident, $bn254:ident) => {
        /// out = a·b·R^-1 mod p, R = 2^256, 4x64 limbs.
        /// Preconditions: a, b < p. Postcondition: out < p.
        /// Lanes: 1. Source: arkworks' `MontBackend`. Not constant-time audited.
        pub struct $kernel;

        impl Kernel for $kernel {
            type Modulus = Fq;
            type Packed = $bn254::Fq;
            const LANES: usize = 1;
            const RADIX_BITS: u32 = 256;

            #[inline]
            fn pack(lanes: &[Element<Fq>]) -> Self::Packed {
                $bn254::Fq::new_unchecked($ff::BigInt::new(*lanes[0].integer()))
            }

            #[inline]
            fn unpack(packed: &Self::Packed) -> [Element<Fq>; MAX_LANES] {
                [Element::new(packed.0.0); MAX_LANES]
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
            fn sum_of_products(a: [&Self::Packed; 2], b: [&Self::Packed; 2]) -> Self::Packed {
                $ff::Field::sum_of_products(&a.map(|x| *x), &b.map(|x| *x))
            }
        }
    };
}

#[cfg(not(fqmul_subject))]
arkworks!(Multi3, ark_ff_04, ark_bn254_04);
#[cfg(not(fqmul_subject))]
arkworks!(Multi3Mitigated, ark_ff_06, ark_bn254_06);
// One arkworks instead of the two: cargo does not take two versions that are compatible.
#[cfg(fqmul_subject)]
arkworks!(Subject, ark_ff_subject, ark_bn254_subject);

/// `multi3`: ark-ff 0.4.
#[cfg(not(fqmul_subject))]
pub const MULTI3: Row = Row::present::<Multi3>(Info {
    id: "multi3",
    form: Form::Dropin,
    limbs: "4x64",
    build: Build::Baseline,
    summary: "ark-ff 0.4: 4x64 CIOS with u128, 32 calls of __multi3",
    source: "arkworks-rs/algebra, ark-ff 0.4.2",
    lanes: 1,
    radix_bits: 256,
});

/// `multi3-mitigated`: ark-ff 0.6.
#[cfg(not(fqmul_subject))]
pub const MULTI3_MITIGATED: Row = Row::present::<Multi3Mitigated>(Info {
    id: "multi3-mitigated",
    form: Form::Dropin,
    limbs: "4x64",
    build: Build::Baseline,
    summary: "ark-ff 0.6: 4x64 CIOS, four 32x32 products for each 64x64",
    source: "arkworks-rs/algebra, ark-ff 0.6.0",
    lanes: 1,
    radix_bits: 256,
});

/// `multi3-wide`: ark-ff 0.4 where the engine has a 64x64 -> 128-bit multiplication.
#[cfg(not(fqmul_subject))]
pub const MULTI3_WIDE: Row = {
    const INFO: Info = Info {
        id: "multi3-wide",
        form: Form::Dropin,
        limbs: "4x64",
        build: Build::WideArithmetic,
        summary: "multi3 compiled for wide arithmetic: 32 i64.mul_wide_u, no call",
        source: "arkworks-rs/algebra, ark-ff 0.4.2",
        lanes: 1,
        radix_bits: 256,
    };
    // The build says it by a cfg of its own: a target feature that is not stable has none.
    #[cfg(fqmul_wide_arithmetic)]
    let row = Row::present::<Multi3>(INFO);
    #[cfg(not(fqmul_wide_arithmetic))]
    let row = Row::absent(INFO);
    // What an instruction is worth, loops tell; most engines have none of it.
    row.only(&["chain", "stream"])
};

/// `subject`: the arkworks that `npm run compare` was given.
#[cfg(fqmul_subject)]
pub const SUBJECT: Row = Row::present::<Subject>(Info {
    id: "subject",
    form: Form::Dropin,
    limbs: "4x64",
    build: Build::Baseline,
    summary: "the arkworks under comparison",
    source: "arkworks-rs/algebra",
    lanes: 1,
    radix_bits: 256,
});

#[cfg(not(fqmul_subject))]
crate::exports_of!("multi3", Multi3);
#[cfg(not(fqmul_subject))]
crate::exports_of!("multi3-mitigated", Multi3Mitigated);
#[cfg(all(not(fqmul_subject), fqmul_wide_arithmetic))]
crate::exports_of!("multi3-wide", Multi3);
#[cfg(fqmul_subject)]
crate::exports_of!("subject", Subject);
