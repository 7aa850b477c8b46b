/** Numbers as people read them, everywhere in the same way. */

/** @import { Interval } from '../stats/index.mjs' */

/** @param {number} value a ratio */
export const factor = (value) => value.toFixed(value >= 10 ? 1 : 2);

/** @param {Interval} ci */
export const interval = ([lo, hi]) => `${factor(lo)} to ${factor(hi)}`;

/**
 * @param {{ median: number, ci95: Interval | null, blind: boolean }} speedup
 * @returns {string} the ratio and its interval, or the interval alone where the control was blind
 */
export function times({ median, ci95, blind }) {
  if (ci95 === null) return factor(median);
  return blind ? `${interval(ci95)} (blind)` : `${factor(median)} [${interval(ci95)}]`;
}

/** @param {number | null} value */
export const ns = (value) => (value === null ? '-' : value.toFixed(value < 10 ? 2 : 1));

/** @param {number} fraction */
export const percent = (fraction) => `${(100 * fraction).toFixed(1)} %`;

/** @param {number} number @returns {string} with its thousands apart */
export const whole = (number) => Math.round(number).toLocaleString('en-US');

/**
 * @template T
 * @param {T | null | undefined} value
 * @param {(value: T) => string} say
 * @returns {string | null} nothing of what is not known
 */
export const known = (value, say) => (value === null || value === undefined ? null : say(value));
