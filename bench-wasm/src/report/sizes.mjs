/** What a product, a point and a butterfly take, by how many there are. */

import { modelOf } from '../models/index.mjs';
import { timedIn } from './engine-table.mjs';
import { ns } from './reading.mjs';

/** @typedef {import('./result.mjs').Result} Result */
/** @typedef {'sizes' | 'sums' | 'transforms'} Family */

/**
 * @typedef {object} Sized
 * @property {string} engine
 * @property {string} kernel
 * @property {number} log2
 * @property {number} median ns for each of what is counted
 * @property {number} lo
 * @property {number} hi
 */

/**
 * What is counted, and how many of it a size has.
 *
 * @type {Readonly<Record<Family, { each: string, of: string, count: (log2: number) => number }>>}
 */
export const COUNTED = Object.freeze({
  sizes: { each: 'product', of: 'elements of each array', count: () => 1 },
  sums: { each: 'point', of: 'points', count: (log2) => 2 ** log2 },
  // A transform has a butterfly for every two values in each of its layers.
  transforms: { each: 'butterfly', of: 'values', count: (log2) => log2 * 2 ** (log2 - 1) },
});

/** @param {Result} result @param {Family} family @returns {Sized[]} by size */
export function sizedIn(result, family) {
  const { count } = COUNTED[family];
  return result.plan.models
    .filter((id) => modelOf(id).group === family)
    .flatMap((id) => {
      const log2 = Number(modelOf(id).log2);
      return timedIn(result, id).map(({ engine, kernel, median, ci95 }) => {
        const [each, lo, hi] = [median, ...(ci95 ?? [median, median])].map((value) => Number(value) / count(log2));
        return { engine, kernel, log2, median: each, lo, hi };
      });
    })
    .sort((a, b) => a.log2 - b.log2);
}

/**
 * @param {Result} result
 * @param {Family} family
 * @returns {import('./tables.mjs').Table} a row a kernel, a column a size
 */
export function sizesTable(result, family) {
  const all = sizedIn(result, family);
  const sizes = [...new Set(all.map(({ log2 }) => log2))];
  const rows = [...new Set(all.map(({ engine, kernel }) => `${engine} ${kernel}`))].map((key) => key.split(' '));
  const { each, of } = COUNTED[family];
  return {
    caption: `ns a ${each}, by the number of ${of}`,
    columns: [
      ...['engine', 'row'].map((label) => ({ label })),
      ...sizes.map((log2) => ({ label: `2^${log2}`, numeric: true })),
    ],
    rows: rows.map(([engine, kernel]) => ({
      cells: [
        { text: engine },
        { text: kernel, code: /** @type {const} */ (true) },
        ...sizes.map((log2) => {
          const found = all.find((one) => one.engine === engine && one.kernel === kernel && one.log2 === log2);
          return { text: found ? ns(found.median) : '-' };
        }),
      ],
    })),
  };
}

/**
 * @param {Result} result
 * @returns {string[]} a line for each row of products: its best, and how far the worst size is from it
 */
export function sizeLines(result) {
  const all = sizedIn(result, 'sizes');
  const rows = [...new Set(all.map(({ engine, kernel }) => `${engine} ${kernel}`))].map((key) => key.split(' '));
  return rows.map(([engine, kernel]) => {
    const own = all.filter((one) => one.engine === engine && one.kernel === kernel);
    const byTime = own.sort((a, b) => a.median - b.median);
    const [best, worst] = [byTime[0], byTime[byTime.length - 1]];
    return (
      `${engine}, \`${kernel}\`: ${ns(best.median)} ns a product at 2^${best.log2}, and at most ` +
      `${Math.round(100 * (worst.median / best.median - 1))} % more at any other size (2^${worst.log2}).`
    );
  });
}
