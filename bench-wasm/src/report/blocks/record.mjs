/** The standing record: what the next idea must beat. */

import { LIMITS, limitNs, limitOf } from '../limits.mjs';
import { escaped, renderTable } from '../markdown.mjs';
import { mergeResults } from '../merge.mjs';
import { ns } from '../reading.mjs';
import { recordTable } from '../record.mjs';
import { commitOf, sizeOf } from '../tables.mjs';
import { COMMAND } from './origin.mjs';

/** @typedef {import('./page.mjs').Page} Page */
/** @typedef {import('../store.mjs').Stored} Stored */

/** @param {Page} page @param {Stored[]} stored @returns {string[]} of each machine its newest run of every engine */
export function recordParts({ part = '' }, stored) {
  const runs = stored.filter((one) => one.part === part);
  if (runs.length === 0) return [`Not measured yet: \`npm --prefix bench-wasm run evidence -- --only ${part}\`.`];
  const newest = runs.filter(({ machine }, at) => runs.findIndex((one) => one.machine === machine) === at);
  return [
    ...newest.flatMap(recordOf),
    'The limits that are known:',
    LIMITS.map((limit) => `- ${limitLine(limit)}`).join('\n'),
  ];
}

/** @param {import('../limits.mjs').Limit} limit @returns {string} in markdown */
function limitLine(limit) {
  const { machine, kernels, operations, cycles, products, source } = limit;
  const all = `${cycles} cycles${products > 1 ? ` for ${products}` : ''}`;
  const ids = kernels.map((id) => `\`${id}\``).join(', ');
  const where = `[${source.split('#')[0]}](${source})`;
  return `${machine}, ${ids}: ${ns(limitNs(limit))} ns a product, ${all}. ${operations} (${where}).`;
}

/** @param {Stored} run */
function recordOf({ machine, source, result }) {
  const report = mergeResults([{ file: source, result }]);
  const table = recordTable(report, report.runs[0], (kernel) => limitOf(machine, kernel));
  return [
    `### ${escaped(machine)}`,
    `**${escaped(table.caption)}**`,
    renderTable(table),
    `${result.createdAt.slice(0, 10)}, commit ${escaped(commitOf(result))}, ${escaped(sizeOf(report.series[0]))}. ` +
      `Made from [${escaped(source)}](../${source}) by ${COMMAND}.`,
  ];
}
