/** What a stored run says of its rows on each engine: times, ratios, and tables of both. */

import { modelOf } from '../src/models/index.mjs';
import { engineNameIn } from '../src/engines/names.mjs';
import { ns } from '../src/report/format.mjs';
import { escaped, titled } from '../src/report/markdown.mjs';
import { IN_PLACE, isInPlace, kernelName } from '../src/report/names.mjs';
import { figures, pivot, ratioCell, words } from '../src/report/table.mjs';
import { cannotRun } from '../src/report/tables.mjs';
import { distinct, grouped, isControl, ratioIn } from '../src/stats/index.mjs';
import { bullets } from './source.mjs';

/** @import { Result } from '../src/result/result.mjs' */
/** @import { Cell, ColumnOf, Table } from '../src/report/table.mjs' */
/** @import { Interval, Ratio, SummaryRow } from '../src/stats/index.mjs' */
/** @typedef {SummaryRow & { speedup: NonNullable<SummaryRow['speedup']> & { ci95: Interval } }} Compared */

/** @param {Result} result @returns {string[]} ids */
export const enginesIn = ({ environment: { engines } }) => engines.map(({ id }) => id);

/**
 * @param {Result} result against the kernel that its ratios are to
 * @param {string} model
 * @returns {SummaryRow[]} with a time, without controls
 */
export const timedIn = ({ summary }, model) =>
  summary.filter((row) => row.model === model && row.median !== null && row.error === null && !isControl(row.kernel));

/** @param {Result} result @param {string} engine @param {string} kernel @param {string} model */
export const rowIn = (result, engine, kernel, model) =>
  timedIn(result, model).find((row) => row.engine === engine && row.kernel === kernel);

/** @param {readonly SummaryRow[]} rows @returns {SummaryRow[]} the fastest first */
export const byTime = (rows) => rows.toSorted((a, b) => Number(a.median) - Number(b.median));

/** @param {readonly SummaryRow[]} rows @returns {Compared[]} with an interval, the highest speed-up first */
export const bySpeedup = (rows) =>
  rows
    .flatMap((row) => {
      const { speedup } = row;
      return speedup?.ci95 ? [{ ...row, speedup: { ...speedup, ci95: speedup.ci95 } }] : [];
    })
    .sort((a, b) => b.speedup.median - a.speedup.median);

/** @param {SummaryRow | undefined} row @returns {string | null} in the unit of its model */
export const timeText = (row) => (row ? ns(Number(row.median) / modelOf(row.model).unit.ns) : null);

/** @param {SummaryRow | undefined} row @returns {Cell | null} its time, and whether it is in place */
const timeCell = (row) => (row ? { text: timeText(row) ?? '-', ...(isInPlace(row) && { detail: IN_PLACE }) } : null);

/** @param {SummaryRow | undefined} row @param {string} [baseline] @returns {Cell | null} with its interval */
export const ratioOf = (row, baseline) =>
  row?.kernel === baseline && row ? { text: '1' } : row?.speedup?.ci95 ? ratioCell(row.speedup) : null;

/**
 * @param {Result} result against the kernel that its ratios are to
 * @param {string} model
 * @param {ColumnOf<string>[]} [columns] of a kernel by itself
 * @returns {Table} a row a kernel, on each engine its time and, where anything is compared, its ratio
 */
export function engineTable(result, model, columns = []) {
  const rows = timedIn(result, model);
  const { baseline } = result.statistics;
  const { title, unit } = modelOf(model);
  const compared = rows.some(({ speedup }) => speedup?.ci95);
  return pivot(
    `${model}: ${title}; ${unit.label}${compared ? `, and the ratio to ${kernelName(baseline)}` : ''}`,
    distinct(rows.map(({ kernel }) => kernel)),
    [
      words('kernel', kernelName),
      ...columns,
      ...enginesIn(result).flatMap((engine) => {
        const rowOf = (/** @type {string} */ kernel) => rowIn(result, engine, kernel, model);
        return [
          figures(engineNameIn(result, engine), (/** @type {string} */ kernel) => timeCell(rowOf(kernel))),
          ...(compared ? [figures('ratio', (/** @type {string} */ kernel) => ratioOf(rowOf(kernel), baseline))] : []),
        ];
      }),
    ],
  );
}

/** @param {Result} result @param {readonly string[]} models @returns {string[]} a table of each that was measured */
export const engineTables = (result, models) =>
  models.filter((model) => timedIn(result, model).length > 0).flatMap((model) => titled(engineTable(result, model)));

/**
 * @param {Result} result
 * @param {string} engine
 * @param {string} model
 * @param {string} kernel
 * @param {string} against
 * @returns {Ratio | null} null where either has no time, or there are too few rounds for an interval
 */
export function versusIn(result, engine, model, kernel, against) {
  const [row, other] = [kernel, against].map((id) => rowIn(result, engine, id, model));
  const ratio = row && other && ratioIn(result, row, other);
  return ratio?.ci95 ? ratio : null;
}

/**
 * @param {Result} result
 * @param {(kernel: string) => boolean} [asked] all but controls, if not given
 * @returns {string[]} a list in markdown of why kernels have no time on engines that could run them, a reason each, and
 *   where; none if all have
 */
export function failuresIn(result, asked = (kernel) => !isControl(kernel)) {
  const failures = grouped(
    result.summary.flatMap(({ engine, kernel, model, error }) =>
      error !== null && asked(kernel) && cannotRun({ error }) === null
        ? [{ engine: engineNameIn(result, engine), kernel: kernelName(kernel), model, reason: error.split('\n')[0] }]
        : [],
    ),
    ({ kernel, reason }) => `${kernel} ${reason}`,
  ).map(([, rows]) => {
    const [models, engines] = [rows.map(({ model }) => model), rows.map(({ engine }) => engine)].map(distinct);
    return { kernel: rows[0].kernel, where: `${models.join(', ')} on ${engines.join(', ')}: ${rows[0].reason}` };
  });
  const lines = grouped(failures, ({ where }) => where).map(
    ([where, rows]) => `no time: ${escaped(`${rows.map(({ kernel }) => kernel).join(', ')} in ${where}`)}`,
  );
  return lines.length > 0 ? [bullets(lines)] : [];
}
