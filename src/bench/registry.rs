//! The table of all kernels: what the exports, the tests, the benchmark and the documentation are
//! made from. A kernel is a file, its `mod` line in lib.rs, and an entry here.

#[cfg(any(test, feature = "fuzz"))]
use super::built::where_added;
use super::built::where_built;
use super::info::{Build, Field, Form, Info};
use super::row::Row;
use crate::field::{self, Modulus};
use crate::kernel::Kernel;

/// Gives the entries to the macro `$with`, in the order of the tables. An entry has
///
/// - `id`, the same word in Rust, exports, JSON and README;
/// - `kernel`, its type;
/// - `of`, the fields it is generic over, as a function of [`field`], or `its_own`, or `each_of_any_words`: those of six
///   words, too;
/// - what [`Info`] says; of the build `RelaxedSimd`, the type has the witness [`Fused`](crate::fma::Fused), too;
/// - `models`, of a kernel that is another one but for these: it is timed in them alone.
macro_rules! every_kernel {
    ($with:ident) => {
        $with! {
            #[cfg(not(fqmul_subject))]
            {
                id: "multi3",
                kernel: crate::multi3::Multi3, of: its_own,
                form: Dropin, limbs: "4x64", lanes: 1, radix_bits: 256, build: Baseline,
                // arkworks reduces a sum of up to three products once. Of three it is a loop over the four limbs,
                // whose body is counted once; one of four has a product more.
                multiplies: [
                    ("mul", "call __multi3", 32), ("mul", "i64.mul", 4),
                    ("square", "call __multi3", 26), ("square", "i64.mul", 4),
                    ("sop2", "call __multi3", 48), ("sop2", "i64.mul", 4),
                    ("sop3", "call __multi3", 16), ("sop3", "i64.mul", 1),
                    ("sop4", "call __multi3", 48), ("sop4", "i64.mul", 5),
                ],
                summary: "ark-ff 0.4: 4x64 CIOS with u128, 32 calls of __multi3",
                source: "arkworks-rs/algebra, ark-ff 0.4.2",
                models: all,
            }
            #[cfg(not(fqmul_subject))]
            {
                id: "multi3-mitigated",
                kernel: crate::multi3::Multi3Mitigated, of: its_own,
                form: Dropin, limbs: "4x64", lanes: 1, radix_bits: 256, build: Baseline,
                // A sum of up to three is a loop over the four limbs, whose body is counted once.
                multiplies: [
                    ("mul", "i64.mul", 132), ("square", "i64.mul", 104), ("sop2", "i64.mul", 49),
                    ("sop3", "i64.mul", 65), ("sop4", "i64.mul", 65 + 132),
                ],
                summary: "ark-ff 0.6: 4x64 CIOS, four 32x32 products for each 64x64",
                source: "arkworks-rs/algebra, ark-ff 0.6.0",
                models: all,
            }
            // What an instruction is worth, loops tell; most engines have none of it.
            #[cfg(not(fqmul_subject))]
            {
                id: "multi3-wide",
                kernel: crate::multi3::Multi3, of: its_own,
                form: Dropin, limbs: "4x64", lanes: 1, radix_bits: 256, build: WideArithmetic,
                multiplies: [
                    ("mul", "i64.mul_wide_u", 32), ("mul", "i64.mul", 4),
                    ("square", "i64.mul_wide_u", 26), ("square", "i64.mul", 4),
                    ("sop2", "i64.mul_wide_u", 48), ("sop2", "i64.mul", 4),
                    ("sop3", "i64.mul_wide_u", 16), ("sop3", "i64.mul", 1),
                    ("sop4", "i64.mul_wide_u", 48), ("sop4", "i64.mul", 5),
                ],
                summary: "multi3 compiled for wide arithmetic: 32 i64.mul_wide_u, no call",
                source: "arkworks-rs/algebra, ark-ff 0.4.2",
                models: ["chain", "stream", "square", "add", "sub", "sop2", "sop3", "sop4"],
            }
            // What the hand split of ark-ff 0.6 costs where there is the instruction.
            #[cfg(not(fqmul_subject))]
            {
                id: "multi3-mitigated-wide",
                kernel: crate::multi3::Multi3Mitigated, of: its_own,
                form: Dropin, limbs: "4x64", lanes: 1, radix_bits: 256, build: WideArithmetic,
                multiplies: [
                    ("mul", "i64.mul", 132), ("square", "i64.mul", 104), ("sop2", "i64.mul", 49),
                    ("sop3", "i64.mul", 65), ("sop4", "i64.mul", 65 + 132),
                ],
                summary: "multi3-mitigated compiled for wide arithmetic, which its hand split does not use",
                source: "arkworks-rs/algebra, ark-ff 0.6.0",
                models: ["chain", "stream", "square", "add", "sub", "sop2", "sop3", "sop4"],
            }
            {
                id: "wide",
                kernel: crate::wide::Wide, of: each_of_any_words,
                form: Dropin, limbs: "4x64", lanes: 1, radix_bits: 256, build: WideArithmetic,
                multiplies: [
                    ("mul", "i64.mul_wide_u", 32), ("mul", "i64.mul", 4),
                    ("square", "i64.mul_wide_u", 26), ("square", "i64.mul", 4),
                    ("sop2", "i64.mul_wide_u", 48), ("sop2", "i64.mul", 4),
                    ("sop3", "i64.mul_wide_u", 64), ("sop3", "i64.mul", 4),
                    ("sop4", "i64.mul_wide_u", 96), ("sop4", "i64.mul", 8),
                ],
                summary: "4x64 CIOS without carries out of a row, inlined, canonical",
                source: "Koç, Acar, Kaliski 1996 (CIOS); gnark-crypto (no carry)",
                models: ["chain", "stream", "square", "add", "sub", "sop2", "sop3", "sop4"],
            }
            {
                id: "wide-lazy",
                kernel: crate::wide::WideLazy, of: each_below_254_bits,
                form: Internal, limbs: "4x64", lanes: 1, radix_bits: 256, build: WideArithmetic,
                multiplies: [
                    ("mul", "i64.mul_wide_u", 32), ("mul", "i64.mul", 2),
                    ("square", "i64.mul_wide_u", 26), ("square", "i64.mul", 4),
                    ("sop2", "i64.mul_wide_u", 48), ("sop2", "i64.mul", 4),
                    ("sop3", "i64.mul_wide_u", 80), ("sop3", "i64.mul", 6),
                    ("sop4", "i64.mul_wide_u", 96), ("sop4", "i64.mul", 8),
                ],
                summary: "4x64 below 2p, no last subtraction, two words reduced at once by 2^-128 and 2^-64 mod p",
                source: "this project; Walter 1999 (no subtraction), Barretenberg (reduction)",
                models: ["chain", "stream", "square", "add", "sub", "sop2", "sop3", "sop4"],
            }
            {
                id: "wide-pair",
                kernel: crate::wide::WidePair, of: each_below_254_bits,
                form: Internal, limbs: "4x64", lanes: 2, radix_bits: 256, build: WideArithmetic,
                multiplies: [
                    ("mul", "i64.mul_wide_u", 64), ("mul", "i64.mul", 4),
                    ("square", "i64.mul_wide_u", 52), ("square", "i64.mul", 8),
                    ("sop2", "i64.mul_wide_u", 96), ("sop2", "i64.mul", 8),
                    ("sop3", "i64.mul_wide_u", 160), ("sop3", "i64.mul", 12),
                    ("sop4", "i64.mul_wide_u", 192), ("sop4", "i64.mul", 16),
                ],
                summary: "two products of wide-lazy, the instructions of one between those of the other",
                source: "this project; the algorithm of wide-lazy",
                models: ["chain", "stream", "square", "add", "sub", "sop2", "sop3", "sop4"],
            }
            #[cfg(fqmul_subject)]
            {
                id: "subject",
                kernel: crate::multi3::Subject, of: its_own,
                form: Dropin, limbs: "4x64", lanes: 1, radix_bits: 256, build: Baseline,
                multiplies: [],
                summary: "the arkworks under comparison",
                source: "arkworks-rs/algebra",
                models: all,
            }
            {
                id: "limbs29",
                kernel: crate::limbs29::Limbs29, of: each,
                form: Internal, limbs: "9x29", lanes: 1, radix_bits: 261, build: Baseline,
                // 45 distinct products of limbs instead of Karatsuba's 54. A sum: the quotient by p, and p times it.
                multiplies: [
                    ("mul", "i64.mul", 136), ("square", "i64.mul", 127),
                    ("add", "i64.mul", 10), ("sub", "i64.mul", 10),
                ],
                summary: "scalar 9x29, Karatsuba over three blocks, reduction by 2^-29 mod p",
                source: "Barretenberg (reduction), Scott 2018 (Karatsuba)",
                models: all,
            }
            {
                id: "limbs29-dropin",
                kernel: crate::limbs29::Limbs29Dropin, of: each_of_any_words,
                form: Dropin, limbs: "4x64", lanes: 1, radix_bits: 256, build: Baseline,
                // Of three it is a loop over the products behind the first, whose body is counted once; a sum of
                // four is two of two or one of three and a product.
                multiplies: [
                    ("mul", "i64.mul", 136), ("square", "i64.mul", 127), ("sop2", "i64.mul", 190),
                    ("sop3", "i64.mul", 190), ("sop4", "i64.mul", 462),
                ],
                summary: "limbs29 with 4x64 residues in and out, R = 2^256, canonical",
                source: "this project; the algorithm of limbs29",
                models: all,
            }
            // One kernel, in a row for each sum: 54 for the first product, 54 in a loop over the others or, of two,
            // beside it, and one reduction of 82.
            {
                id: "limbs29-sop2",
                kernel: crate::limbs29::Limbs29Sop, of: each,
                form: Internal, limbs: "9x29", lanes: 1, radix_bits: 261, build: Baseline,
                multiplies: [("mul", "i64.mul", 136), ("sop2", "i64.mul", 54 + 54 + 82)],
                summary: "limbs29, a sum of two products by one reduction",
                source: "this project; the algorithm of limbs29",
                models: ["sop2"],
            }
            {
                id: "limbs29-sop3",
                kernel: crate::limbs29::Limbs29Sop, of: each,
                form: Internal, limbs: "9x29", lanes: 1, radix_bits: 261, build: Baseline,
                multiplies: [("mul", "i64.mul", 136), ("sop3", "i64.mul", 54 + 54 + 82)],
                summary: "limbs29, a sum of three products by one reduction",
                source: "this project; the algorithm of limbs29",
                models: ["sop3"],
            }
            {
                id: "limbs29-sop4",
                kernel: crate::limbs29::Limbs29Sop, of: each,
                form: Internal, limbs: "9x29", lanes: 1, radix_bits: 261, build: Baseline,
                multiplies: [("mul", "i64.mul", 136), ("sop4", "i64.mul", 54 + 54 + 82)],
                summary: "limbs29, a sum of four products by one reduction",
                source: "this project; the algorithm of limbs29",
                models: ["sop4"],
            }
            {
                id: "simd",
                kernel: crate::simd_mul::Simd, of: each,
                form: Internal, limbs: "9x29", lanes: 2, radix_bits: 261, build: Simd128,
                // A sum has 36 for the first product, 36 in a loop over the others, and 82 for the reduction.
                multiplies: [
                    ("mul", "i64x2.extmul_low_i32x4_s", 118),
                    ("square", "i64x2.extmul_low_i32x4_s", 127),
                    ("sop2", "i64x2.extmul_low_i32x4_s", 36 + 36 + 82),
                    ("sop3", "i64x2.extmul_low_i32x4_s", 36 + 36 + 82),
                    ("sop4", "i64x2.extmul_low_i32x4_s", 36 + 36 + 82),
                ],
                summary: "two 9x29 products in the lanes of v128, extmul, internal format",
                source: "this project; the algorithm of limbs29",
                models: all,
            }
            {
                id: "simd-dropin",
                kernel: crate::simd_mul::SimdDropin, of: each,
                form: Dropin, limbs: "4x64", lanes: 2, radix_bits: 256, build: Simd128,
                // A sum has 36 for the first product, 36 in a loop over the others, and 82 for the reduction.
                multiplies: [
                    ("mul", "i64x2.extmul_low_i32x4_s", 118),
                    ("square", "i64x2.extmul_low_i32x4_s", 127),
                    ("sop2", "i64x2.extmul_low_i32x4_s", 36 + 36 + 82),
                    ("sop3", "i64x2.extmul_low_i32x4_s", 36 + 36 + 82),
                    ("sop4", "i64x2.extmul_low_i32x4_s", 36 + 36 + 82),
                ],
                summary: "simd with 4x64 residues in and out, R = 2^256, canonical",
                source: "this project; the algorithm of limbs29",
                models: all,
            }
            {
                id: "fma-pair",
                kernel: crate::fma::FmaPair, of: each_of_any_words,
                form: Internal, limbs: "5x51 f64", lanes: 2, radix_bits: 255, build: RelaxedSimd,
                // Two for each of 25 + 15 + 8 products of limbs; 11 carries; 5 for each of the two
                // quotients. A square has 16 instead of the 25. A sum: 6 for the multiple of p, 4
                // weights.
                multiplies: [
                    ("mul", "f64x2.relaxed_madd", 117), ("square", "f64x2.relaxed_madd", 99),
                    ("add", "f64x2.relaxed_madd", 10), ("sub", "f64x2.relaxed_madd", 10),
                ],
                summary: "two 5x51 products in f64 lanes, fused multiply-add, internal format",
                source: "Emmart, Zheng, Weems 2018 (high and low part by FMA); reduction: this project",
                models: all,
            }
            {
                id: "fma-pair-dropin",
                kernel: crate::fma::FmaPairDropin, of: each,
                form: Dropin, limbs: "4x64", lanes: 2, radix_bits: 256, build: RelaxedSimd,
                // Four more than fma-pair's for the sign, and five that add a multiple of p.
                multiplies: [
                    ("mul", "f64x2.relaxed_madd", 117 + 9), ("square", "f64x2.relaxed_madd", 99 + 9),
                    ("sop2", "f64x2.relaxed_madd", 183 + 9), ("sop3", "f64x2.relaxed_madd", 210 + 9),
                    ("sop4", "f64x2.relaxed_madd", 260 + 9),
                ],
                summary: "fma-pair with 4x64 residues in and out, R = 2^256, canonical",
                source: "Emmart, Zheng, Weems 2018 (high and low part by FMA); reduction: this project",
                models: all,
            }
            // One kernel, in a row for each sum. One of two has 25 products of limbs and 9 carries more than a
            // product, and 7 for the multiple of p.
            {
                id: "fma-sop2",
                kernel: crate::fma::FmaSop, of: each,
                form: Internal, limbs: "5x51 f64", lanes: 2, radix_bits: 255, build: RelaxedSimd,
                multiplies: [
                    ("mul", "f64x2.relaxed_madd", 117),
                    ("sop2", "f64x2.relaxed_madd", 117 + 50 + 9 + 7),
                ],
                summary: "fma-pair, a sum of two products by one reduction",
                source: "this project; the algorithm of fma-pair",
                models: ["sop2"],
            }
            // In columns of integers: two for each of 25 products of limbs a product, and of 15 + 8 of the
            // reduction; 4 for each of the two quotients; 6 for the multiple of p.
            {
                id: "fma-sop3",
                kernel: crate::fma::FmaSop, of: each,
                form: Internal, limbs: "5x51 f64", lanes: 2, radix_bits: 255, build: RelaxedSimd,
                multiplies: [
                    ("mul", "f64x2.relaxed_madd", 117),
                    ("sop3", "f64x2.relaxed_madd", 3 * 50 + 46 + 8 + 6),
                ],
                summary: "fma-pair, a sum of three products by one reduction, in columns of integers",
                source: "this project; the algorithm of fma-pair",
                models: ["sop3"],
            }
            {
                id: "fma-sop4",
                kernel: crate::fma::FmaSop, of: each,
                form: Internal, limbs: "5x51 f64", lanes: 2, radix_bits: 255, build: RelaxedSimd,
                multiplies: [
                    ("mul", "f64x2.relaxed_madd", 117),
                    ("sop4", "f64x2.relaxed_madd", 4 * 50 + 46 + 8 + 6),
                ],
                summary: "fma-pair, a sum of four products by one reduction, in columns of integers",
                source: "this project; the algorithm of fma-pair",
                models: ["sop4"],
            }
            {
                id: "fma-single",
                kernel: crate::fma_single::FmaSingle, of: each,
                form: Internal, limbs: "5x51 f64", lanes: 1, radix_bits: 255, build: RelaxedSimd,
                // Two for each of 15 + 12 + 3 lane products; 8 carries, 6 weights, 3 for the quotient. A square has 9
                // instead of the 15, and doubles 4. Of four products all but the first are a loop.
                multiplies: [
                    ("mul", "f64x2.relaxed_madd", 77), ("square", "f64x2.relaxed_madd", 77 - 12 + 4),
                    ("add", "f64x2.relaxed_madd", 10), ("sub", "f64x2.relaxed_madd", 10),
                    ("sop4", "f64x2.relaxed_madd", 77 + 77 + 10),
                ],
                summary: "one 5x51 product, neighbouring columns in f64 lanes, fused multiply-add, internal format",
                source: "Emmart, Zheng, Weems 2018 (high and low part by FMA); lanes and reduction: this project",
                models: all,
            }
        }
    };
}
#[cfg(target_arch = "wasm32")]
pub(super) use every_kernel;

