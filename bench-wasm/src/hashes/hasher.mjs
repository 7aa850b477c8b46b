/** What a hash of another library is made comparable by: the loops of the crate's hashers, on its own values. */

import { bareExports } from '../emit/bare.mjs';
import { FR } from '../oracle/field.mjs';

/** @typedef {import('../emit/interface.mjs').Hasher} Hasher */

/** Pairs that a batch hashes in turns. */
const SLOTS = 8;

/**
 * @template Value
 * @param {object} library
 * @param {(x: bigint) => Value} library.load
 * @param {(x: Value) => bigint} library.store
 * @param {(a: Value, b: Value) => Value} library.hash of two elements
 * @returns {Hasher}
 */
export const hasherOf = ({ load, store, hash }) => ({
  hash: (a, b) => FR.toBytes(store(hash(load(FR.fromBytes(a)), load(FR.fromBytes(b))))),

  chain(seed, n) {
    let [previous, current] = FR.operands(seed, 1, 2)[0].map(load);
    for (let i = 0; i < n; i++) {
      const next = hash(current, previous);
      previous = current;
      current = next;
    }
    return FR.toBytes(store(current));
  },

  batch(seed, n) {
    const slots = FR.operands(seed, SLOTS, 2).map((pair) => pair.map(load));
    for (let done = 0; done < n; done += SLOTS) for (const slot of slots) slot[0] = hash(slot[0], slot[1]);
    return FR.toBytes(FR.fold(slots.map(([a]) => store(a))));
  },
});

/**
 * Hashers behind what a module of the crate exports.
 *
 * @param {string} variant
 * @param {Map<string, Hasher>} hashers by id
 * @returns {import('../emit/interface.mjs').LoadedModule}
 */
export const hashersModule = (variant, hashers) => ({
  variant,
  kernels: [],
  exports: {
    ...bareExports(variant),
    // An object that a constructor returns is what `new` gives.
    Hasher: /** @type {new (hash: string, id: string) => Hasher} */ (
      /** @type {unknown} */ (
        function (/** @type {string} */ _hash, /** @type {string} */ id) {
          const hasher = hashers.get(id);
          if (!hasher) throw new RangeError(`id: ${variant} have no "${id}"`);
          return hasher;
        }
      )
    ),
  },
});
