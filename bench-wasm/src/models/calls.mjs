/** What the models of calls from JS have in common. */

import { SAME } from './controls.mjs';
import { PRODUCT } from './units.mjs';

/** A batch of calls lasts so long at least: most leave garbage behind, and many collections are alike. */
export const CALLS_NS = 20e6;

/**
 * @param {Omit<import('./model.mjs').Model, 'group' | 'unit' | 'operation' | 'result' | 'controls' | 'floor' |
 *   'bigint'> & Partial<import('./model.mjs').Model>} model
 * @returns {import('./model.mjs').Model} of one exported call a product
 */
export const callModel = (model) => ({
  group: 'calls',
  unit: PRODUCT,
  operation: 'product',
  result: 'product',
  controls: [SAME],
  floor: false,
  bigint: false,
  ...model,
});

/** @param {import('./model.mjs').TaskContext} context @returns {bigint[]} two operands */
export const operandsOf = ({ field, seed }) => field.operands(seed, 1, 2)[0];
