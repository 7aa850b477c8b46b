/** What a stream of additions is compared with: its expected checksum, and BigInt doing the same. */

import { Field, STREAM_SLOTS, shareOf } from '../field.mjs';

/** The base field of Pallas, 255 bits. */
export const PALLAS = new Field('pallas', 0x40000000000000000000000000000000224698fc094cf91b992d30ed00000001n);

/**
 * Checksum of n additions over the slots of `stream`, a += b in turn: a + k·b in closed form.
 *
 * @param {Field} field
 * @param {bigint} seed
 * @param {number} n additions in all
 */
export function additions(field, seed, n) {
  return field.fold(
    field.streamOperands(seed).map(([a, b], slot) => (a + b * BigInt(shareOf(n, STREAM_SLOTS, slot))) % field.p),
  );
}

/**
 * `stream` of additions on BigInt: s = a + b, less p where s is not below p.
 *
 * @param {Field} field
 * @param {bigint} seed
 * @returns {(n: number) => () => Uint8Array} does n additions; what it returns computes the checksum
 */
export function bigintAdditions(field, seed) {
  const { p } = field;
  const pairs = field.streamOperands(seed);
  const b = pairs.map((pair) => pair[1]);
  return (n) => {
    const a = pairs.map((pair) => pair[0]);
    const slots = a.length;
    for (let done = 0; done < n; done += slots) {
      const end = Math.min(slots, n - done);
      for (let i = 0; i < end; i++) {
        const sum = a[i] + b[i];
        a[i] = sum >= p ? sum - p : sum;
      }
    }
    return () => field.toBytes(field.fold(a));
  };
}
