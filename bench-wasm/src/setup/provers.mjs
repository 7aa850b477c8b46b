/** The builds of prover/: one source, on two arkworks as published, on a patched one, with this project's sums and
 * transforms, and natively. */

import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
// The bundler of the field, as for the scripts of engines.
import { build } from 'esbuild';
import { execa } from 'execa';
import { stringify } from 'smol-toml';
import { SNARKJS_SCRIPT, buildOf, filesOf, moduleFile } from '../proofs/prover-rows.mjs';
import { PACKAGES, VARIANTS, sharing } from './builds.mjs';
import { standingAlone } from './manifest.mjs';
import { EXE, ROOT, SetupError, runTool } from './toolchain.mjs';

/** @typedef {import('./toolchain.mjs').Environment} Environment */
/** @typedef {import('./toolchain.mjs').OnProgress} OnProgress */
/** @typedef {{ env: Environment, onProgress?: OnProgress }} Context */

const WASM = 'wasm32-unknown-unknown';
/** As modules are shipped: for speed, without names. */
const WASM_OPT = ['-O3'];
/** The crates that a patch replaces, and their folders beside each other. */
const PATCHED = /** @type {const} */ (['ark-ff', 'ark-ff-macros']);

/**
 * Builds what is not there or not of these sources: cargo knows.
 *
 * @param {import('../proofs/prover-rows.mjs').ProverRow} row that runs in wasm or natively
 * @param {Context & { patch?: string }} context env from ensureToolchain; patch: folder of the patched crates
 * @returns {Promise<{ sha256: string, bytes: number }>} of the module or the program
 * @throws {SetupError} when a tool fails; its output is in the message
 */
export async function ensureProver(row, { env, onProgress, patch }) {
  const { id, runs, patched, crate = 'prover', batches, variant = 'baseline' } = row;
  const { stdout: host } = await execa('rustc', ['--print', 'host-tuple'], { cwd: ROOT, env, extendEnv: false });
  const native = runs === 'native';
  const machine = native ? host : WASM;
  // What it depends on is on a kernel, too, which is there or not by these flags.
  const { rustflags } = VARIANTS[variant];
  const { target, env: own } = sharing(env, buildOf(id), batches ? rustflags : '');
  const where = patched ? ['--config', ...(await patchedCrate(id, crate, patch))] : ['--locked', '--package', crate];
  const parts = native ? ['--bin', 'prover'] : ['--lib', '--crate-type', 'cdylib'];
  const choice = ['--release', '--target', machine, ...(batches ? ['--features', 'batches'] : [])];
  const flags = native ? [] : ['--', ...rustflags.split(' ')];
  await runTool('cargo', ['rustc', ...parts, ...choice, ...where, ...flags], {
    what: `build the prover ${id}`,
    env: own,
    onProgress,
  });
  const made = join(target, machine, 'release', native ? `prover${EXE}` : `${crate.replaceAll('-', '_')}.wasm`);
  const ready = join(PACKAGES, native ? filesOf(id).program : moduleFile(buildOf(id)));
  if ((await modified(ready)) < (await modified(made))) {
    const partial = `${ready}.${process.pid}`;
    await mkdir(dirname(ready), { recursive: true });
    const optimise = () =>
      runTool('wasm-opt', [...WASM_OPT, made, '-o', partial], { what: `optimise the prover ${id}`, env, onProgress });
    await (native ? copyFile(made, partial) : optimise());
    await rename(partial, ready); // In place only when it is whole.
  }
  const file = await readFile(ready);
  return { sha256: createHash('sha256').update(file).digest('hex'), bytes: file.length };
}

/**
 * snarkjs for a page, which does not find npm packages: one script.
 *
 * @returns {Promise<{ sha256: string, bytes: null }>} of the script, which is more than what proves
 */
export async function ensureSnarkjs() {
  const file = join(PACKAGES, SNARKJS_SCRIPT);
  await build({
    entryPoints: [join(ROOT, 'bench-wasm/src/proofs/snarkjs.mjs')],
    outfile: file,
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    logLevel: 'silent',
  });
  return {
    sha256: createHash('sha256')
      .update(await readFile(file))
      .digest('hex'),
    bytes: null,
  };
}

/**
 * The same source, with a lock file of its own: what is patched is locked without a registry.
 *
 * @param {string} id
 * @param {string} crate of the workspace
 * @param {string} [patch] folder of the patched crates
 * @returns {Promise<string[]>} arguments of cargo, the first being a configuration
 */
async function patchedCrate(id, crate, patch) {
  if (patch === undefined) throw new SetupError(`${id}: there is no folder of patched crates.`);
  const folder = join(ROOT, 'bench-wasm/.cache/provers', id);
  const manifest = join(folder, 'Cargo.toml');
  await mkdir(folder, { recursive: true });
  await writeFile(manifest, stringify(standingAlone(join(ROOT, 'bench-wasm', crate, 'Cargo.toml'))));
  await copyFile(join(ROOT, 'Cargo.lock'), join(folder, 'Cargo.lock'));
  const sections = PATCHED.map((name) => `patch.crates-io.${name}.path=${JSON.stringify(join(patch, name))}`);
  return [
    ...sections.flatMap((section, i) => (i > 0 ? ['--config', section] : [section])),
    ...['--manifest-path', manifest],
  ];
}

/** @param {string} path @returns {Promise<number>} ms; -1 for what is not there */
function modified(path) {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => -1,
  );
}
