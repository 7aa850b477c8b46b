/**
 * The engines. An engine is one file here and one line in `allEngines`.
 *
 * @typedef {object} EngineDescription
 * @property {string} id starts with the engine's name, e.g. `node20`
 * @property {string} version
 * @property {string[]} flags it is started with
 * @property {string} tier compiler whose code is timed
 * @property {boolean} available
 * @property {string | null} reason why it is not available
 * @property {string} install how to get it
 * @property {Partial<import('./features.mjs').Features>} features tested in it
 * @property {number | null} clockStepNs
 */

/**
 * @typedef {object} Engine
 * @property {string} id
 * @property {() => Promise<EngineDescription>} describe never rejects
 * @property {() => Promise<void>} [prepare] builds what only this engine runs; never rejects, `describe`
 *   tells of a failure
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

import { bunEngine } from './bun.mjs';
import { chromiumEngine } from './chromium.mjs';
import { denoEngine } from './deno.mjs';
import { missingEngine } from './engine.mjs';
import { firefoxEngine } from './firefox.mjs';
import { jscEngine } from './jsc.mjs';
import { nativeAssemblyEngine, nativeEngine } from './native.mjs';
import { nodeEngine } from './node.mjs';
import { NODE_MAJORS, installCommand, installedFromNpm } from './npm.mjs';
import { wasmiEngine } from './wasmi.mjs';
import { wasmtimeEngine } from './wasmtime.mjs';
import { wazeroEngine } from './wazero.mjs';

/**
 * Every engine there is, the one that runs this first; whether it is there, `describe` says.
 *
 * @param {EngineOptions} [options]
 * @returns {Engine[]}
 */
export function allEngines({ v8Flags: flags, loader } = {}) {
  const own = nodeEngine({ flags, loader });
  const nodes = NODE_MAJORS.map((major) => `node${major}`).map((id) => {
    const node = installedFromNpm(id);
    return node ? nodeEngine({ ...node, flags, loader }) : missingEngine(id, installCommand(id));
  });
  return [
    own,
    ...nodes.filter(({ id }) => id !== own.id),
    bunEngine({ loader }),
    denoEngine({ flags, loader }),
    chromiumEngine({ flags, loader }),
    firefoxEngine({ loader }),
    jscEngine({ loader }),
    wasmtimeEngine(),
    wazeroEngine(),
    wasmiEngine(),
    nativeEngine(),
    nativeAssemblyEngine(),
  ];
}
