//! Field multiplication for WebAssembly, proven right and measured honestly.
//!
//! A [`Kernel`](kernel::Kernel) multiplies Montgomery residues a·R mod p in its own packed format.
//! The kernels are [`limbs29`] (scalar, and as a drop-in for 4x64 residues with R = 2^256), and in
//! wasm builds that have the instructions `simd_mul` (`+simd128`), `fma` and `fma_single`
//! (`+relaxed-simd`). Each works for every [field](mod@field) that its bounds allow, and does not
//! compile for another.
//!
//! Range contract: an [`Element`](field::Element) is canonical, an integer below p. Inside, each
//! kernel states its own ranges at its type.
//!
//! Features: none for the kernels alone, which need no other crate and no `std`; `arkworks` for the
//! fields and curves of arkworks on the drop-in; `bench`, the default, for what this project measures,
//! wasm exports included. What is public without `bench` follows semantic versioning.
//!
//! Nothing here is audited for constant-time execution.

#![cfg_attr(not(any(feature = "bench", test)), no_std)]
#![warn(missing_docs)]

// The kernels use nothing of it. But cargo links a dependency as a cdylib too where its manifest has
// one, and a cdylib needs a panic handler, which is std's wherever there is a std.
#[cfg(not(any(feature = "bench", test, target_os = "none")))]
extern crate std;
// Tests name the crate as its users do.
#[cfg(test)]
extern crate self as fqmul;

#[cfg(feature = "arkworks")]
pub mod arkworks;
#[cfg(feature = "bench")]
pub mod bench;
pub mod field;
#[cfg(target_feature = "relaxed-simd")]
pub mod fma;
#[cfg(target_feature = "relaxed-simd")]
pub mod fma_single;
pub mod kernel;
pub mod limbs29;
#[cfg(feature = "bench")]
pub mod multi3;
mod radix;
#[cfg(target_feature = "simd128")]
pub mod simd_mul;

#[cfg(test)]
#[path = "../tests/suite/main.rs"]
mod tests;
