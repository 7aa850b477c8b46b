/** Numbers as people read them, everywhere in the same way. */

import { isMarked, narrowerHalf, spanOf } from '../stats/index.mjs';

/** @import { Interval } from '../stats/index.mjs' */
/** @typedef {{ ci95: Interval | null, noise?: Interval | null }} Judged a ratio, and the noise of its table */

/** Behind a ratio that is in doubt. */
const MARK = '†';

/** What the notes of tables and their marks say to a reader, once a page. */
export const NOISE_LEGEND =
  `Do not decide by a figure with ${MARK}: it lies within the noise of its table, or the table’s control failed. ` +
  'Noise is the interval of a kernel against itself (the A/A control), where the truth is 1.';

/** @param {number} value a ratio @param {number} [least] of those that it stands beside */
export const factor = (value, least = value) => value.toFixed(least >= 2 ? 1 : 2);

/** @param {Interval} ci */
export const interval = ([lo, hi]) => `${factor(lo)}-${factor(hi, lo)}`;

/** @param {Judged & { median: number }} ratio @returns {string} such as 2.5x (2.3-2.7); marked where it is in doubt */
export function times({ median, ci95, noise }) {
  if (ci95 === null) return `${factor(median)}x (too few rounds)`;
  return `${factor(median, ci95[0])}x (${interval(ci95)})${isMarked({ ci95, noise }) ? MARK : ''}`;
}

/**
 * @param {readonly Judged[]} ratios of a table
 * @returns {string[]} its noise, which one loud control makes wide; none without
 */
export function noiseNotes(ratios) {
  const controls = ratios.flatMap(({ noise }) => (noise ? [noise] : []));
  const [all, half] = [controls, narrowerHalf(controls)].map((some) =>
    spanOf(some)
      ?.map((end) => end.toFixed(2))
      .join('-'),
  );
  if (!all) return [];
  const quieter = half === all ? '' : `, for half of the figures ${half}`;
  return [`Noise ${all}${quieter}.`];
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
