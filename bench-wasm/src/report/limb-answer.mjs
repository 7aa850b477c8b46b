/** What the page on limb products says first: where wasm loses time to native code, and what one instruction does. */

import { timedIn } from './engine-table.mjs';
import { factor, ns, times } from './reading.mjs';

/** @typedef {import('./result.mjs').Result} Result */

/** How each kernel multiplies limbs. */
const WAYS = Object.freeze({
  multi3: 'of 64 bits by a call of `__multi3`',
  'multi3-mitigated': 'as four of 32 bits',
  'multi3-wide': 'by the instruction `i64.mul_wide_u`',
  simd: 'of 29 bits in two lanes of v128',
});
/** What is made of them, beside the same code natively. */
const PRODUCTS = Object.freeze({
  multi3: 'by calls',
  'multi3-mitigated': 'by products of 32 bits',
  'multi3-wide': 'by the instruction',
  limbs29: 'on limbs of 29 bits',
});
const CALLS = 'multi3';
const WIDE = 'multi3-wide';
/** Where `u128` is the machine's own instruction. */
const NATIVE = 'native';

/** @param {Result} result @returns {string[]} a line for each engine: a limb product by each way */
export const limbLines = (result) =>
  result.environment.engines.flatMap(({ id: engine }) => {
    const ways = engine === NATIVE ? { ...WAYS, [CALLS]: 'of 64 bits by the machine’s instruction' } : WAYS;
    const said = Object.entries(ways).flatMap(([kernel, words]) => {
      const [latency, throughput] = ['limb-chain', 'limb-stream'].map((model) =>
        timedIn(result, model).find((row) => row.engine === engine && row.kernel === kernel),
      );
      return latency && throughput ? [`${words} ${ns(latency.median)} and ${ns(throughput.median)} ns`] : [];
    });
    return said.length > 0 ? [`${engine}: ${said.join('; ')}.`] : [];
  });

/**
 * @param {Result} result
 * @returns {string} one sentence in markdown, on the engines that have the instruction
 */
export function limbGist(result) {
  const said = timedIn(result, 'limb-chain').flatMap(({ engine, kernel, speedup }) =>
    kernel === WIDE && speedup?.ci95 ? [`${engine} ${times({ ...speedup, ci95: speedup.ci95 })}`] : [],
  );
  return (
    '**Why wasm is slower than native code here**: one 64x64-bit product is a call of `__multi3`; where there is ' +
    `an instruction for it, that is so many times as fast: ${said.join(', ')}`
  );
}

/**
 * @param {Result} result with whole products on engines and natively
 * @returns {string[]} a line for each engine of wasm: how a product compares with that of the machine's own code
 */
export function nativeLines(result) {
  const rows = timedIn(result, 'chain');
  const timeOf = (/** @type {string} */ engine, /** @type {string} */ kernel) =>
    rows.find((row) => row.engine === engine && row.kernel === kernel)?.median ?? null;
  const native = timeOf(NATIVE, CALLS);
  if (native === null) return [];
  return result.environment.engines.flatMap(({ id: engine }) => {
    const said = Object.entries(PRODUCTS).flatMap(([kernel, words]) => {
      const time = engine === NATIVE ? null : timeOf(engine, kernel);
      return time === null ? [] : [`${words} ${ns(time)} ns, ${factor(time / native)} times that`];
    });
    return said.length > 0 ? [`${engine}: ${said.join('; ')}.`] : [];
  });
}

/** @param {Result} result @returns {string | null} of a product of `multi3` natively */
export function nativeTime(result) {
  const row = timedIn(result, 'chain').find(({ engine, kernel }) => engine === NATIVE && kernel === CALLS);
  return row ? `${ns(row.median)} ns` : null;
}
