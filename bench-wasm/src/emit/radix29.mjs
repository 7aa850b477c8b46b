/** Radix 2^29: nine limbs, little-endian. */

export { inverse } from './radix51.mjs';

export const WIDTH = 29n;
export const LIMBS = 9;
/** log2 of the Montgomery radix. */
export const RADIX_BITS = WIDTH * BigInt(LIMBS);

/** @param {bigint} x 0 .. 2^261-1 @returns {bigint[]} LIMBS digits in 0 .. 2^29-1 */
export function split(x) {
  return Array.from({ length: LIMBS }, (_, i) => BigInt.asUintN(Number(WIDTH), x >> (WIDTH * BigInt(i))));
}

/** @param {bigint[]} digits @returns {bigint} */
export function join(digits) {
  return digits.reduceRight((x, digit) => (x << WIDTH) + digit, 0n);
}

/** @type {import('./layout.mjs').Format} */
export const FORMAT = {
  limbs: `${LIMBS}x${WIDTH}`,
  lanes: 1,
  radixBits: Number(RADIX_BITS),
  bytes: 8 * LIMBS,
  write(view, at, [residue]) {
    for (const [i, limb] of split(residue).entries()) view.setBigUint64(at + 8 * i, limb, true);
  },
  read(view, at) {
    return [join(Array.from({ length: LIMBS }, (_, i) => view.getBigUint64(at + 8 * i, true)))];
  },
};
