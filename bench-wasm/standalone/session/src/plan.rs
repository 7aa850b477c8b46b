//! What comes in and what goes out, as JSON.

use serde::{Deserialize, Serialize};

/// The part of a session's plan that this program needs: rows are those of this process.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Plan {
    /// Products of one call of a batch loop, at least 1.
    pub cases: u32,
    /// u64, decimal: JavaScript's numbers do not hold it.
    pub operand_seed: String,
    /// Elements that break multipliers, as hexadecimal digits of their bytes: every product of two of them is asked for.
    pub values: Vec<String>,
    /// What there is to time.
    pub rows: Vec<Row>,
}

/// A line of a result table.
#[derive(Deserialize)]
pub struct Row {
    /// The kernel's id in the registry, or another product's.
    pub of: String,
    /// What it is built of: of all fields of arkworks the product has one id.
    #[cfg(feature = "fields")]
    pub build: String,
    /// The field's id.
    #[cfg(feature = "fields")]
    pub field: String,
    /// The batch loop.
    pub model: Model,
    /// Products done for each one that is reported; 1 but for a control.
    pub work: f64,
}

/// The loops that need no caller.
#[derive(Clone, Copy, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Model {
    /// Latency.
    Chain,
    /// Throughput.
    Stream,
    /// Latency of a limb product.
    LimbChain,
    /// Throughput of limb products.
    LimbStream,
}

/// A line of the output. `row` is an index in the plan.
#[derive(Serialize)]
#[serde(
    tag = "type",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum Event<'a> {
    /// How far it is: a stage of a session, and the row at work.
    Progress { stage: &'a str, row: usize },
    /// The row will not be timed, or no longer; `unsupported` where nothing is broken.
    Error {
        row: usize,
        message: String,
        unsupported: bool,
    },
    /// What the row's product makes of `values[value]`: converted there and back, and times every
    /// value. The reader knows what is right.
    Products {
        row: usize,
        value: usize,
        converted: String,
        products: Vec<String>,
    },
    /// A short batch, not timed: the reader knows the checksum it must have.
    Batch { row: usize, calls: Vec<Call> },
    /// The end of the warm-up: from here on every line of the input is a turn. `fused` is of
    /// `relaxed_madd`, in a build with kernels that need it.
    Floor {
        clock_step_ns: f64,
        fused: Option<bool>,
    },
    /// A timed batch of n products.
    Sample {
        row: usize,
        n: u64,
        ns: u64,
        calls: Vec<Call>,
    },
}

impl Event<'_> {
    /// Writes it. Standard output is flushed at the end of each line.
    pub fn emit(&self) {
        println!("{}", serde_json::to_string(self).expect("plain data"));
    }
}

/// A call of a batch loop, as often as it was made with the same result.
#[derive(PartialEq, Serialize)]
pub struct Call {
    /// Products.
    pub n: u32,
    /// Little-endian bytes in hexadecimal digits.
    pub checksum: String,
}
