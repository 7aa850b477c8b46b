/** A model on several engines in one table: a row a kernel, its time and its ratio on each. */

import { modelOf } from '../models/index.mjs';
import { isControl } from '../stats/index.mjs';
import { ns, times } from './reading.mjs';

/** @typedef {import('./result.mjs').Result} Result */
/** @typedef {import('../stats/index.mjs').SummaryRow} SummaryRow */

/**
 * @param {Result} result against the kernel that its ratios are to
 * @param {string} model
 * @returns {SummaryRow[]} with a time, without controls
 */
export const timedIn = ({ summary }, model) =>
  summary.filter((row) => row.model === model && row.median !== null && row.error === null && !isControl(row.kernel));

/**
 * @param {Result} result against the kernel that its ratios are to
 * @param {string} model
 * @returns {import('./tables.mjs').Table}
 */
export function engineTable(result, model) {
  const rows = timedIn(result, model);
  const engines = result.environment.engines.map(({ id }) => id);
  const kernels = [...new Set(rows.map(({ kernel }) => kernel))];
  const { baseline } = result.statistics;
  const compared = rows.some(({ speedup }) => speedup?.ci95);
  const { title, unit } = modelOf(model);
  return {
    caption: `${model}: ${title}; ${unit.label}${compared ? `, and times as fast as ${baseline}` : ''}`,
    columns: [
      { label: 'kernel' },
      ...engines.flatMap((label) => [
        { label, numeric: true },
        ...(compared ? [{ label: 'ratio', numeric: true }] : []),
      ]),
    ],
    rows: kernels.map((kernel) => ({
      cells: [
        { text: kernel, code: /** @type {const} */ (true) },
        ...engines.flatMap((engine) => {
          const row = rows.find((one) => one.engine === engine && one.kernel === kernel);
          const ratio = row?.kernel === baseline ? '1' : row?.speedup?.ci95 ? times(row.speedup) : '-';
          return [{ text: row ? ns(Number(row.median) / unit.ns) : '-' }, ...(compared ? [{ text: ratio }] : [])];
        }),
      ],
    })),
  };
}
