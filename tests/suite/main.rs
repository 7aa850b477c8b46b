//! The crate against num-bigint, natively and (as WASI programs in Node) in each wasm build.

mod bounds29;
mod bounds_fma;
mod bounds_single;
mod columns51;
mod engine;
mod fields;
mod fuzz;
mod interval;
mod kernels;
mod modulus;
mod operations;
mod oracle;
mod products;
mod radix51;
mod words51;
