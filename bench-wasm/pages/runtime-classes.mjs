/** Which class of runtime for this work, and how far each is from native code: made from the run of every engine. */

import { engineNameIn } from '../src/engines/names.mjs';
import { fastestAgainst } from '../src/stats/index.mjs';
import { times } from '../src/report/format.mjs';
import { titled } from '../src/report/markdown.mjs';
import { kernelName } from '../src/report/names.mjs';
import { pivot, words } from '../src/report/table.mjs';
import { enginesIn, timedIn } from './engine-tables.mjs';
import { blockOf, originOf } from './source.mjs';

/** @import { Result } from '../src/result/result.mjs' */
/** @import { Cell, Table } from '../src/report/table.mjs' */

/** @typedef {{ label: string, ids: RegExp }} RuntimeClass */

/** The slowest way to run a module first. @type {readonly RuntimeClass[]} */
export const CLASSES = Object.freeze([
  { label: 'interpreter', ids: /^(wasm3|wasmi)$/ },
  { label: 'single-pass compiler', ids: /^(node\d+-liftoff|wasmer-singlepass)$/ },
  {
    label: 'optimising compiler',
    ids: /^(node\d+(-ignition|-arm64)?|bun|deno|chromium|firefox|jsc|graalwasm|wasmer-cranelift|wasmtime|wazero)$/,
  },
  { label: 'wasm to C or Go, compiled ahead of time', ids: /^(wasm2c-(gcc|clang)|wasm2go)$/ },
  { label: 'native code, with assembly', ids: /^native-asm$/ },
]);

const NATIVE = 'native';
/** A kernel of two lanes shows two chains side by side, which is not one product at a time. */
const USES = Object.freeze([
  { label: 'one product at a time', model: 'chain', mostLanes: 1 },
  { label: 'batches', model: 'stream', mostLanes: Infinity },
]);

export const runtimeClassesBlock = blockOf('engines', (run) => [
  ...titled(classTable(run.result)),
  originOf(
    run,
    'A ratio is the median over rounds, with its interval of 95 %; a dash: no engine, or no other, in this run.',
  ),
]);

/** @param {Result} result @returns {Table} of each class the engine nearest to native code, and the farthest */
export function classTable(result) {
  const columns = USES.flatMap((use) => {
    const byClass = new Map(CLASSES.map((one) => [one, distances(result, one, use)]));
    return [
      words(`${use.label}: nearest`, (/** @type {RuntimeClass} */ one) => byClass.get(one)?.[0]),
      words('farthest', (/** @type {RuntimeClass} */ one) => byClass.get(one)?.slice(1).at(-1)),
    ];
  });
  return pivot(
    `How many times as long the fastest kernel of an engine takes as the fastest of ${engineNameIn(result, NATIVE)}`,
    CLASSES,
    [words('class of runtime', ({ label }) => label), ...columns],
  );
}

/**
 * @param {Result} result
 * @param {RuntimeClass} runtimeClass
 * @param {typeof USES[number]} use
 * @returns {Cell[]} an engine each, the nearest first
 */
function distances(result, { ids }, { model, mostLanes }) {
  const narrow = new Set(result.kernels.filter(({ lanes }) => lanes <= mostLanes).map(({ id }) => id));
  const rowsOf = (/** @type {string} */ id) =>
    timedIn(result, model).filter(({ engine, kernel }) => engine === id && narrow.has(kernel));
  return enginesIn(result)
    .filter((id) => ids.test(id))
    .flatMap((id) => fastestAgainst(result, rowsOf(NATIVE), rowsOf(id)) ?? [])
    .sort((a, b) => a.ratio.median - b.ratio.median)
    .map(({ other, ratio }) => ({
      text: `${engineNameIn(result, other.engine)}, ${times(ratio)}`,
      detail: kernelName(other.kernel),
    }));
}
