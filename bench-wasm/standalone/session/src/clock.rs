//! The clock, as `measure/clock.mjs` of the harness looks at it.

use std::time::{Duration, Instant};

/// Steps looked at, at least and at most.
const STEPS: core::ops::Range<u32> = 10..5000;
/// After which the fewest steps are enough: a coarse clock is not waited for.
const LONG_ENOUGH: Duration = Duration::from_millis(20);
/// Reads after which a clock that has not moved is called stuck.
const PATIENCE: u32 = 1_000_000;

/// The smallest time the clock can tell apart from zero, in ns; None when it does not advance.
pub fn step() -> Option<f64> {
    let begin = Instant::now();
    let mut smallest = Duration::MAX;
    for step in 0..STEPS.end {
        let start = Instant::now();
        if step >= STEPS.start && start - begin > LONG_ENOUGH {
            break;
        }
        let elapsed = (0..PATIENCE)
            .map(|_| start.elapsed())
            .find(|elapsed| !elapsed.is_zero())?;
        smallest = smallest.min(elapsed);
    }
    Some(smallest.as_nanos() as f64)
}

/// The shortest batch worth timing, in ns: at least 1 ms, and one step of the clock is at most
/// 0.5 % of it.
pub fn shortest_batch(step: f64) -> f64 {
    f64::max(1e6, 200.0 * step)
}
