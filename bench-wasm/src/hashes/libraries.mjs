/** The hashes of other libraries from npm, behind what a module of the crate exports. */

// @ts-expect-error The package has no types.
import { buildPoseidonOpt } from '#hashes/circomlibjs';
import { Field } from '#hashes/noble-modular';
import { poseidon } from '#hashes/noble-poseidon';
import { poseidon2 } from '#hashes/poseidon-lite';
import { FR } from '../oracle/field.mjs';
import { ofPoseidon1 } from '../oracle/poseidon.mjs';
import { hasherOf, hashersModule } from './hasher.mjs';
import { LIBRARIES_BUILD } from './library-rows.mjs';

/** @import { Hasher } from '../emit/interface.mjs' */

/** @param {(a: bigint, b: bigint) => bigint} hash */
const onBigInt = (hash) => hasherOf({ load: (/** @type {bigint} */ x) => x, store: (x) => x, hash });

/** The library of circom's users: its own field in wasm, of which each operation is a call. */
async function circomlibjs() {
  const hash = await buildPoseidonOpt();
  const { F } = hash;
  return hasherOf({
    load: (x) => /** @type {Uint8Array} */ (F.e(x)),
    store: (x) => F.toObject(x),
    hash: (a, b) => hash([a, b]),
  });
}

/** The permutation of @noble/curves, which comes without constants. */
async function noble() {
  const permute = poseidon({
    Fp: Field(FR.p),
    t: 3,
    roundsFull: ofPoseidon1().fullRounds,
    roundsPartial: ofPoseidon1().partialRounds,
    sboxPower: 5,
    reversePartialPowIdx: false,
    mds: ofPoseidon1().full,
    roundConstants: ofPoseidon1().constants,
  });
  return onBigInt((a, b) => permute([0n, a, b])[0]);
}

/** @type {Record<import('./library-rows.mjs').LibraryId, () => Promise<Hasher>>} */
const LIBRARIES = { circomlibjs, 'poseidon-lite': async () => onBigInt((a, b) => poseidon2([a, b])), noble };

/** @returns {Promise<import('../emit/interface.mjs').LoadedModule>} */
export async function librariesModule() {
  const entries = await Promise.all(
    Object.entries(LIBRARIES).map(async ([id, open]) => /** @type {const} */ ([id, await open()])),
  );
  return hashersModule(LIBRARIES_BUILD, new Map(entries));
}
