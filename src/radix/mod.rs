//! The algorithms, each written once over abstract words or lanes: kernels run them on machine
//! words, the bounds tests on intervals.

pub(crate) mod accumulator;
#[cfg(any(
    target_feature = "relaxed-simd",
    all(test, not(target_arch = "wasm32"))
))]
pub(crate) mod column48;
#[cfg(any(
    target_feature = "relaxed-simd",
    all(test, not(target_arch = "wasm32"))
))]
pub(crate) mod column51;
#[cfg(any(
    target_feature = "relaxed-simd",
    all(test, not(target_arch = "wasm32"))
))]
pub(crate) mod columns51;
pub(crate) mod dropin;
#[cfg(any(
    target_feature = "relaxed-simd",
    all(test, not(target_arch = "wasm32"))
))]
pub(crate) mod fixed51;
#[cfg(any(
    target_feature = "relaxed-simd",
    all(test, not(target_arch = "wasm32"))
))]
pub(crate) mod linear48;
#[cfg(any(
    target_feature = "relaxed-simd",
    all(test, not(target_arch = "wasm32"))
))]
pub(crate) mod linear51;
#[cfg(target_feature = "relaxed-simd")]
pub(crate) mod loops51;
#[cfg(any(feature = "alloc", test))]
pub(crate) mod loose29;
pub(crate) mod montgomery;
pub(crate) mod packing;
pub(crate) mod product;
#[cfg(any(
    target_feature = "relaxed-simd",
    all(test, not(target_arch = "wasm32"))
))]
pub(crate) mod product48;
#[cfg(any(
    target_feature = "relaxed-simd",
    all(test, not(target_arch = "wasm32"))
))]
pub(crate) mod product51;
pub(crate) mod radix29;
#[cfg(any(
    target_feature = "relaxed-simd",
    all(test, not(target_arch = "wasm32"))
))]
pub(crate) mod radix48;
#[cfg(any(
    target_feature = "relaxed-simd",
    all(test, not(target_arch = "wasm32"))
))]
pub(crate) mod radix51;
pub(crate) mod radix64;
pub(crate) mod reduction;
#[cfg(any(
    target_feature = "relaxed-simd",
    all(test, not(target_arch = "wasm32"))
))]
pub(crate) mod reduction48;
#[cfg(any(
    target_feature = "relaxed-simd",
    all(test, not(target_arch = "wasm32"))
))]
pub(crate) mod reduction51;
#[cfg(any(
    target_feature = "relaxed-simd",
    all(test, not(target_arch = "wasm32"))
))]
pub(crate) mod sums51;
#[cfg(any(
    target_feature = "relaxed-simd",
    all(test, not(target_arch = "wasm32"))
))]
pub(crate) mod words51;
