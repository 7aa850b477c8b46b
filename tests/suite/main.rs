//! The crate against num-bigint, natively and (as WASI programs in Node) in each wasm build: one with SIMD has the
//! kernels that need it, and the others are tested where there is none. The proofs,
//! and the kernels in f64 lanes on `f64`, run natively alone: no target affects them.

#[cfg(not(target_arch = "wasm32"))]
mod bounds29;
#[cfg(not(target_arch = "wasm32"))]
mod bounds64;
#[cfg(not(target_arch = "wasm32"))]
mod bounds_fma;
#[cfg(not(target_arch = "wasm32"))]
mod bounds_fma48;
#[cfg(not(target_arch = "wasm32"))]
mod bounds_single;
#[cfg(not(target_arch = "wasm32"))]
mod columns51;
mod curves;
mod dropin;
mod engine;
mod field_products;
mod fields;
#[cfg(not(target_arch = "wasm32"))]
mod fixed51;
mod fuzz;
#[cfg(not(target_arch = "wasm32"))]
mod interval;
mod inversion;
mod kernels;
mod limb;
mod modulus;
mod msm;
mod ntt;
mod once;
mod operations;
mod packed;
mod pairs;
#[cfg(not(target_arch = "wasm32"))]
mod polynomial;
mod poseidon;
#[allow(dead_code, reason = "tests/primes takes all of it")]
mod primes;
mod products;
#[cfg(not(target_arch = "wasm32"))]
mod radix48;
#[cfg(not(target_arch = "wasm32"))]
mod radix51;
mod radix64;
mod roots;
#[cfg(not(target_arch = "wasm32"))]
mod words51;

use crate::fuzz::oracle;
