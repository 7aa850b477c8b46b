//! What of the tables is in this build: by the instructions, the features and the engine that it has.

/// The code where this build has what a build of that name has, or else the other code.
macro_rules! where_built {
    (Baseline, $present:expr, $absent:expr) => {
        $present
    };
    (Simd128, $present:expr, $absent:expr) => {
        where_built!(@ target_feature = "simd128", $present, $absent)
    };
    (RelaxedSimd, $present:expr, $absent:expr) => {
        where_built!(@ target_feature = "relaxed-simd", $present, $absent)
    };
    // The build says it by a cfg of its own: a target feature that is not stable has none.
    (WideArithmetic, $present:expr, $absent:expr) => {
        where_built!(@ fqmul_wide_arithmetic, $present, $absent)
    };
    (Work, $present:expr, $absent:expr) => {
        where_built!(@ all(feature = "peers", feature = "arkworks"), $present, $absent)
    };
    (@ $condition:meta, $present:expr, $absent:expr) => {{
        #[cfg($condition)]
        let value = $present;
        #[cfg(not($condition))]
        let value = $absent;
        value
    }};
}
pub(super) use where_built;

/// The code where this build has what no build before it has. Natively one program has all that is scalar.
#[cfg(any(test, feature = "fuzz"))]
macro_rules! where_added {
    (Baseline, $added:expr) => {
        #[cfg(not(any(
            target_feature = "simd128",
            all(fqmul_wide_arithmetic, target_family = "wasm")
        )))]
        $added
    };
    ($build:ident, $added:expr) => {
        where_built!($build, $added, ())
    };
}
#[cfg(any(test, feature = "fuzz"))]
pub(super) use where_added;
