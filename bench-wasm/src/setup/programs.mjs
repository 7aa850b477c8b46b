/**
 * The programs of a round for what runs no JavaScript, this machine itself and the WASI runtimes: the builds of
 * standalone/session, and for a product that Go compiles those of standalone/gnark-crypto.
 */

import { copyFile, mkdir, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { PACKAGES, VARIANTS, WASM_OPT, sharing } from './builds.mjs';
import { UnsupportedError } from '../proofs/unsupported.mjs';
import { EXE, ROOT, runTool } from './toolchain.mjs';

/** @typedef {import('./toolchain.mjs').Environment} Environment */
/** @typedef {import('./toolchain.mjs').OnProgress} OnProgress */

const WASI = 'wasm32-wasip1';
/** The program in Go. */
export const GO = join(ROOT, 'bench-wasm/standalone/gnark-crypto');

/** What only the processors have that arkworks wrote its assembly for. */
export const ASSEMBLY_RUSTFLAGS = '-C target-feature=+bmi2,+adx';

/**
 * @typedef {object} Program
 * @property {string} rustflags
 * @property {string[]} [cargo] arguments
 * @property {true} [wasi]
 */
/** @typedef {{ go: string[] }} GoProgram arguments of its build */

/** The wasm programs are named like the builds whose kernels they have, and like what a runtime must have for them. */
export const WASI_BUILDS = /** @type {const} */ (['baseline', 'simd128', 'relaxed-simd', 'wide-arithmetic']);

/** @type {Record<string, Program | GoProgram>} */
const PROGRAMS = {
  native: { rustflags: '' },
  'native-asm': { rustflags: ASSEMBLY_RUSTFLAGS, cargo: ['--features', 'asm'] },
  // Other projects' products, each without and with the assembly that it has.
  neighbours: { rustflags: '', cargo: ['--features', 'neighbours'] },
  'neighbours-asm': { rustflags: ASSEMBLY_RUSTFLAGS, cargo: ['--features', 'neighbours-asm'] },
  fields: { rustflags: '', cargo: ['--features', 'fields'] },
  'fields-asm': { rustflags: ASSEMBLY_RUSTFLAGS, cargo: ['--features', 'fields-asm'] },
  'gnark-crypto': { go: ['-tags', 'purego'] },
  'gnark-crypto-asm': { go: [] },
  // Kernels of modules that are linked to it. All engines that link have its own instructions.
  emitted: { rustflags: VARIANTS['relaxed-simd'].rustflags, cargo: ['--features', 'emitted'], wasi: true },
  ...Object.fromEntries(WASI_BUILDS.map((name) => [name, { rustflags: VARIANTS[name].rustflags, wasi: true }])),
};

/** @param {string} name @returns {string} the file to run, once it is built */
export function programPath(name) {
  return join(PACKAGES, `session-${name}`, fileOf(PROGRAMS[name]));
}

/** @param {Program | GoProgram} program */
const fileOf = (program) => ('wasi' in program ? 'session.wasm' : `session${EXE}`);

/**
 * Builds what is not there or not of these sources: cargo knows.
 *
 * @param {readonly string[]} names
 * @param {{ env: Environment, onProgress?: OnProgress }} context env from ensureToolchain
 * @throws {import('./toolchain.mjs').SetupError} when a tool fails; its output is in the message
 * @throws {UnsupportedError} where there is no Go for a program of Go
 */
export async function ensurePrograms(names, { env, onProgress }) {
  const { stdout: host } = await execa('rustc', ['--print', 'host-tuple'], { cwd: ROOT, env, extendEnv: false });
  for (const name of names) {
    const program = PROGRAMS[name];
    if ('go' in program) {
      await buildGo(name, program, { env, onProgress });
      continue;
    }
    const machine = program.wasi ? WASI : host;
    const { target, env: own } = sharing(env, `session-${name}`, program.rustflags);
    const what = ['--release', '--locked', '--package', 'session', '--target', machine, ...(program.cargo ?? [])];
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

/**
 * Go knows what has to be compiled again.
 *
 * @param {string} name
 * @param {GoProgram} program
 * @param {{ env: Environment, onProgress?: OnProgress }} context
 */
async function buildGo(name, { go }, { env, onProgress }) {
  if ((await goVersion(env)) === null) throw new UnsupportedError('Go is not installed (https://go.dev/dl)');
  const ready = programPath(name);
  const partial = `${ready}.${process.pid}`;
  await mkdir(dirname(ready), { recursive: true });
  const what = { what: `build session ${name}`, cwd: GO, env, onProgress };
  await runTool('go', ['build', '-trimpath', ...go, '-o', partial, '.'], what);
  await rename(partial, ready);
}

/** @param {Environment} env @returns {Promise<string | null>} such as go1.26.8; null where there is no Go */
export async function goVersion(env) {
  const { failed, stdout } = await execa('go', ['env', 'GOVERSION'], { cwd: GO, env, extendEnv: false, reject: false });
  return failed ? null : String(stdout);
}

/** @param {string} path @returns {Promise<number>} ms; -1 for what is not there */
function modified(path) {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => -1,
  );
}
