/**
 * Kernel by engine: what one machine's run on several engines says. Times stand side by side here,
 * and only here, because one run took them in turns on one machine.
 */

import { median } from 'simple-statistics';
import { modelOf, modelsIn } from '../models/index.mjs';
import { factor, ns } from './reading.mjs';
import { leaders } from './leaders.mjs';
import { verdictCell } from './tables.mjs';

/** @typedef {import('./merge.mjs').Report} Report */
/** @typedef {import('./merge.mjs').ReportRow} ReportRow */
/** @typedef {import('./merge.mjs').Run} Run */
/** @typedef {import('./charts.mjs').RatioRow} RatioRow */
/** @typedef {import('./tables.mjs').Cell} Cell */
/** @typedef {import('./tables.mjs').Table} Table */

/** No wasm engines: the same source, compiled for the machine; the second with arkworks' assembly. */
const NATIVES = ['native', 'native-asm'];
/**
 * The fastest batch, as the ratios are of the fastest batches: phases of a shared machine, which each engine's
 * processes meet at another
 * moment, are not the engine's.
 *
 * @param {ReportRow | undefined} row
 * @returns {number | null} ns
 */
const timeOf = (row) => row?.summary.min ?? null;
/** Models in which a kernel may keep its own format, and all engines have. */
const MATRIX_MODELS = modelsIn('batches');

/**
 * @typedef {object} Matrix one model of one run
 * @property {Run} run
 * @property {string} model
 * @property {string[]} engines ids, in the order of the run
 * @property {{ kernel: string, cells: (ReportRow | undefined)[], typical: number | null }[]} kernels a cell
 *   an engine; typical is the median over the engines of their ns, native code left out
 */

/**
 * @param {Report} report
 * @returns {Matrix[]} of the runs that have several engines
 */
export function matrices({ runs, series }) {
  return runs.flatMap((run) => {
    const own = series.filter((one) => one.run === run);
    if (own.length < 2) return [];
    return MATRIX_MODELS.flatMap((model) => {
      const rowsOf = own.map(
        ({ views }) => views.find((view) => view.model === model)?.rows.filter(({ kind }) => kind === 'kernel') ?? [],
      );
      const ids = [...new Set(rowsOf.flatMap((rows) => rows.map(({ kernel }) => kernel)))];
      const kernels = ids.map((kernel) => {
        const cells = rowsOf.map((rows) => rows.find((row) => row.kernel === kernel));
        const times = cells.flatMap((cell, at) => (NATIVES.includes(own[at].engine.id) ? [] : (timeOf(cell) ?? [])));
        return { kernel, cells, typical: times.length > 0 ? median(times) : null };
      });
      return kernels.length > 0 ? [{ run, model, engines: own.map(({ engine }) => engine.id), kernels }] : [];
    });
  });
}

/**
 * @param {Matrix} matrix
 * @param {Report} report
 * @returns {Table} ns per product and ratio to the baseline on the same engine, the fastest of each engine marked
 */
export function matrixTable({ run, model, engines, kernels }, { baseline }) {
  const best = engines.map((_, at) =>
    leaders(
      kernels.flatMap(({ cells }) => cells[at] ?? []),
      run.result.statistics,
    ),
  );
  return {
    caption:
      `${model}: ${modelOf(model).unit.label} of the fastest batch, and how many times as fast as ${baseline} on the ` +
      'same engine; the fastest of each engine is marked, and so is what it is not shown to beat',
    columns: [{ label: 'kernel' }, ...engines.map((id) => ({ label: id, numeric: true }))],
    rows: kernels.map(({ kernel, cells }) => ({
      cells: [{ text: kernel, code: true }, ...cells.map((row, at) => matrixCell(row, baseline, best[at]))],
    })),
  };
}

/**
 * @param {ReportRow | undefined} row
 * @param {string} baseline
 * @param {readonly ReportRow[]} best of its engine
 * @returns {Cell}
 */
function matrixCell(row, baseline, best) {
  if (!row) return { text: '-', tone: 'none' };
  const own = timeOf(row);
  if (own === null) return { text: 'no time', tone: 'error' };
  const { text } = verdictCell(row, baseline);
  return {
    text: ns(own),
    detail: text,
    ...(best.includes(row) && { tone: /** @type {const} */ ('faster'), best: /** @type {const} */ (true) }),
  };
}

/**
 * Engines beside each other, whatever a kernel costs.
 *
 * @param {Matrix} matrix
 * @returns {{ kernel: string, ratios: (number | null)[] }[]} how many times as fast as the median engine each engine
 *   is, in their order
 */
export function engineShares({ kernels }) {
  return kernels.map(({ kernel, cells, typical }) => ({
    kernel,
    ratios: cells.map((row) => {
      const own = timeOf(row);
      return own && typical ? typical / own : null;
    }),
  }));
}

/**
 * The same as `engineRows`, as a table.
 *
 * @param {Matrix} matrix
 * @returns {Table}
 */
