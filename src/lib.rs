//! BN254 field multiplication paths for WebAssembly.
//!
//! The field is `Fq` of BN254, p = 0x30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47
//! (254 bits). A [`Kernel`](kernel::Kernel) multiplies Montgomery residues a·R mod p in its own
//! packed format; [`kernel::REGISTRY`] lists all of them, and drives the exports, the tests, the
//! benchmark and the documentation.
//!
//! Range contract: every element that crosses the boundary of the crate is canonical, an integer
//! below p. Inside, each kernel states its own ranges at its multiplication.
//!
//! Data flows one way: modulus constants → kernels → batch loops → exports. With the feature `curve`,
//! arkworks' MSM and pairing run on the kernels too (`arkworks`, `curve`).
//!
//! Nothing here is audited for constant-time execution.

#![warn(missing_docs)]

#[cfg(feature = "curve")]
pub mod arkworks;
pub mod batch;
pub mod columns51;
#[cfg(feature = "curve")]
pub mod curve;
pub mod element;
pub mod fma;
pub mod fma_single;
pub mod kernel;
pub mod limbs29;
pub mod modulus;
pub mod multi3;
pub mod radix29;
pub mod radix51;
pub mod simd_mul;

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
pub mod exports;
