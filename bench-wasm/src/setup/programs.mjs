/**
 * The builds of standalone/session: the program of a round for what runs no JavaScript, this
 * machine itself and the WASI runtimes.
 */

import { copyFile, mkdir, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { PACKAGES, VARIANTS, WASM_OPT, sharing } from './builds.mjs';
import { EXE, ROOT, runTool } from './toolchain.mjs';

/** @typedef {import('./toolchain.mjs').Environment} Environment */
/** @typedef {import('./toolchain.mjs').OnProgress} OnProgress */

const MANIFEST = join(ROOT, 'bench-wasm/standalone/session/Cargo.toml');
const WASI = 'wasm32-wasip1';

/** What only the processors have that arkworks wrote its assembly for. */
export const ASSEMBLY_RUSTFLAGS = '-C target-feature=+bmi2,+adx';

/**
 * @typedef {object} Program
 * @property {string} rustflags
 * @property {string[]} [cargo] arguments
 * @property {true} [wasi]
 */

/** The wasm programs are named like the builds whose kernels they have, and like what a runtime must have for them. */
export const WASI_BUILDS = /** @type {const} */ (['baseline', 'simd128', 'relaxed-simd', 'wide-arithmetic']);

/** @type {Record<string, Program>} */
const PROGRAMS = {
  native: { rustflags: '' },
  'native-asm': { rustflags: ASSEMBLY_RUSTFLAGS, cargo: ['--features', 'asm'] },
  ...Object.fromEntries(WASI_BUILDS.map((name) => [name, { rustflags: VARIANTS[name].rustflags, wasi: true }])),
};

/** @param {string} name @returns {string} the file to run, once it is built */
export function programPath(name) {
  return join(PACKAGES, `session-${name}`, fileOf(PROGRAMS[name]));
}

/** @param {Program} program */
const fileOf = ({ wasi }) => (wasi ? 'session.wasm' : `session${EXE}`);

/**
 * Builds what is not there or not of these sources: cargo knows.
 *
 * @param {readonly string[]} names
 * @param {{ env: Environment, onProgress?: OnProgress }} context env from ensureToolchain
 * @throws {import('./toolchain.mjs').SetupError} when a tool fails; its output is in the message
 */
export async function ensurePrograms(names, { env, onProgress }) {
  const { stdout: host } = await execa('rustc', ['--print', 'host-tuple'], { cwd: ROOT, env, extendEnv: false });
  for (const name of names) {
    const program = PROGRAMS[name];
    const machine = program.wasi ? WASI : host;
    const { target, env: own } = sharing(env, `session-${name}`, program.rustflags);
    const what = ['--release', '--locked', '--manifest-path', MANIFEST, '--target', machine, ...(program.cargo ?? [])];
    await runTool('cargo', ['build', ...what], { what: `build session ${name}`, env: own, onProgress });
    const [made, ready] = [join(target, machine, 'release', fileOf(program)), programPath(name)];
    if ((await modified(ready)) >= (await modified(made))) continue;
    // In place only when it is whole.
    const partial = `${ready}.${process.pid}`;
    await mkdir(dirname(ready), { recursive: true });
    // Optimised as the modules are.
    const optimise = () =>
      runTool('wasm-opt', [...WASM_OPT, made, '-o', partial], { what: `optimise session ${name}`, env, onProgress });
    await (program.wasi ? optimise() : copyFile(made, partial));
    await rename(partial, ready);
  }
}

/** @param {string} path @returns {Promise<number>} ms; -1 for what is not there */
function modified(path) {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => -1,
  );
}
