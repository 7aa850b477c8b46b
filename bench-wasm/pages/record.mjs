/** The standing record: what the next idea must beat. */

import { titled } from '../src/report/markdown.mjs';
import { mergeResults } from '../src/report/merge.mjs';
import { recordTable } from '../src/report/record.mjs';
import { link, newestOfMachines, notMeasured, originOf } from './source.mjs';

/** @import { Stored } from '../src/result/stored-results.mjs' */

/** The part of the evidence: every engine. */
const PART = 'engines';

/** @param {Stored[]} stored @returns {string[]} of the newest run of every engine, and where those of other CPUs are */
export function recordBlock(stored) {
  const [run, ...others] = newestOfMachines(stored.filter(({ part }) => part === PART));
  if (!run) return notMeasured(PART);
  const report = mergeResults([{ file: run.source, result: run.result }]);
  return [
    ...titled(recordTable(report, report.runs[0])),
    originOf(run),
    ...(others.length > 0 ? [`The same for other CPUs: ${others.map(link).join(', ')}.`] : []),
  ];
}
