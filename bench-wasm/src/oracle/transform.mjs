/**
 * The oracle of transforms on BigInt: X[k] = Σ x[j]·w^(jk) in BN254's scalar field, of values that are a geometric
 * series, so that what any transform of them is, and the transform of that, is known without one.
 */

import { ELEMENT_BYTES, FR } from './field.mjs';

const { p } = FR;
/** Of the field's units; arkworks and circom's libraries take it. */
const GENERATOR = 5n;

/** @param {number} size a power of two, at most 2^28 @returns {bigint} the root of unity of that order */
export const rootOf = (size) => FR.pow(GENERATOR, (p - 1n) / BigInt(size));

/** @param {bigint} seed @returns {{ a: bigint, b: bigint }} the values are a·b^j */
function seriesOf(seed) {
  const [[a, b]] = FR.operands(seed, 1, 2);
  return { a, b };
}

/**
 * @param {bigint} seed
 * @param {number} size
 * @returns {Uint8Array} the values that a seed expands to, 32 bytes each
 */
export function bytesOfNtt(seed, size) {
  const { a, b } = seriesOf(seed);
  const bytes = new Uint8Array(size * ELEMENT_BYTES);
  for (let j = 0, value = a; j < size; j++, value = (value * b) % p) bytes.set(FR.toBytes(value), j * ELEMENT_BYTES);
  return bytes;
}

/**
 * What is wrong with values after so many transforms, each of what the one before left. Two of them give n·x[-j]: so an
 * odd number gives multiples of the first one, and an even number multiples of the values.
 *
 * @param {bigint} seed
 * @param {number} times at least 0
 * @param {Uint8Array} bytes of all values
 * @param {readonly number[]} positions that are looked at
 * @returns {string | null} null where all of them are right
 */
export function wrongTransform(seed, times, bytes, positions) {
  const size = bytes.length / ELEMENT_BYTES;
  const { a, b } = seriesOf(seed);
  const pairs = Math.floor(times / 2);
  const scaled = (a * FR.pow(BigInt(size), BigInt(pairs))) % p;
  const root = rootOf(size);
  const last = (scaled * (FR.pow(b, BigInt(size)) + p - 1n)) % p;
  for (const k of positions) {
    const value = FR.fromBytes(bytes.subarray(k * ELEMENT_BYTES, (k + 1) * ELEMENT_BYTES));
    const index = BigInt(pairs % 2 ? (size - k) % size : k);
    const right =
      times % 2
        ? // The sum of a geometric series, without the division.
          (value * (b * FR.pow(root, index) + p - 1n)) % p === last
        : value === (scaled * FR.pow(b, index)) % p;
    if (!right || value >= p) return `value ${k} of ${size} after ${times} transforms is not 0x${value.toString(16)}`;
  }
  return null;
}

/** @param {number} size @param {number} most @returns {number[]} positions of so many values at most, evenly apart */
export const spread = (size, most) =>
  Array.from({ length: Math.min(size, most) }, (_, i) => Math.floor((i * size) / Math.min(size, most)));
