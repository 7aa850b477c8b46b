import { uniformInt } from 'pure-rand/distribution/uniformInt';

/** @import { RandomGenerator } from 'pure-rand/types/RandomGenerator' */

/**
 * Bootstrap of a median over rounds. A round is one process, so its values share a memory layout and a phase of the machine: whole rounds are
 * drawn, never single values.
 * @param {readonly number[]} values finite, at least one
 * @param {readonly number[]} rounds the round of each value
 * @param {number} resamples how many medians to draw
 * @param {RandomGenerator} generator is advanced; two calls that must be independent share one
 * @returns {Float64Array} the median of each resample, in drawing order
 */
export function resampleMedians(values, rounds, resamples, generator) {
  // Sorted, so that the draws do not depend on the order of the values.
  const ids = [...new Set(rounds)].sort((a, b) => a - b);
  const indexOf = new Map(ids.map((id, index) => [id, index]));
  const byValue = values.map((value, at) => ({ value, owner: indexOf.get(rounds[at]) ?? 0 })).sort((a, b) => a.value - b.value);
  const sorted = Float64Array.from(byValue, ({ value }) => value);
  const owner = Uint32Array.from(byValue, ({ owner }) => owner);
  const sizes = new Uint32Array(ids.length);
  for (const index of owner) sizes[index] += 1;

  const drawn = new Uint32Array(ids.length);
  const medians = new Float64Array(resamples);
  for (let resample = 0; resample < resamples; resample += 1) {
    drawn.fill(0);
    let total = 0;
    for (let draw = 0; draw < ids.length; draw += 1) {
      const index = uniformInt(generator, 0, ids.length - 1);
      drawn[index] += 1;
      total += sizes[index];
    }
    // The values are sorted once; how often each is drawn gives the ranks of every resample without sorting again.
    let at = 0;
    let rank = drawn[owner[at]];
    while (2 * rank < total) rank += drawn[owner[(at += 1)]];
    const lower = sorted[at];
    while (2 * rank < total + 1) rank += drawn[owner[(at += 1)]];
    medians[resample] = (lower + sorted[at]) / 2;
  }
  return medians;
}
