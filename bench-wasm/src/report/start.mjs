/** What a kernel costs before its first product: the bytes of its code, and its time on each engine. */

import { firstProduct } from '../models/first-product.mjs';
import { isControl } from '../stats/index.mjs';
import { factor } from './reading.mjs';

/** @typedef {import('./result.mjs').Result} Result */
/** @typedef {import('./tables.mjs').Table} Table */

const BASELINE = 'multi3';

/**
 * @param {Result} result
 * @returns {Table} a row a kernel
 */
export function startTable({ summary, kernels, environment }) {
  const rows = summary.filter(({ kernel, model }) => model === firstProduct.id && !isControl(kernel));
  const ids = [...new Set(rows.map(({ kernel }) => kernel))];
  const { ns, label } = firstProduct.unit;
  return {
    caption: firstProduct.title,
    columns: [
      { label: 'kernel' },
      { label: 'bytes of code', numeric: true },
      ...environment.engines.map(({ id }) => ({ label: `${id}, ${label}`, numeric: true })),
    ],
    rows: ids.map((id) => ({
      cells: [
        { text: id, code: true },
        { text: kernels.find((kernel) => kernel.id === id)?.code?.toLocaleString('en') ?? '-' },
        ...environment.engines.map(({ id: engine }) => {
          const row = rows.find((one) => one.engine === engine && one.kernel === id);
          if (!row || row.median === null) return { text: row?.error?.split('\n')[0] ?? '-' };
          const text = (row.median / ns).toFixed(0);
          return id === BASELINE || !row.speedup?.ci95 ? { text } : { text, detail: longer(row.speedup.ci95) };
        }),
      ],
    })),
  };
}

/** @param {[number, number]} ci95 of the speed-up @returns {string} of the time */
const longer = ([lo, hi]) => `${factor(1 / hi)} to ${factor(1 / lo)}`;
