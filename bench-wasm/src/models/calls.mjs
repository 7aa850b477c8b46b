/** What the models of calls from JS have in common. */

import { withDefaults } from './model.mjs';

/** @import { Model, TaskContext } from './model.mjs' */

/** A batch of calls lasts so long at least: most leave garbage behind, and many collections are alike. */
export const CALLS_NS = 20e6;

/**
 * @param {Omit<Model, 'group' | 'unit' | 'operation' | 'result' | 'controls'> & Partial<Model>} model
 * @returns {Model} of one exported call a product
 */
export const callModel = (model) => withDefaults({ group: 'calls', ...model });

/** @param {TaskContext} context @returns {bigint[]} two operands */
export const operandsOf = ({ field, seed }) => field.operands(seed, 1, 2)[0];
