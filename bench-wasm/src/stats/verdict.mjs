/** @import { Interval } from './interval.mjs' */

/** @typedef {'faster' | 'slower' | 'equivalent' | 'undecided'} Verdict */

/**
 * What an interval of a speed-up allows to be said. A ratio within the threshold, 1/(1+t) to 1+t, is of no practical
 * matter.
 * @param {Interval | null} ci95 of a speed-up (1 = same speed, 2 = twice as fast); null when there were too few rounds
 *   for one
 * @param {number} threshold t, a fraction > 0
 * @returns {Verdict} faster or slower when the whole interval is beyond the threshold, equivalent when all of it is
 *   within
 */
export function verdict(ci95, threshold) {
  if (ci95 === null) return 'undecided';
  const [lo, hi] = ci95;
  const fast = 1 + threshold;
  if (lo > fast) return 'faster';
  if (hi < 1 / fast) return 'slower';
  return lo >= 1 / fast && hi <= fast ? 'equivalent' : 'undecided';
}
