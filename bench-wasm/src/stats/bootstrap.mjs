import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** @import { RandomGenerator } from 'pure-rand/types/RandomGenerator' */

/**
 * What the bootstrap drew: the same draws serve any row that has as many rounds.
 * @typedef {object} Draws
 * @property {number} rounds how many there are to draw from, and to draw
 * @property {number} resamples
 * @property {Uint32Array} counts `rounds` numbers a resample: how often it drew each
 */

/**
 * @param {number} rounds > 0
 * @param {number} resamples
 * @param {RandomGenerator} generator is advanced; two draws that must be independent share one
 * @returns {Draws}
 */
export function drawRounds(rounds, resamples, generator) {
  const counts = new Uint32Array(rounds * resamples);
  for (let from = 0; from < counts.length; from += rounds) {
    for (let draw = 0; draw < rounds; draw += 1) counts[from + uniformInt(generator, 0, rounds - 1)] += 1;
  }
  return { rounds, resamples, counts };
}

/**
 * Draws that were made: the rows of a run have the same numbers of rounds, and drawing takes longer than the medians.
 *
 * @type {Map<string, Draws>}
 */
const drawn = new Map();
/** How many of them are kept. */
const KEPT = 8;

/**
 * Draws of a fresh generator: what they say of a row does not depend on which others are asked for.
 * @param {number} rounds > 0
 * @param {number} resamples
 * @param {number} seed an integer
 * @returns {Draws} shared; not to be changed
 */
export function drawsFromSeed(rounds, resamples, seed) {
  const key = [rounds, resamples, seed].join();
  const draws = drawn.get(key) ?? drawRounds(rounds, resamples, xoroshiro128plus(seed));
  if (drawn.size >= KEPT && !drawn.has(key)) drawn.clear();
  drawn.set(key, draws);
  return draws;
}

/**
 * Bootstrap of a median over rounds. A round is one process, so its values share a memory layout and a phase of the
 * machine: whole rounds are
 * drawn, never single values.
 * @param {readonly number[]} values finite, at least one
 * @param {readonly number[]} rounds the round of each value
 * @param {Draws} draws of as many rounds as there are different ones
 * @returns {Float64Array} the median of each resample, in drawing order
 */
export function resampleMedians(values, rounds, draws) {
  // Sorted, so that the draws do not depend on the order of the values.
  const ids = [...new Set(rounds)].sort((a, b) => a - b);
  if (ids.length !== draws.rounds)
    throw new RangeError(`draws: of ${draws.rounds} rounds, and the values have ${ids.length}`);
  const indexOf = new Map(ids.map((id, index) => [id, index]));
  const byValue = values
    .map((value, at) => ({ value, owner: indexOf.get(rounds[at]) ?? 0 }))
    .sort((a, b) => a.value - b.value);
  const sorted = Float64Array.from(byValue, ({ value }) => value);
  const owner = Uint32Array.from(byValue, ({ owner }) => owner);
  const sizes = new Uint32Array(ids.length);
  for (const index of owner) sizes[index] += 1;

  const { counts, resamples } = draws;
  const medians = new Float64Array(resamples);
  for (let resample = 0, from = 0; resample < resamples; resample += 1, from += ids.length) {
    let total = 0;
    for (let index = 0; index < ids.length; index += 1) total += counts[from + index] * sizes[index];
    // The values are sorted once; how often each is drawn gives the ranks of every resample without sorting again.
    let at = 0;
    let rank = counts[from + owner[at]];
    while (2 * rank < total) rank += counts[from + owner[(at += 1)]];
    const lower = sorted[at];
    while (2 * rank < total + 1) rank += counts[from + owner[(at += 1)]];
    medians[resample] = (lower + sorted[at]) / 2;
  }
  return medians;
}
