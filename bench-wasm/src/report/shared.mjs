/** What one reduction for a whole sum is worth: a kernel's sum beside that kernel with a reduction for each product. */

import { readAgain } from './again.mjs';
import { timedIn } from './engine-table.mjs';
import { times } from './reading.mjs';

/** @typedef {import('./result.mjs').Result} Result */
/** @typedef {import('./tables.mjs').Table} Table */

/** The kernels that reduce each product by itself, and how those are called that do not. */
const PAIRS = Object.freeze([
  { single: 'limbs29', shared: 'limbs29' },
  { single: 'fma-pair', shared: 'fma' },
]);
/** Of so many products. */
const TERMS = Object.freeze([2, 3, 4]);

/** @param {Result} result @returns {Table | null} null where it has no such pair */
export function sharedTable(result) {
  const engines = result.environment.engines.map(({ id }) => id);
  const rows = PAIRS.filter(({ single }) => result.plan.rows.some(({ kernel }) => kernel === single)).flatMap(
    ({ single, shared }) => {
      const again = readAgain(result, { baseline: single });
      return TERMS.flatMap((terms) => {
        const id = `${shared}-sop${terms}`;
        const found = timedIn(again, `sop${terms}`).filter(({ kernel }) => kernel === id);
        if (found.length === 0) return [];
        const cells = engines.map((engine) => {
          const ratio = found.find((row) => row.engine === engine)?.speedup;
          return { text: ratio?.ci95 ? times(ratio) : '-' };
        });
        const names = [id, single].map((text) => ({ text, code: /** @type {const} */ (true) }));
        return [{ cells: [...names, ...cells] }];
      });
    },
  );
  if (rows.length === 0) return null;
  return {
    caption: 'A sum by one reduction, times as fast as by the kernel that reduces every product',
    columns: [{ label: 'sum' }, { label: 'against' }, ...engines.map((label) => ({ label, numeric: true }))],
    rows,
  };
}
