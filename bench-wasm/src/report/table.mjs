/** Tables as every rendering writes them: rows against columns, cell by cell. */

import { noiseNotes, times } from './format.mjs';

/** @import { Judged } from './format.mjs' */

/**
 * @typedef {'faster' | 'slower' | 'equivalent' | 'undecided' | 'baseline' | 'error' | 'passed' | 'failed' |
 *   'none'} Tone
 */

/**
 * @typedef {object} Cell
 * @property {string} text
 * @property {string} [detail] less important, after the text
 * @property {Tone} [tone]
 * @property {true} [code] an id
 * @property {string} [link] in markdown, the name of a definition below
 * @property {Judged} [ratio] that the text says
 * @property {true} [best] of its column; its tone says so where there are tones
 */

/**
 * @typedef {{ label: string, numeric?: boolean, prose?: boolean, spare?: number }} Column prose: sentences, for which a
 *   terminal has no room; spare: left out where a terminal is too narrow, the highest first
 */

/**
 * @typedef {object} Table
 * @property {string} caption
 * @property {Column[]} columns the first one heads the rows
 * @property {{ cells: Cell[], error?: string, aside?: true }[]} rows a row with an error has a name
 *   and that reason; an aside is there to judge the run
 * @property {Cell[]} [foot]
 * @property {string[]} [notes] what its cells have no room for
 */

/**
 * What a column says of a row; nothing is a dash.
 *
 * @template Row
 * @typedef {(row: Row) => Cell | string | null | undefined} Says
 */

/** @template Row @typedef {Column & { cell: Says<Row> }} ColumnOf */

/**
 * Rows against columns, each of which knows what it says of a row: every table of this project is made so, and says the
 * noise of its ratios once.
 *
 * @template Row
 * @param {string} caption
 * @param {readonly Row[]} rows
 * @param {readonly ColumnOf<Row>[]} columns
 * @param {(row: Row) => string | null} [errorOf] why a row has its name alone
 * @returns {Table & { notes: string[] }}
 */
export function pivot(caption, rows, columns, errorOf = () => null) {
  const lines = rows.map((row) => {
    const error = errorOf(row);
    const shown = error === null ? columns : columns.slice(0, 1);
    return { cells: shown.map(({ cell }) => cellOf(cell(row))), ...(error !== null && { error }) };
  });
  const notes = noiseNotes(lines.flatMap(({ cells }) => cells.flatMap(({ ratio }) => ratio ?? [])));
  return {
    caption,
    columns: columns.map(({ cell: _, ...column }) => column),
    rows: lines,
    notes,
  };
}

/** @template Row @param {string} label @param {Says<Row>} cell @returns {ColumnOf<Row>} */
export const words = (label, cell) => ({ label, cell });

/** @template Row @param {string} label @param {Says<Row>} cell @returns {ColumnOf<Row>} */
export const figures = (label, cell) => ({ label, numeric: true, cell });

/** @param {string} text an id @returns {Cell} */
export const code = (text) => ({ text, code: true });

/** @param {(Judged & { median: number }) | null | undefined} ratio @returns {Cell | null} */
export const ratioCell = (ratio) => (ratio ? { text: times(ratio), ratio } : null);

/** @param {Cell | string | null | undefined} said @returns {Cell} */
export const cellOf = (said) => (typeof said === 'object' && said !== null ? said : { text: said ?? '-' });
