/** The hash, in ink and in time: what the page on Poseidon and its command say of the contracts. */

import { engineNameIn, fullName } from '../src/engines/names.mjs';
import { INK_PER_GAS } from '../src/ink/prices.mjs';
import { times, whole } from '../src/report/format.mjs';
import { escaped, renderTable } from '../src/report/markdown.mjs';
import { kernelName } from '../src/report/names.mjs';
import { resummarised } from '../src/result/result.mjs';
import { figures, pivot, words } from '../src/report/table.mjs';
import { distinct } from '../src/stats/index.mjs';
import { bySpeedup, enginesIn } from './engine-tables.mjs';
import { link, newest, point } from './source.mjs';

/** @import { Ladder, Step } from '../src/measure/ladder.mjs' */
/** @import { Table } from '../src/report/table.mjs' */
/** @import { Stored } from '../src/result/stored-results.mjs' */

/** The part of the evidence. */
const PART = 'poseidon';
const NAMES = /** @type {const} */ ({ poseidon1: 'Poseidon1', poseidon2: 'Poseidon2' });
/** @typedef {keyof typeof NAMES} Hash */
/** What a program would use today: the crate, on ark-ff 0.6. */
const PUBLISHED = 'light-poseidon-0.5';

/** Kernels of this crate. */
const OURS = /^(limbs29|simd|fma-)/;

/** @param {Step} step @returns {number} gas of one hash: its ink, memory and a start from the chain's cache */
const cachedGas = ({ ink, memory, start }) => ink / INK_PER_GAS + memory.gas + start.cached;

/** @param {Ladder} ladder @param {Hash} hash */
const stepsOf = ({ contracts }, hash) => contracts.filter(({ computes }) => computes === hash);

/** @param {Step[]} steps of one hash @returns {Step | undefined} the last of the ladder that was published */
const lastPublished = (steps) => steps.findLast(({ published, product }) => published && product !== 'openzeppelin');

/**
 * @param {Ladder} ladder
 * @param {Hash} hash
 * @param {Map<string, number>} [timeOf] ns of a hash, by the contract's id
 * @returns {Table}
 */
export function ladderTable(ladder, hash, timeOf) {
  const steps = stepsOf(ladder, hash);
  const last = lastPublished(steps);
  /** @param {Step} step */
  const micro = ({ id }) => ((timeOf?.get(id) ?? null) === null ? '' : (Number(timeOf?.get(id)) / 1000).toFixed(1));
  return pivot(`${NAMES[hash]} as a contract, one hash of two elements`, steps, [
    words(NAMES[hash], ({ step }) => step),
    figures('ink', ({ ink }) => whole(ink)),
    figures('gas of the ink', ({ ink }) => whole(ink / INK_PER_GAS)),
    figures('gas, cached', (step) => whole(cachedGas(step))),
    figures('gas, uncached', (step) => whole(cachedGas(step) - step.start.cached + step.start.uncached)),
    figures('of the last published step', ({ ink }) => (last ? (ink / last.ink).toFixed(3) : '')),
    figures('bytes', ({ bytes }) => whole(bytes)),
    figures('compressed', ({ compressed }) => whole(compressed)),
    ...(timeOf ? [figures('µs', micro)] : []),
  ]);
}

/** @param {Ladder} ladder @returns {Table} */
export const evmTable = ({ evm }) =>
  pivot('Poseidon1 on the EVM, one hash of two elements', evm, [
    words('Poseidon1 on the EVM', ({ contract }) => contract),
    words('source', ({ source }) => source),
    figures('gas, execution only', ({ gas }) => whole(gas)),
  ]);

/** @param {Ladder} ladder @returns {string[]} a line for each hash */
const inkLines = (ladder) =>
  /** @type {Hash[]} */ (Object.keys(NAMES)).map((hash) => {
    const steps = stepsOf(ladder, hash);
    const ours = steps.filter(({ published }) => !published);
    const best = ours.reduce((least, step) => (step.ink < least.ink ? step : least));
    const last = lastPublished(steps);
    if (!last) throw new Error(`the ladder has no published step of ${hash}`);
    return (
      `${NAMES[hash]}: ${whole(best.ink / INK_PER_GAS)} gas of ink (${best.step}), where the last step of the ladder ` +
      `takes ${whole(last.ink / INK_PER_GAS)}: ${(best.ink / last.ink).toFixed(2)} of it. With memory and a start ` +
      `from the chain's cache ${whole(cachedGas(best))} gas, in ${whole(best.compressed)} bytes compressed.`
    );
  });

/**
 * @param {Stored} timed
 * @param {'poseidon' | 'poseidon-batch'} model
 * @returns {string[]} a line for each engine: the fastest row against what is published
 */
function timeLines({ result }, model) {
  if (!result.plan.rows.some(({ kernel }) => kernel === PUBLISHED)) return [];
  // All intervals of a table hold together, so that the fastest row may be picked from it.
  const { summary } = resummarised(result, { baseline: PUBLISHED });
  const micro = (/** @type {number | null} */ ns) => (ns === null ? '-' : `${(ns / 1000).toFixed(1)} µs`);
  return enginesIn(result).flatMap((engine) => {
    const rows = summary.filter((row) => row.engine === engine && row.model === model && row.error === null);
    const published = rows.find(({ kernel }) => kernel === PUBLISHED);
    const [best] = bySpeedup(rows.filter(({ kernel }) => OURS.test(kernel)));
    if (!published?.median || !best) return [];
    return [
      `${engineNameIn(result, engine)}: ${micro(best.median)} by ${kernelName(best.kernel)}, ` +
        `${micro(published.median)} by ${kernelName(PUBLISHED)}: ${times(best.speedup)} as fast.`,
    ];
  });
}

/** @param {Stored[]} stored @param {Ladder} ladder */
export function poseidonBlock(stored, ladder) {
  const timed = newest(stored, PART);
  const everywhere = [timed, newest(stored, `${PART}-engines`)].filter((one) => one !== undefined);
  const linesOf = (/** @type {'poseidon' | 'poseidon-batch'} */ model) =>
    everywhere.flatMap((one) => timeLines(one, model));
  const machines = distinct(everywhere.map(({ machine }) => machine)).join(' and ');
  const engine = timed?.result.environment.engines[0];
  const timeOf = new Map(
    timed?.result.summary.flatMap(({ kernel, model, median, ...row }) =>
      row.engine === engine?.id && median !== null && model !== 'poseidon-batch' ? [[kernel, median]] : [],
    ),
  );
  const origin = timed
    ? ` The times are medians on ${engine ? fullName(engine) : ''}, ${escaped(timed.machine)}, of ${link(timed)}.`
    : '';
  return [
    [
      ...point(
        '**On a chain that prices instructions, compute with 29-bit limbs** (Stylus, one hash of two elements)',
        inkLines(ladder),
      ),
      ...point(`**In Node and in browsers, one hash at a time**, Poseidon1, ${machines}`, linesOf('poseidon')),
      ...point(
        `**Independent hashes, such as the leaves of a tree**, Poseidon1, ${machines}`,
        linesOf('poseidon-batch'),
      ),
    ].join('\n'),
    `Counted by \`npm --prefix bench-wasm run poseidon\`, with ${escaped(ladder.rustc)} and ` +
      `${escaped(ladder.wasmOpt)}: the same on every machine.${origin}`,
    renderTable(ladderTable(ladder, 'poseidon1', timeOf)),
    renderTable(ladderTable(ladder, 'poseidon2', timeOf)),
    renderTable(evmTable(ladder)),
  ];
}
