/**
 * The report as an outline: sections of sentences, tables, charts and facts, all of them data. HTML, markdown and the
 * terminal walk it. Runs in a browser as well.
 */

import { controlOf } from '../models/controls.mjs';
import { modelOf } from '../models/index.mjs';
import { across, acrossReading, acrossTable, premise, runsTable } from './across.mjs';
import { answerTable, machinesOf } from './answer.mjs';
import { findingsOn } from './findings.mjs';
import { NOISE_LEGEND, ns, percent } from './format.mjs';
import { kernelName } from './names.mjs';
import { distinct } from '../stats/index.mjs';
import { MATRIX_PREMISE, matrixTables, refusals } from './matrix.mjs';
import { engineName, engineNameIn, headlineEngines } from '../engines/names.mjs';
import { recordTable } from './record.mjs';
import { repeatabilityTables } from './repeatability.mjs';
import * as tables from './tables.mjs';

/** @import { RatioRow, SampleRow, Words } from './charts.mjs' */
/** @import { ModelView, Report, ReportRow, Run, Series } from './merge.mjs' */
/** @import { Table, Tone } from './table.mjs' */
/** @import { ColumnId } from './tables.mjs' */

/** @typedef {readonly [term: string, text: string]} Fact */
/** @typedef {string | { lead: string, under: string[] }} Point */

/**
 * @typedef {Omit<Words, 'description'> & { rows: RatioRow[], threshold: number, axis: string, caption: string,
 *   description?: string }} Ratios a chart of ratios with their intervals
 */

/**
 * @typedef {{ model: string, rows: SampleRow[], rounds: number, description: string }} Samples all samples of a model,
 *   by size and in their order; described for those who do not see them
 */

/**
 * @typedef {{ text: string }
 *   | { points: Point[] }
 *   | { heading: string, model?: string, id?: string }
 *   | { table: Table, kind?: string, captioned?: false }
 *   | { ratios: Ratios }
 *   | { samples: Samples }
 *   | { facts: readonly Fact[], kind?: string }
 *   | { code: string }
 *   | { summary: string, folded: string }} Part a heading is of the parts after it; a table that is
 *   not captioned says in its caption what the section's title says
 */

/**
 * @typedef {object} Section
 * @property {string} id an anchor
 * @property {string} title
 * @property {string} [model] whose section it is
 * @property {[Tone, string][]} [badges] what must be known first
 * @property {Part[]} parts
 * @property {{ aside: string, sections: Section[] }} [folded] a section of sections, which a page folds
 */

/** @type {readonly ColumnId[]} */
const COLUMNS = ['kernel', 'median', 'medianInterval', 'min', 'mad', 'average', ...tables.COMPARED, 'outliers'];
/** @param {Report} report @returns {Section[]} of a page or of a file of markdown */
export function outline(report) {
  const { series, runs } = report;
  const several = series.length > 1;
  return [
    ...answerSections(runs),
    ...(several ? [acrossSection(report), ...matrixSections(report)] : seriesSections(series[0], report, 'reading')),
    ...series.flatMap((one) => (several ? [foldedSection(one, report)] : [])),
    howToRead(report),
  ];
}

/** @param {Run[]} runs @returns {Section[]} none where no run has what the question is about */
export function answerSections(runs) {
  const machines = machinesOf(runs, ({ result }) => result.environment.cpu);
  const engines = runs.flatMap(({ result }) => result.environment.engines);
  const asked = headlineEngines(engines);
  const table = answerTable(machines, asked.length > 0 ? asked : distinct(engines.map(({ id }) => id)));
  return table ? [{ id: 'answer', title: 'The answer', parts: [{ table, kind: 'answer', captioned: false }] }] : [];
}

