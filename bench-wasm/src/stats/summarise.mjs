import { mean, median, medianAbsoluteDeviation, min } from 'simple-statistics';
import { isCold, unitOf } from '../models/index.mjs';
import { findFaults } from './faults.mjs';
import { boxOf } from './box.mjs';
import { confidenceOfEach, medianInterval } from './interval.mjs';
import { pairRounds } from './pairs.mjs';
import { defaults, pairedRatio } from './ratio.mjs';
import { groupByRow, nsPerProduct, rowKey } from './rows.mjs';
import { slowProcesses } from './slow.mjs';
import { isControl } from './controls.mjs';
import { detectableEffect } from './detectable.mjs';
import { noiseOf } from './noise.mjs';
import { verdict } from './verdict.mjs';

/** @import { RunError } from './faults.mjs' */
/** @import { Interval } from './interval.mjs' */
/** @import { Settings } from './ratio.mjs' */
/** @import { Row, RowName, Sample } from './rows.mjs' */
/** @import { Verdict } from './verdict.mjs' */
/** @import { Speedup, SummaryRow, Times } from './summary-row.mjs' */

/** @type {Readonly<Times>} */
const untimed = { min: null, median: null, mad: null, mean: null, ci95: null, outliers: 0 };

/**
 * The summary of a run: one row for each engine, model and kernel that has samples or an error. Times are over all
 * samples of a row, speed-ups paired within rounds; the intervals of a time hold one by one, those of the speed-ups of
 * an engine and model together. No number of a row that failed is used, not even as somebody's baseline.
 * @param {readonly Sample[]} samples
 * @param {Partial<Settings> & {baseline?: string, controlled?: string, errors?: readonly RunError[], apart?:
 *   ReadonlySet<string>}} [options] controlled: the kernel that the controls were made from, with which they are
 *   compared whatever the baseline; apart: kernels that do other work than the baseline, in another field: their times
 * stand alone
 * @returns {SummaryRow[]} sorted by engine, model, kernel
 */
export function summarise(
  samples,
  { baseline = 'multi3', controlled = baseline, errors = [], apart = new Set(), ...options } = {},
) {
  const settings = { ...defaults, ...options };
  const rows = groupByRow(samples);
  const faults = findFaults(samples, errors);
  for (const { engine, kernel, model } of errors) {
    const key = rowKey({ engine, kernel, model });
    if (!rows.has(key)) rows.set(key, { engine, kernel, model, samples: [] });
  }
  /** @param {Pick<RowName, 'engine' | 'model'>} row */
  const table = ({ engine, model }) => JSON.stringify([engine, model]);
  const sound = [...rows].filter(([key]) => !faults.has(key)).map(([, row]) => row);
  const tables = [...new Set(sound.map(table))].map((name) => {
    const own = sound.filter((row) => table(row) === name);
    const compared = own.filter(({ kernel }) => kernel !== baseline && !apart.has(kernel)).length;
    return /** @type {const} */ ([name, { compared, slow: slowProcesses(own) }]);
  });
  const byTable = new Map(tables);
  const summary = [...rows]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, row]) => {
      const baselineKey = rowKey({ ...row, kernel: isControl(row.kernel) ? controlled : baseline });
      const against = faults.has(baselineKey) ? undefined : rows.get(baselineKey);
      const { compared = 0, slow } = byTable.get(table(row)) ?? {};
      return summariseRow(row, {
        error: faults.get(key) ?? null,
        against: apart.has(row.kernel) || isCold(row.model) ? row : against,
        compared,
        slow: slow?.get(key) ?? 0,
        settings,
      });
    });
  return summary.map((row) => {
    if (!row.speedup || isControl(row.kernel)) return row;
    const noise = noiseOf(summary, row);
    const { ci95 } = row.speedup;
    return { ...row, speedup: { ...row.speedup, noise }, verdict: verdict(ci95, settings.threshold, noise) };
  });
}

/**
 * @param {Row} row
 * @param {object} context
 * @param {string | null} context.error
 * @param {Row | undefined} context.against the baseline's row, or the row itself where it is compared with none
 * @param {number} context.compared rows whose speed-ups are to hold together
 * @param {number} context.slow rounds
 * @param {Settings} context.settings
 * @returns {SummaryRow}
 */
function summariseRow(row, { error, against, compared, slow, settings }) {
  const { engine, kernel, model, samples } = row;
  const rounds = new Set(samples.map(({ round }) => round)).size;
  const asked = error === null && against !== row;
  const found = asked && against ? speedupOf(row, against, compared, settings) : null;
  return {
    engine,
    kernel,
    model,
    unit: unitOf(model),
    ...(error === null ? times(samples, settings) : untimed),
    rounds,
    samples: samples.length,
    slow,
    speedup: found?.speedup ?? null,
    verdict: asked ? (found?.verdict ?? 'undecided') : null,
    error,
  };
}

/**
 * @param {Row} row
 * @param {Row} against
 * @param {number} compared rows whose speed-ups are to hold together
 * @param {Settings} settings
 * @returns {{ speedup: Speedup, verdict: Verdict } | null} null when no round has both
 */
function speedupOf(row, against, compared, settings) {
  const paired = pairRounds(row.samples, against.samples).rounds.length;
  const confidence = confidenceOfEach(settings.confidence, compared, paired);
  const ratio = pairedRatio(row.samples, against.samples, { ...settings, confidence });
  if (!ratio) return null;
  const { median: middle, ci95, rounds, verdict } = ratio;
  const detects = detectableEffect(ci95, settings.threshold);
  return {
    speedup: { baseline: against.kernel, median: middle, ci95, confidence, rounds, detects, noise: null },
    verdict,
  };
}

/**
 * @param {readonly Sample[]} samples of one row, at least one
 * @param {Settings} settings
 * @returns {Times} in ns per product, MSM or pairing
 */
function times(samples, { confidence }) {
  const values = nsPerProduct(samples);
  return {
    min: min(values),
    median: median(values),
    mad: medianAbsoluteDeviation(values),
    mean: mean(values),
    ci95: medianInterval(mediansOfRounds(samples), confidence),
    outliers: values.filter(boxOf(values).isOutside).length,
  };
}

/** @param {readonly Sample[]} samples @returns {number[]} one for each round: its batches share a process */
function mediansOfRounds(samples) {
  /** @type {Map<number, number[]>} */
  const rounds = new Map();
  for (const { round, ns, n } of samples) rounds.set(round, [...(rounds.get(round) ?? []), ns / n]);
  return [...rounds.values()].map((values) => median(values));
}
