/** Radix 2^29: nine limbs. */

import { unsignedRadix } from './words.mjs';

export { inverse } from './balanced.mjs';

export const WIDTH = 29n;
export const LIMBS = 9;
export const { split, format: FORMAT } = unsignedRadix(WIDTH, LIMBS);
