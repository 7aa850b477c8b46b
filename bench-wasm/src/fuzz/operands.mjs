/**
 * Operands at which limbs, carries and reductions change behaviour, for kernels that are not in the
 * Rust program: fuzz/operands.rs in BigInt, drawn from another generator.
 */

import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { inverse } from '../emit/balanced.mjs';

/** @typedef {import('../oracle/field.mjs').Field} Field */

/** Bits of the limbs of kernels. */
const WIDTHS = [29, 48, 51, 52, 64];

/**
 * @param {Field} field
 * @param {number} radixBits log2 of R, by which the kernel's residues are x·R mod p
 * @param {number} seed 0 .. 2^53-1
 * @param {number} block each of each seed has its own
 * @returns {() => [bigint, bigint]} the next two operands, canonical: of kinds of their own, seldom equal or opposite
 */
export function operands({ p, words }, radixBits, seed, block) {
  const bits = 64 * words;
  const low = xoroshiro128plus(seed | 0);
  const high = xoroshiro128plus(Math.floor(seed / 2 ** 32) ^ low.next());
  const generator = xoroshiro128plus(block ^ high.next());
  const inverseRadix = inverse(1n << BigInt(radixBits), p);
  const below = (/** @type {number} */ n) => Math.floor(((generator.next() >>> 0) / 2 ** 32) * n);
  const word = () => BigInt(generator.next() >>> 0) | (BigInt(generator.next() >>> 0) << 32n);
  const near = (/** @type {bigint} */ x) => x + p + BigInt(below(5) - 2);

  const kinds = [
    // Any words.
    () => Array.from({ length: words }, word).reduce((x, one) => (x << 64n) | one, 0n),
    // Runs of ones and zeros, of 1 to 64 bits.
    () => {
      let x = 0n;
      for (let done = 0; done < bits;) {
        const length = 1 + below(64);
        x <<= BigInt(length);
        if (below(2) === 0) x += (1n << BigInt(length)) - 1n;
        done += length;
      }
      return x;
    },
    // Limbs of one width, each at an end or in the middle of its range, or anywhere.
    () => {
      const limbBits = WIDTHS[below(WIDTHS.length)];
      const width = BigInt(limbBits);
      const half = 1n << (width - 1n);
      const ones = 2n * half - 1n;
      const special = [0n, 1n, ones, ones - 1n, half, half - 1n, half + 1n];
      let x = 0n;
      for (let limb = 0; limb < bits / limbBits; limb++) x = (x << width) + (special[below(8)] ?? word() & ones);
      return x;
    },
    // At most 2 from 0, from the boundary of a limb, or from the negative of one.
    () => {
      const width = WIDTHS[below(WIDTHS.length)];
      const boundary = 1n << BigInt(width * below(1 + Math.floor((bits - 1) / width)));
      return near([0n, boundary, p - (boundary % p)][below(3)]);
    },
    // At most 2 from a multiple of p/2^i.
    () => near((p * BigInt(1 + below(64))) >> BigInt(below(10))),
  ];

  /** Structured as it is, or in the residue x·R mod p that a kernel computes with. */
  const element = () => {
    const x = kinds[below(kinds.length)]() % p;
    return below(2) === 0 ? x : (x * inverseRadix) % p;
  };

  return () => {
    const a = element();
    const relation = below(16);
    return [a, relation === 0 ? a : relation === 1 ? (p - a) % p : element()];
  };
}
