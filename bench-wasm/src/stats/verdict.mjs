/** @import { Interval } from './interval.mjs' */

/** @typedef {'faster' | 'slower' | 'equivalent' | 'undecided'} Verdict */

/**
 * What an interval of a speed-up allows to be said. A ratio within the threshold, 1/(1+t) to 1+t, is of no practical
 * matter, and one within the noise is not told from 1.
 * @param {Interval | null} ci95 of a speed-up (1 = same speed, 2 = twice as fast); null when there were too few rounds
 *   for one
 * @param {number} threshold t, a fraction > 0
 * @param {Interval | null} [noise] the interval of the A/A control, where there is one
 * @returns {Verdict} faster or slower when the whole interval is beyond the threshold and beyond the noise, equivalent
 *   when it and the noise are within the threshold
 */
export function verdict(ci95, threshold, noise = null) {
  if (ci95 === null) return 'undecided';
  const [lo, hi] = ci95;
  const [slow, fast] = [1 / (1 + threshold), 1 + threshold];
  const [low, high] = noise ?? [1, 1];
  if (lo > Math.max(fast, high)) return 'faster';
  if (hi < Math.min(slow, low)) return 'slower';
  return Math.min(lo, low) >= slow && Math.max(hi, high) <= fast ? 'equivalent' : 'undecided';
}
