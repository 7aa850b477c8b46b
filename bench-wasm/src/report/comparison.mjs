/** Two runs, row by row, as a table. */

import { factor, interval } from './reading.mjs';

/**
 * @param {import('../stats/index.mjs').Comparison} comparison
 * @param {{ createdAt: string, name: string }} before name: what the user called the baseline
 * @returns {import('./tables.mjs').Table}
 */
export function comparisonTable({ rows }, { createdAt, name }) {
  return {
    caption: `This run against ${name}, of ${createdAt}: speed now over then; 0.90 is 10 % slower than it was`,
    columns: [
      { label: 'kernel' },
      { label: 'model' },
      { label: 'now/then', numeric: true },
      { label: 'verdict' },
      { label: '95 % interval', numeric: true },
      { label: 'engine' },
      { label: 'of' },
    ],
    rows: rows.map(({ kernel, model, engine, ratio, ci95, verdict, unit, note }) => ({
      cells: [
        { text: kernel, code: true },
        { text: model },
        { text: ratio === null ? '-' : `${factor(ratio)}×` },
        { text: verdict, tone: verdict },
        { text: ci95 ? interval(ci95) : '-' },
        { text: engine },
        { text: unit, ...(note && { detail: note.split('\n')[0] }) },
      ],
    })),
  };
}
