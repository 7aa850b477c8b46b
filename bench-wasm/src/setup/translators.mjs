/**
 * What turns the module of a WASI program into a program of this machine, ahead of time: wasm2c, by way of C. What such
 * a program needs of WASI stands in the folder of the translator.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { ROOT, SetupError, runTool } from './toolchain.mjs';

/**
 * @typedef {object} Translator
 * @property {string} sources the folder
 * @property {readonly string[]} flags of the compiler
 * @property {() => Promise<Record<string, string>>} versions what each of its tools says of itself; rejects with the
 *   name of one that is missing
 * @property {(paths: { module: string, folder: string, ready: string }, run: (file: string, args: string[]) =>
 *   Promise<unknown>) => Promise<unknown>} make folder: an empty one, for what lies between module and program
 */

/** @param {'gcc' | 'clang'} compiler @returns {Translator} */
export function wasm2c(compiler) {
  const sources = join(ROOT, 'bench-wasm/standalone/wasm2c');
  const flags = ['-O3'];
  // What main.c has instead of a jump.
  const traps = '-Dwasm_rt_trap=trap';
  return {
    sources,
    flags,
    versions: async () => ({ wasm2c: await versionOf('wasm2c'), [compiler]: await versionOf(compiler) }),
    async make({ module, folder, ready }, run) {
      const session = join(folder, 'session.c');
      await run('wasm2c', [module, '--module-name', 'session', '--output', session]);
      const files = [join(sources, 'main.c'), session];
      await run(compiler, [...flags, traps, '-I', folder, ...files, '-lwasm-rt-impl', '-lm', '-o', ready]);
    },
  };
}

/** @param {string} tool @returns {Promise<string>} */
async function versionOf(tool) {
  const { stdout, failed } = await execa(tool, ['--version'], { reject: false });
  const [line] = String(stdout).split('\n');
  // A Mac's gcc is clang by another name.
  if (failed || (tool === 'gcc' && line.includes('clang'))) throw new SetupError(`${tool} was not found`);
  return line;
}

/**
 * @param {Translator} translator
 * @param {{ module: string, ready: string, what: string }} step ready: the program; what: its name
 * @param {import('./cargo.mjs').Context} context
 */
export async function translate({ make }, { module, ready, what }, { env, onProgress }) {
  const folder = await mkdtemp(join(tmpdir(), 'fqmul-translated-'));
  try {
    await make({ module, folder, ready }, (file, args) =>
      runTool(file, args, { what: `${what}: ${file}`, cwd: folder, env, onProgress }),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}
