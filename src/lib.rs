//! Field multiplication for WebAssembly, proven right and measured honestly.
//!
//! A [`Kernel`](kernel::Kernel) multiplies Montgomery residues a·R mod p in its own packed format.
//! The kernels are [`limbs29`] (scalar, and as a drop-in for 4x64 residues with R = 2^256), [`wide`]
//! (scalar, for machines that multiply two words to 128 bits), and in wasm builds that have the
//! instructions `simd_mul` (`+simd128`), `fma`, `fma48` and `fma_single` (`+relaxed-simd`). Each works for
//! every [field](mod@field) that its bounds allow, and does not compile for another.
//!
//! ```
//! use fqmul::field::{Element, bn254::Fq};
//! use fqmul::kernel::Kernel;
//! use fqmul::limbs29::{Limbs29, Limbs29Dropin};
//!
//! let [three, five] = [3, 5].map(|x| Element::new([x, 0, 0, 0]).expect("it is below p"));
//!
//! // The drop-in multiplies residues as arkworks and others keep them: 4x64 limbs, R = 2^256.
//! type Dropin = Limbs29Dropin<Fq>;
//! let [a, b] = [three, five].map(|x| Dropin::load(&[x]));
//! let product = Dropin::multiply(&a, &b);
//! assert_eq!(Dropin::store(&product)[0].integer(), &[15, 0, 0, 0]);
//!
//! // A batch stays in the faster format of a kernel's own, and leaves it once.
//! type Batch = Limbs29<Fq>;
//! let factor = Batch::load(&[three]);
//! let power = (1..5).fold(factor, |power, _| Batch::mul(&power, &factor));
//! assert_eq!(Batch::store(&power)[0].integer(), &[3u64.pow(5), 0, 0, 0]);
//! ```
//!
//! Range contract: an [`Element`](field::Element) is canonical, an integer below p. Inside, each
//! kernel states its own ranges at its type.
//!
//! Features: none for the kernels alone, which need no other crate and no `std`; `alloc` for algorithms
//! over arrays, which allocate; `arkworks` for the fields and curves of arkworks on the drop-in, with sums and
//! transforms on lanes, and `arkworks-curves` for other curves than BN254's; `groth16` for ark-groth16 on them;
//! `loops` for the loops that products are timed in; `bench` for what this project measures, which the defaults
//! `workloads`, `curves` and `exports` build on. So a crate that builds on this one says `default-features = false`.
//!
//! What is public without `loops` and `bench` follows semantic versioning: a release that breaks it, or that goes
//! to the next arkworks, counts as a breaking one, which is the second number as long as the first
//! is 0. Those two are this project's own, and change with any release.
//!
//! Nothing here is audited for constant-time execution.

#![cfg_attr(not(any(feature = "loops", test)), no_std)]
#![warn(missing_docs)]

#[cfg(any(feature = "alloc", test))]
extern crate alloc;
// The kernels use nothing of it, and cannot: it has no name here. But cargo links a dependency as a
// cdylib too where its manifest has one, and a cdylib needs a panic handler, which is std's wherever
// there is a std.
#[cfg(not(any(feature = "loops", test, target_os = "none")))]
extern crate std as _;
// Tests name the crate as its users do.
#[cfg(any(feature = "fuzz", test))]
extern crate self as fqmul;

#[cfg(feature = "arkworks")]
pub mod arkworks;
#[cfg(feature = "loops")]
pub mod bench;
#[cfg(any(feature = "alloc", target_feature = "simd128", test))]
mod black_box;
pub mod field;
#[cfg(target_feature = "relaxed-simd")]
pub mod fma;
#[cfg(target_feature = "relaxed-simd")]
pub mod fma48;
#[cfg(target_feature = "relaxed-simd")]
pub mod fma_single;
pub mod kernel;
pub mod limbs29;
#[cfg(feature = "bench")]
pub mod multi3;
mod radix;
#[cfg(target_feature = "simd128")]
pub mod simd_mul;
pub mod wide;
pub mod work;

#[cfg(any(feature = "fuzz", test))]
#[path = "../fuzz/mod.rs"]
pub mod fuzz;
#[cfg(test)]
#[path = "../tests/suite/main.rs"]
mod tests;
