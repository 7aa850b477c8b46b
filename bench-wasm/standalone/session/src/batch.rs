//! Timed batches of products.

use crate::plan::Call;
use crate::subject::Subject;
use std::rc::Rc;
use std::time::Instant;

/// A block is an improvement when it beats the best one by this factor.
const IMPROVEMENT: f64 = 0.98;
/// Blocks without improvement after which a row is warm.
const STALE_BLOCKS: u32 = 5;
/// Blocks of one row at most, whatever the noise.
const MOST_BLOCKS: u32 = 100;

/// A row's loop and operands.
pub struct Batch {
    pub subject: Rc<Subject>,
    pub seed: u64,
    /// Products of one call.
    pub cases: u32,
    /// Products done for each one that is counted.
    pub work: f64,
}

impl Batch {
    /// n products, as calls of `cases` each (the last may have fewer): ns, and what the calls gave.
    pub fn run(&self, n: u64) -> (u64, Vec<Call>) {
        let (whole, rest) = (n / u64::from(self.cases), n % u64::from(self.cases));
        let last = (rest > 0).then_some(rest as u32);
        let counts = (0..whole).map(|_| self.cases).chain(last);
        let counts: Vec<_> = counts
            .map(|count| (self.work * f64::from(count)).round() as u32)
            .collect();
        let mut checksums = Vec::with_capacity(counts.len());
        let start = Instant::now();
        for &count in &counts {
            checksums.push((self.subject.run)(self.seed, count));
        }
        let ns = start.elapsed().as_nanos() as u64;

        let mut calls = Vec::new();
        for (n, checksum) in counts.into_iter().zip(checksums) {
            let checksum = hex::encode(checksum);
            let call = Call { n, checksum };
            if !calls.contains(&call) {
                calls.push(call);
            }
        }
        (ns, calls)
    }

    /// Runs blocks until they stop improving; ns per product of the best one. Compilers ahead of
    /// time and interpreters are warm at once: what warms up is the machine.
    pub fn warm_up(&self, block_ns: f64) -> f64 {
        let (mut n, mut best, mut stale) = (1, f64::INFINITY, 0);
        for _ in 0..MOST_BLOCKS {
            let (ns, _) = self.run(n);
            let per_product = ns as f64 / n as f64;
            if (ns as f64) < block_ns {
                (n, stale) = (2 * n, 0);
            } else if per_product < best * IMPROVEMENT {
                stale = 0;
            } else {
                stale += 1;
            }
            best = if ns > 0 { best.min(per_product) } else { best };
            if stale >= STALE_BLOCKS {
                break;
            }
        }
        best
    }
}