/** @param {Report} report of several series @returns {Section} */
export function acrossSection(report) {
  const { baseline, threshold } = report;
  return {
    ...{ id: 'reading', title: 'Across runs' },
    parts: [
      { text: premise(report) },
      { table: runsTable(report), kind: 'runs' },
      { points: acrossReading(report) },
      ...repeatabilityTables(report).map((table) => ({ table, kind: 'across' })),
      ...across(report).flatMap((one) => {
        const groups = one.kernels.map(({ kernel, rows }) => ({
          ...{ kernel, rows: rows.map(({ label, row }) => ({ ...ratioRow(row, baseline), name: label })) },
        }));
        return [
          { heading: modelOf(one.model).title, model: one.model, id: `across-${one.model}` },
          {
            ratios: {
              rows: groups.flatMap(({ kernel, rows }) => [
                { name: kernelName(kernel), heading: /** @type {const} */ (true) },
                ...rows,
              ]),
              ...{
                threshold,
                axis: `speed-up over ${kernelName(baseline)} of the same run`,
                caption: intervals(threshold),
              },
              label: `Speed-up over ${kernelName(baseline)} in ${one.model}, by kernel and run`,
              description: groups.map(({ kernel, rows }) => `${kernelName(kernel)}: ${described(rows)}`).join('. '),
            },
          },
          { table: acrossTable(one, report), kind: 'across' },
        ];
      }),
    ],
  };
}

/** @param {Report} report @returns {Section[]} kernel by engine, where a run has several engines */
function matrixSections(report) {
  const several = report.runs.flatMap((run) => {
    const matrices = matrixTables(report, run);
    return matrices.length > 0 ? [{ run, shown: [recordTable(report, run), ...matrices] }] : [];
  });
  const parts = several.flatMap(({ run, shown }) => {
    const points = refusals(report, run);
    return [
      ...(several.length > 1 ? [{ heading: run.label }] : []),
      ...(points.length > 0 ? [{ points }] : []),
      ...shown.map((table) => ({ table, kind: 'matrix' })),
    ];
  });
  return several.length > 0
    ? [{ id: 'matrix', title: 'Kernel by engine', parts: [{ text: MATRIX_PREMISE }, ...parts] }]
    : [];
}

/** @param {Series} series @param {Report} report of several @returns {Section} */
function foldedSection(series, report) {
  const { run, label: title, id, engine } = series;
  return {
    ...{ id, title, badges: state({ runs: [run], series: [series] }), parts: [] },
    folded: {
      aside: `${tables.machineOf(run.result)}, ${engineName(engine)}`,
      sections: seriesSections(series, report, `${id}-reading`),
    },
  };
}

/** @param {Series} series @param {Report} report @param {string} reading its id @returns {Section[]} it is the first */
export const seriesSections = (series, report, reading) => [
  {
    ...{ id: reading, title: 'Reading' },
    parts: [
      { table: tables.glanceTable(series, report), kind: 'glance' },
      { points: findingsOn(series.run.result, series.engine.id) },
    ],
  },
  ...series.views.map((view) => modelSection(view, series, report)),
  controlsSection(series, report),
  environmentSection(series),
];

/** @param {ModelView} view @param {Series} series @param {Report} report @returns {Section} */
function modelSection(view, series, { baseline, threshold }) {
  const { model } = view;
  const rows = view.rows.filter(({ summary }) => tables.cannotRun(summary) === null);
  const { meaning, title, unit } = modelOf(model);
  const time = (/** @type {number | null} */ value) => `${ns(value === null ? null : value / unit.ns)} ${unit.label}`;
  /** @param {ReportRow['summary']} summary */
  const spread = ({ error, median, min, outliers, samples }) =>
    error === null
      ? `median ${time(median)}, least ${time(min)}, ${outliers} outliers of ${samples}`
      : `no time, ${error}`;
  const samples = {
    ...{ model, rounds: series.run.result.plan.rounds },
    rows: rows.map((row) => sampleRow(row, series.lengths, unit.ns)),
    description: rows.map(({ kernel, summary }) => `${kernelName(kernel)}: ${spread(summary)}`).join('; '),
  };
  const ratios = {
    rows: rows.filter(({ kind }) => kind === 'kernel').map((row) => ratioRow(row, baseline)),
    ...{ threshold, axis: `speed-up over ${kernelName(baseline)}`, caption: intervals(threshold) },
    label: `Speed-up over ${kernelName(baseline)} in ${model}`,
  };
  const table = tables.modelTable(view, series, COLUMNS);
  return {
    ...{ id: `${series.id}-${model}`, title, model },
    parts: [{ text: meaning }, { ratios }, { table, kind: 'model', captioned: false }, { samples }],
  };
}

