/** Tables of a command that are of no result file. */

import { writeTable } from '../report/terminal.mjs';
import { COLORS, ROOM } from './options.mjs';

/**
 * @param {readonly string[]} labels
 * @param {readonly (readonly (string | number)[])[]} rows
 * @param {(at: number) => boolean} [numeric] which columns are figures
 * @returns {string}
 */
export function tableOf(labels, rows, numeric = (at) => at > 0) {
  // Ink has four digits behind a gas's point.
  const figure = (/** @type {number} */ value) => value.toLocaleString('en', { maximumFractionDigits: 4 });
  return writeTable(
    {
      caption: '',
      columns: labels.map((label, at) => ({ label, numeric: numeric(at) })),
      rows: rows.map((row) => ({
        cells: row.map((cell) => ({ text: typeof cell === 'number' ? figure(cell) : cell })),
      })),
    },
    COLORS,
    ROOM,
  );
}
