/** Node: a fresh `node` process for each round. */

import { fileURLToPath } from 'node:url';
import { FROM_NPM, installCommand } from './npm.mjs';
import { processEngine } from './process.mjs';
import { tierOf } from './v8.mjs';

/** The program of a session in an engine that has Node's modules. */
export const SESSION = fileURLToPath(new URL('../measure/session-main.mjs', import.meta.url));
/** The module that gives instances. */
export const LOADER = new URL('../setup/modules.mjs', import.meta.url).href;
/** Relaxed SIMD is on by default from this major version. */
const RELAXED_SIMD_SINCE = 22;

/**
 * @param {object} [options]
 * @param {string} [options.executable] the node that runs this by default
 * @param {string} [options.version] of the executable, e.g. `20.20.2`
 * @param {string[]} [options.flags] V8 options, recorded in the result
 * @param {string} [options.loader] URL of the module that gives instances (`loadModule`)
 * @returns {import('./index.mjs').Engine}
 */
export function nodeEngine({
  executable = process.execPath,
  version = process.versions.node,
  flags = [],
  loader = LOADER,
} = {}) {
  const major = Number.parseInt(version, 10);
  const allFlags = major < RELAXED_SIMD_SINCE ? ['--experimental-wasm-relaxed-simd', ...flags] : flags;
  const id = `node${major}`;
  return processEngine({
    id,
    install: FROM_NPM.includes(id) ? installCommand(id) : 'https://nodejs.org',
    executable,
    version,
    args: [...allFlags, SESSION],
    flags: allFlags,
    tier: tierOf(flags),
    loader,
  });
}
