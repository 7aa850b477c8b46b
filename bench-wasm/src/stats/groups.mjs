/** Values that belong together. */

/** @template T @param {readonly T[]} values @returns {T[]} each once, in the order of its first */
export const distinct = (values) => [...new Set(values)];

/**
 * @template T
 * @param {readonly T[]} values
 * @param {(value: T) => string} keyOf
 * @returns {[key: string, values: T[]][]} those with the same key, in the order of the first of each
 */
export function grouped(values, keyOf) {
  /** @type {Map<string, T[]>} */
  const groups = new Map();
  for (const value of values) {
    const group = groups.get(keyOf(value));
    if (group) group.push(value);
    else groups.set(keyOf(value), [value]);
  }
  return [...groups];
}
