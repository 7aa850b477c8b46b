/** What the summary of a run says of each row. Types alone. */

/** @import { Interval } from './interval.mjs' */
/** @import { RowName } from './rows.mjs' */
/** @import { Verdict } from './verdict.mjs' */

/**
 * @typedef {object} Speedup
 * @property {string} baseline kernel
 * @property {number} median time of the baseline / time of the row
 * @property {Interval | null} ci95 of the ratio, wide enough for all rows of an engine and model to hold together with
 *   the confidence asked for; null with too few rounds
 * @property {number} confidence of this interval alone
 * @property {number} rounds of which it is made: all that have both rows
 * @property {Interval | null} noise the interval of the A/A control of this engine and model; null for a control and
 *   where there is none
 * @property {number | null} detects the smallest difference from the baseline that a run like this one calls four times
 *   in five, a fraction; null with too few rounds
 */

/**
 * A row of a result file's `summary`. Times are null in an error row.
 * @typedef {object} Times
 * @property {number | null} min
 * @property {number | null} median
 * @property {number | null} mad median absolute deviation
 * @property {number | null} mean
 * @property {Interval | null} ci95 of the median; null with too few rounds
 * @property {number} outliers samples outside Tukey's fences; they are counted and kept
 */

/**
 * @typedef {object} Finding
 * @property {string} unit
 * @property {number} rounds that have a sample
 * @property {number} samples
 * @property {number} slow rounds whose process was slow for this row and not for the others
 * @property {Speedup | null} speedup null for the baseline itself and where there is nothing to pair with
 * @property {Verdict | null} verdict null where none is asked for: the baseline itself, rows of another kind of work,
 *   and error rows
 * @property {string | null} error
 */

/** @typedef {RowName & Times & Finding} SummaryRow */

export {};
