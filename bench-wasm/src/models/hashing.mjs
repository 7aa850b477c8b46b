/** What the models of a hash have in common: batches of so many hashes, again and again from the same operands. */

import { FR, sameBytes } from '../oracle/field.mjs';
import { SAME } from './controls.mjs';

/** @typedef {import('./model.mjs').Model} Model */
/** @typedef {import('../emit/interface.mjs').Hasher} Hasher */

/** Hashes whose last value is compared with BigInt's: so many take that a moment, and wasm less than a millisecond. */
const HASHES = 16;

/**
 * @param {Pick<Model, 'id' | 'title' | 'meaning' | 'gist'> & { hash: 'poseidon1' | 'poseidon2', compute: (hasher:
 *   Hasher, seed: bigint, n: number) => Uint8Array, value: (seed: bigint, n: number) => bigint }} words value: what
 *   BigInt makes of it
 * @returns {Model}
 */
export const hashModel = ({ hash, compute, value, ...words }) => ({
  ...words,
  group: 'hashes',
  operation: 'hash',
  result: 'hash',
  unit: { id: 'ns/hash', label: 'µs/hash', ns: 1000 },
  // 5 % more of a few hashes is no whole number of them: there is no positive control.
  controls: [SAME],
  floor: false,
  bigint: false,
  onDemand: true,
  row: ({ hashes }) => (hashes?.[hash] ? { build: hashes[hash], field: FR.id, lanes: 1 } : null),
  async task({ exports, kernel, seed, expected }) {
    if (!exports.Hasher) throw new Error('this build has no hashers');
    const hasher = new exports.Hasher(hash, kernel);
    const key = `${words.id} ${seed}`;
    if (!expected.has(key)) expected.set(key, FR.toBytes(value(seed, HASHES)));
    const right = expected.get(key);
    const wrong = `${words.id} of ${HASHES} with seed ${seed} is not what BigInt expects`;
    if (!sameBytes(compute(hasher, seed, HASHES), right)) throw new Error(`WRONG HASH: ${wrong}`);
    /** @type {Uint8Array[]} */
    let results = [];
    return {
      unit: HASHES,
      run(n) {
        results = Array.from({ length: Math.ceil(n / HASHES) }, () => compute(hasher, seed, HASHES));
      },
      check: () => (results.every((result) => sameBytes(result, right)) ? null : wrong),
    };
  },
});
