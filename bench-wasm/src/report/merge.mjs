/**
 * One or more results as the one thing that every rendering is made from: runs, the series in
 * them (one run on one engine), and every row of each model in the order it was planned.
 */

import { SAME, controlOf } from '../models/controls.mjs';
import { MODELS, unitOf } from '../models/index.mjs';
import { NOOP } from '../models/noop.mjs';
import { checkControls, grouped } from '../stats/index.mjs';
import { ResultError } from '../result/result.mjs';
import { engineName } from '../engines/names.mjs';

/** @import { EngineRecord, Result } from '../result/result.mjs' */
/** @import { Control, Sample, SummaryRow } from '../stats/index.mjs' */

/**
 * @typedef {object} Run
 * @property {string} label from the file's name; no two runs of a report share one
 * @property {string} file as it was named
 * @property {Result} result
 */

/**
 * @typedef {object} ReportRow
 * @property {string} kernel
 * @property {'kernel' | 'control' | 'floor'} kind controls and the no-op judge the run; they are not judged
 * @property {SummaryRow} summary
 * @property {Sample[]} samples in the order they were taken
 */

/** @typedef {{ model: string, rows: ReportRow[] }} ModelView */

/**
 * @typedef {object} Series one run on one engine
 * @property {string} id usable as an anchor
 * @property {string} label what tells it from the other series of the report
 * @property {Run} run
 * @property {EngineRecord} engine
 * @property {ModelView[]} views
 * @property {Map<number, number>} lengths how many samples each round has, over all rows
 * @property {(Control & { truth: number, effect: number | null })[]} controls with the speed-up that is
 *   true, and the minimum detectable effect of the model, a fraction
 */

/** @typedef {{ runs: Run[], series: Series[], baseline: string, threshold: number }} Report */

/**
 * @param {{ file: string, result: Result }[]} files at least one
 * @returns {Report}
 * @throws {ResultError} when the results cannot stand in one report
 */
export function mergeResults(files) {
  const [first, ...others] = files;
  if (!first) throw new ResultError('no result to report on');
  const { baseline, threshold } = first.result.statistics;
  for (const { file, result } of others) {
    const own = result.statistics;
    const differ =
      own.baseline !== baseline
        ? // By their ids: in a program of arkworks that release is ark-0.6.0, in this crate multi3-mitigated.
          `its ratios are to ${own.baseline}, those of ${first.file} to ${baseline}`
        : own.threshold !== threshold &&
          `its verdicts are at a threshold of ${own.threshold}, those of ${first.file} at ${threshold}`;
    if (differ) throw new ResultError(`${file}: ${differ}; they cannot stand in one report`);
  }
  refuseDuplicates(files);

  const labels = uniqueLabels(files.map(({ file }) => file));
  const runs = files.map(({ file, result }, at) => ({ label: labels[at], file, result }));
  const series = runs.flatMap((run, at) =>
    run.result.environment.engines.map((engine) => {
      const own = runs.length === 1 || run.result.environment.engines.length > 1;
      return {
        ...{ id: `run${at + 1}-${engine.id}`, run, engine },
        label: [...(runs.length > 1 ? [run.label] : []), ...(own ? [engineName(engine)] : [])].join(' '),
        ...viewsOf(run.result, engine.id),
      };
    }),
  );
  return { runs, series, baseline, threshold };
}

/**
 * The same run twice would look like two runs that agree.
 *
 * @param {{ file: string, result: Result }[]} files
 */
function refuseDuplicates(files) {
  const runs = grouped(files, ({ result: { createdAt, plan, environment } }) => {
    const { cpu, os, engines } = environment;
    return JSON.stringify([createdAt, plan.seed, cpu, os, engines.map(({ id }) => id)]);
  });
  for (const [, [one, other]] of runs) if (other) throw new ResultError(`${other.file}: the same run as ${one.file}`);
}

/**
 * @param {string[]} files
 * @returns {string[]} the name of each, with its folder, if not its date, where others have the same name, and a number
 *   where that does not tell them apart either
 */
function uniqueLabels(files) {
  const paths = files.map((file) => file.replace(/(\.json)?(\.partial)?\.jsonl?(\.gz)?$/, '').split(/[\\/]/));
  const names = paths.map((path) => path.at(-1) ?? '');
  const labels = paths.map((path, at) =>
    names.filter((name) => name === names[at]).length > 1
      ? path
          .slice(-2)
          .join('/')
          .replace(/^\d{4}-\d\d-\d\d-/, '')
      : names[at],
  );
  return labels.map((label, at) => {
    const use = labels.slice(0, at + 1).filter((one) => one === label).length;
    return use === 1 ? label : `${label} (${use})`;
  });
}

/** @param {Result} result @param {string} engine @returns {Pick<Series, 'views' | 'lengths' | 'controls'>} */
function viewsOf(result, engine) {
  const summary = result.summary.filter((row) => row.engine === engine);
  const samples = result.samples.filter((sample) => sample.engine === engine);
  // Planned rows first, in their order, so that tables of two runs can be laid side by side.
  const names = new Map(
    [...result.plan.rows, ...summary].map(({ kernel, model }) => [`${model} ${kernel}`, { kernel, model }]),
  );
  const rows = [...names.values()].map(({ kernel, model }) => ({
    model,
    kernel,
    kind: /** @type {ReportRow['kind']} */ (controlOf(kernel) ? 'control' : kernel === NOOP ? 'floor' : 'kernel'),
    summary: summary.find((row) => row.kernel === kernel && row.model === model) ?? missing(engine, kernel, model),
    samples: samples
      .filter((sample) => sample.kernel === kernel && sample.model === model)
      .sort((a, b) => a.round - b.round || a.order - b.order),
  }));
  const views = MODELS.map(({ id: model }) => ({ model, rows: rows.filter((row) => row.model === model) })).filter(
    (view) => view.rows.length > 0,
  );

  /** @type {Series['lengths']} */
  const lengths = new Map();
  for (const { round, order } of samples) lengths.set(round, Math.max(order + 1, lengths.get(round) ?? 0));

  const { threshold } = result.statistics;
  const controls = checkControls(summary, threshold).map((control) => {
    const same = summary.find((row) => row.kernel === SAME.id && row.model === control.model);
    return { ...control, truth: controlOf(control.kernel)?.truth ?? 1, effect: same?.speedup?.detects ?? null };
  });
  return { views, lengths, controls };
}

/**
 * @param {string} engine
 * @param {string} kernel
 * @param {string} model
 * @returns {SummaryRow} of a row that was planned, and that the file says nothing about
 */
const missing = (engine, kernel, model) => ({
  ...{ engine, kernel, model, unit: unitOf(model) },
  ...{ min: null, median: null, mad: null, mean: null, ci95: null, speedup: null, verdict: null },
  ...{ outliers: 0, rounds: 0, samples: 0, slow: 0 },
  error: 'planned, but the file has no summary of it',
});
