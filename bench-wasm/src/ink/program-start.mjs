/** What a call costs besides its instructions, in gas: the program's start, and its pages of memory. */

import { InkError } from './error.mjs';
import { MEMORY, START } from './prices.mjs';

/**
 * @typedef {object} Start
 * @property {number} cached gas, where the chain has the program in its cache
 * @property {number} uncached gas, where it has not
 * @property {number} bytes of the module without its custom sections, which are not deployed
 */

/** @param {import('./binary.mjs').Binary} binary @returns {Start} */
export function programStart({ deployed, types, functions, pages, globals, elements, data }) {
  /** @type {Record<string, number>} */
  const counts = {
    functions: functions.length,
    values: functions.reduce((sum, type) => sum + types[type].params.length + types[type].results.length, 0),
    bytes: deployed.length,
    globals: globals + START.addedGlobals,
    segments: elements.bytes + data.bytes,
    pages: pages ?? 0,
  };
  /** @param {{ base: number, terms: Record<string, number[]> }} price */
  const gas = ({ base, terms }) =>
    Object.entries(terms).reduce(
      (sum, [term, [numerator, denominator]]) => sum + Math.floor((counts[term] * numerator) / denominator),
      base,
    );
  const cached = gas(START.cached);
  return { cached, uncached: cached + gas(START.uncached), bytes: counts.bytes };
}

/**
 * @param {number} pages
 * @returns {number} gas for having them in a transaction that has no others
 */
export function memoryGas(pages) {
  const { freePages, pageGas, curve } = MEMORY;
  if (pages >= curve.length) throw new InkError(`${pages} pages of memory: Stylus gives ${curve.length - 1} at most.`);
  return Math.max(0, pages - freePages) * pageGas + curve[pages] - curve[0];
}
