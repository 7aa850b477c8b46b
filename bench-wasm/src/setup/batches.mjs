/** The builds of other libraries' sums and transforms: the crate batches/, in wasm and natively, and scripts of npm. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { copyFile, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
// The bundler of the field, as for the scripts of engines.
import { build } from 'esbuild';
import { execa } from 'execa';
import { PEERS, WORKER_SCRIPT, fileOf, peerBuild } from '../batches/peer-rows.mjs';
import { PACKAGES, VARIANTS, WASM_OPT, sharing } from './builds.mjs';
import { manifestOf } from './packages.mjs';
import { EXE, ROOT, SetupError, lockedVersions, runTool } from './toolchain.mjs';

/** @typedef {import('./toolchain.mjs').Environment} Environment */
/** @typedef {import('./toolchain.mjs').OnProgress} OnProgress */
/** @typedef {import('../batches/peer-rows.mjs').Peer} Peer */
/** @typedef {{ env: Environment, onProgress?: OnProgress }} Context env from ensureToolchain */

const WASM = 'wasm32-unknown-unknown';

/**
 * @typedef {object} Built
 * @property {string} sha256 of the module, the program or the script
 * @property {string} release the package and its version
 */

/**
 * @param {Context} context
 * @returns {Promise<Map<string, Built>>} by the id of each peer; the script of workers is there too
 * @throws {SetupError} when a tool fails; its output is in the message
 */
export async function ensureBatches(context) {
  /** @type {Map<string, Built>} */
  const built = new Map();
  for (const peer of PEERS) {
    const ready = join(PACKAGES, fileOf(peer));
    await (peer.runs === 'script' ? bundled(peer.id, ready) : compiled(peer, ready, context));
    const sha256 = createHash('sha256')
      .update(await readFile(ready))
      .digest('hex');
    built.set(peer.id, { sha256, release: `${peer.package}@${versionOf(peer)}` });
  }
  await bundled('worker', join(PACKAGES, WORKER_SCRIPT));
  return built;
}

/**
 * Cargo and its file know what is there and of these sources.
 *
 * @param {Peer} peer
 * @param {string} ready
 * @param {Context} context
 */
async function compiled({ id, runs }, ready, { env, onProgress }) {
  const { stdout: host } = await execa('rustc', ['--print', 'host-tuple'], { cwd: ROOT, env, extendEnv: false });
  const native = runs === 'native';
  const machine = native ? host : WASM;
  const { target, env: own } = sharing(env, peerBuild(id));
  const parts = native ? ['--bin', 'batches'] : ['--lib', '--crate-type', 'cdylib'];
  const choice = ['--release', '--locked', '--target', machine, '--package', 'batches'];
  const flags = native ? [] : ['--', ...VARIANTS.baseline.rustflags.split(' ')];
  await runTool('cargo', ['rustc', ...parts, ...choice, ...flags], {
    what: `build the sums and transforms of ${id}`,
    env: own,
    onProgress,
  });
  const made = join(target, machine, 'release', native ? `batches${EXE}` : 'batches.wasm');
  if ((await modified(ready)) >= (await modified(made))) return;
  const partial = `${ready}.${process.pid}`;
  await mkdir(dirname(ready), { recursive: true });
  const what = `optimise the sums and transforms of ${id}`;
  await (native
    ? copyFile(made, partial)
    : runTool('wasm-opt', [...WASM_OPT, made, '-o', partial], { what, env, onProgress }));
  await rename(partial, ready); // In place only when it is whole.
}

/** @param {string} name in src/batches/ @param {string} ready */
async function bundled(name, ready) {
  const { outputFiles } = await build({
    entryPoints: [join(ROOT, `bench-wasm/src/batches/${name}.mjs`)],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    external: ['node:*'],
    logLevel: 'silent',
  });
  const partial = `${ready}.${process.pid}`;
  await mkdir(dirname(ready), { recursive: true });
  await writeFile(partial, outputFiles[0].contents);
  await rename(partial, ready);
}

/** @param {string} path @returns {Promise<number>} ms; -1 for what is not there */
function modified(path) {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => -1,
  );
}

/** @param {Peer} peer @returns {string} its version, as a lock file or the package that brings it has it */
function versionOf({ runs, package: name }) {
  if (runs === 'script') return manifestOf('snarkjs').dependencies[name] ?? manifestOf(name).version;
  const [found] = lockedVersions(readFileSync(join(ROOT, 'Cargo.lock'), 'utf8'), name);
  if (!found) throw new SetupError(`Cargo.lock has no ${name}.`);
  return found;
}
