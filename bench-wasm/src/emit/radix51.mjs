/**
 * Radix 2^51 with balanced digits, the constants of a modulus in it, and the limits inside which
 * 53-bit floating point is exact.
 */

import { digitsOf, formatOf } from './balanced.mjs';

export const WIDTH = 51n;
export const LIMBS = 5;
export const BASE = 1n << WIDTH;
/** Half the base: the largest magnitude of a balanced digit. */
export const HALF = BASE >> 1n;
/** log2 of the Montgomery radix. */
export const RADIX_BITS = WIDTH * BigInt(LIMBS);

/** @param {bigint} x @returns {bigint[]} its balanced digits */
export const split = (x) => digitsOf(x, LIMBS, WIDTH);

export const FORMAT = formatOf(LIMBS, WIDTH);

/**
 * Whether p is 2^254 and a number of three limbs, as those of the Pasta curves are.
 *
 * @param {bigint} p an odd prime
 */
export const isSparse = (p) => split(p)[4] === HALF && split(p)[3] === 0n;

/** Limbs of an operand that `fmaPairSparse` removes from a product. */
export const REMOVED = 3;
/** Of a sparse prime: quotients remove three low columns, and what is above the limbs of an operand needs none. */
export const SPARSE_FORMAT = { ...FORMAT, radixBits: Number(WIDTH) * REMOVED };
