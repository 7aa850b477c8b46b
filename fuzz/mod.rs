//! The differential test, natively and in wasm: kernels against num-bigint on operands at which they change behaviour.
//! The crate's tests do a short run of it, `npm run fuzz` does the long one.

#[cfg(feature = "fuzz")]
mod answer;
pub(crate) mod differential;
pub(crate) mod operands;
#[cfg_attr(not(test), allow(dead_code, reason = "the tests use all of it"))]
pub(crate) mod oracle;

#[cfg(feature = "fuzz")]
pub use answer::answer;
