/** Rows that have a module each, which is named by a prefix and the row's id. */

/**
 * @template {{ id: string }} Row
 * @param {string} noun the prefix, and what a row is
 * @param {readonly Row[]} rows
 */
export function namedBuilds(noun, rows) {
  const buildOf = (/** @type {string} */ id) => `${noun}-${id}`;
  return {
    buildOf,
    isOne: (/** @type {string} */ variant) => variant.startsWith(buildOf('')),
    /** @param {string} variant @returns {Row} @throws {RangeError} */
    rowOf(variant) {
      const row = rows.find(({ id }) => buildOf(id) === variant);
      if (!row) throw new RangeError(`variant: there is no ${noun} "${variant}"`);
      return row;
    },
  };
}
