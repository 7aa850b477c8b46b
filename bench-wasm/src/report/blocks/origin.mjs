/** Where the figures of a block are from. */

import { engineTable, timedIn } from '../engine-table.mjs';
import { escaped, renderTable } from '../markdown.mjs';
import { mergeResults } from '../merge.mjs';
import { commitOf, sizeOf } from '../tables.mjs';

/** @typedef {import('../result.mjs').Result} Result */
/** @typedef {import('../store.mjs').Stored} Stored */

export const COMMAND = '`npm --prefix bench-wasm run report -- --pages`';

/** @param {Stored} one @returns {string} where its figures are from, as a paragraph */
export function originOf({ source, machine, result }) {
  const [series] = mergeResults([{ file: source, result }]).series;
  return (
    'A ratio is followed by its interval of 95 %; where the control of the run saw a difference between a kernel and ' +
    'itself, or could have missed one of 2 %, it is called blind and is its interval alone. Times are medians. ' +
    `${escaped(machine)}, ${result.createdAt.slice(0, 10)}, commit ${escaped(commitOf(result))}, ` +
    `${escaped(sizeOf(series))}. Made from [${escaped(source)}](../${source}) by ${COMMAND}.`
  );
}

/** @param {Result} result @param {readonly string[]} models @returns {string[]} a table of each that was measured */
export const engineTables = (result, models) =>
  models
    .filter((model) => timedIn(result, model).length > 0)
    .flatMap((model) => {
      const table = engineTable(result, model);
      return [`**${escaped(table.caption)}**`, renderTable(table)];
    });
