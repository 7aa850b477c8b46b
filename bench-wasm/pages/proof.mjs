/** A whole proof by every prover, and its parts. */

import { known, times } from '../src/report/format.mjs';
import { distinct } from '../src/stats/index.mjs';
import { renderTable, titled } from '../src/report/markdown.mjs';
import { code, figures, pivot, words } from '../src/report/table.mjs';
import { PUBLISHED } from '../src/proofs/prover-rows.mjs';
import { byTime, engineTables, enginesIn, rowIn, timedIn, versusIn } from './engine-tables.mjs';
import { newest, notMeasured, originOf, point } from './source.mjs';

/** @import { Result } from '../src/result/result.mjs' */
/** @import { Table } from '../src/report/table.mjs' */
/** @import { SummaryRow } from '../src/stats/index.mjs' */
/** @import { Stored } from '../src/result/stored-results.mjs' */

/** The model of the whole, and the part of the evidence. */
export const PROOF = 'proof';
/** From nothing to the first one. */
const COLD = 'proof-cold';
export const PATCHED = 'ark-0.6.0-patched';
const PATCHED_MSM = 'ark-0.6.0-patched-msm';
/** The same natively, and what it is compared with there. */
const NATIVELY = Object.freeze({ published: 'ark-0.6.0-native', patched: 'ark-0.6.0-patched-msm-native' });
/** With this project's sums and transforms: on which kernel, its id says. */
const BATCHES = 'batches-';
/** The package as it is called, on all threads. */
const PACKAGE = 'groth16';
/** snarkjs, likewise. */
const SNARKJS = 'snarkjs-threads';
/** Beside which the patched one is said: what is published, and what circom's users have. */
const BESIDE = Object.freeze({ [PUBLISHED]: 'arkworks as published', snarkjs: 'snarkjs on one thread' });
/**
 * Who proves, as people call them: the rows of each, the first that a result has counts. snarkjs and the package are on
 * all threads where that was measured; arkworks has one.
 *
 * @type {readonly { name: string, rows: readonly string[] }[]}
 */
export const PROVERS = Object.freeze([
  { name: 'snarkjs', rows: [SNARKJS, 'snarkjs'] },
  { name: 'arkworks 0.6', rows: [PUBLISHED] },
  { name: 'patched', rows: [PATCHED_MSM, PATCHED] },
  { name: 'this project', rows: [PACKAGE, 'batches-fma-pair', 'batches-limbs29'] },
]);

/** Rows that are on all threads of the machine; the others have one. */
const ON_ALL = new Set([PACKAGE, SNARKJS]);

/** @param {Result} result @param {string} engine @returns {({ ms: number, onAll: boolean } | null)[]} of each */
export const proversOn = (result, engine) =>
  PROVERS.map(({ rows }) => {
    const [row] = rows.flatMap((kernel) => rowIn(result, engine, kernel, PROOF) ?? []);
    return row ? { ms: Number(row.median) / 1e6, onAll: ON_ALL.has(row.kernel) } : null;
  });

/** @param {Stored[]} stored the newest first @returns {Stored[]} runs of proofs, those with the package first */
export function proofRuns(stored) {
  const hasPackage = (/** @type {Stored} */ { result }) => result.kernels.some(({ id }) => id === PACKAGE);
  const runs = stored.filter(({ part }) => part === PROOF);
  return runs.sort((a, b) => Number(hasPackage(b)) - Number(hasPackage(a)));
}

/** Of a proof, in the order in which they come. */
const PARTS = Object.freeze(['proof-load', 'proof-fft', 'proof-g1', 'proof-g2']);

/** @param {SummaryRow | undefined} row @returns {string | null} */
const ms = (row) => (row ? (Number(row.median) / 1e6).toFixed(Number(row.median) < 1e8 ? 1 : 0) : null);

/** @param {SummaryRow} row */
const said = ({ speedup }) => (speedup?.ci95 ? times(speedup) : '-');

/** @param {Result} result @param {string} engine @returns {SummaryRow | undefined} */
const fastestBatches = (result, engine) =>
  byTime(timedIn(result, PROOF)).find((row) => row.engine === engine && row.kernel.startsWith(BATCHES));

