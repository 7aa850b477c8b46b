import { median } from 'simple-statistics';
import { checkControls, isControl } from './controls.mjs';
import { confidenceOfEach, differenceInterval, medianInterval } from './interval.mjs';
import { fastestByRound, pairRounds } from './pairs.mjs';
import { defaults } from './ratio.mjs';
import { groupByRow, rowKey } from './rows.mjs';
import { differences, sameEngine } from './surroundings.mjs';
import { verdict } from './verdict.mjs';

/** @import { Control } from './controls.mjs' */
/** @import { Interval } from './interval.mjs' */
/** @import { Settings } from './ratio.mjs' */
/** @import { Row, RowName, Sample } from './rows.mjs' */
/** @import { SummaryRow } from './summary-row.mjs' */
/** @import { Surroundings } from './surroundings.mjs' */
/** @import { Verdict } from './verdict.mjs' */

/**
 * The parts of a result file that are compared.
 * @typedef {object} Result
 * @property {Surroundings} environment
 * @property {readonly Sample[]} samples
 * @property {readonly Pick<SummaryRow, 'engine' | 'kernel' | 'model' | 'speedup' | 'error'>[]} summary
 */

/** @typedef {'earlier' | 'current'} Run */

/**
 * @typedef {object} Change
 * @property {string} unit what was compared: 'ns' or 'ratio to multi3'
 * @property {number | null} ratio speed now / speed in the earlier run, 0.9 = slower now; null where nothing can be
 *   compared
 * @property {Interval | null} ci95
 * @property {Verdict} verdict
 * @property {string | null} note why no more can be said
 */

/**
 * @typedef {object} Comparison
 * @property {(RowName & Change)[]} rows of both runs, without the controls; a row that failed in both is undecided
 * @property {(RowName & {reason: string})[]} missing rows that have numbers in the earlier run only
 * @property {(RowName & {reason: string})[]} added rows that have numbers in the current run only: a kernel or a model
 *   that is new
 * @property {(Control & {run: Run})[]} controls of both runs
 * @property {(Control & {run: Run})[]} failedControls
 * @property {string[]} differences of machine and engines, in words
 */

/**
 * Compares two runs row by row. Pure: no file, no exit code.
 *
 * Rows are compared by their ratio to the baseline kernel, on one machine too. A shared machine has phases of up to 2x
 * that can outlast a run; the rounds of one run cannot tell such a phase from a change of the code, so an interval of
 * ns over rounds would claim what it does not know. The ratio is paired within the rounds of each run; only what a
 * phase that outlasts a run does to one kernel more than to another is left in.
 *
 * That leaves the rows with nothing to be divided by: the baseline kernel itself, and rows whose baseline failed. They
 * are compared by ns, when machine and engine are the same, and are then `equivalent` or `undecided`: a difference may
 * be the machine's. A baseline kernel that did become slower shows as every other row `faster`.
 *
 * The interval is that of the difference of two medians of log ratios, one a run. As in the table of one run, the
 * intervals of an engine and model hold together.
 * @param {Result} before the earlier run
 * @param {Result} now the run in question
 * @param {Partial<Settings> & {baseline?: string}} [options]
 * @returns {Comparison}
 */
