/** @typedef {() => number} Clock nanoseconds since some fixed moment; never goes back */

/** Steps looked at, at least and at most: enough for the reading loop to be compiled. */
const [FEWEST_STEPS, MOST_STEPS] = [10, 5000];
/** ns after which the fewest steps are enough: a coarse clock is not waited for. */
const LONG_ENOUGH = 20e6;
/** Reads after which a clock that has not moved is called stuck. */
const PATIENCE = 1_000_000;

/**
 * The smallest time the clock can tell apart from zero.
 *
 * @param {Clock} now
 * @returns {number} ns; Infinity for a clock that does not advance
 */
export function clockStep(now) {
  const begin = now();
  let smallest = Infinity;
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    const start = now();
    if (steps >= FEWEST_STEPS && start - begin > LONG_ENOUGH) break;
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
