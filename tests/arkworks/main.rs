//! arkworks on this crate's product: arkworks' own tests of it, and its results held against those
//! of ark-bn254 and of num-bigint. Natively, and as wasm32-wasip1, where libtest runs.

mod domain;
mod equality;
mod msm;
#[path = "../../fuzz/oracle.rs"]
#[allow(dead_code, reason = "the suite uses all of it")]
mod oracle;
mod template;
