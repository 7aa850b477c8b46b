/** Models of a hash: batches of so many hashes, again and again from the same operands. */

import { FR, sameBytes } from '../oracle/field.mjs';
import { hashBatch, hashChain, poseidon1, poseidon2 as poseidon2OfTwo } from '../oracle/poseidon.mjs';
import { repeated, withDefaults } from './model.mjs';

/** @import { Hasher } from '../emit/interface.mjs' */
/** @import { Model } from './model.mjs' */

/** Hashes whose last value is compared with BigInt's: so many take that a moment, and wasm less than a millisecond. */
const HASHES = 16;

/**
 * @param {Pick<Model, 'id' | 'title' | 'meaning' | 'gist'> & { hash: 'poseidon1' | 'poseidon2', compute: (hasher:
 *   Hasher, seed: bigint, n: number) => Uint8Array, value: (seed: bigint, n: number) => bigint }} words value: what
 *   BigInt makes of it
 * @returns {Model}
 */
const hashModel = ({ hash, compute, value, ...words }) =>
  withDefaults({
    ...words,
    group: 'hashes',
    operation: 'hash',
    result: 'hash',
    unit: { id: 'ns/hash', label: 'µs/hash', ns: 1000 },
    onDemand: true,
    row: ({ hashes }) => (hashes?.[hash] ? { build: hashes[hash], field: FR.id, lanes: 1 } : null),
    async task({ exports, kernel, seed, expected }) {
      if (!exports.Hasher) throw new Error('this build has no hashers');
      const hasher = new exports.Hasher(hash, kernel);
      const key = `${words.id} ${seed}`;
      if (!expected.has(key)) expected.set(key, FR.toBytes(value(seed, HASHES)));
      const right = expected.get(key);
      return repeated({
        compute: () => compute(hasher, seed, HASHES),
        right: (got) => sameBytes(got, right),
        wrong: `${words.id} of ${HASHES} with seed ${seed} is not what BigInt expects`,
        result: 'HASH',
        unit: HASHES,
      });
    },
  });

export const poseidon = hashModel({
  id: 'poseidon',
  title: 'Poseidon1 of two elements, one hash at a time',
  meaning:
    'Hashes as circomlib has them, each of which needs the one before it. A kernel with two lanes computes the same ' +
    'hash in both.',
  gist: 'one hash at a time',
  hash: 'poseidon1',
  compute: (hasher, seed, n) => hasher.chain(seed, n),
  value: (seed, n) => hashChain(poseidon1, seed, n),
});

export const poseidonBatch = hashModel({
  id: 'poseidon-batch',
  title: 'Poseidon1 of two elements, independent hashes',
  meaning: 'Hashes as circomlib has them, of eight pairs in turns: a leaf layer of a Merkle tree.',
  gist: 'independent hashes',
  hash: 'poseidon1',
  compute: (hasher, seed, n) => hasher.batch(seed, n),
  value: (seed, n) => hashBatch(poseidon1, seed, n),
});

export const poseidon2 = hashModel({
  id: 'poseidon2',
  title: 'Poseidon2 of two elements, one hash at a time',
  meaning:
    'Hashes as openzeppelin-crypto has them, each of which needs the one before it. This is another hash than ' +
    'Poseidon1, and no time of one says anything of the other.',
  gist: 'one hash at a time',
  hash: 'poseidon2',
  compute: (hasher, seed, n) => hasher.chain(seed, n),
  value: (seed, n) => hashChain(poseidon2OfTwo, seed, n),
});
