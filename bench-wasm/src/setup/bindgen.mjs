/** The JavaScript of a compiled module, and the module as that JavaScript loads it: wasm-bindgen's part of a build. */

import { HOST, compile, inputsOf } from './cargo.mjs';
import { runTool } from './toolchain.mjs';

/** @typedef {import('./cargo.mjs').Context} Context */

/** The program around wasm-bindgen's library. @type {import('./cargo.mjs').Crate} */
const BINDGEN = { name: 'bindgen', crate: 'bindgen', kind: 'bin', target: HOST, profile: 'tool' };

/** @param {import('./toolchain.mjs').Environment} env @returns what the glue depends on, for the hash of a build */
export const bindgenInputs = (env) => inputsOf(BINDGEN, env);

/** @type {Promise<string> | undefined} */
let built;

/**
 * Cargo knows whether there is anything to do, and is asked once.
 *
 * @param {Context} context
 * @returns {Promise<string>} the program
 * @throws {import('./toolchain.mjs').SetupError} when it does not compile
 */
export function ensureBindgen(context) {
  built ??= compile(BINDGEN, context);
  return built;
}

/**
 * Writes NAME.js, NAME.d.ts and NAME_bg.wasm. A matter of half a second, once the program is built.
 *
 * @param {string} module that cargo has compiled
 * @param {{ target: 'web' | 'nodejs', folder: string, name: string }} output
 * @param {Context} context
 * @throws {import('./toolchain.mjs').SetupError}
 */
export async function bindgen(module, { target, folder, name }, context) {
  const program = await ensureBindgen(context);
  await runTool(program, [module, target, folder, name], { what: `bind ${module}`, env: context.env });
}
