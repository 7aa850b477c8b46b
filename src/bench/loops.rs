//! A kernel's product and loops as exports that need no glue: `product:ID`, `chain:ID`, `stream:ID`,
//! and for each [`Operation`](super::info::Operation) `square:ID` and so on. Standalone runtimes call
//! them, and the test of the opcodes reads them: each has the kernel's instructions and nothing of
//! another's. They do not ask the engine: before one of the relaxed-simd build is called, the caller has to know that
//! fused multiply-add rounds once.

use super::batch;
use super::info::Field;
use super::registry::{every_kernel, kernel_in};
use crate::kernel::Kernel;

macro_rules! exports {
    ($($(#[$condition:meta])* {
        id: $id:literal,
        kernel: $($kernel:ident)::+, of: $of:ident,
        form: $form:ident, limbs: $limbs:literal, lanes: $lanes:literal, radix_bits: $radix_bits:literal, build: $build:ident,
        $($rest:tt)*
    })*) => {$(
        $(#[$condition])*
        if_built! { $build;
            const _: () = {
                type K = kernel_in!($build, $of, Field, $($kernel)::+);
                type Packed = <K as Kernel>::Packed;

                /// # Safety
                /// The pointers are valid for one packed element each.
                #[unsafe(export_name = concat!("product:", $id))]
                unsafe extern "C" fn product(out: *mut Packed, a: *const Packed, b: *const Packed) {
                    // SAFETY: the caller's promise above; `out` may be `a` or `b`, it is written last.
                    unsafe { *out = K::mul(&*a, &*b) }
                }

                export_loop!("chain:", $id, chain);
                export_loop!("stream:", $id, stream);
                export_loop!("square:", $id, square);
                export_loop!("add:", $id, add);
                export_loop!("sub:", $id, sub);
                export_loop!("sop2:", $id, sop2);
                export_loop!("sop3:", $id, sop3);
                export_loop!("sop4:", $id, sop4);
            };
        }
    )*};
}

macro_rules! if_built {
    (Baseline; $item:item) => {
        $item
    };
    (Simd128; $item:item) => {
        #[cfg(target_feature = "simd128")]
        $item
    };
    (RelaxedSimd; $item:item) => {
        #[cfg(target_feature = "relaxed-simd")]
        $item
    };
    (WideArithmetic; $item:item) => {
        #[cfg(fqmul_wide_arithmetic)]
        $item
    };
}

macro_rules! export_loop {
    ($prefix:literal, $id:literal, $batch:ident) => {
        /// # Safety
        /// `checksum` is valid for 32 bytes.
        #[unsafe(export_name = concat!($prefix, $id))]
        unsafe extern "C" fn $batch(seed: u64, n: u32, checksum: *mut [u8; 32]) {
            // SAFETY: the caller's promise above.
            unsafe { *checksum = batch::$batch::<K, 4>(seed, n).to_bytes() }
        }
    };
}

every_kernel!(exports);
