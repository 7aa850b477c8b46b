/** The tables of a report, for terminal, markdown and HTML alike. */

import { controlOf } from '../models/controls.mjs';
import { isCold, modelOf, modelsIn } from '../models/index.mjs';
import { JS } from '../models/js.mjs';
import { NOOP } from '../models/noop.mjs';
import { PRODUCT } from '../models/units.mjs';
import { fullName, plainName } from '../engines/names.mjs';
import { known, ns, percent, times } from './format.mjs';
import { kernelName, rowName } from './names.mjs';
import { distinct, grouped } from '../stats/index.mjs';
import { code, figures, pivot, ratioCell, words } from './table.mjs';

/** @import { Unit } from '../models/units.mjs' */
/** @import { Report, ReportRow, Series, ModelView } from './merge.mjs' */
/** @import { Comparison, SummaryRow } from '../stats/index.mjs' */
/** @import { Result } from '../result/summary.mjs' */
/** @import { Cell, Column, Table, Tone } from './table.mjs' */

const REASON_OF_UNDECIDED = 'too few rounds';

/**
 * @param {SummaryRow} row
 * @param {string} baseline
 * @returns {{ tone: Tone, word: string, speedup: Cell | null, note?: string }} the verdict, and the speed-up with its
 *   interval, if there is one
 */
export function judgement({ kernel, model, speedup, verdict, error }, baseline) {
  if (error !== null) return { tone: 'error', word: 'no time', speedup: null };
  if (kernel === baseline) return { tone: 'baseline', word: 'baseline', speedup: { text: '1' } };
  // It does no product, so it is no faster at one.
  if (kernel === NOOP) return { tone: 'none', word: 'floor', speedup: null };
  if (verdict === null) return { tone: 'none', word: isCold(model) ? 'not compared' : 'another field', speedup: null };
  if (!speedup) return { tone: 'undecided', word: 'undecided', speedup: null, note: 'nothing to compare with' };
  return { tone: verdict, word: verdict, speedup: ratioCell(speedup) };
}

/** How the error of a row begins that the engine cannot run; every other error is a failure. */
const CANNOT_RUN = /^(?:this engine has no [^:]*|unfused on this engine|not available: .*)/;

/** @param {Pick<SummaryRow, 'error'>} row @returns {string | null} why the engine cannot run it, null where it can */
export const cannotRun = ({ error }) => CANNOT_RUN.exec(error ?? '')?.[0] ?? null;

/** @param {readonly ReportRow[]} rows @returns {string[]} one line of those that the engine cannot run, if any */
function notRun(rows) {
  const reasons = grouped(rows, ({ summary }) => cannotRun(summary) ?? '').flatMap(([reason, own]) =>
    reason === '' ? [] : [`${distinct(own.map(({ kernel }) => kernelName(kernel))).join(', ')} (${reason})`],
  );
  return reasons.length > 0 ? [`Not run: ${reasons.join('; ')}.`] : [];
}

/** @param {Pick<Series, 'views'>} series @param {string} model @returns {ReportRow[]} none where it has not got it */
export const rowsIn = ({ views }, model) => views.find((view) => view.model === model)?.rows ?? [];

/** @param {readonly ReportRow[]} rows of one model @param {string} kernel */
export const rowOf = (rows, kernel) => rows.find((row) => row.kernel === kernel);

/** @param {Pick<Series, 'views'>} series @param {string} model @returns {ReportRow[]} of kernels that can run there */
export const kernelRows = (series, model) =>
  rowsIn(series, model).filter(({ kind, summary }) => kind === 'kernel' && cannotRun(summary) === null);

/** @typedef {keyof typeof COLUMNS} ColumnId */

/**
 * @typedef {object} Context of a model's table
 * @property {string} baseline id
 * @property {Unit} unit
 */

/** @param {number | null} value ns @param {Context} context @returns {string} in the unit of the model */
const inUnit = (value, { unit }) => ns(value === null ? null : value / unit.ns);

/** @typedef {(row: SummaryRow, context: Context) => Cell | string | null | undefined} SaysOfModel */
/** @typedef {Column & { cell: SaysOfModel }} ModelColumn */

/** @param {string} label @param {SaysOfModel} cell @returns {ModelColumn} */
const number = (label, cell) => ({ label, numeric: true, cell });

/**
 * Every column that a model's table may have.
 *
 * @satisfies {Record<string, ModelColumn>}
 */
