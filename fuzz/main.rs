//! The long run of the differential test, natively and in wasm: answers requests for blocks of
//! products. `npm run fuzz` asks.

mod differential;
mod operands;
#[allow(dead_code, reason = "the tests use all of it")]
#[path = "../tests/suite/oracle.rs"]
mod oracle;

use fqmul::kernel::{REGISTRY, Row};

/// The answer to `KERNEL SEED BLOCK COUNT`: how many products of that block are wrong, and the first
/// of them; or why there is no answer. And to `kernels`: all of the registry, each as `ID:BUILD`.
fn respond(request: &str) -> String {
    if request == "kernels" {
        let row = |row: &Row| format!("{}:{}", row.info.id, row.info.build.as_str());
        return REGISTRY.iter().map(row).collect::<Vec<_>>().join(" ");
    }
    let words: Vec<_> = request.split(' ').collect();
    let &[id, seed, block, count] = &words[..] else {
        return format!("four words expected: {request}");
    };
    let (Ok(seed), Ok(block), Ok(count)) = (seed.parse(), block.parse(), count.parse()) else {
        return format!("three numbers expected after the kernel: {request}");
    };
    let Some(row) = REGISTRY.iter().find(|row| row.info.id == id) else {
        return format!("unknown kernel: {id}");
    };
    match differential::mismatches(row, seed, block, count) {
        Ok(mismatches) => {
            let first = mismatches.first().map(ToString::to_string);
            format!("{} {}", mismatches.len(), first.unwrap_or_default())
        }
        Err(error) => error.to_string(),
    }
}

/// One request a line, one answer a line.
#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::io::Result<()> {
    for request in std::io::stdin().lines() {
        println!("{}", respond(&request?));
    }
    Ok(())
}

/// JavaScript asks through the export.
#[cfg(target_arch = "wasm32")]
fn main() {}

#[cfg(target_arch = "wasm32")]
#[wasm_bindgen::prelude::wasm_bindgen]
pub fn answer(request: &str) -> String {
    respond(request)
}
