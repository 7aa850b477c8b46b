/** What the tables of a report say, cell by cell, for terminal, markdown and HTML alike. */

import { controlOf } from '../models/controls.mjs';
import { modelOf, modelsIn } from '../models/index.mjs';
import { JS } from '../models/js.mjs';
import { NOOP } from '../models/noop.mjs';
import { factor, interval, ns, percent, reading } from './reading.mjs';

/** @typedef {import('../models/model.mjs').Group} Group */
/** @typedef {import('./merge.mjs').Report} Report */
/** @typedef {import('./merge.mjs').ReportRow} ReportRow */
/** @typedef {import('./merge.mjs').Series} Series */
/** @typedef {import('./merge.mjs').ModelView} ModelView */
/** @typedef {import('../stats/index.mjs').SummaryRow} SummaryRow */

/**
 * @typedef {'faster' | 'slower' | 'equivalent' | 'undecided' | 'baseline' | 'error' | 'passed' | 'blind' | 'failed' |
 *   'none'} Tone
 */

/**
 * @typedef {object} Cell
 * @property {string} text
 * @property {string} [detail] less important, after the text
 * @property {Tone} [tone]
 * @property {true} [code] an id
 * @property {true} [best] of its column; its tone says so where there are tones
 */

/**
 * @typedef {{ label: string, numeric?: boolean, prose?: boolean }} Column prose: sentences, for which a terminal has no
 *   room
 */

/**
 * @typedef {object} Table
 * @property {string} caption
 * @property {Column[]} columns the first one heads the rows
 * @property {{ cells: Cell[], error?: string, aside?: true }[]} rows a row with an error has a name
 *   and that reason; an aside is there to judge the run
 * @property {Cell[]} [foot]
 * @property {string[]} [notes] what its cells have no room for
 */

const REASON_OF_UNDECIDED = 'too few rounds';
/** In place of a ratio, where the control of the model could not tell a kernel from itself. */
const BLIND = 'blind';

/**
 * @param {SummaryRow} row
 * @param {string} baseline
 * @returns {{ tone: Tone, word: string, ratio: string, between: string }} the verdict, the speed-up and its interval;
 *   '' for what there is not, and for a ratio that is no figure because the control of the model is blind
 */
export function judgement({ kernel, speedup, verdict, error }, baseline) {
  if (error !== null) return { tone: 'error', word: 'no time', ratio: '', between: '' };
  if (kernel === baseline) return { tone: 'baseline', word: 'baseline', ratio: '1', between: '' };
  // It does no product, so it is no faster at one.
  if (kernel === NOOP) return { tone: 'none', word: 'floor', ratio: '', between: '' };
  if (verdict === null) return { tone: 'none', word: 'another field', ratio: '', between: '' };
  if (!speedup) return { tone: 'undecided', word: 'undecided', ratio: '', between: 'nothing to compare with' };
  return {
    tone: verdict,
    word: verdict,
    ratio: speedup.blind ? '' : factor(speedup.median),
    between: speedup.ci95 ? interval(speedup.ci95) : REASON_OF_UNDECIDED,
  };
}

/** @typedef {keyof typeof COLUMNS} ColumnId */

/**
 * @typedef {object} Context of a model's table
 * @property {string} baseline id
 * @property {SummaryRow | undefined} base its row
 * @property {number} cases of the run's batches
 * @property {import('../models/units.mjs').Unit} unit
 */

/** @param {number | null} value ns @param {Context} context @returns {string} in the unit of the model */
const inUnit = (value, { unit }) => ns(value === null ? null : value / unit.ns);

/** @param {number | null} value ns an operation @param {Context} context @returns {string} ms of a batch */
const ofBatch = (value, { cases }) => (value === null ? '-' : ((value * cases) / 1e6).toFixed(2));

/** @param {number | null} value @param {number | null | undefined} of */
const share = (value, of) => (value === null || !of ? '-' : percent(value / of).replace(' ', ''));

/** Models that loop inside the module: their batches have as many operations as the run has cases. */
const LOOPS = /** @type {Group[]} */ (['batches', 'operations']);

/**
 * Every column that a model's table may have; `only` says in which groups of models.
 *
 * @typedef {Column & { only?: Group[], cell: (row: SummaryRow, context: Context) => Cell }} ModelColumn
 * @satisfies {Record<string, ModelColumn>}
 */