const COLUMNS = {
  kernel: { label: 'kernel', cell: rowName },
  median: number('median', (row, context) => inUnit(row.median, context)),
  medianInterval: number('median (95 %)', ({ ci95 }, context) => ci95?.map((end) => inUnit(end, context)).join(' to ')),
  min: { ...number('min', (row, context) => inUnit(row.min, context)), spare: 1 },
  mad: { ...number('± MAD', (row, context) => inUnit(row.mad, context)), spare: 2 },
  average: number('average', (row, context) => inUnit(row.mean, context)),
  speedup: number('speed-up (95 %)', (row, { baseline }) => judgement(row, baseline).speedup),
  verdict: {
    label: 'verdict',
    cell(row, { baseline }) {
      const { tone, word } = judgement(row, baseline);
      return { text: word, tone };
    },
  },
  outliers: number('outliers', (row) => `${row.outliers} of ${row.samples}`),
};

/** Columns that go together. @type {readonly ColumnId[]} */
export const TIMES = Object.freeze(['median', 'min', 'mad']);
/** @type {readonly ColumnId[]} */
export const COMPARED = Object.freeze(['speedup', 'verdict']);

/** @param {number | null} mean ns */
export const perSecond = (mean) => (mean === null ? '-' : Math.round(1e9 / mean).toLocaleString('en'));

/** @param {SummaryRow} row @returns {string} half the interval of its median, as a part of that */
export const marginOf = ({ median, ci95 }) =>
  ci95 && median ? `± ${percent((ci95[1] - ci95[0]) / 2 / median)}` : REASON_OF_UNDECIDED;

/**
 * @param {ModelView} view
 * @param {Series} series
 * @param {readonly ColumnId[]} ids
 * @returns {Table} a row for every row that was planned and can be run
 */
export function modelTable({ model, rows: planned }, { run }, ids) {
  const { baseline } = run.result.statistics;
  const { title, unit } = modelOf(model);
  const context = { baseline, unit };
  const rows = planned.filter(({ summary }) => cannotRun(summary) === null);
  const table = pivot(
    `${model}: ${title}; times in ${unit.label}`,
    rows,
    ids.map((id) => ({
      ...COLUMNS[id],
      ...(id === 'median' && { label: unit.label }),
      cell: ({ summary }) => COLUMNS[id].cell(summary, context),
    })),
    ({ summary }) => summary.error,
  );
  const aside = /** @type {const} */ (true);
  return {
    ...table,
    rows: table.rows.map((row, at) => ({ ...row, ...(rows[at].kind !== 'kernel' && { aside }) })),
    notes: [...table.notes, ...notRun(planned)],
  };
}

/** @param {Series} series @returns {Table} all models of calls in one: what each costs who calls it */
export function callsTable({ views, run }) {
  const { baseline } = run.result.statistics;
  const planned = views.filter(({ model }) => modelsIn('calls').includes(model));
  const rows = planned.flatMap(({ model, rows: own }, at) =>
    own.flatMap(({ kernel, summary }) => (cannotRun(summary) === null ? [{ ...summary, kernel, model, at }] : [])),
  );
  const order = distinct(rows.map(({ kernel }) => kernel));
  rows.sort((a, b) => order.indexOf(a.kernel) - order.indexOf(b.kernel) || a.at - b.at);
  const table = pivot(
    'JS to wasm, one call a product',
    rows,
    [
      words('call', ({ kernel, model }) => {
        const alone = rows.filter((row) => row.kernel === kernel).length === 1;
        const name = kernelName(kernel);
        return kernel === NOOP || (kernel === JS && alone) ? name : `${name}, ${modelOf(model).short}`;
      }),
      ...COMPARED.map((id) => ({
        ...COLUMNS[id],
        cell: (/** @type {SummaryRow} */ row) => COLUMNS[id].cell(row, { baseline, unit: PRODUCT }),
      })),
      figures('average ns', ({ mean }) => ns(mean)),
      { ...figures('margin', marginOf), spare: 1 },
      { ...figures('calls a second', ({ mean }) => perSecond(mean)), spare: 2 },
    ],
    ({ error, mean }) => error ?? (mean === null ? 'no samples' : null),
  );
  return { ...table, notes: [...table.notes, ...notRun(planned.flatMap((view) => view.rows))] };
}

/**
 * @param {ReportRow | undefined} row
 * @param {string} baseline
 * @returns {Cell} the speed-up with its interval and verdict
 */
export function verdictCell(row, baseline) {
  if (!row) return { text: '-', tone: 'none' };
  const { tone, word, speedup, note } = judgement(row.summary, baseline);
  if (tone === 'error') return { text: word, detail: row.summary.error?.split('\n')[0], tone };
  if (tone === 'baseline' || !speedup) return { text: word, tone, ...(note && { detail: note }) };
  return { ...speedup, detail: word, tone };
}

