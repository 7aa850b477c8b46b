/** What the patch to arkworks gains, from stored runs of it: a table of products, and one of what consists of them. */

import { PATCHED_ROW } from '../measure/patched.mjs';
import { modelOf, modelsIn } from '../models/index.mjs';
import { fieldOf } from '../oracle/field.mjs';
import { times } from './reading.mjs';

/** @typedef {import('./store.mjs').Stored} Stored */
/** @typedef {import('./tables.mjs').Table} Table */

/** How the parts of the evidence are called that measure the patch. */
export const GAINS = 'upstream-';

const ALGORITHMS = modelsIn('algorithms');

/**
 * @param {Stored[]} stored all results, the newest first
 * @returns {Stored[]} of each part on each machine the newest
 */
export const measuredGains = (stored) =>
  stored.filter(
    ({ part, machine }, at) =>
      part.startsWith(GAINS) && stored.findIndex((other) => other.part === part && other.machine === machine) === at,
  );

/**
 * @param {Stored[]} measured from measuredGains
 * @returns {Table[]} a row a field and engine, a column a model: what is timed in any field, and algorithms
 */
export const gainsTables = (measured) =>
  [
    { caption: 'A product', has: (/** @type {string} */ model) => !ALGORITHMS.includes(model) },
    {
      caption: 'What consists of products, on BN254',
      has: (/** @type {string} */ model) => ALGORITHMS.includes(model),
    },
  ].flatMap(({ caption, has }) => {
    const runs = measured.filter(({ result }) => result.plan.models.some(has));
    const models = [...new Set(runs.flatMap(({ result }) => result.plan.models.filter(has)))];
    const rows = runs.flatMap(({ machine, result }) =>
      result.environment.engines.map(({ id: engine }) => ({
        cells: [
          { text: fieldIn(result) },
          { text: machine },
          { text: engine },
          ...models.map((model) => {
            const found = result.summary.find(
              (row) => row.engine === engine && row.kernel === PATCHED_ROW && row.model === model,
            );
            return { text: found?.speedup?.ci95 ? times(found.speedup) : '-' };
          }),
        ],
      })),
    );
    const columns = ['field', 'CPU', 'engine'].map((label) => ({ label }));
    const figures = models.map((model) => ({ label: modelOf(model).id, numeric: true }));
    return rows.length > 0 ? [{ caption, columns: [...columns, ...figures], rows }] : [];
  });

/** @param {import('./result.mjs').Result} result @returns {string} the field of its rows, and how long an element is */
function fieldIn({ kernels }) {
  const { id, words } = fieldOf(kernels.find((one) => one.id === PATCHED_ROW)?.field ?? 'fq');
  // The kernels' own field goes without its curve.
  return `${['fq', 'fr'].includes(id) ? `bn254-${id}` : id}, ${words} words`;
}
