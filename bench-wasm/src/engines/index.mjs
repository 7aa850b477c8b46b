/** All engines, the one that runs this first. */

import * as list from './list.mjs';
import { node } from './list.mjs';

/** @typedef {import('../measure/run.mjs').Engine} Engine */
/** @typedef {import('./engine.mjs').EngineOptions} EngineOptions */

/**
 * @param {EngineOptions} [options]
 * @returns {Engine[]} whether one is there, its `describe` says
 */
export function allEngines(options = {}) {
  /** @type {((options: EngineOptions) => Engine | Engine[])[]} */
  const others = Object.values(list).filter((engines) => engines !== node);
  return [node, ...others].flatMap((engines) => engines(options));
}
