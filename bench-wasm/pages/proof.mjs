/** A whole proof by every prover, and its parts. */

import { engineNameIn, hasWorkers } from '../src/engines/names.mjs';
import { known } from '../src/report/format.mjs';
import { distinct } from '../src/stats/index.mjs';
import { renderTable, titled } from '../src/report/markdown.mjs';
import { figures, pivot, ratioCell, words } from '../src/report/table.mjs';
import { IN_PLACE, isInPlace, kernelName } from '../src/report/names.mjs';
import { PUBLISHED, asksForThreads } from '../src/proofs/prover-rows.mjs';
import { engineTables, enginesIn, rowIn, versusIn } from './engine-tables.mjs';
import { newest, notMeasured, originOf } from './source.mjs';

/** @import { Result } from '../src/result/result.mjs' */
/** @import { Table } from '../src/report/table.mjs' */
/** @import { SummaryRow } from '../src/stats/index.mjs' */
/** @import { Stored } from '../src/result/stored-results.mjs' */

/** The model of the whole, and the part of the evidence. */
export const PROOF = 'proof';
/** The part of a larger circuit, and log2 of its rows. */
export const LARGE_PROOF = 'proof-large';
export const LARGE = 16;
/** From nothing to the first one. */
const COLD = 'proof-cold';
export const PATCHED = 'ark-0.6.0-patched';
const PATCHED_MSM = 'ark-0.6.0-patched-msm';
/** The package as it is called, on all threads. */
const PACKAGE = 'groth16';
/** The same on one. */
const ON_ONE = 'groth16-1';
/** snarkjs, likewise. */
const SNARKJS = 'snarkjs-threads';
/**
 * Who is compared with whom, beside the published one.
 *
 * @type {readonly { what: string, model: string, own: string, other: string }[]}
 */
const PAIRS = Object.freeze([
  { what: 'the package against snarkjs, all threads', model: PROOF, own: PACKAGE, other: SNARKJS },
  { what: 'the same, from nothing to the first proof', model: COLD, own: PACKAGE, other: SNARKJS },
  { what: 'the package, all threads against one', model: PROOF, own: PACKAGE, other: ON_ONE },
  {
    ...{ what: 'natively, patched arkworks against published', model: PROOF },
    ...{ own: 'ark-0.6.0-patched-msm-native', other: 'ark-0.6.0-native' },
  },
]);
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

/**
 * @param {Result} result
 * @param {string} engine
 * @returns {({ ms: number, threads: string } | null)[]} of each; threads: what is said of them, if it asks for
 *   several
 */
export const proversOn = (result, engine) =>
  PROVERS.map(({ rows }) => {
    const [row] = rows.flatMap((kernel) => rowIn(result, engine, kernel, PROOF) ?? []);
    if (!row) return null;
    const threads = isInPlace(row) ? IN_PLACE : asksForThreads(row.kernel) ? 'all threads' : '';
    return { ms: Number(row.median) / 1e6, threads };
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

/** @param {Result} result @returns {Table} */
export function pairsTable(result) {
  const columns = enginesIn(result).map((engine) =>
    figures(engineNameIn(result, engine), (/** @type {typeof PAIRS[number]} */ { model, own, other }) => {
      // On one thread as on all, where there is but one.
      if (other === ON_ONE && !hasWorkers(engine)) return null;
      const cell = ratioCell(versusIn(result, engine, model, own, other));
      return cell && isInPlace({ kernel: own, engine }) ? { ...cell, detail: IN_PLACE } : cell;
    }),
  );
  const there = PAIRS.filter((pair) => columns.some(({ cell }) => cell(pair)));
  return pivot('How many times as fast', there, [words('what', ({ what }) => what), ...columns]);
}

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
    words('prover', ({ id }) => kernelName(id)),
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
    words('engine', ({ engine }) => engineNameIn(result, engine)),
    words('prover', ({ kernel }) => kernelName(kernel)),
    ...PARTS.map((part) =>
      figures(part, (/** @type {typeof rows[0]} */ { engine, kernel }) => ms(rowIn(result, engine, kernel, part))),
    ),
  ]);
}

/** @param {Stored[]} stored */
export function proofBlock(stored) {
  const [run] = proofRuns(stored);
  if (!run) return notMeasured(PROOF, `${PROOF}-parts`);
  const [parts, large] = [`${PROOF}-parts`, LARGE_PROOF].map((part) => newest(stored, part));
  return [
    'The circuit is that of Semaphore with a tree of depth 20.',
    ...titled(pairsTable(run.result)),
    `![Milliseconds that a proof takes](proof.svg)`,
    ...engineTables(run.result, [PROOF, COLD]),
    originOf(run, 'Every proof that was timed was verified.'),
    ...(large
      ? [
          `Of a circuit of 2^${LARGE} rows that is made here, all of whose points are finite:`,
          ...titled(pairsTable(large.result)),
          ...engineTables(large.result, [PROOF]),
          originOf(large),
        ]
      : []),
    ...(parts ? [...titled(partsTable(parts.result)), originOf(parts)] : []),
    renderTable(proversTable(run.result.kernels)),
  ];
}
