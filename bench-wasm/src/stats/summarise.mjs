import { mean, median, medianAbsoluteDeviation, min, quantile } from 'simple-statistics';
import { unitOf } from '../models/index.mjs';
import { drawsFromSeed, resampleMedians } from './bootstrap.mjs';
import { findFaults } from './faults.mjs';
import { confidenceOfEach, medianInterval } from './interval.mjs';
import { quietIn } from './quiet.mjs';
import { defaults, pairedRatio } from './ratio.mjs';
import { groupByRow, nsPerProduct, rowKey } from './rows.mjs';

/** @import { RunError } from './faults.mjs' */
/** @import { Interval } from './interval.mjs' */
/** @import { Settings } from './ratio.mjs' */
/** @import { Row, RowName, Sample } from './rows.mjs' */
/** @import { Verdict } from './verdict.mjs' */

/**
 * @typedef {object} Speedup
 * @property {string} baseline kernel
 * @property {number} median time of the baseline / time of the row
 * @property {Interval | null} ci95 of the ratio, wide enough for all rows of an engine and model to hold together with
 *   the
 *   confidence asked for; null with too few rounds
 * @property {number} [confidence] of this interval alone; a file without one has the run's own, row by row
 * @property {number} [rounds] quiet ones, of which it is made; a file without the number has used all
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
 * @property {Speedup | null} speedup null for the baseline itself and where there is nothing to pair with
 * @property {Verdict | null} verdict null where none is asked for: the baseline itself, rows of another kind of work,
 *   and error rows
 * @property {string | null} error
 */

/** @typedef {RowName & Times & Finding} SummaryRow */

/** @type {Readonly<Times>} */
const untimed = { min: null, median: null, mad: null, mean: null, ci95: null, outliers: 0 };

/**
 * The summary of a run: one row for each engine, model and kernel that has samples or an error. Times are over all
 * samples of a row, speed-ups paired
 * within rounds; the intervals of a time hold one by one, those of the speed-ups of an engine and model together. No
 * number of a row that failed is used, not even as somebody's baseline.
 * @param {readonly Sample[]} samples
 * @param {Partial<Settings> & {baseline?: string, errors?: readonly RunError[], apart?: ReadonlySet<string>}} [options]
 *   apart: kernels that do
 *   other work than the baseline, in another field: their times stand alone
 * @returns {SummaryRow[]} sorted by engine, model, kernel
 */
export function summarise(samples, { baseline = 'multi3', errors = [], apart = new Set(), ...options } = {}) {
  const settings = { ...defaults, ...options };
  const rows = groupByRow(samples);
  const faults = findFaults(samples, errors);
  for (const { engine, kernel, model } of errors) {
    const key = rowKey({ engine, kernel, model });
    if (!rows.has(key)) rows.set(key, { engine, kernel, model, samples: [] });
  }
  const quiet = quietIn([...rows].filter(([key]) => !faults.has(key)).map(([, row]) => row));
  return [...rows]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, row]) => {
      const baselineKey = rowKey({ ...row, kernel: baseline });
      const against = faults.has(baselineKey) ? undefined : rows.get(baselineKey);
      if (apart.has(row.kernel)) return summariseRow(row, faults.get(key) ?? null, row, settings, 0, new Set());
      const compared = [...rows].filter(
        ([other, { engine, model, kernel }]) =>
          engine === row.engine &&
          model === row.model &&
          kernel !== baseline &&
          !apart.has(kernel) &&
          !faults.has(other),
      );
      return summariseRow(row, faults.get(key) ?? null, against, settings, compared.length, quiet(row));
    });
}

/**
 * @param {Row} row
 * @param {string | null} error
 * @param {Row | undefined} against the baseline's row, or the row itself where it is compared with none
 * @param {Settings} settings
 * @param {number} compared rows whose speed-ups are to hold together
 * @param {ReadonlySet<number>} quiet rounds that count for the speed-up
 * @returns {SummaryRow}
 */
function summariseRow(row, error, against, settings, compared, quiet) {
  const { engine, kernel, model, samples } = row;
  const rounds = new Set(samples.map(({ round }) => round)).size;
  const confidence = confidenceOfEach(settings.confidence, compared, quiet.size);
  const ratio =
    error === null && against && against !== row
      ? pairedRatio(samples, against.samples, quiet, { ...settings, confidence })
      : null;
  const asked = error === null && against !== row;
  return {
    engine,
    kernel,
    model,
    unit: unitOf(model),
    ...(error === null ? times(samples, settings) : untimed),
    rounds,
    samples: samples.length,
    speedup:
      ratio && against
        ? { baseline: against.kernel, median: ratio.median, ci95: ratio.ci95, confidence, rounds: ratio.rounds }
        : null,
    verdict: asked ? (ratio?.verdict ?? 'undecided') : null,
    error,
  };
}

/**
 * @param {readonly Sample[]} samples of one row, at least one
 * @param {Settings} settings
 * @returns {Times} in ns per product, MSM or pairing
 */
function times(samples, { confidence, resamples, seed }) {
  const values = nsPerProduct(samples);
  const rounds = samples.map(({ round }) => round);
  const distinct = new Set(rounds).size;
  const medians = resampleMedians(values, rounds, drawsFromSeed(distinct, resamples, seed));
  return {
    min: min(values),
    median: median(values),
    mad: medianAbsoluteDeviation(values),
    mean: mean(values),
    ci95: medianInterval(medians, distinct, confidence),
    outliers: countOutliers(values),
  };
}

/**
 * @param {number[]} values
 * @returns {number} how many lie more than 1.5 interquartile ranges outside the quartiles
 */
function countOutliers(values) {
  const [lower, upper] = [quantile(values, 0.25), quantile(values, 0.75)];
  const reach = 1.5 * (upper - lower);
  return values.filter((value) => value < lower - reach || value > upper + reach).length;
}
