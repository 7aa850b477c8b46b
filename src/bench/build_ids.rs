//! Builds by their ids, as the tables of hashes, MSMs and transforms name them.

/// The id of a build.
macro_rules! build_id {
    (Work) => {
        "work"
    };
    ($build:ident) => {
        $crate::bench::info::Build::$build.as_str()
    };
}
pub(super) use build_id;

/// Whether code for a build of this id is right on this engine: relaxed SIMD is only where fused multiply-add rounds
/// once. Of builds whose code this one lacks it says true.
pub fn is_right_here(build: &str) -> bool {
    build != build_id!(RelaxedSimd) || fused()
}

#[cfg(target_feature = "relaxed-simd")]
use crate::fma::fused;

#[cfg(not(target_feature = "relaxed-simd"))]
const fn fused() -> bool {
    true
}
