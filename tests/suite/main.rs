//! The crate against num-bigint, natively and (wasm-bindgen's test runner) in each wasm build.

mod modulus;
mod oracle;
mod products;
