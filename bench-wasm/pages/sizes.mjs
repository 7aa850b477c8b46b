/** What a product, a point and a butterfly take, by how many there are. */

import { modelOf } from '../src/models/index.mjs';
import { ns } from '../src/report/format.mjs';
import { distinct } from '../src/report/groups.mjs';
import { code, figures, pivot, words } from '../src/report/table.mjs';
import { enginesIn, rowIn } from './engine-tables.mjs';

/** @import { Result } from '../src/report/result.mjs' */
/** @import { Table } from '../src/report/table.mjs' */

/** The part of the evidence. */
export const SIZES = 'sizes';

/** What is counted, by the group of its models, and how many of it a size has. */
const COUNTED = Object.freeze({
  sizes: { each: 'product', count: () => 1 },
  sums: { each: 'point', count: (/** @type {number} */ log2) => 2 ** log2 },
  // A transform has a butterfly for every two values in each of its layers.
  transforms: { each: 'butterfly', count: (/** @type {number} */ log2) => log2 * 2 ** (log2 - 1) },
});

/** @param {Result} result of one engine @returns {Table} a row for each kernel and what it does, a column a size */
export function sizesTable(result) {
  const [engine] = enginesIn(result);
  const models = result.plan.models.map((id) => ({ id, group: modelOf(id).group, log2: Number(modelOf(id).log2) }));
  const rows = Object.entries(COUNTED).flatMap(([group, counted]) => {
    const own = models.filter((model) => model.group === group);
    const kernels = distinct(result.plan.rows.map(({ kernel }) => kernel));
    return kernels
      .filter((kernel) => own.some(({ id }) => rowIn(result, engine, kernel, id)))
      .map((kernel) => ({ ...counted, own, kernel }));
  });
  const sizes = distinct(models.map(({ log2 }) => log2)).sort((a, b) => a - b);
  return pivot(`Median time of each on ${engine}, ns, by how many elements, points or values there are`, rows, [
    words('each', ({ each }) => each),
    words('kernel', ({ kernel }) => code(kernel)),
    ...sizes.map((size) =>
      figures(`2^${size}`, (/** @type {typeof rows[0]} */ { own, kernel, count }) => {
        const model = own.find(({ log2 }) => log2 === size);
        const row = model && rowIn(result, engine, kernel, model.id);
        return row && ns(Number(row.median) / count(size));
      }),
    ),
  ]);
}
