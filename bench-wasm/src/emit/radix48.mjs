/** Radix 2^48 with balanced digits, eight of them: primes of 377 and 381 bits, with the R of six words, 2^384. */

import { centred } from './radix51.mjs';

export const WIDTH = 48n;
export const LIMBS = 8;
export const BASE = 1n << WIDTH;
/** Half the base: the largest magnitude of a balanced digit. */
export const HALF = BASE >> 1n;
/** log2 of the Montgomery radix. */
export const RADIX_BITS = WIDTH * BigInt(LIMBS);

/**
 * x as balanced digits: all but the last in -2^47 .. 2^47-1, the last takes what is left.
 *
 * @param {bigint} x
 * @returns {bigint[]} LIMBS digits
 */
export function split(x) {
  const digits = [];
  for (let i = 1; i < LIMBS; i++) {
    const digit = BigInt.asIntN(Number(WIDTH), x);
    digits.push(digit);
    x = (x - digit) >> WIDTH;
  }
  return [...digits, x];
}

/** Lane l has its limbs in f64 lane l of eight vectors. @type {import('./layout.mjs').Format} */
export const FORMAT = {
  limbs: `${LIMBS}x${WIDTH}`,
  lanes: 2,
  radixBits: Number(RADIX_BITS),
  bytes: 16 * LIMBS,
  write(view, at, residues, p) {
    for (const [lane, residue] of residues.entries()) {
      for (const [i, limb] of split(centred(residue, p)).entries()) {
        view.setFloat64(at + 16 * i + 8 * lane, Number(limb), true);
      }
    }
  },
  read(view, at) {
    return [0, 8].map((lane) => {
      const digits = Array.from({ length: LIMBS }, (_, i) => BigInt(view.getFloat64(at + 16 * i + lane, true)));
      return digits.reduceRight((x, digit) => (x << WIDTH) + digit, 0n);
    });
  },
};
