//! Answers requests for blocks of results: `npm run fuzz` asks.

use super::differential::{self, Compared};
use fqmul::bench::info::Operation;
use fqmul::bench::registry::{self, KernelVisitor, REGISTRY};
use fqmul::bench::row::Row;
use fqmul::field::Modulus;
use fqmul::kernel::Kernel;

/// The word for what is compared.
const fn word(compared: Compared) -> &'static str {
    match compared {
        None => "mul",
        Some(operation) => operation.as_str(),
    }
}

/// The fields in which this program has a kernel: one that needs the instructions of its build.
struct Fields<'r> {
    kernel: &'r str,
    found: Vec<&'static str>,
}

impl Fields<'_> {
    fn of<K: Kernel<N>, const N: usize>(&mut self, id: &'static str) {
        if id == self.kernel {
            self.found.push(K::Modulus::NAME);
        }
    }
}

impl KernelVisitor for Fields<'_> {
    fn visit<K: Kernel>(&mut self, id: &'static str) {
        self.of::<K, 4>(id);
    }

    fn visit_six_words<K: Kernel<6>>(&mut self, id: &'static str) {
        self.of::<K, 6>(id);
    }
}

/// `ID,BUILD,OPERATIONS,FIELDS`, with `+` between the operations, those that the kernel is there for or
/// the product, and between the fields.
fn describe(row: &Row) -> String {
    let models = row.info.models.unwrap_or_default().iter().copied();
    let mut operations: Vec<_> = models.filter(|id| Operation::find(id).is_ok()).collect();
    let products = |models: &[&str]| models.contains(&"chain");
    if operations.is_empty() || row.info.models.is_some_and(products) {
        operations.insert(0, word(None));
    }
    let mut fields = Fields {
        kernel: row.info.id,
        found: Vec::new(),
    };
    registry::each_added(&mut fields);
    [
        row.info.id,
        row.info.build.as_str(),
        &operations.join("+"),
        &fields.found.join("+"),
    ]
    .join(",")
}

/// A block of operands for one kernel in one field.
struct Block<'r> {
    kernel: &'r str,
    field: &'r str,
    compared: Compared,
    seed: u64,
    number: u32,
    count: usize,
    /// How many results are wrong, and the first of them.
    answer: Option<String>,
}

impl Block<'_> {
    #[inline(never)]
    fn of<K: Kernel<N>, const N: usize>(&mut self, id: &'static str) {
        if [id, K::Modulus::NAME] == [self.kernel, self.field] {
            let wrong =
                differential::mismatches::<K, N>(self.compared, self.seed, self.number, self.count);
            let first = wrong.first().map(ToString::to_string);
            self.answer = Some(format!("{} {}", wrong.len(), first.unwrap_or_default()));
        }
    }
}

impl KernelVisitor for Block<'_> {
    fn visit<K: Kernel>(&mut self, id: &'static str) {
        self.of::<K, 4>(id);
    }

    fn visit_six_words<K: Kernel<6>>(&mut self, id: &'static str) {
        self.of::<K, 6>(id);
    }
}

/// The answer to `KERNEL FIELD OPERATION SEED BLOCK COUNT`: how many results of that block are wrong,
/// and the first of them; or why there is no answer. And to `kernels`: all of the registry.
#[cfg_attr(
    all(target_arch = "wasm32", target_os = "unknown"),
    wasm_bindgen::prelude::wasm_bindgen
)]
pub fn answer(request: &str) -> String {
    if request == "kernels" {
        return REGISTRY.iter().map(describe).collect::<Vec<_>>().join(" ");
    }
    let words: Vec<_> = request.split(' ').collect();
    let &[kernel, field, operation, seed, block, count] = &words[..] else {
        return format!("six words expected: {request}");
    };
    let (Ok(seed), Ok(number), Ok(count)) = (seed.parse(), block.parse(), count.parse()) else {
        return format!("three numbers expected after the operation: {request}");
    };
    let Some(row) = REGISTRY.iter().find(|row| row.info.id == kernel) else {
        return format!("unknown kernel: {kernel}");
    };
    let Some(compared) = differential::all().find(|it| word(*it) == operation) else {
        return format!("unknown operation: {operation}");
    };
    let mut block = Block {
        kernel,
        field,
        compared,
        seed,
        number,
        count,
        answer: None,
    };
    registry::each_added(&mut block);
    match (block.answer, row.right_here()) {
        (Some(answer), _) => answer,
        (None, Err(error)) => error.to_string(),
        (None, Ok(_)) => format!("{kernel} is not for the field {field}"),
    }
}