export function compareRuns(before, now, { baseline = 'multi3', ...options } = {}) {
  const settings = { ...defaults, ...options };
  const [old, current] = [before, now].map(readRun);
  const names = new Map([...before.summary, ...now.summary].map((row) => [rowKey(row), row]));

  /** @type {Comparison['rows']} */
  const rows = [];
  /** @type {Comparison['missing']} */
  const missing = [];
  /** @type {Comparison['added']} */
  const added = [];
  for (const [key, { engine, kernel, model }] of names) {
    const name = { engine, kernel, model };
    if (old.measured.has(key) && !current.measured.has(key)) {
      missing.push({ ...name, reason: current.reasons.get(key) ?? 'no such row' });
    } else if (current.measured.has(key) && !old.measured.has(key)) {
      added.push({ ...name, reason: old.reasons.get(key) ?? 'no such row' });
    } else if (!isControl(kernel)) {
      rows.push({ ...name, ...compareRow(name) });
    }
  }
  const controls = [
    ...checkControls(before.summary, settings.threshold).map((control) => ({
      ...control,
      run: /** @type {Run} */ ('earlier'),
    })),
    ...checkControls(now.summary, settings.threshold).map((control) => ({
      ...control,
      run: /** @type {Run} */ ('current'),
    })),
  ];
  return {
    rows,
    missing,
    added,
    controls,
    failedControls: controls.filter(({ state }) => state === 'failed'),
    differences: differences(before.environment, now.environment),
  };

  /** @param {RowName} name @returns {number} rows of its table that are compared by their ratio */
  function compared({ engine, model }) {
    const both = [...names.keys()].filter((key) => old.measured.has(key) && current.measured.has(key));
    return both
      .map((key) => /** @type {Row} */ (current.measured.get(key)))
      .filter(
        (row) => row.engine === engine && row.model === model && row.kernel !== baseline && !isControl(row.kernel),
      ).length;
  }

  /**
   * @param {number[]} was one a round
   * @param {number[]} is one a round
   * @param {number} intervals that hold together
   * @returns {Pick<Change, 'ratio' | 'ci95' | 'verdict'>}
   */
  function compareLogs(was, is, intervals) {
    if (was.length === 0 || is.length === 0) return unknown;
    const confidence = confidenceOfEach(settings.confidence, intervals, Math.min(was.length, is.length));
    const [before, now] = [was, is].map((logs) => ({
      value: median(logs),
      interval: medianInterval(logs, confidence),
    }));
    const log =
      before.interval && now.interval
        ? differenceInterval(
            { value: now.value, interval: now.interval },
            { value: before.value, interval: before.interval },
          )
        : null;
    /** @type {Interval | null} */
    const ci95 = log && [Math.exp(log[0]), Math.exp(log[1])];
    return { ratio: Math.exp(now.value - before.value), ci95, verdict: verdict(ci95, settings.threshold) };
  }

  /** @type {(name: RowName) => Change} */
  function compareRow(name) {
    const [own, against] = [name, { ...name, kernel: baseline }].map(rowKey);
    const [was, is] = [old.measured.get(own), current.measured.get(own)];
    const [wasAgainst, isAgainst] = [old.measured.get(against), current.measured.get(against)];
    const unit = `ratio to ${baseline}`;
    if (!was || !is) return { unit, ...unknown, note: current.reasons.get(own) ?? null };

    if (name.kernel !== baseline && wasAgainst && isAgainst) {
      const change = compareLogs(logRatios(was, wasAgainst), logRatios(is, isAgainst), compared(name));
      return { unit, ...change, note: change.ci95 ? null : 'too few rounds' };
    }
    if (!sameEngine(before.environment, now.environment, name.engine))
      return { unit: 'ns', ...unknown, note: 'ns of another machine or engine' };
    const change = compareLogs(logSpeeds(was), logSpeeds(is), 1);
    if (change.verdict === 'equivalent') return { unit: 'ns', ...change, note: null };
    return { unit: 'ns', ...change, verdict: 'undecided', note: 'ns cannot tell a change from a phase of the machine' };
  }
}

/** @type {Readonly<Pick<Change, 'ratio' | 'ci95' | 'verdict'>>} */
const unknown = { ratio: null, ci95: null, verdict: 'undecided' };

/**
 * @param {Result} result
 * @returns {{measured: Map<string, Row>, reasons: Map<string, string>}} the rows with numbers; why the others have none
 */
function readRun({ samples, summary }) {
  const rows = groupByRow(samples);
  /** @type {Map<string, Row>} */
  const measured = new Map();
  /** @type {Map<string, string>} */
  const reasons = new Map();
  for (const row of summary) {
    const key = rowKey(row);
    const own = rows.get(key);
    if (row.error !== null) reasons.set(key, row.error);
    else if (own) measured.set(key, own);
    else reasons.set(key, 'no samples');
  }
  return { measured, reasons };
}

/** @param {Row} row @param {Row} against @returns {number[]} log speed-ups over the other row, one a round */
const logRatios = (row, against) => pairRounds(row.samples, against.samples).logRatios;

/** @param {Row} row @returns {number[]} log speed of the fastest batch of each round */
const logSpeeds = ({ samples }) => [...fastestByRound(samples).values()].map((ns) => -Math.log(ns));
