/** What the page on proofs says of a stored run: sentences and a table whose every figure is computed. */

import { PUBLISHED } from '../proofs/prover-rows.mjs';
import { isControl } from '../stats/index.mjs';
import { proversTable } from './provers.mjs';
import { times } from './reading.mjs';

/** @typedef {import('./result.mjs').Result} Result */
/** @typedef {import('./tables.mjs').Table} Table */
/** @typedef {import('../stats/index.mjs').SummaryRow} SummaryRow */

/** The whole, and its parts. */
export const WHOLE = 'proof';
const PATCHED = 'ark-0.6.0-patched';
/** Beside which the patched one is said: what is published, and what circom's users have. */
const BESIDE = Object.freeze({ [PUBLISHED]: 'arkworks as published', snarkjs: 'snarkjs on one thread' });
/** Of a proof, in the order in which they come. */
const PARTS = Object.freeze({
  'proof-load': 'the key read, once for all proofs',
  'proof-fft': 'transforms',
  'proof-g1': 'sums in G1',
  'proof-g2': 'sum in G2',
});

/** @param {Result} result @param {string} model @returns {SummaryRow[]} without controls and what has no time */
export const timesOf = ({ summary }, model) =>
  summary.filter((row) => row.model === model && row.median !== null && !isControl(row.kernel));

/** With this project's sums and transforms: on which kernel, its id says. */
const BATCHES = 'batches-';

/** @param {Result} result @returns {string[]} a line for each engine: the patched prover against the others */
export function proofLines(result) {
  const rows = timesOf(result, WHOLE);
  return [...new Set(rows.map(({ engine }) => engine))].flatMap((engine) => {
    const of = (/** @type {string} */ id) => rows.find((row) => row.engine === engine && row.kernel === id);
    const patched = of(PATCHED);
    if (!patched) return [];
    const said = Object.entries(BESIDE).flatMap(([id, words]) => {
      const row = of(id);
      return row ? [`${words} ${ms(row.median)}${id === PUBLISHED ? `: ${ratioOf(patched)} times as fast` : ''}`] : [];
    });
    const batches = fastestBatches(rows, engine);
    const own = batches
      ? ` With this project’s sums and transforms (\`${batches.kernel}\`) it takes ${ms(batches.median)}: ` +
        `${ratioOf(batches)} times as fast as by arkworks as published.`
      : '';
    return [`${engine}: a proof takes ${ms(patched.median)} on the patched field, by ${said.join('; by ')}.${own}`];
  });
}

/**
 * @param {Result} result
 * @returns {{ patched: string, batches: string } | null} of each engine how many times as fast the patched prover is,
 *   and the fastest with this project's sums and transforms; empty where there is none
 */
export function proofRatios(result) {
  const rows = timesOf(result, WHOLE);
  const patched = rows.filter(({ kernel }) => kernel === PATCHED);
  if (patched.length === 0) return null;
  const said = (/** @type {SummaryRow[]} */ of) => of.map((row) => `${row.engine} ${ratioOf(row)}`).join(', ');
  return { patched: said(patched), batches: said(patched.flatMap(({ engine }) => fastestBatches(rows, engine) ?? [])) };
}

/** @param {SummaryRow[]} rows @param {string} engine @returns {SummaryRow | undefined} */
const fastestBatches = (rows, engine) =>
  rows
    .filter((row) => row.engine === engine && row.kernel.startsWith(BATCHES))
    .sort((a, b) => Number(a.median) - Number(b.median))[0];

/**
 * @param {SummaryRow[]} rows
 * @param {string[]} engines
 * @param {string} prover
 * @returns {{ text: string }[]} of each engine the time and the ratio
 */
const cellsOf = (rows, engines, prover) =>
  engines.flatMap((engine) => {
    const row = rows.find(({ engine: own, kernel }) => own === engine && kernel === prover);
    return [{ text: row ? ms(row.median).replace(' ms', '') : '-' }, { text: row ? ratioOf(row) : '-' }];
  });

/** @param {string[]} engines */
const columnsOf = (engines) =>
  engines.flatMap((label) => [
    { label: `${label}, ms`, numeric: true },
    { label: 'ratio', numeric: true },
  ]);

/** @param {Result} result @returns {Table} a row a prover, a column an engine */
export function proofTable(result) {
  const rows = timesOf(result, WHOLE);
  const engines = [...new Set(rows.map(({ engine }) => engine))];
  const provers = [...new Set(rows.map(({ kernel }) => kernel))];
  return {
    caption: `A proof: ms, and times as fast as ${PUBLISHED}`,
    columns: [{ label: 'prover' }, ...columnsOf(engines)],
    rows: provers.map((prover) => ({ cells: [{ text: prover }, ...cellsOf(rows, engines, prover)] })),
  };
}

/** @param {Result} result of the parts @returns {Table} a row for each part and prover */
export function partsTable(result) {
  const engines = [...new Set(result.summary.map(({ engine }) => engine))];
  return {
    caption: `The parts of a proof, each timed apart: ms, and times as fast as ${PUBLISHED}`,
    columns: [{ label: 'part' }, { label: 'prover' }, ...columnsOf(engines)],
    rows: Object.entries(PARTS).flatMap(([model, words]) => {
      const rows = timesOf(result, model);
      return [...new Set(rows.map(({ kernel }) => kernel))].map((prover) => ({
        cells: [{ text: words }, { text: prover }, ...cellsOf(rows, engines, prover)],
      }));
    }),
  };
}

/** @param {Result} result */
export const factsTable = ({ kernels }) => proversTable(kernels);

/** @param {number | null} ns */
const ms = (ns) => (ns === null ? '-' : `${(ns / 1e6).toFixed(ns < 1e8 ? 1 : 0)} ms`);

/** @param {SummaryRow} row */
function ratioOf({ kernel, speedup }) {
  if (kernel === PUBLISHED) return '1';
  return speedup?.ci95 ? times(speedup) : '-';
}
