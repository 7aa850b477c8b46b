/** What a JavaScript caller pays: from how many products a call wasm is faster than BigInt, and a call by itself. */

import { engineNameIn } from '../src/engines/names.mjs';
import { MODELS } from '../src/models/index.mjs';
import { JS, jsIn } from '../src/models/js.mjs';
import { PALLAS } from '../src/oracle/field.mjs';
import { ns, times } from '../src/report/format.mjs';
import { renderTable } from '../src/report/markdown.mjs';
import { resummarised } from '../src/result/result.mjs';
import { figures, pivot, ratioCell, words } from '../src/report/table.mjs';
import { bySpeedup, engineTables, enginesIn, rowIn, timedIn, versusIn } from './engine-tables.mjs';
import { blockOf, originOf, point } from './source.mjs';

/** @import { Result } from '../src/result/result.mjs' */
/** @import { Table } from '../src/report/table.mjs' */
/** @import { Compared } from './engine-tables.mjs' */

/** The model of a call that is shown by itself; batches are in the table of the break-even. */
const SHOWN = Object.freeze(['call-io']);
/** It has one product a call, by digits. */
const HEX = 'call-hex';
const ADDITION = 'call-add';
/** It adds as the article on wasmati does, in the same field. */
const ADDER = 'add29-emitted-pallas';

/** The models of batches, by how many products a call has. */
const BATCHES = MODELS.flatMap(({ id, size }) => (size && id !== HEX ? [{ model: id, size }] : [])).sort(
  (a, b) => a.size - b.size,
);

/**
 * @typedef {{ size: number, kernel: string, speedup: Compared['speedup'] }} Point the fastest kernel of that many
 *   products a call, and how many times as fast as BigInt it is
 * @typedef {{ engine: string, points: Point[], from: number | null }} BreakEven from: the products a call from which on
 *   wasm is faster; null where it is not even with the most
 */

/**
 * @param {Result} result against BigInt; all intervals of a table hold together, so that the fastest row may be picked
 * @returns {BreakEven[]} an engine each, of those that were measured
 */
export const breakEven = (result) =>
  enginesIn(result).flatMap((engine) => {
    const points = BATCHES.flatMap(({ model, size }) => {
      const ours = timedIn(result, model).filter((row) => row.engine === engine && !row.kernel.startsWith(JS));
      return bySpeedup(ours)
        .slice(0, 1)
        .map(({ kernel, speedup }) => ({ size, kernel, speedup }));
    });
    if (points.length === 0) return [];
    const lastLost = points.findLastIndex(({ speedup }) => speedup.ci95[0] <= 1);
    return [{ engine: engineNameIn(result, engine), points, from: points[lastLost + 1]?.size ?? null }];
  });

/** @param {BreakEven} of @returns {string} */
const fromWords = ({ points, from }) =>
  from === null ? `none up to ${points.at(-1)?.size}` : from === 1 ? 'one' : `${from}`;

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
  const said = all.some(({ from }) => from !== null)
    ? `wasm is shown to be faster from this many products a call on: ` +
      all.map((of) => `${of.engine} ${fromWords(of)}`).join(', ')
    : `up to ${BATCHES.at(-1)?.size} products a call wasm is shown to be faster on none of ${all.length} engines`;
  return `**${breakEvenLead(result)}**: ${said}`;
}

/** @param {Result} result @returns {string[]} a line for each engine: a call an addition in the field of the article */
const additionLines = (result) =>
  enginesIn(result).flatMap((engine) => {
    const bigint = jsIn(PALLAS.id);
    const found = versusIn(result, engine, ADDITION, ADDER, bigint);
    if (!found) return [];
    const [ours, theirs] = [ADDER, bigint].map((kernel) => rowIn(result, engine, kernel, ADDITION)?.median ?? null);
    return [`${engineNameIn(result, engine)}: ${ns(ours)} ns, BigInt ${ns(theirs)} ns: ${times(found)} as fast.`];
  });

/** @param {Result} result against BigInt @returns {Table} a row an engine, a column a size */
export const breakEvenTable = (result) =>
  pivot('Times as fast as BigInt, by the fastest kernel, per product', breakEven(result), [
    words('engine', ({ engine }) => engine),
    ...BATCHES.map(({ size }) =>
      figures(`${size} a call`, (/** @type {BreakEven} */ { points }) => {
        const point = points.find((one) => one.size === size);
        return ratioCell(point?.speedup);
      }),
    ),
    figures('wasm is faster from', fromWords),
  ]);

export const callsBlock = blockOf('calls', (run) => {
  const result = resummarised(run.result, { baseline: JS });
  return [
    [
      `${breakEvenGist(result)}.`,
      ...point('**One addition a call**, operands inside wasm, in the base field of Pallas', additionLines(result)),
    ].join('\n\n'),
    renderTable(breakEvenTable(result)),
    originOf(run),
    ...engineTables(result, SHOWN),
  ];
});
