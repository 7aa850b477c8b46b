/** What the patch to arkworks gains: a table of products, and one of what consists of them. */

import { PATCHED_ROW } from '../src/measure/patched.mjs';
import { modelsIn } from '../src/models/index.mjs';
import { fieldOf } from '../src/oracle/field.mjs';
import { escaped, renderTable } from '../src/report/markdown.mjs';
import { distinct } from '../src/report/groups.mjs';
import { figures, pivot, words } from '../src/report/table.mjs';
import { commitOf } from '../src/report/tables.mjs';
import { dropinTable } from './answer.mjs';
import { enginesIn, ratioOf, rowIn } from './engine-tables.mjs';
import { COMMAND, newestOfMachines, notMeasured } from './source.mjs';
import { STORE } from './stored-results.mjs';

/** @import { Result } from '../src/report/result.mjs' */
/** @import { Table } from '../src/report/table.mjs' */
/** @import { Stored } from './stored-results.mjs' */

/** How the parts of the evidence are called that measure the patch. */
export const PATCH = 'upstream-';

/** @param {Stored[]} stored */
export function patchBlock(stored) {
  const measured = patchRuns(stored);
  if (measured.length === 0) return notMeasured(`${PATCH}fq`);
  const runs = [...new Map(measured.map((one) => [one.folder, one])).values()].map(({ folder, result }) => {
    const { rounds } = result.plan;
    return `[${escaped(folder)}](../${STORE}/${folder}) (commit ${escaped(commitOf(result))}, ${rounds} rounds)`;
  });
  return [
    ...patchTables(measured).flatMap((table) => [
      `**${table.caption}**, ratio to arkworks as published:`,
      renderTable(table),
    ]),
    `\`chain\`: dependent products; \`stream\`: independent ones; \`sop2\`: sums a·b + c·d. Every ` +
      `result was held against BigInt. Made from ${runs.join(', ')} by ${COMMAND}.`,
    ...dropinTable(stored),
  ];
}

/** @param {Stored[]} stored the newest first @returns {Stored[]} of each part on each machine the newest */
export const patchRuns = (stored) => newestOfMachines(stored.filter(({ part }) => part.startsWith(PATCH)));

/**
 * @param {Stored[]} measured from patchRuns
 * @returns {Table[]} a row a field and engine, a column a model: what is timed in any field, and algorithms
 */
export function patchTables(measured) {
  const algorithms = modelsIn('algorithms');
  return [
    { caption: 'A product', has: (/** @type {string} */ model) => !algorithms.includes(model) },
    {
      caption: 'What consists of products, on BN254',
      has: (/** @type {string} */ model) => algorithms.includes(model),
    },
  ].flatMap(({ caption, has }) => {
    const runs = measured.filter(({ result }) => result.plan.models.some(has));
    const rows = runs.flatMap((run) => enginesIn(run.result).map((engine) => ({ ...run, engine })));
    const models = distinct(runs.flatMap(({ result }) => result.plan.models.filter(has)));
    if (rows.length === 0) return [];
    return pivot(caption, rows, [
      words('field', ({ result }) => fieldIn(result)),
      words('CPU', ({ machine }) => machine),
      words('engine', ({ engine }) => engine),
      ...models.map((model) =>
        figures(model, (/** @type {typeof rows[0]} */ { result, engine }) =>
          ratioOf(rowIn(result, engine, PATCHED_ROW, model)),
        ),
      ),
    ]);
  });
}

/** @param {Result} result @returns {string} the field of its rows, and how long an element is */
function fieldIn({ kernels }) {
  const { id, words: length } = fieldOf(kernels.find((one) => one.id === PATCHED_ROW)?.field ?? 'fq');
  // The kernels' own field goes without its curve.
  return `${['fq', 'fr'].includes(id) ? `bn254-${id}` : id}, ${length} words`;
}
