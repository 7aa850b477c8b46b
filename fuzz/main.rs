//! The long run of the differential test, natively and in wasm: answers requests for blocks of
//! results. `npm run fuzz` asks.

mod differential;
mod operands;
#[allow(dead_code, reason = "the tests use all of it")]
#[path = "../tests/suite/oracle.rs"]
mod oracle;

use differential::Compared;
use fqmul::bench::info::Operation;
use fqmul::bench::registry::REGISTRY;
use fqmul::bench::row::Row;

/// The word for what is compared.
const fn word(compared: Compared) -> &'static str {
    match compared {
        None => "mul",
        Some(operation) => operation.as_str(),
    }
}

/// `ID:BUILD:OPERATIONS`, with `+` between the operations: those that the kernel is there for, or the
/// product.
fn describe(row: &Row) -> String {
    let only = row.info.models.unwrap_or_default().iter().copied();
    let mut operations: Vec<_> = only.filter(|only| Operation::find(only).is_ok()).collect();
    if operations.is_empty() {
        operations.push(word(None));
    }
    let build = row.info.build.as_str();
    format!("{}:{build}:{}", row.info.id, operations.join("+"))
}

/// The answer to `KERNEL OPERATION SEED BLOCK COUNT`: how many results of that block are wrong, and
/// the first of them; or why there is no answer. And to `kernels`: all of the registry.
fn respond(request: &str) -> String {
    if request == "kernels" {
        return REGISTRY.iter().map(describe).collect::<Vec<_>>().join(" ");
    }
    let words: Vec<_> = request.split(' ').collect();
    let &[id, operation, seed, block, count] = &words[..] else {
        return format!("five words expected: {request}");
    };
    let (Ok(seed), Ok(block), Ok(count)) = (seed.parse(), block.parse(), count.parse()) else {
        return format!("three numbers expected after the operation: {request}");
    };
    let Some(row) = REGISTRY.iter().find(|row| row.info.id == id) else {
        return format!("unknown kernel: {id}");
    };
    let Some(compared) = differential::ALL
        .into_iter()
        .find(|it| word(*it) == operation)
    else {
        return format!("unknown operation: {operation}");
    };
    match differential::mismatches(row, compared, seed, block, count) {
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
