import { median } from 'simple-statistics';
import { nsPerProduct } from './rows.mjs';

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
 * @returns {Map<number, number[]>} round -> ns per product of its samples, in the order they were taken
 */
function timesByRound(samples) {
  /** @type {Map<number, Sample[]>} */
  const rounds = new Map();
  for (const sample of samples) {
    const round = rounds.get(sample.round);
    if (round) round.push(sample);
    else rounds.set(sample.round, [sample]);
  }
  return new Map([...rounds].map(([round, own]) => [round, nsPerProduct(own.sort((a, b) => a.order - b.order))]));
}

/**
 * Pairs two rows round by round, and within a round sample by sample: the first of one with the first of the other, which ran in the same turn
 * of all rows. So a slow phase of the machine that outlasts a turn cancels. A round counts once, with the median of its pairs; a sample without
 * a partner is left out. Logarithms make a ratio and its inverse alike.
 * @param {readonly Sample[]} row
 * @param {readonly Sample[]} against the row that is 1.0
 * @returns {Pairs}
 */
export function pairRounds(row, against) {
  const times = timesByRound(row);
  const others = timesByRound(against);
  const rounds = [...times.keys()].filter((round) => others.has(round)).sort((a, b) => a - b);
  return {
    logRatios: rounds.map((round) => {
      const own = /** @type {number[]} */ (times.get(round));
      const other = /** @type {number[]} */ (others.get(round));
      return median(Array.from({ length: Math.min(own.length, other.length) }, (_, i) => Math.log(other[i] / own[i])));
    }),
    rounds,
    dropped: times.size + others.size - 2 * rounds.length,
  };
}
