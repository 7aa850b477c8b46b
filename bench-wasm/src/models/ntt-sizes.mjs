import { transformModel } from './transform.mjs';

/** @param {number} log2 of the values */
const nttOf = (log2) => transformModel({ id: `ntt-${2 ** log2}`, log2 });

export const ntt08 = nttOf(8);
export const ntt10 = nttOf(10);
export const ntt12 = nttOf(12);
export const ntt14 = nttOf(14);
export const ntt16 = nttOf(16);
export const ntt18 = nttOf(18);
export const ntt20 = nttOf(20);