/** @param {Series} series @param {Report} report @returns {Section} */
function controlsSection(series, { threshold, baseline }) {
  const { controlled = baseline } = series.run.result.statistics;
  const rows = series.controls.map(({ kernel, model, state: tone, truth }) => {
    const summary = tables.rowOf(tables.rowsIn(series, model), kernel)?.summary;
    const speedup = summary?.speedup ?? null;
    return {
      ...{ name: `${controlOf(kernel)?.label}, ${model}`, tone, text: tone, truth },
      ...{ median: speedup?.median ?? null, ci95: speedup?.ci95 ?? null },
      detail: speedup?.ci95 ? speedup.ci95.map((value) => value.toFixed(3)).join(' to ') : '',
      ...(!speedup && { note: summary?.error ?? 'missing' }),
    };
  });
  const meaning =
    `What this run could see. A/A is ${kernelName(controlled)} against itself; 5 % slower is the same with 5 % more ` +
    'work. ' +
    'Passed: the run said what is true. Undecided: it could not tell. Failed: do not trust its verdicts.';
  const ratios = {
    ...{ rows, threshold, axis: `speed-up over ${kernelName(controlled)}`, label: 'Controls of the run' },
    caption: 'The upright mark is the truth; the point and its line are what the run measured.',
  };
  return {
    ...{ id: `${series.id}-controls`, title: 'Controls' },
    parts: [
      { text: meaning },
      ...(rows.length > 0 ? [{ ratios }] : []),
      { table: tables.controlsTable(series), kind: 'controls' },
    ],
  };
}

/** @param {Series} series @returns {Section} */
function environmentSection(series) {
  const { result } = series.run;
  const { environment, plan, statistics, lost, command } = result;
  const { rustc, wasmPack, wasmOpt, arkFf, cpuFeatures: features } = environment;
  const { clockStepNs, noopNs } = series.engine;
  /** @type {Fact[]} */
  const facts = [
    ['Machine', tables.machineOf(result)],
    ['Engine', tables.engineOf(series)],
    ['Clock', `step ${ns(clockStepNs)} ns, empty call ${ns(noopNs)} ns`],
    ['Started', result.createdAt],
    ['Size', `${tables.sizeOf(result)}, seed ${plan.seed}`],
    ['Statistics', `threshold ${percent(statistics.threshold)}, ${100 * statistics.confidence} % intervals`],
    ['Commit', tables.commitOf(result)],
    ['Compiler', [rustc, wasmPack, wasmOpt].filter(Boolean).join(', ') || 'not known'],
    ['arkworks', arkFf.length > 0 ? `ark-ff ${arkFf.join(' and ')}` : 'not known'],
    ...lost.map(
      ({ engine, round, error }) =>
        /** @type {Fact} */ (['Lost', `round ${round + 1} on ${engineNameIn(result, engine)}: ${error}`]),
    ),
  ];
  return {
    ...{ id: `${series.id}-environment`, title: 'Environment' },
    parts: [
      { code: command },
      { facts },
      { table: tables.kernelsTable(series), kind: 'kernels' },
      ...(features.length > 0 ? [{ summary: `${features.length} CPU features`, folded: features.join(' ') }] : []),
    ],
  };
}

