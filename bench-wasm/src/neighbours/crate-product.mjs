/** The module of neighbours/: another crate's product in the loops of the kernels. */

import { ELEMENT_BYTES } from '../oracle/field.mjs';

/** @typedef {import('./neighbour-rows.mjs').Product} Product */

/**
 * What the module exports beside `mul`, `convert`, `chain` and `stream` of each crate, which read their operands where
 * `operands` says, and leave their result there.
 *
 * @typedef {{ memory: WebAssembly.Memory, operands: () => number } & Record<string, (seed?: bigint, n?: number) =>
 *   void>} Exports
 */

/**
 * @param {WebAssembly.Module} module
 * @param {string} id of the crate
 * @returns {Promise<Product>}
 */
export async function productOfCrate(module, id) {
  const { exports } = await WebAssembly.instantiate(module);
  const wasm = /** @type {Exports} */ (/** @type {unknown} */ (exports));
  const at = wasm.operands();
  // The memory may have grown, and then there is another buffer.
  const operand = (/** @type {number} */ i) =>
    new Uint8Array(wasm.memory.buffer, at + i * ELEMENT_BYTES, ELEMENT_BYTES);
  return {
    mul(a, b) {
      operand(0).set(a);
      operand(1).set(b);
      wasm[`${id}:mul`]();
      return operand(0).slice();
    },
    convert(a) {
      operand(0).set(a);
      wasm[`${id}:convert`]();
      return operand(0).slice();
    },
    batch: (model, seed) => (n) => {
      wasm[`${id}:${model}`](seed, n);
      const checksum = operand(0).slice();
      return () => checksum;
    },
  };
}
