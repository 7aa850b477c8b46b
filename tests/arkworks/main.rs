//! arkworks on this crate's product: arkworks' own tests of it, and its results held against those
//! of ark-bn254 and of num-bigint. Natively, and as wasm32-wasip1, where libtest runs.

// The names that arkworks' test macros use.
extern crate ark_ec_06 as ark_ec;
extern crate ark_ff_06 as ark_ff;

mod equality;
#[path = "../suite/oracle.rs"]
#[allow(dead_code, reason = "the suite uses all of it")]
mod oracle;
mod template;
