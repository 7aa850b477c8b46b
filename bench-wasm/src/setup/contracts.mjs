/** The builds of contracts/: a hash each, on a product each, as contracts are built. */

import { copyFile, mkdir, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CONTRACTS } from '../hashes/contract-rows.mjs';
import { PACKAGES, sharing } from './builds.mjs';
import { ROOT, runTool } from './toolchain.mjs';

/** @typedef {import('./toolchain.mjs').Environment} Environment */
/** @typedef {import('./toolchain.mjs').OnProgress} OnProgress */

const TARGET = 'wasm32-unknown-unknown';
const DIRECTORY = join(PACKAGES, 'contracts');
/** A contract's own, and what a chain lacks is left out: SIMD, and a stack of 1 MiB. */
const RUSTFLAGS = '-C target-feature=-simd128 -C link-arg=-zstack-size=16384';
/** For speed, as the published step says. Features are the module's own. */
const WASM_OPT = ['-O3'];

/**
 * Builds what is not there or not of these sources: cargo knows.
 *
 * @param {{ env: Environment, onProgress?: OnProgress }} context env from ensureToolchain
 * @returns {Promise<Map<string, Uint8Array<ArrayBuffer>>>} the modules by id
 * @throws {import('./toolchain.mjs').SetupError} when a tool fails; its output is in the message
 */
export async function ensureContracts({ env, onProgress }) {
  await mkdir(DIRECTORY, { recursive: true });
  /** @type {Map<string, Uint8Array<ArrayBuffer>>} */
  const modules = new Map();
  for (const { id, hash, product, profile, optimised } of CONTRACTS) {
    const what = `${hash} on ${product}`;
    const compiled = await compile({ hash, product, profile }, { what, env, onProgress });
    const ready = join(DIRECTORY, `${id}.wasm`);
    if ((await modified(ready)) < (await modified(compiled))) {
      const partial = `${ready}.${process.pid}`;
      const optimise = () =>
        runTool('wasm-opt', [...WASM_OPT, compiled, '-o', partial], { what: `optimise ${what}`, env, onProgress });
      await (optimised ? optimise() : copyFile(compiled, partial));
      await rename(partial, ready); // In place only when it is whole.
    }
    modules.set(id, new Uint8Array(await readFile(ready)));
  }
  return modules;
}

/**
 * @param {{ hash: string, product: string, profile: string }} choice
 * @param {{ what: string, env: Environment, onProgress?: OnProgress }} context
 * @returns {Promise<string>} the module as rustc made it
 */
async function compile({ hash, product, profile }, { what, env, onProgress }) {
  const { target, env: shared } = sharing(env, `contract-${hash}-${product}`);
  // A panic names its file: as one path wherever the project lies, or the length of that folder is a contract's.
  const own = { ...shared, CARGO_ENCODED_RUSTFLAGS: `--remap-path-prefix=${ROOT}=fqmul/` };
  const choice = ['--cfg', `hash="${hash}"`, '--cfg', `product="${product}"`];
  const where = ['--lib', '--profile', profile, '--locked', '--target', TARGET, '--package', 'contracts'];
  await runTool('cargo', ['rustc', ...where, '--', ...RUSTFLAGS.split(' '), ...choice], {
    what: `build ${what}`,
    env: own,
    onProgress,
  });
  return join(target, TARGET, profile, 'contracts.wasm');
}

/** @param {string} path @returns {Promise<number>} ms; -1 for what is not there */
function modified(path) {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => -1,
  );
}
