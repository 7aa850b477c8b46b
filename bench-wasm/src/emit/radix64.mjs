/** Radix 2^64: four words. */

import { unsignedRadix } from './words.mjs';

export { inverse } from './balanced.mjs';

export const WIDTH = 64n;
export const WORDS = 4;
/** log2 of the Montgomery radix. */
export const RADIX_BITS = WIDTH * BigInt(WORDS);
export const { split, format: FORMAT } = unsignedRadix(WIDTH, WORDS);
