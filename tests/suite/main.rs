//! The crate against num-bigint, natively and (wasm-bindgen's test runner) in each wasm build.

mod bounds_fma;
mod engine;
mod kernels;
mod modulus;
mod operations;
mod oracle;
mod products;
mod radix51;
