/**
 * The program that computes and compares: the Rust one natively or as wasm in a Node of its own, or that of the emitted
 * kernels.
 */

import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { execa } from 'execa';
import { denoProgram } from '../engines/deno.mjs';
import { nodeArm64Program } from '../engines/node-arm64.mjs';
import { PACKAGES, artefact, fileArtefact } from '../setup/artefacts.mjs';
import { bindgen, bindgenInputs } from '../setup/bindgen.mjs';
import { QUICKER, VARIANTS, WASM_OPT as OF_BUILDS, flagsOf } from '../setup/builds.mjs';
import { HOST, WASM, compile, inputsOf } from '../setup/cargo.mjs';
import { EXE, runTool, toolVersions } from '../setup/toolchain.mjs';

/** @typedef {'baseline' | 'simd128' | 'relaxed-simd' | 'wide-arithmetic'} BuildName */

/**
 * What runs a build: a file, its arguments, and what is in its environment beside this process's own.
 *
 * @typedef {{ executable: string, args: string[], env?: Record<string, string> }} Command
 */

/** Runs a script with arguments in an engine that has Node's modules. @typedef {(args: string[]) => Command} Host */

const ANSWER = fileURLToPath(new URL('./answer-main.mjs', import.meta.url));
const EMITTED_ANSWER = fileURLToPath(new URL('./emitted-main.mjs', import.meta.url));
const GLUE = 'fuzz.js';
const MODULE = 'fuzz_bg.wasm';
/** The crate with its differential test. */
const FUZZ = /** @type {const} */ ({ crate: 'fqmul', bare: true, features: ['fuzz'] });
/** What compares a kernel stays a function of its own: all of them in one would take wasm-opt minutes. */
const WASM_OPT = ['--no-inline=*mismatches*', ...OF_BUILDS];
/** Registers the kernels for wide arithmetic, which need nothing that a 64-bit machine lacks. */
const NATIVE_RUSTFLAGS = `--cfg fqmul_wide_arithmetic ${QUICKER}`;

/**
 * @param {import('../setup/cargo.mjs').Context} context
 * @returns {Promise<Command>}
 * @throws {import('../setup/toolchain.mjs').SetupError}
 */
export async function buildNative(context) {
  const name = 'fuzz-native';
  /** @type {import('../setup/cargo.mjs').Crate} */
  const crate = {
    ...FUZZ,
    ...{ name, kind: 'example', file: 'fuzz', target: HOST, everywhere: NATIVE_RUSTFLAGS.split(' ') },
  };
  const { file } = await fileArtefact(`${name}/fuzz${EXE}`, await inputsOf(crate, context.env), async (ready) =>
    copyFile(await compile(crate, context), ready),
  );
  return { executable: file, args: [] };
}

/**
 * With the flags and the optimisation of the build that the benchmark loads.
 *
 * @param {BuildName} variant
 * @param {Host} host that runs it
 * @param {import('../setup/cargo.mjs').Context} context
 * @returns {Promise<Command>}
 * @throws {import('../setup/toolchain.mjs').SetupError}
 */
export async function buildWasm(variant, host, context) {
  const { env, onProgress } = context;
  const name = `fuzz-${variant}`;
  /** @type {import('../setup/cargo.mjs').Crate} */
  const crate = { ...FUZZ, name, kind: 'cdylib', target: WASM, rustflags: flagsOf(VARIANTS[variant]) };
  const inputs = {
    ...(await inputsOf(crate, env)),
    bindgen: await bindgenInputs(env),
    wasmOpt: [(await toolVersions(env)).wasmOpt, ...WASM_OPT],
  };
  const { folder } = await artefact(name, inputs, async (place) => {
    const module = join(place, MODULE);
    await bindgen(await compile(crate, context), { target: 'web', folder: place, name: 'fuzz' }, context);
    await runTool('wasm-opt', [...WASM_OPT, module, '-o', module], { what: `optimise ${name}`, env, onProgress });
  });
  return host([ANSWER, join(PACKAGES, folder)]);
}

/** The emitted kernels need no build. @param {Host} host that runs them @returns {Command} */
export const emittedProgram = (host) => host([EMITTED_ANSWER]);

/** The Node that runs this. @type {Host} */
export function inNode(args) {
  // By its version: this process may have the flag, which the other does not inherit.
  const flags = Number.parseFloat(process.versions.v8) < 11.4 ? ['--experimental-wasm-relaxed-simd'] : [];
  return { executable: process.execPath, args: [...flags, ...args] };
}

/**
 * An engine with wide arithmetic.
 *
 * @param {ReturnType<typeof denoProgram>} [deno]
 * @returns {Host | null} null where it is not installed
 */
export function inDeno({ installed, args: own, env } = denoProgram()) {
  return installed && ((args) => ({ executable: installed.executable, args: [...own, ...args], env }));
}

/**
 * The same V8 for another processor, emulated.
 *
 * @param {ReturnType<typeof nodeArm64Program>} [program]
 * @returns {Host | null} null where it is not installed
 */
export function inNodeArm64({ command } = nodeArm64Program()) {
  return command && ((args) => ({ executable: command.executable, args: [...command.args, ...args] }));
}

/**
 * @param {string} folder of a wasm build
 * @returns {Promise<(request: string) => string>}
 */
export async function loadAnswer(folder) {
  const glue = await import(pathToFileURL(join(folder, GLUE)).href);
  glue.initSync({ module: await readFile(join(folder, MODULE)) });
  return glue.answer;
}

/** @typedef {{ ask: (request: string) => Promise<string>, stop: () => void }} Program */

/**
 * A process that answers requests, a line each. In a process group of its own: Ctrl-C is for the
 * one that asks.
 *
 * @param {Command} command
 * @returns {Program} `ask` rejects when the process ends instead, with what it said last
 */
export function startProgram({ executable, args, env }) {
  const child = execa(executable, args, {
    stdin: 'pipe',
    env,
    buffer: { stdout: false },
    detached: true,
    reject: false,
  });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async ask(request) {
      child.stdin.write(`${request}\n`);
      const { value, done } = await answers.next();
      if (!done) return value;
      const { stderr, shortMessage } = await child;
      throw new Error(`${request}: ${shortMessage ?? 'the program ended'}\n${stderr}`);
    },
    stop: () => void child.kill(),
  };
}
