/** The library of circom's users: its own field in wasm, of which each operation is a call. */

// @ts-expect-error The package has no types.
import { buildPoseidonOpt } from '#hashes/circomlibjs';
import { hasherOf } from './hasher.mjs';

/** @returns {Promise<import('./hasher.mjs').Hasher>} */
export const circomlibjs = async () => {
  const poseidon = await buildPoseidonOpt();
  const { F } = poseidon;
  return hasherOf({
    load: (x) => /** @type {Uint8Array} */ (F.e(x)),
    store: (x) => F.toObject(x),
    hash: (a, b) => poseidon([a, b]),
  });
};