export function typicalTable(matrix) {
  const { model, engines } = matrix;
  const shares = engineShares(matrix);
  const cell = (/** @type {number | null} */ ratio) => ({ text: ratio === null ? '-' : factor(ratio) });
  const middle = engines.map((_, at) => medianOf(shares.map(({ ratios }) => ratios[at])));
  return {
    caption: `${model}: engines against the median engine of each kernel, which is 1.00; more is faster`,
    columns: [{ label: 'kernel' }, ...engines.map((id) => ({ label: id, numeric: true }))],
    rows: shares.map(({ kernel, ratios }) => ({ cells: [{ text: kernel, code: true }, ...ratios.map(cell)] })),
    foot: [{ text: 'median kernel' }, ...middle.map(cell)],
  };
}

/** @param {(number | null)[]} values @returns {number | null} null where none is known */
function medianOf(values) {
  const known = values.filter((value) => value !== null);
  return known.length > 0 ? median(known) : null;
}

/**
 * How much slower wasm is than code compiled for the machine, kernel by kernel from the same source. How far the
 * fastest of each is from assembly is in the record.
 *
 * @param {Matrix} matrix
 * @returns {Table | null} null when the run has no native code
 */
export function nativeTable({ model, engines, kernels }) {
  const at = engines.indexOf(NATIVES[0]);
  if (at < 0) return null;
  const others = engines.map((id, index) => ({ id, index })).filter(({ id }) => !NATIVES.includes(id));
  const ratios = kernels.flatMap(({ kernel, cells }) => {
    const own = timeOf(cells[at]);
    return own
      ? [
          {
            kernel,
            ratios: others.map(({ index }) => {
              const time = timeOf(cells[index]);
              return time ? time / own : null;
            }),
          },
        ]
      : [];
  });
  const cell = (/** @type {number | null} */ ratio) => ({ text: ratio === null ? '-' : `${factor(ratio)}×` });
  /** @param {Cell} name @param {(number | null)[]} row */
  const line = (name, row) => [name, ...row.map(cell), cell(medianOf(row))];
  return {
    caption: `${model}: time in wasm over time of the same source compiled for the machine`,
    columns: [
      { label: 'kernel' },
      ...others.map(({ id }) => ({ label: id, numeric: true })),
      { label: 'median engine', numeric: true },
    ],
    rows: [...ratios.map(({ kernel, ratios: row }) => ({ cells: line({ text: kernel, code: true }, row) }))],
    foot: line(
      { text: 'median kernel' },
      others.map((_, index) => medianOf(ratios.map(({ ratios: row }) => row[index]))),
    ),
  };
}

/**
 * Rows of a chart: each kernel's engines against the median engine, 1 = median, more = faster. Who has no time is not
 * drawn; the refusals say why.
 *
 * @param {Matrix} matrix
 * @returns {RatioRow[]}
 */
export function engineRows({ engines, kernels }) {
  return kernels.flatMap(({ kernel, cells, typical }) => {
    if (typical === null) return [];
    return [
      {
        name: kernel,
        heading: /** @type {const} */ (true),
        median: null,
        ci95: null,
        tone: /** @type {const} */ ('none'),
        text: '',
        detail: '',
      },
      ...cells.flatMap((row, at) => {
        const own = timeOf(row);
        if (!own) return [];
        return [
          {
            name: engines[at],
            median: typical / own,
            ci95: null,
            tone: /** @type {const} */ ('none'),
            text: `${factor(typical / own)}× the median`,
            detail: `${ns(own)} ns`,
          },
        ];
      }),
    ];
  });
}

/**
 * @param {Report} report
 * @param {Run} run
 * @returns {string[]} why kernels have no time: each reason once, with its kernels and engines
 */
export function refusals({ series }, run) {
  const known = new Set(run.result.kernels.map(({ id }) => id));
  /** @type {Map<string, { reason: string, engine: string, kernels: Set<string> }>} */
  const found = new Map();
  for (const {
    engine: { id: engine },
    views,
  } of series.filter((one) => one.run === run)) {
    for (const { kernel, summary } of views
      .filter(({ model }) => MATRIX_MODELS.includes(model))
      .flatMap(({ rows }) => rows)) {
      if (!known.has(kernel) || summary.min !== null) continue;
      const reason = (summary.error ?? 'no sample').split('\n')[0].replaceAll(`"${kernel}"`, 'it');
      const entry = found.get(`${engine} ${reason}`) ?? { reason, engine, kernels: new Set() };
      found.set(`${engine} ${reason}`, entry);
      entry.kernels.add(kernel);
    }
  }
  /** Engines that say the same of the same kernels. @type {Map<string, string[]>} */
  const lines = new Map();
  for (const { reason, engine, kernels } of found.values()) {
    const line = `no time for ${[...kernels].join(', ')}: ${reason}`;
    lines.set(line, [...(lines.get(line) ?? []), engine]);
  }
  return [...lines].map(([line, engines]) => `${engines.join(', ')}: ${line}`);
}

/** @returns {string} what may be read from a matrix, and what may not */
export const MATRIX_PREMISE =
  'All engines took turns on one machine in one run, so their times stand side by side. Times of engines ' +
  'on different machines, or of clocks of different grain, are not compared in ns anywhere.';
