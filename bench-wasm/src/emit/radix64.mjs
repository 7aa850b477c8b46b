/** Radix 2^64: four words, little-endian. */

export { inverse } from './radix51.mjs';

export const WIDTH = 64n;
export const WORDS = 4;
/** log2 of the Montgomery radix. */
export const RADIX_BITS = WIDTH * BigInt(WORDS);

/** @param {bigint} x 0 .. 2^256-1 @returns {bigint[]} WORDS digits in 0 .. 2^64-1 */
export function split(x) {
  return Array.from({ length: WORDS }, (_, i) => BigInt.asUintN(Number(WIDTH), x >> (WIDTH * BigInt(i))));
}

/** @param {bigint[]} digits @returns {bigint} */
export function join(digits) {
  return digits.reduceRight((x, digit) => (x << WIDTH) + digit, 0n);
}

/** @type {import('./layout.mjs').Format} */
export const FORMAT = {
  limbs: `${WORDS}x${WIDTH}`,
  lanes: 1,
  radixBits: Number(RADIX_BITS),
  bytes: 8 * WORDS,
  write(view, at, [residue]) {
    for (const [i, word] of split(residue).entries()) view.setBigUint64(at + 8 * i, word, true);
  },
  read(view, at) {
    return [join(Array.from({ length: WORDS }, (_, i) => view.getBigUint64(at + 8 * i, true)))];
  },
};
