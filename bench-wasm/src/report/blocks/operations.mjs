/** What some kernels are for, each in a run of its own: what was not measured is not shown. */

import { readAgain } from '../again.mjs';
import { escaped, renderTable } from '../markdown.mjs';
import { sharedTable } from '../shared.mjs';
import { engineTables, originOf } from './origin.mjs';

/** @typedef {import('../result.mjs').Result} Result */
/** @typedef {import('../store.mjs').Stored} Stored */

/** The parts of the evidence, and what their ratios are to: arkworks' product as the engine has it at its best. */
const SHOWN = Object.freeze([
  {
    part: 'wide',
    heading: 'Where an engine has wide arithmetic',
    models: ['chain', 'stream', 'square', 'sop2'],
    baseline: 'multi3-wide',
  },
  {
    part: 'sums',
    heading: 'Sums of products',
    models: ['sop2', 'sop3', 'sop4'],
    baseline: 'multi3-mitigated',
  },
  {
    part: 'inversions',
    heading: 'Inversions',
    models: ['invert', 'invert-batch'],
    baseline: 'multi3-mitigated',
  },
]);

/** @param {Stored[]} stored @returns {string[]} nothing where none is stored */
export const operationsParts = (stored) =>
  SHOWN.flatMap(({ part, heading, models, baseline }) => {
    const run = stored.find((one) => one.part === part);
    if (!run) return [];
    const shared = sharedTable(run.result);
    return [
      `## ${heading}`,
      ...(shared ? [`**${escaped(shared.caption)}**`, renderTable(shared)] : []),
      ...engineTables(against(run.result, baseline), models),
      originOf(run),
    ];
  });

/** @param {Result} result @param {string} baseline @returns {Result} against it, where it was measured */
const against = (result, baseline) =>
  result.plan.rows.some(({ kernel }) => kernel === baseline) ? readAgain(result, { baseline }) : result;
