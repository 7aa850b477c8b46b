/** The permutation of @noble/curves, which comes without constants: BigInt. */

import { poseidon } from '#hashes/noble-poseidon';
import { Field } from '#hashes/noble-modular';
import { FR } from '../oracle/field.mjs';
import { POSEIDON1 } from '../oracle/poseidon.mjs';
import { hasherOf } from './hasher.mjs';

const same = (/** @type {bigint} */ x) => x;

export const noble = async () => {
  const permute = poseidon({
    Fp: Field(FR.p),
    t: 3,
    roundsFull: POSEIDON1.fullRounds,
    roundsPartial: POSEIDON1.partialRounds,
    sboxPower: 5,
    reversePartialPowIdx: false,
    mds: POSEIDON1.full,
    roundConstants: POSEIDON1.constants,
  });
  return hasherOf({ load: same, store: same, hash: (a, b) => permute([0n, a, b])[0] });
};
