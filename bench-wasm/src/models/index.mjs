/** All models, in the order of the tables: group by group, in each by name. */

import * as list from './list.mjs';
import { PRODUCT } from './units.mjs';

/** @typedef {import('./model.mjs').Model} Model */

/** @type {readonly import('./model.mjs').Group[]} */
const GROUPS = [
  'batches',
  'sizes',
  'limbs',
  'operations',
  'inversions',
  'calls',
  'algorithms',
  'sums',
  'transforms',
  'hashes',
  'proofs',
  'replicas',
];

/** @type {Model[]} */
const LISTED = Object.values(list).flat();

export const MODELS = Object.freeze(GROUPS.flatMap((group) => LISTED.filter((model) => model.group === group)));

const BY_ID = new Map(MODELS.map((model) => [model.id, model]));

/**
 * @param {string} id
 * @returns {Model}
 * @throws {RangeError}
 */
export function modelOf(id) {
  const model = BY_ID.get(id);
  if (!model) throw new RangeError(`model: there is no "${id}"; there are ${[...BY_ID.keys()].join(', ')}`);
  return model;
}

/** Those that are measured if none is named. */
export const MODEL_IDS = Object.freeze(MODELS.flatMap(({ id, onDemand }) => (onDemand ? [] : [id])));

/** @param {import('./model.mjs').Group} group @returns {string[]} ids */
export const modelsIn = (group) => MODELS.flatMap((model) => (model.group === group ? [model.id] : []));

/** @param {string} id of any model @returns {boolean} whether each row has a fresh process, and there is no baseline */
export const isCold = (id) => BY_ID.get(id)?.cold ?? false;

/** @param {string} id of any model @returns {string} how a result file names its unit */
export const unitOf = (id) => (BY_ID.get(id)?.unit ?? PRODUCT).id;
