/**
 * A command at its smallest size, by FQMUL_SMALLEST=1 in its environment: the gate types every command of the pages so.
 * What is built and done is the same; of what is repeated, or there many times over, one part or a few are left.
 */

export const SMALLEST = process.env.FQMUL_SMALLEST === '1';

/**
 * @template T
 * @param {readonly T[]} parts
 * @param {number} most how many are left at the smallest size
 * @param {(part: T, at: number, parts: readonly T[]) => boolean} [always] what is never left out, beside them
 * @returns {T[]}
 */
export const fewOf = (parts, most, always = () => false) =>
  SMALLEST ? parts.filter((part, at) => at < most || always(part, at, parts)) : [...parts];
