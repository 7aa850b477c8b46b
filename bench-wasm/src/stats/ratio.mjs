import { median } from 'simple-statistics';
import { findFaults } from './faults.mjs';
import { medianInterval } from './interval.mjs';
import { pairRounds } from './pairs.mjs';
import { groupByRow, rowKey } from './rows.mjs';
import { verdict } from './verdict.mjs';

/** @import { Interval } from './interval.mjs' */
/** @import { Row, RowName, Sample } from './rows.mjs' */
/** @import { Verdict } from './verdict.mjs' */

/**
 * @typedef {object} Settings
 * @property {number} threshold practical threshold, a fraction
 * @property {number} confidence of every interval, in (0, 1)
 * @property {Interval | null} [noise] the interval of the A/A control where the rows were measured
 */

/** @type {Readonly<Settings>} */
export const defaults = { threshold: 0.02, confidence: 0.95 };

/**
 * @typedef {object} Ratio
 * @property {number} median speed-up: time of the other row / time of this row; 2 = twice as fast
 * @property {Interval | null} ci95 null with too few rounds
 * @property {Interval | null} noise
 * @property {Verdict} verdict
 * @property {number} rounds that had both rows
 * @property {number} dropped rounds that had only one
 */

/**
 * Speed-up paired within rounds: the median over all rounds of the log ratio, and its interval.
 * @param {readonly Sample[]} row
 * @param {readonly Sample[]} against
 * @param {Settings} settings
 * @returns {Ratio | null} null when no round has both
 */
export function pairedRatio(row, against, { threshold, confidence, noise = null }) {
  const { logRatios, rounds, dropped } = pairRounds(row, against);
  if (rounds.length === 0) return null;
  const log = medianInterval(logRatios, confidence);
  /** @type {Interval | null} */
  const ci95 = log && [Math.exp(log[0]), Math.exp(log[1])];
  return {
    median: Math.exp(median(logRatios)),
    ci95,
    noise,
    verdict: verdict(ci95, threshold, noise),
    rounds: rounds.length,
    dropped,
  };
}

/** @type {WeakMap<readonly Sample[], Map<string, Row>>} of the samples of a run: a page asks for many of its ratios */
const sound = new WeakMap();

/** @param {readonly Sample[]} samples @returns {Map<string, Row>} rows that may be timed */
function soundRows(samples) {
  const known = sound.get(samples);
  if (known) return known;
  const rows = groupByRow(samples);
  for (const key of findFaults(samples).keys()) rows.delete(key);
  sound.set(samples, rows);
  return rows;
}

/**
 * How many times as fast one row is as another, for example `simd` against `multi3-mitigated`. Rows of two engines are
 * paired by round number although they ran in two processes, so slow phases cancel less.
 * @param {readonly Sample[]} samples of a run
 * @param {RowName} row
 * @param {RowName} against the row that is 1.0
 * @param {Partial<Settings>} [options]
 * @returns {Ratio | null} null when either row has no samples or may not be timed, or no round has both
 */
export function ratio(samples, row, against, options = {}) {
  const rows = soundRows(samples);
  const [own, other] = [row, against].map((name) => rows.get(rowKey(name)));
  return own && other ? pairedRatio(own.samples, other.samples, { ...defaults, ...options }) : null;
}
