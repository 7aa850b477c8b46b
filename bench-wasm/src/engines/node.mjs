/** Node: a fresh `node` process for each round. */

import { fileURLToPath } from 'node:url';
import { missingEngine } from './engine.mjs';
import { fromNpm } from './npm.mjs';
import { processEngine } from './process.mjs';
import { IGNITION, tierOf } from './v8.mjs';

/** The program of a session in an engine that has Node's modules. */
export const SESSION = fileURLToPath(new URL('process-host.mjs', import.meta.url));
/** The module that gives instances. */
export const LOADER = new URL('../setup/modules.mjs', import.meta.url).href;
/** Relaxed SIMD is on by default from this major version. */
const RELAXED_SIMD_SINCE = 22;
/** V8's baseline compiler alone: what a product costs until the optimising one is through with it. */
const LIFTOFF = '--liftoff-only';
const IGNITION_SUFFIX = '-ignition';
/** The Node that runs this, and itself where JavaScript is interpreted. */
export const OWN = `node${Number.parseInt(process.versions.node, 10)}`;
export const OWN_INTERPRETED = `${OWN}${IGNITION_SUFFIX}`;
/** The versions that npm can bring, newest last: each a V8 of its own. */
const MAJORS = [20, 22, 24, 26];

/**
 * The Node that runs this, those that npm has, and the one that runs this without the optimising compiler of
 * WebAssembly, and without the compilers of JavaScript.
 *
 * @param {import('./engine.mjs').EngineOptions} options
 * @returns {import('../measure/run.mjs').Engine[]}
 */
export function node({ v8Flags: flags, loader }) {
  const own = nodeEngine({ flags, loader });
  const others = MAJORS.map((major) => {
    const id = `node${major}`;
    // Within its major, as it gets its fixes.
    const { get, install, installed } = fromNpm(id, { name: 'node', version: String(major) });
    return installed ? nodeEngine({ ...installed, flags, loader, get, install }) : missingEngine(id, get, install);
  });
  const baseline = nodeEngine({ flags: [...(flags ?? []), LIFTOFF], loader, suffix: '-liftoff' });
  const interpreter = nodeEngine({ flags: [...(flags ?? []), ...IGNITION], loader, suffix: IGNITION_SUFFIX });
  return [own, ...others.filter(({ id }) => id !== own.id), baseline, interpreter];
}

/**
 * @param {object} [options]
 * @param {string} [options.executable] the node that runs this by default
 * @param {string} [options.version] of the executable, e.g. `20.20.2`
 * @param {string[]} [options.flags] V8 options, recorded in the result
 * @param {string} [options.loader] URL of the module that gives instances (`loadModule`)
 * @param {string} [options.suffix] of its id
 * @param {string} [options.get] how to get it
 * @param {import('../measure/run.mjs').Engine['install']} [options.install]
 * @returns {import('../measure/run.mjs').Engine}
 */
export function nodeEngine({
  executable = process.execPath,
  version = process.versions.node,
  flags = [],
  loader = LOADER,
  suffix = '',
  get = 'https://nodejs.org',
  install,
} = {}) {
  const major = Number.parseInt(version, 10);
  const allFlags = major < RELAXED_SIMD_SINCE ? ['--experimental-wasm-relaxed-simd', ...flags] : flags;
  return processEngine({
    id: `node${major}${suffix}`,
    get,
    install,
    executable,
    version,
    args: [...allFlags, SESSION],
    flags: allFlags,
    tier: tierOf(flags),
    loader,
  });
}