const COLUMNS = {
  kernel: { label: 'kernel', cell: (row) => ({ text: row.kernel, code: true }) },
  averageMs: {
    label: 'average ms',
    numeric: true,
    only: LOOPS,
    cell: (row, context) => ({ text: ofBatch(row.mean, context) }),
  },
  averageShare: {
    label: '%',
    numeric: true,
    only: LOOPS,
    cell: (row, { base }) => ({ text: share(row.mean, base?.mean) }),
  },
  medianMs: {
    label: 'median ms',
    numeric: true,
    only: LOOPS,
    cell: (row, context) => ({ text: ofBatch(row.median, context) }),
  },
  medianShare: {
    label: '%',
    numeric: true,
    only: LOOPS,
    cell: (row, { base }) => ({ text: share(row.median, base?.median) }),
  },
  ops: { label: 'ops/sec', numeric: true, only: ['calls'], cell: ({ mean }) => ({ text: perSecond(mean) }) },
  median: { label: 'median', numeric: true, cell: (row, context) => ({ text: inUnit(row.median, context) }) },
  medianInterval: {
    label: '95 % interval',
    numeric: true,
    cell: (row, context) => ({ text: row.ci95 ? row.ci95.map((end) => inUnit(end, context)).join(' to ') : '-' }),
  },
  min: { label: 'min', numeric: true, cell: (row, context) => ({ text: inUnit(row.min, context) }) },
  mad: { label: '± MAD', numeric: true, cell: (row, context) => ({ text: inUnit(row.mad, context) }) },
  average: { label: 'average', numeric: true, cell: (row, context) => ({ text: inUnit(row.mean, context) }) },
  speedup: {
    label: 'speed-up',
    numeric: true,
    cell: (row, { baseline }) => {
      const { ratio } = judgement(row, baseline);
      if (ratio !== '') return { text: `${ratio}×` };
      return row.speedup?.blind ? { text: BLIND, tone: 'blind' } : { text: '-' };
    },
  },
  speedupInterval: {
    label: '95 % interval',
    numeric: true,
    cell: (row, { baseline }) => ({ text: judgement(row, baseline).between || '-' }),
  },
  verdict: {
    label: 'verdict',
    cell: (row, { baseline }) => {
      const { tone, word } = judgement(row, baseline);
      return { text: word, tone };
    },
  },
  detects: {
    label: 'sees',
    numeric: true,
    cell: ({ speedup }) => ({ text: speedup?.detects ? percent(speedup.detects) : '-' }),
  },
  slow: {
    label: 'slow processes',
    numeric: true,
    cell: ({ slow, rounds }) => ({ text: slow > 0 ? `${slow} of ${rounds}` : '0' }),
  },
  outliers: { label: 'outliers', numeric: true, cell: (row) => ({ text: `${row.outliers} of ${row.samples}` }) },
};

/** @param {number | null} mean ns */
const perSecond = (mean) => (mean === null ? '-' : Math.round(1e9 / mean).toLocaleString('en'));

/**
 * @param {ModelView} view
 * @param {Series} series
 * @param {ColumnId[]} ids those that the model does not have are left out
 * @returns {Table} a row for every row that was planned
 */
export function modelTable({ model, rows }, { run }, ids) {
  const { plan, statistics } = run.result;
  const { group, title, unit } = modelOf(model);
  const { baseline } = statistics;
  const base = rows.find(({ kernel }) => kernel === baseline)?.summary;
  const context = { baseline, base, cases: plan.cases, unit };
  const columns = ids
    .map((id) => /** @type {ModelColumn} */ (COLUMNS[id]))
    .filter(({ only }) => only?.includes(group) ?? true);
  return {
    caption: `${model}: ${title}; times in ${unit.label}`,
    columns: columns.map((column) => ({
      label: column === COLUMNS.median ? unit.label : column.label,
      numeric: column.numeric,
    })),
    rows: rows.map(({ kernel, kind: role, summary }) => ({
      cells:
        summary.error === null ? columns.map(({ cell }) => cell(summary, context)) : [{ text: kernel, code: true }],
      ...(summary.error !== null && { error: summary.error }),
      ...(role !== 'kernel' && { aside: /** @type {true} */ (true) }),
    })),
  };
}

/**
 * @param {Series} series
 * @returns {Table} all models of calls in one: what each costs who calls it
 */
export function callsTable({ views }) {
  const rows = views
    .filter(({ model }) => modelsIn('calls').includes(model))
    .flatMap(({ model, rows: own }, at) => own.map((row, place) => ({ ...row, model, at, place })));
  const order = unique(rows.map(({ kernel }) => kernel));
  rows.sort((a, b) => order.indexOf(a.kernel) - order.indexOf(b.kernel) || a.at - b.at);
  return {
    caption: 'JS to wasm, one call a product',
    columns: [
      { label: 'task name' },
      ...['ops/sec', 'average ns', 'margin', 'samples'].map((label) => ({ label, numeric: true })),
    ],
    rows: rows.map(({ kernel, model, summary: { mean, median, ci95, samples, error } }) => {
      const alone = rows.filter((row) => row.kernel === kernel).length === 1;
      const bare = kernel === NOOP || (kernel === JS && alone);
      const name = { text: bare ? kernel : `${kernel}, ${modelOf(model).short}` };
      if (error !== null || mean === null || median === null) return { cells: [name], error: error ?? 'no samples' };
      const margin = ci95 ? `± ${percent((ci95[1] - ci95[0]) / 2 / median)}` : 'too few rounds';
      return { cells: [name, ...[perSecond(mean), ns(mean), margin, String(samples)].map((text) => ({ text }))] };
    }),
  };
}

/**
 * @param {ReportRow | undefined} row
 * @param {string} baseline
 * @returns {Cell} the speed-up with its interval and verdict
 */
