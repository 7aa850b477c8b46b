/** Montgomery's product on BigInt, as the rows have it that do not divide. */

import { power } from '../oracle/field.mjs';

/**
 * @typedef {object} Residues constants of a field; R = 2^bits
 * @property {bigint} p
 * @property {number} bits of as many 64-bit words as p has
 * @property {bigint} shift the same as a BigInt
 * @property {bigint} inverse -1/p mod R
 * @property {(a: bigint) => bigint} into a·R mod p
 * @property {(a: bigint) => bigint} from and back
 * @property {(product: bigint) => bigint} reduce product/R mod p, of a product of two elements below p
 */

/**
 * @param {import('../oracle/field.mjs').Field} field
 * @returns {Residues}
 */
export function residuesOf({ p, words }) {
  const bits = 64 * words;
  const radix = 1n << BigInt(bits);
  // Newton's iteration doubles the bits that are right, the first of which is.
  let inverse = 1n;
  for (let right = 1; right < bits; right *= 2) inverse = BigInt.asUintN(bits, inverse * (2n - p * inverse));
  inverse = radix - inverse;
  const shift = BigInt(bits);
  // By Fermat.
  const back = power(radix, p - 2n, p);
  return {
    p,
    bits,
    shift,
    inverse,
    into: (a) => (a * radix) % p,
    from: (a) => (a * back) % p,
    reduce(product) {
      const quotient = BigInt.asUintN(bits, BigInt.asUintN(bits, product) * inverse);
      const reduced = (product + quotient * p) >> shift;
      return reduced < p ? reduced : reduced - p;
    },
  };
}