/// The type of an entry in one field.
macro_rules! kernel_in {
    ($build:ident, its_own, $field:ty, $($kernel:ident)::+) => { $($kernel)::+ };
    // A row of this build is refused where `fused` says no.
    (RelaxedSimd, $fields:ident, $field:ty, $($kernel:ident)::+) => { $($kernel)::+<$field, crate::fma::Asked> };
    ($build:ident, $fields:ident, $field:ty, $($kernel:ident)::+) => { $($kernel)::+<$field> };
}
#[cfg(target_arch = "wasm32")]
pub(super) use kernel_in;

macro_rules! models {
    (all) => {
        None
    };
    ($models:tt) => {
        Some(&$models)
    };
}

/// The names of the fields of an entry.
macro_rules! fields {
    (its_own) => {
        || Vec::from([Field::NAME])
    };
    (each_of_any_words) => {
        || {
            let mut names = Names(Vec::new());
            field::each(&mut names);
            field::each_of_six_words(&mut names);
            names.0
        }
    };
    ($fields:ident) => {
        || {
            let mut names = Names(Vec::new());
            field::$fields(&mut names);
            names.0
        }
    };
}

struct Names(Vec<&'static str>);

impl field::FieldVisitor for Names {
    fn visit<M: Modulus>(&mut self) {
        self.0.push(M::NAME);
    }
}

impl field::SixWordFieldVisitor for Names {
    fn visit<M: Modulus<6>>(&mut self) {
        self.0.push(M::NAME);
    }
}

/// Why a kernel of a build may be wrong on an engine that has the build's instructions.
macro_rules! fused {
    (RelaxedSimd) => {
        Some(crate::fma::fused)
    };
    ($build:ident) => {
        None
    };
}

macro_rules! rows {
    ($($(#[$condition:meta])* {
        id: $id:literal,
        kernel: $($kernel:ident)::+, of: $of:ident,
        form: $form:ident, limbs: $limbs:literal, lanes: $lanes:literal, radix_bits: $radix_bits:literal, build: $build:ident,
        multiplies: $multiplies:tt,
        summary: $summary:literal,
        source: $source:literal,
        models: $models:tt,
    })*) => {
        /// Every kernel, in the order of the tables.
        pub static REGISTRY: &[Row] = &[$(
            $(#[$condition])*
            {
                const INFO: Info = Info {
                    id: $id,
                    form: Form::$form,
                    limbs: $limbs,
                    lanes: $lanes,
                    radix_bits: $radix_bits,
                    build: Build::$build,
                    multiplies: &$multiplies,
                    summary: $summary,
                    source: $source,
                    fields: fields!($of),
                    models: models!($models),
                };
                where_built!(
                    $build,
                    Row::present::<kernel_in!($build, $of, Field, $($kernel)::+)>(INFO, fused!($build)),
                    Row::absent(INFO)
                )
            },
        )*];

        /// Something to be done for every kernel.
        pub trait KernelVisitor {
            /// Does it for one, in one field.
            fn visit<K: Kernel>(&mut self, id: &'static str);

            /// Does it for one, in one field of six words: nothing, where nothing is said.
            fn visit_six_words<K: Kernel<6>>(&mut self, _id: &'static str) {}
        }

        /// Every kernel that this build has and that is right on this engine, in every field that it
        /// is for.
        pub fn each(visitor: &mut impl KernelVisitor) {
            $(
                $(#[$condition])*
                where_built!($build, visit!($build, $of, visitor, $id, $($kernel)::+), ());
            )*
        }

        /// Those of [`each`] that need the instructions of this build. A build with SIMD leaves the scalar kernels, of
        /// the same source, to the builds without it; and so does one with wide arithmetic.
        #[cfg(any(test, feature = "fuzz"))]
        pub fn each_added(visitor: &mut impl KernelVisitor) {
            $(
                $(#[$condition])*
                where_added!($build, visit!($build, $of, visitor, $id, $($kernel)::+));
            )*
        }
    };
}

/// The type of an entry `each_of_any_words` in a field of six words: in f64 lanes their format is another one.
macro_rules! six_words {
    (WideArithmetic, $field:ident, $($kernel:ident)::+) => { crate::wide::WideOfSixWords<$field> };
    (RelaxedSimd, $field:ident, $($kernel:ident)::+) => { crate::fma48::FmaPair48<$field, crate::fma::Asked> };
    ($build:ident, $field:ident, $($kernel:ident)::+) => { $($kernel)::+<$field, 6> };
}

macro_rules! visit {
    ($build:ident, its_own, $visitor:ident, $id:literal, $($kernel:ident)::+) => {
        $visitor.visit::<$($kernel)::+>($id)
    };
    ($build:ident, each_of_any_words, $visitor:ident, $id:literal, $($kernel:ident)::+) => {{
        struct InField<'v, V>(&'v mut V);
        impl<V: KernelVisitor> field::SixWordFieldVisitor for InField<'_, V> {
            fn visit<M: Modulus<6>>(&mut self) {
                self.0.visit_six_words::<six_words!($build, M, $($kernel)::+)>($id);
            }
        }
        if REGISTRY.iter().any(|row| row.info.id == $id && row.right_here().is_ok()) {
            field::each_of_six_words(&mut InField($visitor));
        }
        visit!($build, each, $visitor, $id, $($kernel)::+)
    }};
    ($build:ident, $fields:ident, $visitor:ident, $id:literal, $($kernel:ident)::+) => {{
        struct InField<'v, V>(&'v mut V);
        impl<V: KernelVisitor> field::FieldVisitor for InField<'_, V> {
            fn visit<M: Modulus>(&mut self) {
                self.0.visit::<kernel_in!($build, $fields, M, $($kernel)::+)>($id);
            }
        }
        if REGISTRY.iter().any(|row| row.info.id == $id && row.right_here().is_ok()) {
            field::$fields(&mut InField($visitor));
        }
    }};
}

every_kernel!(rows);
