/** Radix 2^48 with balanced digits, eight of them: primes of 377 and 381 bits, with the R of six words, 2^384. */

import { digitsOf, formatOf } from './balanced.mjs';

export const WIDTH = 48n;
export const LIMBS = 8;
export const BASE = 1n << WIDTH;
/** Half the base: the largest magnitude of a balanced digit. */
export const HALF = BASE >> 1n;
/** log2 of the Montgomery radix. */
export const RADIX_BITS = WIDTH * BigInt(LIMBS);

/** @param {bigint} x @returns {bigint[]} its balanced digits */
export const split = (x) => digitsOf(x, LIMBS, WIDTH);

export const FORMAT = formatOf(LIMBS, WIDTH);
