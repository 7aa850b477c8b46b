/** @import { Sample } from './rows.mjs' */

/**
 * Log speed-ups of one row over another, one for each round that has both.
 * @typedef {object} Pairs
 * @property {number[]} logRatios ln(ns of the other / ns of the row)
 * @property {number[]} rounds the round of each
 * @property {number} dropped rounds that had only one of the two
 */

/**
 * @param {readonly Sample[]} samples of one row
 * @returns {Map<number, number>} round -> the least ns per product in it
 */
export function fastestByRound(samples) {
  /** @type {Map<number, number>} */
  const rounds = new Map();
  for (const { round, ns, n } of samples) rounds.set(round, Math.min(ns / n, rounds.get(round) ?? Infinity));
  return rounds;
}

/**
 * Pairs two rows round by round, by the fastest batch that each had in the round. What else runs on a machine only ever
 * adds time, to some kernels more than to others, and for seconds: of a round's batches the fastest is the one it
 * disturbed least, as Chen and Revels found ("Robust benchmarking in noisy environments", 2016), and a slow phase that
 * outlasts the round is in both rows. Logarithms make a ratio and its inverse alike.
 * @param {readonly Sample[]} row
 * @param {readonly Sample[]} against the row that is 1.0
 * @returns {Pairs}
 */
export function pairRounds(row, against) {
  const [times, others] = [row, against].map(fastestByRound);
  const rounds = [...times.keys()].filter((round) => others.has(round)).sort((a, b) => a - b);
  return {
    logRatios: rounds.map((round) =>
      Math.log(/** @type {number} */ (others.get(round)) / /** @type {number} */ (times.get(round))),
    ),
    rounds,
    dropped: times.size + others.size - 2 * rounds.length,
  };
}
