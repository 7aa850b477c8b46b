/**
 * Radix 2^14 with balanced digits, two of them in 32 bits and four elements side by side: 20 digits for primes of four
 * words, 28 for those of six.
 */

import { centred, digitsOf } from './balanced.mjs';

export const WIDTH = 14n;
export const BASE = 1n << WIDTH;
/** Half the base: the largest magnitude of a balanced digit. */
export const HALF = BASE >> 1n;
/** Bytes of two digits of each of the four elements. */
export const PAIR_BYTES = 16;

/** @param {bigint} p @returns {number} digits of an element; an even number */
export const limbsOf = (p) => (p < 1n << 256n ? 20 : 28);

/** @param {bigint} x @param {number} limbs @returns {bigint[]} its balanced digits */
export const split = (x, limbs) => digitsOf(x, limbs, WIDTH);

/**
 * Vector i has digits 2i and 2i + 1 of element l in the lower and the upper half of 32-bit lane l.
 *
 * @param {number} limbs
 * @returns {import('./layout.mjs').Format}
 */
function formatOf(limbs) {
  const lanes = 4;
  /** @param {number} lane @param {number} i @returns {number} where digit i is */
  const place = (lane, i) => PAIR_BYTES * (i >> 1) + 4 * lane + 2 * (i & 1);
  return {
    limbs: `${limbs}x${WIDTH}`,
    lanes,
    radixBits: limbs * Number(WIDTH),
    bytes: (PAIR_BYTES * limbs) / 2,
    write(view, at, residues, p) {
      const digits = residues.map((residue) => split(centred(residue, p), limbs).map(Number));
      for (let lane = 0; lane < lanes; lane++)
        for (const [i, digit] of (digits[lane] ?? digits[0]).entries()) view.setInt16(at + place(lane, i), digit, true);
    },
    read(view, at, count) {
      return Array.from({ length: count }, (_, lane) => {
        const digits = Array.from({ length: limbs }, (_, i) => BigInt(view.getInt16(at + place(lane, i), true)));
        return digits.reduceRight((x, digit) => (x << WIDTH) + digit, 0n);
      });
    },
  };
}

export const FORMAT = formatOf(20);
export const FORMAT_OF_SIX_WORDS = formatOf(28);
