/**
 * The engines. An engine is one file here and one line in the registry.
 *
 * @typedef {object} EngineDescription
 * @property {string} id starts with the engine's name, e.g. `node20`
 * @property {string} version
 * @property {string[]} flags it is started with
 * @property {string} tier compiler whose code is timed
 * @property {boolean} available
 * @property {string | null} reason why it is not available
 * @property {Partial<import('./features.mjs').Features>} features
 */

/**
 * @typedef {object} Engine
 * @property {string} id
 * @property {() => Promise<EngineDescription>} describe never rejects
 * @property {(plan: import('../measure/plan.mjs').SessionPlan, context: {
 *   onEvent: (event: import('../measure/session.mjs').SessionEvent) => void,
 *   signal?: AbortSignal,
 * }) => Promise<void>} run one round in a fresh process; rejects when the process does not finish
 *   (events that it sent before that stay valid)
 */

/**
 * @typedef {object} EngineOptions
 * @property {string[]} [v8Flags] for the engines that are V8
 * @property {string} [loader] URL of the module that gives instances
 */

import { nodeEngine } from './node.mjs';

/** @type {Record<string, (options: EngineOptions) => Engine>} */
export const ENGINES = {
  node: ({ v8Flags, loader }) => nodeEngine({ flags: v8Flags, loader }),
};
