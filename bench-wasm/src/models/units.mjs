/** What a model's time is of: one unit a model, and one word a unit in every table, chart and file. */

/**
 * @typedef {object} Unit
 * @property {string} id as a result file names it, whose times are all in ns
 * @property {string} label as people read it
 * @property {number} ns how many are one of it
 */

/** @type {Unit} */
export const PRODUCT = { id: 'ns/mul', label: 'ns/mul', ns: 1 };
/** @type {Unit} */
export const OPERATION = { id: 'ns/op', label: 'ns/op', ns: 1 };
