//! The BN254 products of other crates behind this project's own [`Kernel`](fqmul::kernel::Kernel): the same source
//! expands the seed, repeats the product and folds the results, so that nothing but the product differs.
//!
//! Elements cross as 32 bytes, little-endian and canonical; what is between products is the other crate's own format,
//! and its own product takes elements into it and out of it.

mod crypto_bigint;
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
mod exports;
mod halo2curves;
mod ruint;

pub use crypto_bigint::CryptoBigint;
pub use halo2curves::Halo2curves;
pub use ruint::Ruint;
