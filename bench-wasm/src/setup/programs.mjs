/**
 * The programs of a round for what runs no JavaScript, this machine itself and the WASI runtimes: the builds of
 * standalone/session, what translators make of them, and for a product that Go compiles those of
 * standalone/gnark-crypto.
 */

import { copyFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { PACKAGES, artefact, hashOf } from './artefacts.mjs';
import { VARIANTS, WASM_OPT } from './builds.mjs';
import { HOST, WASI, compile, inputsOf } from './cargo.mjs';
import { goEnvironment } from './go.mjs';
import { UnsupportedError } from '../proofs/unsupported.mjs';
import { EXE, ROOT, runTool, toolVersions } from './toolchain.mjs';
import { translate, wasm2c, wasm2go } from './translators.mjs';

/** @typedef {import('./toolchain.mjs').Environment} Environment */
/** @typedef {import('./cargo.mjs').Context} Context */

/** The program in Go. */
export const GO = join(ROOT, 'bench-wasm/standalone/gnark-crypto');

/** What only the processors have that arkworks wrote its assembly for. */
export const ASSEMBLY_RUSTFLAGS = '-C target-feature=+bmi2,+adx';

/**
 * @typedef {object} Program
 * @property {string} rustflags
 * @property {string[]} [features]
 * @property {true} [wasi]
 */
/** @typedef {{ go: string[] }} GoProgram arguments of its build */
/** @typedef {{ from: string, translator: import('./translators.mjs').Translator }} Translated from: a wasm program */

/** The wasm programs are named like the builds whose kernels they have, and like what a runtime must have for them. */
export const WASI_BUILDS = /** @type {const} */ (['baseline', 'simd128', 'relaxed-simd', 'wide-arithmetic']);

/** @type {Record<string, Program | GoProgram | Translated>} */
const PROGRAMS = {
  native: { rustflags: '' },
  'native-asm': { rustflags: ASSEMBLY_RUSTFLAGS, features: ['asm'] },
  // Other projects' products, each without and with the assembly that it has.
  neighbours: { rustflags: '', features: ['neighbours'] },
  'neighbours-asm': { rustflags: ASSEMBLY_RUSTFLAGS, features: ['neighbours-asm'] },
  fields: { rustflags: '', features: ['fields'] },
  'fields-asm': { rustflags: ASSEMBLY_RUSTFLAGS, features: ['fields-asm'] },
  'gnark-crypto': { go: ['-tags', 'purego'] },
  'gnark-crypto-asm': { go: [] },
  // Kernels of modules that are linked to it. All engines that link have its own instructions.
  emitted: { rustflags: VARIANTS['relaxed-simd'].rustflags, features: ['emitted'], wasi: true },
  ...Object.fromEntries(WASI_BUILDS.map((name) => [name, { rustflags: VARIANTS[name].rustflags, wasi: true }])),
  'wasm2c-gcc': { from: 'baseline', translator: wasm2c('gcc') },
  'wasm2c-clang': { from: 'baseline', translator: wasm2c('clang') },
  wasm2go: { from: 'baseline', translator: wasm2go() },
  'wasm2go-wide': { from: 'wide-arithmetic', translator: wasm2go() },
};

/** @param {string} name @returns {string} its artefact */
const artefactOf = (name) => `session-${name}`;

/** @param {string} name @returns {string} the file to run, once it is built, by a link */
export function programPath(name) {
  return join(PACKAGES, artefactOf(name), fileOf(PROGRAMS[name]));
}

/** @param {Program | GoProgram | Translated} program */
const fileOf = (program) => ('wasi' in program ? 'session.wasm' : `session${EXE}`);

/**
 * @param {readonly string[]} names
 * @param {Context} context
 * @returns {Promise<Map<string, { file: string, sha256: string }>>} the program of each name
 * @throws {import('./toolchain.mjs').SetupError} when a tool fails; its output is in the message
 * @throws {UnsupportedError} where there is no Go for a program of Go
 */
export async function ensurePrograms(names, context) {
  const made = new Map();
  for (const name of names) {
    const program = PROGRAMS[name];
    const file = fileOf(program);
    const { folder, files } = await ('go' in program
      ? goArtefact(name, program, context)
      : 'from' in program
        ? translatedArtefact(name, program, context)
        : rustArtefact(name, program, context));
    made.set(name, { file: join(PACKAGES, folder, file), sha256: files[file] });
  }
  return made;
}

/** @param {string} name @param {Program} program @param {Context} context */
async function rustArtefact(name, { rustflags, features, wasi }, context) {
  const { env, onProgress } = context;
  /** @type {import('./cargo.mjs').Crate} */
  const crate = {
    ...{ name: artefactOf(name), crate: 'session', kind: 'bin', target: wasi ? WASI : HOST, features },
    // What it depends on is on a kernel, too, which is there or not by these flags.
    everywhere: rustflags.split(' ').filter(Boolean),
  };
  const { wasmOpt } = await toolVersions(env);
  const inputs = { ...(await inputsOf(crate, env)), ...(wasi && { wasmOpt: [wasmOpt, ...WASM_OPT] }) };
  return artefact(artefactOf(name), inputs, async (folder) => {
    const made = await compile(crate, context);
    const ready = join(folder, wasi ? 'session.wasm' : `session${EXE}`);
    // Optimised as the modules are.
    if (!wasi) return copyFile(made, ready);
    return runTool('wasm-opt', [...WASM_OPT, made, '-o', ready], { what: `optimise session ${name}`, env, onProgress });
  });
}

/** @param {string} name @param {Translated} program @param {Context} context */
async function translatedArtefact(name, { from, translator }, context) {
  const module = /** @type {{ file: string, sha256: string }} */ ((await ensurePrograms([from], context)).get(from));
  const { flags, sources } = translator;
  const inputs = {
    module: module.sha256,
    tools: await translator.versions(),
    ...{ flags, sources: await hashOf(sources, await readdir(sources)) },
  };
  return artefact(artefactOf(name), inputs, (folder) =>
    translate(
      translator,
      { module: module.file, ready: join(folder, `session${EXE}`), what: `build session ${name}` },
      context,
    ),
  );
}

/** @param {string} name @param {GoProgram} program @param {Context} context */
async function goArtefact(name, { go }, { env, onProgress }) {
  const version = await goVersion(env);
  if (version === null) throw new UnsupportedError('Go is not installed (https://go.dev/dl)');
  const inputs = { go: version, flags: go, sources: await hashOf(GO, (await readdir(GO)).sort()) };
  return artefact(artefactOf(name), inputs, (folder) =>
    runTool('go', ['build', '-trimpath', ...go, '-o', join(folder, `session${EXE}`), '.'], {
      what: `build session ${name}`,
      cwd: GO,
      env: goEnvironment(env),
      onProgress,
    }),
  );
}

/** @param {Environment} env @returns {Promise<string | null>} such as go1.26.8; null where there is no Go */
export async function goVersion(env) {
  const { failed, stdout } = await execa('go', ['env', 'GOVERSION'], { cwd: GO, env, extendEnv: false, reject: false });
  return failed ? null : String(stdout);
}
