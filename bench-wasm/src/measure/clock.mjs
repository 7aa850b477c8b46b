/** @typedef {() => number} Clock nanoseconds since some fixed moment; never goes back */

/** Steps looked at; the smallest is the step of the clock. */
const STEPS = 25;
/** Reads after which a clock that has not moved is called stuck. */
const PATIENCE = 1_000_000;

/**
 * The smallest time the clock can tell apart from zero.
 *
 * @param {Clock} now
 * @returns {number} ns; Infinity for a clock that does not advance
 */
export function clockStep(now) {
  let smallest = Infinity;
  for (let i = 0; i < STEPS; i++) {
    const start = now();
    let elapsed = 0;
    for (let reads = 0; elapsed <= 0; reads++) {
      if (reads === PATIENCE) return Infinity;
      elapsed = now() - start;
    }
    smallest = Math.min(smallest, elapsed);
  }
  return smallest;
}

/**
 * The shortest batch worth timing: so long that one step of the clock is at most 0.5 % of it.
 *
 * @param {number} step ns
 * @returns {number} ns, at least 1 ms
 */
export function shortestBatch(step) {
  return Math.max(1e6, 200 * step);
}
