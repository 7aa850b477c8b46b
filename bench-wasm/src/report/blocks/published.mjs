/** The published benchmark, run again. */

import { escaped, renderTable } from '../markdown.mjs';
import { mergeResults } from '../merge.mjs';
import { publishedSections } from '../published.mjs';
import { commitOf, controlsTable, engineOf, machineOf, sizeOf } from '../tables.mjs';
import { COMMAND } from './origin.mjs';

/** @typedef {import('./page.mjs').Page} Page */
/** @typedef {import('../store.mjs').Stored} Stored */

/** @param {Page} page @param {Stored[]} stored */
export function publishedParts({ part }, stored) {
  const run = stored.find((one) => one.part === part);
  if (!run) return [`Not measured yet: \`npm --prefix bench-wasm run evidence -- --only ${part}\`.`];
  const [series] = mergeResults([{ file: run.source, result: run.result }]).series;
  // What makes the figures first, then the tables that it is read off.
  return [
    ...publishedSections(run.result)
      .toReversed()
      .flatMap(({ heading, tables, lines }) => [
        `### ${heading}`,
        ...(lines.length > 0 ? [lines.map((line) => `- ${escaped(line)}`).join('\n')] : []),
        ...tables.flatMap((table) => [`**${escaped(table.caption)}**`, renderTable(table)]),
      ]),
    '**Controls**: what the run could see',
    renderTable(controlsTable(series)),
    'A ratio is followed by its interval of 95 %; where the control of its model could have missed a difference of ' +
      '2 %, it is called blind and is its interval alone. Every outcome was held against BigInt. ' +
      `${escaped(machineOf(series))}; ${escaped(engineOf(series))}; ${run.result.createdAt.slice(0, 10)}, commit ` +
      `${escaped(commitOf(run.result))}, ${escaped(sizeOf(series))}. Made from ` +
      `[${escaped(run.source)}](../${run.source}) by ${COMMAND}.`,
  ];
}
