/** The products of other projects beside this one’s. */

import { duelTable, duels, isTheirs, nativeLines, wasmLines } from '../src/report/duels.mjs';
import { renderTable } from '../src/report/markdown.mjs';
import { failuresIn } from './engine-tables.mjs';
import { bullets, newest, newestOfMachines, notMeasured, originOf } from './source.mjs';

/** @import { Duel } from '../src/report/duels.mjs' */
/** @import { Result } from '../src/result/result.mjs' */
/** @import { Stored } from '../src/result/stored-results.mjs' */

/** The part of the evidence; those in other fields go on with the name of the field. */
const PART = 'neighbours';

/** @param {Result} result @returns {string[]} why a product of others has no time */
export function failuresOfOthers(result) {
  const theirs = result.kernels.filter(isTheirs).map(({ id }) => id);
  return failuresIn(result, (kernel) => theirs.includes(kernel));
}

/** @param {Stored[]} stored @returns {string[]} of the product, and in other fields on its machine */
export function otherProjectsBlock(stored) {
  const product = newest(stored, PART);
  if (!product) return notMeasured(PART);
  const others = newestOfMachines(stored).filter(
    ({ machine, part }) => machine === product.machine && part.startsWith(`${PART}-`),
  );
  return [product, ...others].flatMap((run) => {
    const all = duels(run.result);
    return [
      ...(run === product ? [] : [`### In the field ${run.part.slice(PART.length + 1)}`]),
      bullets([...wasmLines(all), ...nativeLines(run.result)]),
      ...(all.length > 0 ? [renderTable(duelTable(all))] : []),
      originOf(run, 'The interval is as wide as if every row of one side were compared with every row of the other.'),
      ...failuresOfOthers(run.result),
    ];
  });
}