/** @param {Report} report @returns {Section} */
function howToRead({ baseline, threshold }) {
  const terms = {
    Sample:
      'One batch between two readings of the clock, divided by its products, or squarings, additions, ' +
      'subtractions. Every batch ends with a checksum that is compared with the value BigInt computes.',
    Round: 'A fresh process that times every row in shuffled order. The independent unit is the round, not the sample.',
    'Speed-up':
      `Time of ${kernelName(baseline)} over time of the row, by the fastest batch of each in a round; 2 is twice ` +
      'as fast. It is the median over all rounds, and its interval runs from one order statistic of ' +
      'their ratios to another; the intervals of a table hold together with 95 %.',
    Verdict:
      'Faster or slower when the whole interval is beyond the practical threshold of ' +
      `${percent(threshold)}, equivalent when all of it is within, else undecided: this run cannot ` +
      'tell.',
    Noise: NOISE_LEGEND,
    Detects: 'The smallest true difference that a run like this would call in four runs out of five.',
    'Not shown':
      'Constant-time behaviour is not audited. A kernel that wins on one engine may lose on the next, ' +
      'and a product is not a prover.',
  };
  return { id: 'how-to-read', title: 'How to read this', parts: [{ facts: Object.entries(terms), kind: 'terms' }] };
}

/**
 * @param {{ runs: Run[], series: Series[] }} report
 * @returns {[Tone, string][]} what must be known before any number is read
 */
export function state({ runs, series }) {
  const count = (/** @type {number} */ number, /** @type {string} */ thing) =>
    `${number} ${thing}${number === 1 ? '' : 's'}`;
  const partial = runs.filter(({ result }) => result.partial);
  const lost = runs.flatMap(({ result }) => result.lost).length;
  const rows = series.flatMap(({ views }) => views.flatMap((view) => view.rows));
  const errors = rows.filter(({ summary }) => summary.error !== null && tables.cannotRun(summary) === null).length;
  const controls = series.flatMap((one) => one.controls);
  const [failed, open] = ['failed', 'undecided'].map(
    (one) => controls.filter((control) => control.state === one).length,
  );
  const stopped =
    runs.length === 1
      ? `stopped after ${runs[0].result.samples.length} samples`
      : partial.map(({ label }) => label).join(', ');
  /** @type {[boolean, Tone, string][]} */
  const all = [
    [partial.length > 0, 'failed', `partial: ${stopped}`],
    [lost > 0, 'failed', `${count(lost, 'round')} lost`],
    [errors > 0, 'failed', `${count(errors, 'row')} without a time`],
    [failed > 0, 'failed', `${failed} of ${controls.length} controls failed`],
    [open > 0, 'undecided', `${open} of ${controls.length} controls undecided`],
    [controls.length > 0 && failed + open === 0, 'passed', 'all controls passed'],
  ];
  return all.flatMap(([so, tone, text]) => (so ? [[tone, text]] : []));
}

/** @param {number} threshold */
const intervals = (threshold) =>
  'Speed-up with its 95 % interval over rounds: right of 1 is faster. The band is the ' +
  `${percent(threshold)} that counts as no difference; what is undecided is hollow.`;

/** @param {RatioRow[]} rows @returns {string} the chart for those who do not see it */
export const described = (rows) =>
  rows
    .map(({ name, text = '', detail, note }) => [`${name}: ${text}`, note ?? detail].filter(Boolean).join(', '))
    .join('; ');

/** @param {ReportRow} row @param {string} baseline @returns {RatioRow} */
function ratioRow({ kernel, summary }, baseline) {
  const { tone, word, speedup, note = '' } = tables.judgement(summary, baseline);
  const isBaseline = tone === 'baseline';
  return {
    name: kernelName(kernel),
    median: isBaseline ? 1 : (summary.speedup?.median ?? null),
    ci95: summary.speedup?.ci95 ?? null,
    ...{ tone, text: word, detail: isBaseline ? '' : (speedup?.text ?? note) },
    ...(summary.error !== null && { note: summary.error }),
  };
}

/**
 * @param {ReportRow} row
 * @param {Map<number, number>} lengths how many samples each round has, over all rows
 * @param {number} unit ns
 * @returns {SampleRow}
 */
function sampleRow({ kernel, summary: { error }, samples }, lengths, unit) {
  const taken = samples.map(({ round, order, n, ns: duration }) => ({
    ...{ round, at: (order + 0.5) / (lengths.get(round) ?? 1), value: duration / n / unit },
  }));
  return { name: kernelName(kernel), error, samples: error === null ? taken : [] };
}
