/** The module of batches/: another crate's sums and transforms. */

import { conversationWith } from '../proofs/conversation.mjs';

/** @typedef {import('./library.mjs').Library} Library */

/**
 * @typedef {import('../proofs/conversation.mjs').Spoken & Record<'take_sum' | 'sum' | 'take_values' | 'forward' |
 *   'values', (points?: number) => number>} Exports
 */

/**
 * One instance has one sum and one transform.
 *
 * @param {WebAssembly.Module} module
 * @param {number} pointBytes
 * @returns {Library}
 */
export function libraryOfCrate(module, pointBytes) {
  const open = async () => {
    const { exports } = await WebAssembly.instantiate(module);
    const wasm = /** @type {Exports} */ (/** @type {unknown} */ (exports));
    return { wasm, ...conversationWith(wasm) };
  };
  return {
    async sum({ points, scalars }) {
      const { wasm, result, done, give } = await open();
      give(points, scalars);
      done(wasm.take_sum(points.length / pointBytes));
      return {
        sum() {
          done(wasm.sum());
          return result();
        },
      };
    },
    async transform(values) {
      const { wasm, result, done, give } = await open();
      give(values);
      done(wasm.take_values());
      return {
        forward(times) {
          for (let i = 0; i < times; i++) done(wasm.forward());
        },
        values() {
          done(wasm.values());
          return result();
        },
      };
    },
  };
}
