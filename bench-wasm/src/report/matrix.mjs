/**
 * Kernel by engine: what one machine's run on several engines says. Times stand side by side here,
 * and only here, because one run took them in turns on one machine.
 */

import { modelOf, modelsIn } from '../models/index.mjs';
import { engineName } from '../engines/names.mjs';
import { ns } from './format.mjs';
import { kernelName } from './names.mjs';
import { distinct, fastestRows, grouped } from '../stats/index.mjs';
import { figures, pivot, words } from './table.mjs';
import { kernelRows, rowOf, verdictCell } from './tables.mjs';

/** @import { Report, ReportRow, Run } from './merge.mjs' */
/** @import { Cell, Table } from './table.mjs' */

/** Models in which a kernel may keep its own format, and all engines have. */
const MATRIX_MODELS = modelsIn('batches');

/**
 * The time is of the fastest batch, as the ratios are: phases of a shared machine, which each engine's processes meet
 * at another moment, are not the engine's.
 *
 * @param {Report} report
 * @param {Run} run
 * @returns {Table[]} one a model, if the run has several engines: a row a kernel, on each engine its time and its ratio
 *   to the baseline there, the fastest of each engine marked
 */
export function matrixTables({ series, baseline }, run) {
  const own = series.filter((one) => one.run === run);
  if (own.length < 2) return [];
  return MATRIX_MODELS.flatMap((model) => {
    const engines = own.map((one) => ({ name: engineName(one.engine), rows: kernelRows(one, model) }));
    const kernels = distinct(engines.flatMap(({ rows }) => rows.map(({ kernel }) => kernel)));
    if (kernels.length === 0) return [];
    return pivot(
      `${model}: ${modelOf(model).unit.label} of the fastest batch, and the ratio to ${kernelName(baseline)} on the ` +
        'same engine; the fastest of each engine is marked, and so is what it is not shown to beat',
      kernels,
      [
        words('kernel', kernelName),
        ...engines.map(({ name, rows }) => {
          const best = fastestRows(rows, run.result.statistics);
          return figures(name, (/** @type {string} */ kernel) => matrixCell(rowOf(rows, kernel), baseline, best));
        }),
      ],
    );
  });
}

/**
 * @param {ReportRow | undefined} row
 * @param {string} baseline
 * @param {readonly ReportRow[]} best of its engine
 * @returns {Cell}
 */
function matrixCell(row, baseline, best) {
  if (!row) return { text: '-', tone: 'none' };
  const { min } = row.summary;
  if (min === null) return { text: 'no time', tone: 'error' };
  const { text, ratio } = verdictCell(row, baseline);
  return {
    text: ns(min),
    detail: text,
    ...(ratio && { ratio }),
    ...(best.includes(row) && { tone: 'faster', best: true }),
  };
}

/**
 * @param {Report} report
 * @param {Run} run
 * @returns {string[]} why kernels have no time: each reason once, with its kernels and engines
 */
export function refusals({ series }, run) {
  const known = new Set(run.result.kernels.map(({ id }) => id));
  const refused = series
    .filter((one) => one.run === run)
    .flatMap(({ engine, views }) =>
      views
        .filter(({ model }) => MATRIX_MODELS.includes(model))
        .flatMap(({ rows }) => rows.filter(({ kernel, summary }) => known.has(kernel) && summary.min === null))
        .map(({ kernel, summary }) => ({
          ...{ engine: engineName(engine), kernel },
          reason: (summary.error ?? 'no sample').split('\n')[0].replaceAll(`"${kernel}"`, 'it'),
        })),
    );
  const byReason = grouped(refused, ({ engine, reason }) => `${engine} ${reason}`);
  // Engines that say the same of the same kernels.
  const lines = byReason.map(([, rows]) => ({
    engine: rows[0].engine,
    line: `no time for ${distinct(rows.map(({ kernel }) => kernelName(kernel))).join(', ')}: ${rows[0].reason}`,
  }));
  return grouped(lines, ({ line }) => line).map(
    ([line, rows]) => `${rows.map(({ engine }) => engine).join(', ')}: ${line}`,
  );
}

/** @returns {string} what may be read from a matrix, and what may not */
export const MATRIX_PREMISE =
  'All engines took turns on one machine in one run, so their times stand side by side. Times of engines ' +
  'on different machines, or of clocks of different grain, are not compared in ns anywhere.';
