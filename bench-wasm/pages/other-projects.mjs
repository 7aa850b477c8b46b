/** The products of other projects beside this one’s. */

import { duelTable, duels, isTheirs, nativeLines, wasmLines } from '../src/report/duels.mjs';
import { renderTable } from '../src/report/markdown.mjs';
import { failuresIn } from './engine-tables.mjs';
import { bullets, newest, notMeasured, originOf } from './source.mjs';

/** @import { Duel } from '../src/report/duels.mjs' */
/** @import { Result } from '../src/report/result.mjs' */
/** @import { Stored } from './stored-results.mjs' */

/** The part of the evidence; those in other fields go on with the name of the field. */
const PART = 'neighbours';

/**
 * @param {Stored[]} stored
 * @returns {(Stored & { field: string | null })[]} the run of the product, where there is one, and those of the same
 *   machine and commit in other fields, which they name
 */
export function otherProjectsRuns(stored) {
  const product = newest(stored, PART);
  const others = stored.filter(({ folder, part }) => folder === product?.folder && part.startsWith(`${PART}-`));
  return product
    ? [{ ...product, field: null }, ...others.map((one) => ({ ...one, field: one.part.slice(PART.length + 1) }))]
    : [];
}

/** @param {Result} result @returns {string[]} why a product of others has no time */
export function failuresOfOthers(result) {
  const theirs = result.kernels.filter(isTheirs).map(({ id }) => id);
  return failuresIn(result, (kernel) => theirs.includes(kernel));
}

/** @param {Stored[]} stored */
export function otherProjectsBlock(stored) {
  const runs = otherProjectsRuns(stored);
  if (runs.length === 0) return notMeasured(PART);
  return runs.flatMap((run) => {
    const all = duels(run.result);
    return [
      ...(run.field === null ? [] : [`### In the field ${run.field}`]),
      bullets([...nativeLines(run.result, all), ...wasmLines(all)]),
      ...(all.length > 0 ? [renderTable(duelTable(all))] : []),
      originOf(run, 'The interval is as wide as if every row of one side were compared with every row of the other.'),
      ...failuresOfOthers(run.result),
    ];
  });
}
