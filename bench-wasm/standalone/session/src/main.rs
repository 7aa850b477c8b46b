//! One round of the benchmark as a program that needs no JavaScript: natively, and in runtimes
//! that have WASI.
//!
//! Standard input has the plan on its first line, as JSON; every further line is a turn: the index
//! of the row to time a batch of. A process has one build of the kernels; the harness gives turns
//! to those of several builds, so that the rows of all of them alternate. Standard output has an
//! event a line, products and checksums among them for the reader to check: here is no oracle.
//!
//! By hand: `(cat plan.json; seq 0 9) | session`, the plan being one line.

mod batch;
mod clock;
#[cfg(all(feature = "emitted", target_family = "wasm"))]
mod emitted;
#[cfg(feature = "fields")]
mod fields;
mod find;
#[cfg(feature = "neighbours")]
mod neighbours;
mod plan;
mod subject;

use batch::Batch;
use fqmul::bench::registry::REGISTRY;
use plan::{Event, Plan};
use std::collections::HashSet;
use std::io::{BufRead, stdin};
use std::rc::Rc;
use subject::{Refusal, Subject};

/// Seed of the short batches of the verification; any will do.
const VERIFY_SEED: u64 = 0x5eed;
/// Their lengths: around the lane and slot counts, where shares of n are uneven.
const VERIFY_LENGTHS: [u64; 7] = [1, 2, 3, 127, 128, 129, 1000];
/// How far above the shortest batch a batch aims: noise must not push it below.
const MARGIN: f64 = 1.5;
/// How often a batch that came out too short is made twice as long before its row fails.
const DOUBLINGS: u32 = 6;

fn main() {
    let mut lines = stdin().lock().lines().map(|line| line.expect("a pipe"));
    let first = lines.next().expect("a plan");
    let plan: Plan = serde_json::from_str(&first).expect("a plan in one line of JSON");
    let Some(step) = clock::step() else {
        for row in 0..plan.rows.len() {
            fail(row, "the clock does not advance".into(), false);
        }
        return;
    };
    let floor = clock::shortest_batch(step);
    let values: Vec<_> = plan
        .values
        .iter()
        .map(|value| hex::decode(value).expect("hexadecimal digits"))
        .collect();
    let mut verified = HashSet::new();
    let mut ready: Vec<Option<(Batch, u64)>> = Vec::new();
    for (row, of) in plan.rows.iter().enumerate() {
        let stage = "verify";
        Event::Progress { stage, row }.emit();
        let subject = match find::find(of) {
            Ok(subject) => Rc::new(subject),
            Err(Refusal {
                message,
                unsupported,
            }) => {
                fail(row, message, unsupported);
                ready.push(None);
                continue;
            }
        };
        if verified.insert(&of.of) {
            say_products(row, &subject, &values);
        }
        let cases = plan.cases;
        let seed = plan.operand_seed.parse().expect("a seed of 64 bits");
        let work = of.work;
        let batch = Batch {
            subject,
            seed,
            cases,
            work,
        };
        let short = Batch {
            subject: batch.subject.clone(),
            seed: VERIFY_SEED,
            cases,
            work: 1.0,
        };
        for n in VERIFY_LENGTHS {
            let calls = short.run(n).1;
            Event::Batch { row, calls }.emit();
        }
        let stage = "warm up";
        Event::Progress { stage, row }.emit();
        let per_product = batch.warm_up(f64::max(1e6, 20.0 * step));
        let units = (MARGIN * floor / (per_product * f64::from(cases))).ceil();
        ready.push(Some((batch, u64::from(cases) * units.max(1.0) as u64)));
    }
    let clock_step_ns = step;
    let fused = REGISTRY.iter().find_map(|row| row.fused);
    let fused = fused.map(|fused| fused());
    Event::Floor {
        clock_step_ns,
        fused,
    }
    .emit();

    for line in lines {
        let row: usize = line.parse().expect("the index of a row");
        let Some((batch, n)) = &mut ready[row] else {
            fail(row, "the row has failed before".into(), false);
            continue;
        };
        let sample = (0..=DOUBLINGS).find_map(|_| {
            let (ns, calls) = batch.run(*n);
            if ns as f64 >= floor {
                let n = *n;
                return Some(Event::Sample { row, n, ns, calls });
            }
            *n *= 2;
            None
        });
        match sample {
            Some(sample) => sample.emit(),
            None => {
                let needed = floor / 1e6;
                let message = format!("no batch lasted the {needed} ms that the clock needs");
                fail(row, message, false);
            }
        }
    }
}

/// Says that a row cannot be timed, and whether that is for what the runtime lacks.
fn fail(row: usize, message: String, unsupported: bool) {
    Event::Error {
        row,
        message,
        unsupported,
    }
    .emit();
}

/// A kernel that was not verified is not timed: all that the reader needs to hold it against BigInt.
fn say_products(row: usize, subject: &Subject, values: &[Vec<u8>]) {
    for (value, a) in values.iter().enumerate() {
        Event::Products {
            row,
            value,
            converted: hex::encode((subject.convert)(a)),
            products: values
                .iter()
                .map(|b| hex::encode((subject.mul)(a, b)))
                .collect(),
        }
        .emit();
    }
}
