/**
 * What turns the module of a WASI program into a program of this machine, ahead of time: wasm2c by way of C, wasm2go by
 * way of Go. What such a program needs of WASI stands in the folder of the translator.
 */

import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { goEnvironment } from './go.mjs';
import { ROOT, SetupError, runTool } from './toolchain.mjs';

/**
 * @typedef {object} Translator
 * @property {string} sources the folder
 * @property {readonly string[]} flags
 * @property {() => Promise<Record<string, string>>} versions what each of its tools says of itself; rejects with the
 *   name of one that is missing
 * @property {(onProgress: import('./toolchain.mjs').OnProgress) => Promise<unknown>} [fetch] what no package of the
 *   system has
 * @property {(paths: { module: string, folder: string, ready: string }, run: (file: string, args: string[]) =>
 *   Promise<unknown>) => Promise<unknown>} make folder: an empty one, for what lies between module and program
 */

/** @param {'gcc' | 'clang'} compiler @returns {Translator} */
export function wasm2c(compiler) {
  const sources = join(ROOT, 'bench-wasm/standalone/wasm2c');
  const flags = ['-O3'];
  return {
    sources,
    flags,
    versions: async () => ({ wasm2c: await versionOf('wasm2c'), [compiler]: await versionOf(compiler) }),
    async make({ module, folder, ready }, run) {
      await run('wasm2c', [module, '--module-name', 'session', '--output', join(folder, 'session.c')]);
      // Its main.c includes that.
      await run(compiler, [...flags, '-I', folder, join(sources, 'main.c'), '-lwasm-rt-impl', '-lm', '-o', ready]);
    },
  };
}

/** @returns {Translator} */
export function wasm2go() {
  const sources = join(ROOT, 'bench-wasm/standalone/wasm2go');
  const flags = ['-unsafe'];
  // Nothing is fetched by the way.
  const offline = { cwd: sources, env: { GOPROXY: 'off' } };
  return {
    sources,
    flags,
    versions: async () => ({
      wasm2go: await versionOf('wasm2go', ['go', 'tool', 'wasm2go', '-version'], offline),
      go: await versionOf('go', ['go', 'version'], offline),
    }),
    fetch: (onProgress) =>
      runTool('go', ['mod', 'download'], { what: 'fetch wasm2go', cwd: sources, env: process.env, onProgress }),
    async make({ module, folder, ready }, run) {
      for (const name of ['go.mod', 'go.sum', 'main.go']) await copyFile(join(sources, name), join(folder, name));
      await run('go', ['tool', 'wasm2go', ...flags, '-pkg', 'main', '-o', join(folder, 'session.go'), module]);
      await run('go', ['build', '-trimpath', '-o', ready, '.']);
    },
  };
}

/**
 * @param {string} tool
 * @param {string[]} [command] that makes it say its version
 * @param {import('execa').Options} [options]
 * @returns {Promise<string>}
 */
async function versionOf(tool, [file, ...args] = [tool, '--version'], options) {
  const { all, failed } = await execa(file, args, { ...options, all: true, reject: false });
  const [line] = String(all).split('\n');
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
      runTool(file, args, { what: `${what}: ${file}`, cwd: folder, env: goEnvironment(env), onProgress }),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}