/** @param {Series} series @param {Report} report @returns {Table} kernels against models */
export function glanceTable({ views }, { baseline }) {
  const able = views.map(({ model }) => ({ model, rows: kernelRows({ views }, model) }));
  const planned = views.flatMap(({ rows }) => rows.filter(({ kind }) => kind === 'kernel'));
  const kernels = able.flatMap(({ rows }) => rows.map(({ kernel }) => kernel));
  const table = pivot(
    `Speed-up over ${kernelName(baseline)} in the same model, 95 % interval, verdict`,
    distinct(kernels),
    [
      words('kernel', kernelName),
      ...able.map(({ model, rows }) =>
        words(model, (/** @type {string} */ kernel) => verdictCell(rowOf(rows, kernel), baseline)),
      ),
    ],
  );
  return { ...table, notes: [...table.notes, ...notRun(planned)] };
}

/** @param {Series} series @returns {Table} what the run is known to contain, and what it measured of it */
export function controlsTable({ views, controls, engine, run }) {
  const { baseline, controlled = baseline } = run.result.statistics;
  const floor = views.flatMap(({ rows }) => rows).find(({ kind }) => kind === 'floor');
  const noop = floor?.summary.median ?? engine.noopNs;
  /** @type {{ name: string, what: string, state: Cell, found: string, detects: string }[]} */
  const rows = controls.map(({ kernel, model, state, reason, effect }) => ({
    name: `${controlOf(kernel)?.label} in ${model}`,
    what: `${kernelName(controlled)} ${controlOf(kernel)?.meaning}`,
    state: { text: state, tone: state },
    found: reason.split('\n')[0],
    detects: effect === null ? 'nothing: too few rounds' : percent(effect),
  }));
  rows.push({
    name: `${kernelName(NOOP)} in call`,
    what: 'an exported call that does nothing: the floor of the call models',
    state: floor?.summary.error ? { text: 'no time', tone: 'error' } : { text: 'floor', tone: 'none' },
    found: floor?.summary.error ?? (noop === null ? 'not measured' : `${ns(noop)} ns a call`),
    detects: '-',
  });
  return pivot('Controls, and the smallest difference this run detects four times in five', rows, [
    words('control', ({ name }) => name),
    { label: 'what it is', prose: true, cell: ({ what }) => what },
    words('state', ({ state }) => state),
    words(`speed-up over ${kernelName(controlled)}`, ({ found }) => found),
    words('detects', ({ detects }) => detects),
  ]);
}

/** @param {Series} series @returns {Table} the registry, and what identifies each module */
export const kernelsTable = ({ run }) =>
  pivot('Kernels, and the module each was timed in', run.result.kernels, [
    words('kernel', ({ id }) => kernelName(id)),
    words('id', ({ id }) => code(id)),
    words('form', ({ form }) => form),
    words('limbs', ({ limbs }) => limbs),
    words('lanes', ({ lanes }) => String(lanes)),
    words('build', ({ build, available }) => ({ text: build, ...(!available && { detail: 'not in this build' }) })),
    words('what it is', ({ summary }) => summary),
    words('source', ({ source }) => source),
    words('wasm sha256', ({ sha256, curve }) => ({
      ...code(sha256.slice(0, 12)),
      ...(curve && { detail: `curve ${curve.slice(0, 12)}` }),
    })),
  ]);

/**
 * @param {Comparison} comparison
 * @param {{ createdAt: string, name: string }} before name: what the user called the earlier run
 * @returns {Table}
 */
export const comparisonTable = ({ rows }, { createdAt, name }) =>
  pivot(`This run against ${name}, of ${createdAt}: speed now over then; 0.90 is 10 % slower than it was`, rows, [
    words('kernel', ({ kernel }) => kernelName(kernel)),
    words('model', ({ model }) => model),
    figures('now/then', ({ ratio, ci95 }) => known(ratio, (median) => times({ median, ci95 }))),
    words('verdict', ({ verdict }) => ({ text: verdict, tone: verdict })),
    words('engine', ({ engine }) => plainName(engine)),
    words('of', ({ unit, note }) => ({
      text: unit.replace(/(?<=^ratio to )\S+/, kernelName),
      ...(note && { detail: note.split('\n')[0] }),
    })),
  ]);

/** @param {Pick<Result, 'environment'>} result */
export const commitOf = ({ environment: { commit, dirty } }) =>
  commit === null ? 'not known' : `${commit.slice(0, 12)}${dirty ? ' with changes' : ''}`;

/** @param {Pick<Result, 'environment'>} result */
export const machineOf = ({ environment: { cpu, cores, os, arch } }) =>
  `${cpu}, ${cores} ${cores === 1 ? 'core' : 'cores'}, ${os} ${arch}`;

/** @param {Pick<Series, 'engine'>} series */
export const engineOf = ({ engine: { tier, flags, ...engine } }) =>
  [`${fullName(engine)}, ${tier}`, ...(flags.length > 0 ? [flags.join(' ')] : [])].join(', ');

/** @param {Pick<Result, 'plan'>} result */
export const sizeOf = ({ plan: { cases, trials, rounds } }) =>
  `${cases.toLocaleString('en')} products a batch, ${trials} samples a row in ${rounds} rounds`;
