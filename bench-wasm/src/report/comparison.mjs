/** Two runs, row by row, as a table. */

import { factor, interval, known } from './format.mjs';
import { code, figures, pivot, words } from './table.mjs';

/** @import { Comparison } from '../stats/index.mjs' */
/** @import { Table } from './table.mjs' */

/**
 * @param {Comparison} comparison
 * @param {{ createdAt: string, name: string }} before name: what the user called the baseline
 * @returns {Table}
 */
export const comparisonTable = ({ rows }, { createdAt, name }) =>
  pivot(`This run against ${name}, of ${createdAt}: speed now over then; 0.90 is 10 % slower than it was`, rows, [
    words('kernel', ({ kernel }) => code(kernel)),
    words('model', ({ model }) => model),
    figures('now/then', ({ ratio }) => known(ratio, (speed) => `${factor(speed)}×`)),
    words('verdict', ({ verdict }) => ({ text: verdict, tone: verdict })),
    figures('95 % interval', ({ ci95 }) => known(ci95, interval)),
    words('engine', ({ engine }) => engine),
    words('of', ({ unit, note }) => ({ text: unit, ...(note && { detail: note.split('\n')[0] }) })),
  ]);