/** @param {Result} result @returns {string[]} a line for each engine: the patched prover against the others */
export const proofLines = (result) =>
  enginesIn(result).flatMap((engine) => {
    const row = (/** @type {string} */ id) => rowIn(result, engine, id, PROOF);
    const versus = (/** @type {string} */ id, /** @type {string} */ against) =>
      versusIn(result, engine, PROOF, id, against);
    const [patched, withMsm, batches] = [row(PATCHED), row(PATCHED_MSM), fastestBatches(result, engine)];
    if (!patched) return [];
    const beside = Object.entries(BESIDE).flatMap(([id, name]) =>
      row(id) ? [`${name} ${ms(row(id))} ms${id === PUBLISHED ? `: ${said(patched)} as fast` : ''}`] : [],
    );
    const native = versus(NATIVELY.patched, NATIVELY.published);
    const called = versus(PACKAGE, SNARKJS);
    const cold = versusIn(result, engine, COLD, PACKAGE, SNARKJS);
    const sentences = [
      `${engine}: a proof takes ${ms(patched)} ms on the patched field, by ${beside.join('; by ')}.`,
      withMsm && `With the MSM patched, too, it takes ${ms(withMsm)} ms: ${said(withMsm)} as fast.`,
      native &&
        `Natively, with both, it takes ${ms(row(NATIVELY.patched))} ms instead of ` +
          `${ms(row(NATIVELY.published))}: ${times(native)} as fast.`,
      batches &&
        `With this project’s sums and transforms (\`${batches.kernel}\`) it takes ${ms(batches)} ms: ` +
          `${said(batches)} as fast as arkworks as published.`,
      called &&
        `The package takes ${ms(row(PACKAGE))} ms on all threads, snarkjs ${ms(row(SNARKJS))} ms: ` +
          `${times(called)} as fast.`,
      cold && `The first one, from nothing, is ${times(cold)} as fast as by snarkjs.`,
    ];
    return [sentences.filter(Boolean).join(' ')];
  });

/**
 * What is known of provers without a clock.
 *
 * @param {Result['kernels']} kernels
 * @returns {Table}
 */
export function proversTable(kernels) {
  const mib = (/** @type {number | null} */ bytes) => known(bytes, (count) => (count / 2 ** 20).toFixed(1));
  const provers = kernels.flatMap(({ prover, ...one }) => (prover ? [{ ...one, ...prover }] : []));
  return pivot('What a proof takes beside time', provers, [
    words('prover', ({ id }) => id),
    figures('module or program, bytes', ({ bytes }) => bytes?.toLocaleString('en')),
    figures('its memory, MiB', ({ memory }) => mib(memory)),
    figures('process at most, MiB', ({ process }) => mib(process)),
  ]);
}

/** @param {Result} result @returns {Table} a row for each engine and prover, a column a part */
function partsTable(result) {
  const timed = result.summary.filter(({ model, median }) => PARTS.includes(model) && median !== null);
  const rows = enginesIn(result).flatMap((engine) =>
    distinct(result.kernels.map(({ id }) => id))
      .filter((kernel) => timed.some((row) => row.engine === engine && row.kernel === kernel))
      .map((kernel) => ({ engine, kernel })),
  );
  return pivot('The parts of a proof, ms', rows, [
    words('engine', ({ engine }) => engine),
    words('prover', ({ kernel }) => code(kernel)),
    ...PARTS.map((part) =>
      figures(part, (/** @type {typeof rows[0]} */ { engine, kernel }) => ms(rowIn(result, engine, kernel, part))),
    ),
  ]);
}

/** @param {Stored[]} stored */
export function proofBlock(stored) {
  const [run] = proofRuns(stored);
  if (!run) return notMeasured(PROOF, `${PROOF}-parts`);
  const parts = newest(stored, `${PROOF}-parts`);
  return [
    ...point('**A proof for Semaphore with a tree of depth 20**', proofLines(run.result)),
    ...engineTables(run.result, [PROOF, COLD]),
    originOf(run, 'Every proof that was timed was verified.'),
    `![Seconds that a proof takes](proof.svg)`,
    ...(parts ? [...titled(partsTable(parts.result)), originOf(parts)] : []),
    renderTable(proversTable(run.result.kernels)),
  ];
}
