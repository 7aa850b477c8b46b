/** The JavaScript of a compiled module, and the module as that JavaScript loads it: wasm-bindgen's part of a build. */

import { join } from 'node:path';
import { EXE, ROOT, runTool } from './toolchain.mjs';

/** @typedef {import('./toolchain.mjs').Environment} Environment */
/** @typedef {import('./toolchain.mjs').OnProgress} OnProgress */

/** The program around wasm-bindgen's library. */
export const CRATE = 'bench-wasm/src/setup/bindgen';
const TARGET = join(ROOT, 'target/bindgen');

/** @type {Promise<unknown> | undefined} */
let built;

/**
 * Cargo knows whether there is anything to do, and is asked once.
 *
 * @param {{ env: Environment, onProgress?: OnProgress }} context
 * @returns {Promise<unknown>}
 * @throws {import('./toolchain.mjs').SetupError} when it does not compile
 */
export function ensureBindgen({ env, onProgress }) {
  built ??= runTool('cargo', ['build', '--profile', 'tool', '--locked', '--package', 'bindgen'], {
    what: 'build wasm-bindgen',
    env: { ...env, RUSTFLAGS: '', CARGO_TARGET_DIR: TARGET },
    onProgress,
  });
  return built;
}

/**
 * Writes NAME.js, NAME.d.ts and NAME_bg.wasm. A matter of half a second, once the program is built.
 *
 * @param {string} module that cargo has compiled
 * @param {{ target: 'web' | 'nodejs', folder: string, name: string }} output
 * @param {{ env: Environment, onProgress?: OnProgress }} context
 * @throws {import('./toolchain.mjs').SetupError}
 */
export async function bindgen(module, { target, folder, name }, { env, onProgress }) {
  await ensureBindgen({ env, onProgress });
  await runTool(join(TARGET, `tool/bindgen${EXE}`), [module, target, folder, name], { what: `bind ${module}`, env });
}
