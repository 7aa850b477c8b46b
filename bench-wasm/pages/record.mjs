/** The standing record: what the next idea must beat. */

import { ns } from '../src/report/format.mjs';
import { escaped, titled } from '../src/report/markdown.mjs';
import { mergeResults } from '../src/report/merge.mjs';
import { recordTable } from '../src/report/record.mjs';
import { LIMITS, limitNs, limitOf } from './limits.mjs';
import { bullets, newestOfMachines, notMeasured, originOf } from './source.mjs';

/** @import { Limit } from './limits.mjs' */
/** @import { Stored } from './stored-results.mjs' */

/** The part of the evidence: every engine. */
const PART = 'engines';

/** @param {Stored[]} stored @returns {string[]} of each machine its newest run of every engine */
export function recordBlock(stored) {
  const runs = newestOfMachines(stored.filter(({ part }) => part === PART));
  if (runs.length === 0) return notMeasured(PART);
  return [
    ...runs.flatMap((run) => {
      const report = mergeResults([{ file: run.source, result: run.result }]);
      const table = recordTable(report, report.runs[0], (kernel) => limitOf(run.machine, kernel));
      return [`### ${escaped(run.machine)}`, ...titled(table), originOf(run, '')];
    }),
    'The limits that are known:',
    bullets(LIMITS.map(limitLine)),
  ];
}

/** @param {Limit} limit @returns {string} in markdown */
function limitLine(limit) {
  const { machine, kernels, operations, cycles, products, source } = limit;
  const all = `${cycles} cycles${products > 1 ? ` for ${products}` : ''}`;
  const ids = kernels.map((id) => `\`${id}\``).join(', ');
  const where = `[${source.split('#')[0]}](${source})`;
  return `${machine}, ${ids}: ${ns(limitNs(limit))} ns a product, ${all}. ${operations} (${where}).`;
}
