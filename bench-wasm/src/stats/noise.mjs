/** The noise of a table: what its A/A control measured, where there is no difference. */

import { SAME } from '../models/controls.mjs';

/** @import { Interval } from './interval.mjs' */
/** @import { RowName } from './rows.mjs' */
/** @import { SummaryRow } from './summary-row.mjs' */

/**
 * @param {readonly Pick<SummaryRow, 'engine' | 'kernel' | 'model' | 'speedup'>[]} summary
 * @param {...Pick<RowName, 'engine' | 'model'>} tables of the rows that are compared
 * @returns {Interval | null} of the A/A control that failed, or that spans all of theirs; null where one has none
 */
export function noiseOf(summary, ...tables) {
  const intervals = tables.map(
    ({ engine, model }) =>
      summary.find((row) => row.engine === engine && row.model === model && row.kernel === SAME.id)?.speedup?.ci95,
  );
  const known = intervals.flatMap((one) => (one ? [one] : []));
  return known.length < tables.length ? null : (known.find(excludesOne) ?? spanOf(known));
}

/** @param {readonly Interval[]} intervals @returns {Interval | null} from the lowest end to the highest */
export const spanOf = (intervals) =>
  intervals.length === 0
    ? null
    : [Math.min(...intervals.map(([lo]) => lo)), Math.max(...intervals.map(([, hi]) => hi))];

/** @param {readonly Interval[]} intervals @returns {Interval[]} the narrower half of them, of an odd number one more */
export const narrowerHalf = (intervals) =>
  intervals.toSorted((a, b) => a[1] / a[0] - b[1] / b[0]).slice(0, Math.ceil(intervals.length / 2));

/** @param {Interval} noise */
const excludesOne = ([low, high]) => low > 1 || high < 1;

/**
 * @param {{ ci95: Interval | null, noise?: Interval | null }} ratio
 * @returns {boolean} whether it is to be marked: the control failed, so that its interval excludes 1, or the ratio lies
 *   within the noise, so that the two intervals meet
 */
export function isMarked({ ci95, noise = null }) {
  if (ci95 === null || noise === null) return false;
  return excludesOne(noise) || (ci95[0] <= noise[1] && ci95[1] >= noise[0]);
}
