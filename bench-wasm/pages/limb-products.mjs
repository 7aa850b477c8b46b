/** Products of two limbs: where wasm loses time to native code, and what one instruction does. */

import { engineNameIn } from '../src/engines/names.mjs';
import { factor, ns } from '../src/report/format.mjs';
import { engineTables, enginesIn, rowIn } from './engine-tables.mjs';
import { blockOf, originOf, point } from './source.mjs';

/** @import { Result } from '../src/result/result.mjs' */

/** What is shown of it. */
const SHOWN = Object.freeze(['limb-chain']);
/** What is made of them, beside the same code natively. */
const PRODUCTS = Object.freeze({
  multi3: 'by calls',
  'multi3-mitigated': 'by products of 32 bits',
  'multi3-wide': 'by the instruction',
  limbs29: 'on limbs of 29 bits',
});
const CALLS = 'multi3';
/** Where `u128` is the machine's own instruction. */
const NATIVE = 'native';

export const limbBlock = blockOf('limb', (run) => {
  const { result } = run;
  const native = rowIn(result, NATIVE, CALLS, 'chain')?.median;
  return [
    ...(native
      ? point(
          '**A whole product**, dependent ones. That of ark-ff 0.4, which has 32 products of limbs, takes ' +
            `${ns(native)} ns natively`,
          nativeLines(result, native),
        )
      : []),
    originOf(run),
    ...engineTables(result, SHOWN),
  ];
});

/**
 * @param {Result} result with whole products on engines and natively
 * @param {number} native ns of a product there
 * @returns {string[]} a line for each engine of wasm: how a product compares with that of the machine's own code
 */
const nativeLines = (result, native) =>
  enginesIn(result).flatMap((engine) => {
    const said = Object.entries(engine === NATIVE ? {} : PRODUCTS).flatMap(([kernel, way]) => {
      const time = rowIn(result, engine, kernel, 'chain')?.median;
      return time ? [`${way} ${ns(time)} ns, ${factor(time / native)} times that`] : [];
    });
    return said.length > 0 ? [`${engineNameIn(result, engine)}: ${said.join('; ')}.`] : [];
  });
