/** The raw samples as CSV, one line each. */

import { csvFormat } from 'd3-dsv';

/** @typedef {import('./merge.mjs').Report} Report */

const COLUMNS = [
  'run',
  'createdAt',
  'cpu',
  'engine',
  'engineVersion',
  'kernel',
  'model',
  'round',
  'order',
  'n',
  'ns',
  'nsPerProduct',
  'check',
  'error',
];

/**
 * A row of the report that failed is on each of its samples in the column `error`; one that has no
 * sample has a line of its own, without numbers.
 *
 * @param {Report} report
 * @returns {string} ends with a newline
 */
export function renderCsv({ series }) {
  const lines = series.flatMap(({ run, engine, views }) =>
    views.flatMap(({ model, rows }) =>
      rows.flatMap(({ kernel, summary, samples }) => {
        const { createdAt, environment } = run.result;
        const row = {
          run: run.label,
          createdAt,
          cpu: environment.cpu,
          engine: engine.id,
          engineVersion: engine.version,
          kernel,
          model,
          error: summary.error ?? '',
        };
        if (samples.length === 0) return [row];
        return samples.map(({ round, order, n, ns, check }) => ({
          ...row,
          round,
          order,
          n,
          ns,
          nsPerProduct: ns / n,
          check,
        }));
      }),
    ),
  );
  return `${csvFormat(/** @type {any[]} */ (lines), COLUMNS)}\n`;
}
