/** The raw samples as CSV, one line each. */

import { csvFormat } from 'd3-dsv';

/** @import { Report } from './merge.mjs' */

/** Of a row, and of each sample of it. */
const ROW = ['run', 'createdAt', 'cpu', 'engine', 'engineVersion', 'kernel', 'model'];
const COLUMNS = [...ROW, 'round', 'order', 'n', 'ns', 'nsPerProduct', 'check', 'error'];

/**
 * A spreadsheet takes a cell for a formula that begins so; an apostrophe before it says that it is text.
 *
 * @param {string} text
 */
const plain = (text) => text.replace(/^(?=[=+\-@\t\r])/, "'");

/**
 * A row of the report that failed is on each of its samples in the column `error`; one that has no
 * sample has a line of its own, without numbers.
 *
 * @param {Report} report
 * @returns {string} ends with a newline
 */
export function renderCsv({ series }) {
  const lines = series.flatMap(({ run: { label: run, result }, engine: { id: engine, version }, views }) =>
    views.flatMap(({ model, rows }) =>
      rows.flatMap(({ kernel, summary: { error }, samples }) => {
        const { createdAt, environment } = result;
        const row = {
          ...{ run: plain(run), createdAt, cpu: plain(environment.cpu), engine, engineVersion: plain(version) },
          ...{ kernel, model, error: error && plain(error) },
        };
        if (samples.length === 0) return [row];
        return samples.map((sample) => ({ ...row, ...sample, nsPerProduct: sample.ns / sample.n }));
      }),
    ),
  );
  return `${csvFormat(/** @type {any[]} */ (lines), COLUMNS)}\n`;
}
