/** The products of other projects beside this one’s. */

import { escaped, renderTable } from '../markdown.mjs';
import { mergeResults } from '../merge.mjs';
import { duelTable, duels, nativeLines, neighbourFailures, neighbourLines, neighbourTables } from '../neighbours.mjs';
import { commitOf, sizeOf } from '../tables.mjs';
import { COMMAND } from './origin.mjs';

/** @typedef {import('./page.mjs').Page} Page */
/** @typedef {import('../store.mjs').Stored} Stored */

/** What every run of neighbours is called like. */
export const NEIGHBOURS_PART = 'neighbours';

/**
 * @param {Stored[]} stored
 * @param {string} [part]
 * @returns {(Stored & { field: string | null })[]} the run of the product, where there is one, and those of the same
 *   machine and commit in other fields, which they name
 */
export function neighbourRuns(stored, part = NEIGHBOURS_PART) {
  const product = stored.find((one) => one.part === part);
  if (!product) return [];
  const others = stored.filter((one) => one.folder === product.folder && one.part.startsWith(`${part}-`));
  return [{ ...product, field: null }, ...others.map((one) => ({ ...one, field: one.part.slice(part.length + 1) }))];
}

/** @param {Page} page @param {Stored[]} stored */
export function neighbourParts({ part = '' }, stored) {
  const runs = neighbourRuns(stored, part);
  if (runs.length === 0)
    return [`Not measured yet: \`npm --prefix bench-wasm run evidence -- --only ${NEIGHBOURS_PART}\`.`];
  return runs.flatMap(({ field, machine, source, result }) => {
    const all = duels(result);
    const [series] = mergeResults([{ file: source, result }]).series;
    const failures = neighbourFailures(result);
    return [
      ...(field === null ? [] : [`### In the field ${field}`]),
      [...nativeLines(result, all), ...neighbourLines(all)].map((line) => `- ${line}`).join('\n'),
      ...(all.length > 0 ? [renderTable(duelTable(all))] : []),
      'A ratio is followed by its interval of 95 %, which is as wide as if every row of the one side were compared ' +
        'with every row of the other; where the control of the run could have missed a difference of 2 %, or saw one ' +
        'between a row and itself, it is called blind and is its interval alone. Every row was held against BigInt ' +
        `before it was timed. ${escaped(machine)}, ${result.createdAt.slice(0, 10)}, commit ` +
        `${escaped(commitOf(result))}, ${escaped(sizeOf(series))}. Made from [${escaped(source)}](../${source}) by ` +
        `${COMMAND}.`,
      ...neighbourTables(result).flatMap((table) => [`**${table.caption}**`, renderTable(table)]),
      ...(failures.length > 0 ? [failures.map((failure) => `- no time: ${escaped(failure)}`).join('\n')] : []),
    ];
  });
}
