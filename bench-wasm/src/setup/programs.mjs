/**
 * The builds of standalone/session: the program of a round for what runs no JavaScript, this
 * machine itself and the WASI runtimes.
 */

import { access, mkdir, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { PACKAGES, VARIANTS, WASM_OPT } from './builds.mjs';
import { ROOT, runTool } from './toolchain.mjs';

/** @typedef {import('./toolchain.mjs').Environment} Environment */
/** @typedef {import('./toolchain.mjs').OnProgress} OnProgress */

const MANIFEST = join(ROOT, 'bench-wasm/standalone/session/Cargo.toml');
const WASI = 'wasm32-wasip1';

/** What only the processors have that arkworks wrote its assembly for. */
export const ASSEMBLY_RUSTFLAGS = '-C target-feature=+bmi2,+adx';

/**
 * @typedef {object} Program
 * @property {string} folder in target/, to itself: cargo gives all of them the same file
 * @property {string} rustflags
 * @property {string[]} [cargo] arguments
 * @property {true} [wasi]
 */

/** The wasm programs are named like the builds whose kernels they have, and like what a runtime must have for them. */
export const WASI_BUILDS = /** @type {const} */ (['baseline', 'simd128', 'relaxed-simd', 'wide-arithmetic']);

/** @type {Record<string, Program>} */
const PROGRAMS = {
  native: { folder: 'native', rustflags: '' },
  'native-asm': { folder: 'native-asm', rustflags: ASSEMBLY_RUSTFLAGS, cargo: ['--features', 'asm'] },
  // Beside the modules of the same flags: what runs while cargo compiles is compiled once.
  ...Object.fromEntries(
    WASI_BUILDS.map((name) => [
      name,
      { folder: VARIANTS[name].features, rustflags: VARIANTS[name].rustflags, wasi: true },
    ]),
  ),
};

/** @param {string} name @returns {string} the file to run, once it is built */
export function programPath(name) {
  return PROGRAMS[name].wasi
    ? join(PACKAGES, `session-${name}`, 'session.wasm')
    : join(ROOT, 'target', PROGRAMS[name].folder, 'release/session');
}

/**
 * Builds what is not there or not of these sources: cargo knows.
 *
 * @param {readonly string[]} names
 * @param {{ env: Environment, onProgress?: OnProgress }} context env from ensureToolchain
 * @throws {import('./toolchain.mjs').SetupError} when a tool fails; its output is in the message
 */
export async function ensurePrograms(names, { env, onProgress }) {
  if (names.some((name) => PROGRAMS[name].wasi)) await ensureWasi({ env, onProgress });
  for (const name of names) {
    const { folder, rustflags, cargo = [], wasi } = PROGRAMS[name];
    const target = wasi ? ['--target', WASI] : [];
    await runTool('cargo', ['build', '--release', '--locked', '--manifest-path', MANIFEST, ...target, ...cargo], {
      what: `build session ${name}`,
      env: { ...env, RUSTFLAGS: rustflags, CARGO_TARGET_DIR: join(ROOT, 'target', folder) },
      onProgress,
    });
    if (!wasi) continue;
    const [made, optimised] = [join(ROOT, 'target', folder, WASI, 'release/session.wasm'), programPath(name)];
    if ((await modified(optimised)) >= (await modified(made))) continue;
    await mkdir(dirname(optimised), { recursive: true });
    // As the modules are made, and in place only when it is whole.
    await runTool('wasm-opt', [...WASM_OPT, made, '-o', `${optimised}.${process.pid}`], {
      what: `optimise session ${name}`,
      env,
      onProgress,
    });
    await rename(`${optimised}.${process.pid}`, optimised);
  }
}

/**
 * The target that the modules do not need.
 *
 * @param {{ env: Environment, onProgress?: OnProgress }} context
 */
async function ensureWasi({ env, onProgress }) {
  const { stdout: sysroot } = await execa('rustc', ['--print', 'sysroot'], { cwd: ROOT, env, extendEnv: false });
  const there = await access(join(sysroot, 'lib/rustlib', WASI)).then(
    () => true,
    () => false,
  );
  if (!there) await runTool('rustup', ['target', 'add', WASI], { what: `install ${WASI}`, env, onProgress });
}

/** @param {string} path @returns {Promise<number>} ms; -1 for what is not there */
function modified(path) {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => -1,
  );
}