export function verdictCell(row, baseline) {
  if (!row) return { text: '-', tone: 'none' };
  const { tone, word, ratio, between } = judgement(row.summary, baseline);
  if (tone === 'error') return { text: word, detail: row.summary.error?.split('\n')[0], tone };
  if (tone === 'baseline') return { text: word, tone };
  if (row.summary.speedup?.blind) return { text: `${BLIND}: ${between}`, detail: word, tone };
  return { text: ratio === '' ? word : `${ratio}×`, detail: ratio === '' ? between : `${word}, ${between}`, tone };
}

/**
 * @param {Series} series
 * @param {Report} report
 * @returns {Table} kernels against models
 */
export function glanceTable({ views }, { baseline }) {
  const kernels = unique(
    views.flatMap(({ rows }) => rows.filter(({ kind }) => kind === 'kernel').map(({ kernel }) => kernel)),
  );
  return {
    caption: `Speed-up over ${baseline} in the same model, 95 % interval, verdict`,
    columns: [{ label: 'kernel' }, ...views.map(({ model }) => ({ label: model }))],
    rows: kernels.map((kernel) => ({
      cells: [
        { text: kernel, code: /** @type {true} */ (true) },
        ...views.map(({ rows }) =>
          verdictCell(
            rows.find((row) => row.kernel === kernel),
            baseline,
          ),
        ),
      ],
    })),
  };
}

/**
 * @param {Series} series
 * @returns {Table} what the run is known to contain, and what it measured of it
 */
export function controlsTable({ views, controls, engine, run }) {
  const { baseline, controlled = baseline } = run.result.statistics;
  const floor = views.flatMap(({ rows }) => rows).find(({ kind }) => kind === 'floor');
  const rows = controls.map(({ kernel, model, state, reason, effect }) => ({
    cells: [
      { text: `${kernel} in ${model}` },
      { text: `${controlled} ${controlOf(kernel)?.meaning}` },
      { text: state, tone: state },
      { text: reason.split('\n')[0] },
      { text: effect === null ? 'nothing: too few rounds' : percent(effect) },
    ],
  }));
  const noop = floor?.summary.median ?? engine.noopNs;
  return {
    caption: 'Controls, and the smallest difference this run detects four times in five',
    columns: [
      { label: 'control' },
      { label: 'what it is', prose: true },
      ...['state', `speed-up over ${controlled}`, 'detects'].map((label) => ({ label })),
    ],
    rows: [
      ...rows,
      {
        cells: [
          { text: `${NOOP} in call` },
          { text: 'an exported call that does nothing: the floor of the call models' },
          { text: floor?.summary.error ? 'no time' : 'floor', tone: floor?.summary.error ? 'error' : 'none' },
          { text: floor?.summary.error ?? (noop === null ? 'not measured' : `${ns(noop)} ns a call`) },
          { text: '-' },
        ],
      },
    ],
  };
}

/**
 * @param {Series} series
 * @returns {Table} the registry, and what identifies each module
 */
export function kernelsTable({ run }) {
  return {
    caption: 'Kernels, and the module each was timed in',
    columns: ['kernel', 'form', 'limbs', 'lanes', 'build', 'what it is', 'source', 'wasm sha256'].map((label) => ({
      label,
    })),
    rows: run.result.kernels.map(({ id, form, limbs, lanes, build, available, summary, source, sha256, curve }) => ({
      cells: [
        { text: id, code: true },
        { text: form },
        { text: limbs },
        { text: String(lanes) },
        { text: build, ...(!available && { detail: 'not in this build' }) },
        { text: summary },
        { text: source },
        { text: sha256.slice(0, 12), code: true, ...(curve && { detail: `curve ${curve.slice(0, 12)}` }) },
      ],
    })),
  };
}

/**
 * @param {Series} series
 * @returns {string[]} the paragraphs of the run's reading that are about this engine or about all
 */
export function readingOf({ run, engine }) {
  const ids = run.result.environment.engines.map(({ id }) => id);
  return reading(run.result).flatMap((paragraph) => {
    const about = ids.find((id) => paragraph.startsWith(`${id}: `));
    if (about === undefined) return [paragraph];
    return about === engine.id ? [paragraph.slice(about.length + 2)] : [];
  });
}

/** @param {Series['run']['result']} result */
export function commitOf({ environment: { commit, dirty } }) {
  return commit === null ? 'not known' : `${commit.slice(0, 12)}${dirty ? ' with changes' : ''}`;
}

/** @param {Series} series */
export function machineOf({ run }) {
  const { cpu, cores, os, arch } = run.result.environment;
  return `${cpu}, ${cores} ${cores === 1 ? 'core' : 'cores'}, ${os} ${arch}`;
}

/** @param {Series} series */
export function engineOf({ engine: { id, version, tier, flags } }) {
  return [`${id} ${version}, ${tier}`, ...(flags.length > 0 ? [flags.join(' ')] : [])].join(', ');
}

/** @param {Series} series */
export function sizeOf({ run }) {
  const { cases, trials, rounds } = run.result.plan;
  return `${cases.toLocaleString('en')} products a batch, ${trials} samples a row in ${rounds} rounds`;
}

/** @template T @param {readonly T[]} values @returns {T[]} */
const unique = (values) => [...new Set(values)];
