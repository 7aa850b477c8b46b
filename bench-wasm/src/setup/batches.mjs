/** The builds of other libraries' sums and transforms: the crate batches/, in wasm and natively, and scripts of npm. */

import { readFileSync } from 'node:fs';
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PEERS, WORKER_SCRIPT, fileOf, peerBuild } from '../batches/peer-rows.mjs';
import { fileArtefact, sha256 } from './artefacts.mjs';
import { VARIANTS, WASM_OPT } from './builds.mjs';
import { HOST, WASM, compile, inputsOf } from './cargo.mjs';
import { manifestOf } from './packages.mjs';
import { bundled } from './script.mjs';
import { ROOT, SetupError, linkedVersions, runTool, toolVersions } from './toolchain.mjs';

/** @typedef {import('./cargo.mjs').Context} Context */
/** @typedef {import('../batches/peer-rows.mjs').Peer} Peer */

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
    const made = await (peer.runs === 'script' ? script(peer.id, fileOf(peer)) : compiled(peer, context));
    built.set(peer.id, { sha256: made.sha256, release: `${peer.package}@${versionOf(peer)}` });
  }
  await script('worker', WORKER_SCRIPT);
  return built;
}

/** @param {Peer} peer @param {Context} context */
async function compiled(peer, context) {
  const { id, runs } = peer;
  const { env, onProgress } = context;
  const native = runs === 'native';
  /** @type {import('./cargo.mjs').Crate} */
  const crate = {
    ...{ name: peerBuild(id), crate: 'batches', kind: native ? 'bin' : 'cdylib', target: native ? HOST : WASM },
    ...(native ? { features: ['program'] } : { rustflags: VARIANTS.baseline.rustflags }),
  };
  const { wasmOpt } = await toolVersions(env);
  const inputs = { ...(await inputsOf(crate, env)), ...(!native && { wasmOpt: [wasmOpt, ...WASM_OPT] }) };
  return fileArtefact(fileOf(peer), inputs, async (ready) => {
    const made = await compile(crate, context);
    const what = `optimise the sums and transforms of ${id}`;
    return native
      ? copyFile(made, ready)
      : runTool('wasm-opt', [...WASM_OPT, made, '-o', ready], { what, env, onProgress });
  });
}

/** @param {string} name in src/batches/ @param {string} file in pkg/ */
async function script(name, file) {
  const { contents } = await bundled({
    entryPoints: [join(ROOT, `bench-wasm/src/batches/${name}.mjs`)],
    external: ['node:*'],
  });
  return fileArtefact(file, { script: sha256(contents) }, (ready) => writeFile(ready, contents));
}

/** @param {Peer} peer @returns {string} its version, as a lock file or the package that brings it has it */
function versionOf({ runs, package: name }) {
  if (runs === 'script') return manifestOf('snarkjs').dependencies[name] ?? manifestOf(name).version;
  const [found] = linkedVersions(readFileSync(join(ROOT, 'Cargo.lock'), 'utf8'), 'batches', name);
  if (!found) throw new SetupError(`Cargo.lock has no ${name}.`);
  return found;
}
