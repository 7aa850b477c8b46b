/** Loops over arrays of slots that take turns, none of which needs another. */

import { shareOf } from '../oracle/field.mjs';

/** @typedef {import('../oracle/field.mjs').Field} Field */

/**
 * @typedef {object} Slots
 * @property {number} slots
 * @property {number} values drawn for each; the first one changes
 * @property {number} counts what one turn counts for: a sum of two products for two
 * @property {(field: Field, values: bigint[], turns: bigint) => bigint} last what the first value ends with
 * @property {(arrays: bigint[][], n: number, p: bigint) => void} pass a turn of the first n slots on BigInt; a function
 *   of its own, so that an engine optimises it whole
 */

/**
 * @param {Slots} slots
 * @returns {Pick<import('./model.mjs').Loop, 'counts' | 'closedForm' | 'bigint'>}
 */
export function overSlots({ slots, values, counts, last, pass }) {
  return {
    counts,
    closedForm: (field, seed, n) =>
      field.fold(
        field
          .operands(seed, slots, values)
          .map((drawn, slot) => last(field, drawn, BigInt(shareOf(n / counts, slots, slot)))),
      ),
    bigint(field, seed) {
      const drawn = field.operands(seed, slots, values);
      return (n) => {
        const arrays = Array.from({ length: values }, (_, i) => drawn.map((slot) => slot[i]));
        for (let left = n / counts; left > 0; left -= slots) pass(arrays, Math.min(slots, left), field.p);
        const checksum = field.toBytes(field.fold(arrays[0]));
        return () => checksum;
      };
    },
  };
}
