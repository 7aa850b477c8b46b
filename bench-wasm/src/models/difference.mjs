/** Where a result departs from the oracle's. */

/**
 * @param {import('../oracle/field.mjs').Field} field
 * @param {Uint8Array} got
 * @param {bigint} expected
 * @returns {string | null} null where it does not
 */
export function difference(field, got, expected) {
  const value = field.fromBytes(got);
  return value === expected ? null : `gave 0x${value.toString(16)}, not 0x${expected.toString(16)}`;
}
