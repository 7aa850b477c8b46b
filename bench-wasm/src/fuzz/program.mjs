/**
 * The program that computes and compares: the Rust one natively or as wasm in a Node of its own, or that of the emitted
 * kernels.
 */

import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { execa } from 'execa';
import { denoProgram } from '../engines/deno.mjs';
import { features } from '../setup/features.mjs';
import { bindgen } from '../setup/bindgen.mjs';
import { VARIANTS, WASM_OPT, sharing } from '../setup/builds.mjs';
import { EXE, ROOT, runTool } from '../setup/toolchain.mjs';

/** @typedef {import('../setup/toolchain.mjs').Environment} Environment */
/** @typedef {import('../setup/toolchain.mjs').OnProgress} OnProgress */
/** @typedef {'baseline' | 'simd128' | 'relaxed-simd' | 'wide-arithmetic'} BuildName */

/**
 * What runs a build: a file, its arguments, and what is in its environment beside this process's own.
 *
 * @typedef {{ executable: string, args: string[], env?: Record<string, string> }} Command
 */

/** Runs a script with arguments in an engine that has Node's modules. @typedef {(args: string[]) => Command} Host */

const ANSWER = fileURLToPath(new URL('./answer-main.mjs', import.meta.url));
const EMITTED_ANSWER = fileURLToPath(new URL('./emitted-main.mjs', import.meta.url));
/** Of this process: runs beside each other do not touch what another loads. */
const BUILDS = join(ROOT, 'bench-wasm/.cache/fuzz', String(process.pid));
const GLUE = 'fuzz.js';
const MODULE = 'fuzz_bg.wasm';
const CARGO = ['build', '--release', '--example', 'fuzz', '--target'];
/** Registers the kernels for wide arithmetic, which need nothing that a 64-bit machine lacks. */
const NATIVE_RUSTFLAGS = '--cfg fqmul_wide_arithmetic';

/**
 * @param {{ env: Environment, onProgress: OnProgress }} context
 * @returns {Promise<Command>}
 * @throws {import('../setup/toolchain.mjs').SetupError}
 */
export async function buildNative({ env, onProgress }) {
  const { target, env: own } = sharing(env, 'fuzz-native', NATIVE_RUSTFLAGS);
  await runTool('cargo', [...CARGO, 'host-tuple'], { what: 'build native', env: own, onProgress });
  const { stdout: host } = await execa('rustc', ['--print', 'host-tuple'], { cwd: ROOT, env, extendEnv: false });
  return { executable: join(target, host, `release/examples/fuzz${EXE}`), args: [] };
}

/**
 * With the flags and the optimisation of the build that the benchmark loads.
 *
 * @param {BuildName} variant
 * @param {Host} host that runs it
 * @param {{ env: Environment, onProgress: OnProgress }} context
 * @returns {Promise<Command>}
 * @throws {import('../setup/toolchain.mjs').SetupError}
 */
export async function buildWasm(variant, host, { env, onProgress }) {
  const { target, env: own } = sharing(env, `fuzz-${variant}`, VARIANTS[variant].rustflags);
  const wasm = 'wasm32-unknown-unknown';
  const out = join(BUILDS, variant);
  await mkdir(out, { recursive: true });
  await runTool('cargo', [...CARGO, wasm], { what: `build ${variant}`, env: own, onProgress });
  const module = join(target, wasm, 'release/examples/fuzz.wasm');
  await bindgen(module, { target: 'web', folder: out, name: 'fuzz' }, { env, onProgress });
  await runTool('wasm-opt', [...WASM_OPT, join(out, MODULE), '-o', join(out, MODULE)], {
    what: `optimise ${variant}`,
    env,
    onProgress,
  });
  return host([ANSWER, out]);
}

/** The emitted kernels need no build. @param {Host} host that runs them @returns {Command} */
export const emittedProgram = (host) => host([EMITTED_ANSWER]);

/** The Node that runs this. @type {Host} */
export function inNode(args) {
  const flags = features()['relaxed-simd'] ? [] : ['--experimental-wasm-relaxed-simd'];
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

/** Removes the wasm builds of this process. */
export const removeBuilds = () => rm(BUILDS, { recursive: true, force: true });

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
