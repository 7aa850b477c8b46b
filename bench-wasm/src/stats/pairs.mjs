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
 * @returns {Map<number, number>} round -> median ns per product in it
 */
export function roundMedians(samples) {
  /** @type {Map<number, Sample[]>} */
  const rounds = new Map();
  for (const sample of samples) {
    const round = rounds.get(sample.round);
    if (round) round.push(sample);
    else rounds.set(sample.round, [sample]);
  }
  return new Map([...rounds].map(([round, own]) => [round, median(nsPerProduct(own))]));
}

/**
 * Pairs two rows round by round, so that a slow phase of the machine that lasts a round cancels. Logarithms make a ratio and its inverse alike.
 * @param {readonly Sample[]} row
 * @param {readonly Sample[]} against the row that is 1.0
 * @returns {Pairs}
 */
export function pairRounds(row, against) {
  const times = roundMedians(row);
  const others = roundMedians(against);
  const rounds = [...times.keys()].filter((round) => others.has(round)).sort((a, b) => a - b);
  return {
    logRatios: rounds.map((round) => Math.log(/** @type {number} */ (others.get(round)) / /** @type {number} */ (times.get(round)))),
    rounds,
    dropped: times.size + others.size - 2 * rounds.length,
  };
}
