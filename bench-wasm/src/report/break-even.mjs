/** From how many products a call wasm is faster than BigInt, and what else the page for JS programs says first. */

import { MODELS } from '../models/index.mjs';
import { JS, jsIn } from '../models/js.mjs';
import { PALLAS } from '../oracle/field.mjs';
import { compared } from './answer.mjs';
import { timedIn } from './engine-table.mjs';
import { ns, times } from './reading.mjs';

/** @typedef {import('./result.mjs').Result} Result */
/** @typedef {import('../stats/index.mjs').SummaryRow} SummaryRow */
/** @typedef {NonNullable<SummaryRow['speedup']> & { ci95: import('../stats/index.mjs').Interval }} Speedup */

/** One product a call, by 64-bit words and by digits. */
const SINGLE = 'call-bigint';
const HEX = 'call-hex';
const ADDITION = 'call-add';
/** It adds as the article on wasmati does, in the same field. */
const ADDER = 'add29-emitted-pallas';

/** The models of batches, by how many products a call has. */
const BATCHES = MODELS.flatMap(({ id, size }) => (size && id !== HEX ? [{ model: id, size }] : [])).sort(
  (a, b) => a.size - b.size,
);

/**
 * @typedef {{ size: number, kernel: string, speedup: Speedup }} Point the fastest kernel of that many products a call,
 *   and how many times as fast as BigInt it is
 * @typedef {{ engine: string, points: Point[], from: number | null }} BreakEven from: the products a call from which on
 *   wasm is faster; null where it is not even with the most
 */

/**
 * @param {Result} result against BigInt; all intervals of a table hold together, so that the fastest row may be picked
 * @returns {BreakEven[]} an engine each, of those that were measured
 */
export function breakEven(result) {
  return result.environment.engines.flatMap(({ id: engine }) => {
    const points = BATCHES.flatMap(({ model, size }) => {
      const row = fastest(result, engine, model);
      return row ? [{ size, kernel: row.kernel, speedup: row.speedup }] : [];
    });
    if (points.length === 0) return [];
    const lastLost = points.findLastIndex(({ speedup }) => speedup.ci95[0] <= 1);
    return [{ engine, points, from: points[lastLost + 1]?.size ?? null }];
  });
}

/**
 * @param {Result} result
 * @param {string} engine
 * @param {string} model
 * @returns {(SummaryRow & { speedup: Speedup }) | undefined} the fastest row of wasm
 */
function fastest(result, engine, model) {
  /** @param {SummaryRow} row @returns {row is SummaryRow & { speedup: Speedup }} */
  const isOurs = (row) => row.engine === engine && !row.kernel.startsWith(JS) && Boolean(row.speedup?.ci95);
  const rows = timedIn(result, model).filter(isOurs);
  return rows.sort((a, b) => b.speedup.median - a.speedup.median)[0];
}

/** @param {BreakEven} of @returns {string} */
const fromWords = ({ points, from }) =>
  from === null ? `none up to ${points.at(-1)?.size}` : from === 1 ? 'one' : `${from}`;

/** @param {Result} result against BigInt @returns {string[]} a line for each engine */
export const breakEvenLines = (result) =>
  breakEven(result).map((of) => {
    const last = /** @type {Point} */ (of.points.at(-1));
    const said = of.from === null ? fromWords(of) : `from ${fromWords(of)} on`;
    const most = `\`${last.kernel}\` is ${times(last.speedup)} times as fast as BigInt with ${last.size} a call`;
    return `${of.engine}: ${said}; ${most}.`;
  });

/** @param {Result} result against BigInt @returns {string} the advice that holds on all engines that were measured */
export function breakEvenLead(result) {
  const all = breakEven(result);
  const won = all.filter(({ from }) => from !== null).map(({ engine }) => engine);
  if (won.length === all.length) return 'Give WebAssembly batches rather than products';
  if (won.length > 0) return `Stay with BigInt where a program must run everywhere: batches pay on ${won.join(', ')}`;
  return 'Stay with BigInt as long as operands and products are BigInts';
}

/** @param {Result} result against BigInt @returns {string} one sentence in markdown */
export function breakEvenGist(result) {
  const all = breakEven(result);
  const won = all.filter(({ from }) => from !== null);
  const most = BATCHES.at(-1)?.size;
  const from = all.map((of) => `${of.engine} ${fromWords(of)}`).join(', ');
  const said =
    won.length > 0
      ? `wasm is shown to be faster from this many products a call on: ${from}`
      : `up to ${most} products a call wasm is shown to be faster on none of ${all.length} engines`;
  return `**${breakEvenLead(result)}**: ${said}`;
}

/** @param {Result} result against BigInt @returns {string[]} a line for each engine: a single product by both ways */
export const singleLines = (result) =>
  result.environment.engines.flatMap(({ id: engine }) => {
    const said = [
      ['by 64-bit words', SINGLE],
      ['by hexadecimal digits', HEX],
    ].flatMap(([words, model]) => {
      const row = fastest(result, engine, model);
      return row ? [`${words} \`${row.kernel}\` ${ns(row.median)} ns, ${times(row.speedup)} times as fast`] : [];
    });
    const bigint = timedIn(result, SINGLE).find((row) => row.engine === engine && row.kernel === JS);
    return bigint && said.length > 0 ? [`${engine}: BigInt ${ns(bigint.median)} ns; ${said.join('; ')}.`] : [];
  });

/** @param {Result} result @returns {string[]} a line for each engine: a call an addition in the field of the article */
export const additionLines = (result) =>
  result.environment.engines.flatMap(({ id: engine }) => {
    const bigint = jsIn(PALLAS.id);
    const found = compared(result, engine, [ADDER], [bigint], ADDITION);
    if (!found) return [];
    const [ours, theirs] = [ADDER, bigint].map(
      (kernel) =>
        timedIn(result, ADDITION).find((row) => row.engine === engine && row.kernel === kernel)?.median ?? null,
    );
    return [`${engine}: \`${ADDER}\` ${ns(ours)} ns, BigInt ${ns(theirs)} ns: ${times(found.ratio)} times as fast.`];
  });

/** @param {Result} result against BigInt @returns {import('./tables.mjs').Table} a row an engine, a column a size */
export function breakEvenTable(result) {
  return {
    caption: 'Times as fast as BigInt, by the fastest kernel, per product',
    columns: [
      { label: 'engine' },
      ...BATCHES.map(({ size }) => ({ label: `${size} a call`, numeric: true })),
      { label: 'wasm is faster from', numeric: true },
    ],
    rows: breakEven(result).map((of) => ({
      cells: [
        { text: of.engine },
        ...BATCHES.map(({ size }) => {
          const point = of.points.find((one) => one.size === size);
          return { text: point ? times(point.speedup) : '-' };
        }),
        { text: fromWords(of) },
      ],
    })),
  };
}
