/** The module of neighbours/: another crate's product in the loops of the kernels. */

import { ELEMENT_BYTES } from '../oracle/field.mjs';

/** @typedef {import('./rows.mjs').Product} Product */

/**
 * @typedef {object} Exports each reads its operands where `operands` says, and leaves its result there
 * @property {WebAssembly.Memory} memory
 * @property {() => number} operands
 * @property {() => void} mul
 * @property {() => void} convert
 * @property {(seed: bigint, n: number) => void} chain
 * @property {(seed: bigint, n: number) => void} stream
 */

/**
 * @param {WebAssembly.Module} module
 * @returns {Promise<Product>}
 */
export async function productOfCrate(module) {
  const { exports } = await WebAssembly.instantiate(module);
  const wasm = /** @type {Exports} */ (/** @type {unknown} */ (exports));
  const at = wasm.operands();
  // The memory may have grown, and then there is another buffer.
  const operand = (/** @type {number} */ i) =>
    new Uint8Array(wasm.memory.buffer, at + i * ELEMENT_BYTES, ELEMENT_BYTES);
  const loops = /** @type {const} */ ({ chain: wasm.chain, stream: wasm.stream });
  return {
    mul(a, b) {
      operand(0).set(a);
      operand(1).set(b);
      wasm.mul();
      return operand(0).slice();
    },
    convert(a) {
      operand(0).set(a);
      wasm.convert();
      return operand(0).slice();
    },
    batch: (model, seed) => (n) => {
      loops[model](seed, n);
      const checksum = operand(0).slice();
      return () => checksum;
    },
  };
}
