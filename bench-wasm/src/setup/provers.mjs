/** What proves: the builds of prover/, which are arkworks as published, patched and natively; the package; snarkjs. */

import { copyFile, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'smol-toml';
import { CRATES, SNARKJS_SCRIPT, buildOf, moduleFile, programFile } from '../proofs/prover-rows.mjs';
import { fileArtefact, hashOf, sha256 } from './artefacts.mjs';
import { VARIANTS } from './builds.mjs';
import { HOST, WASM, compile, inputsOf } from './cargo.mjs';
import { standingAlone } from './manifest.mjs';
import { ensurePackageModule, ensureProverPackage, loadedBytes } from './prover-package.mjs';
import { bundled } from './script.mjs';
import { ROOT, SetupError, runTool, toolVersions } from './toolchain.mjs';

/** @typedef {import('./cargo.mjs').Context} Context */

/** As modules are shipped: for speed, without names. */
const WASM_OPT = ['-O3'];
/** @typedef {{ folder: string, crates: string[] }} Patched the crates that are patched, and where they lie */

/**
 * @param {import('../proofs/prover-rows.mjs').ProverRow} row
 * @param {Context & { patched?: Patched }} context patched: of a row with patches
 * @returns {Promise<{ sha256: string, bytes: number | null }>} of the module, the program or what a page loads at most;
 *   null of snarkjs, whose script here has more than what proves
 * @throws {SetupError} when a tool fails; its output is in the message
 */
export async function ensureProver(row, context) {
  const { id, runs, patches, module, arkworks = '0.6.0' } = row;
  const { env, onProgress, patched } = context;
  if (runs === 'snarkjs') return ensureSnarkjs();
  if (module) {
    const { file, sha256: hash } = await ensurePackageModule(module, context);
    return { sha256: hash, bytes: (await stat(file)).size };
  }
  if (runs === 'package') return packaged(await ensureProverPackage(context));
  const native = runs === 'native';
  const member = CRATES[arkworks];
  if (patches.length > 0 && !patched) throw new SetupError(`${id}: there is no folder of patched crates.`);
  /** @type {import('./cargo.mjs').Crate} */
  const crate = {
    ...{ name: buildOf(id), crate: member, kind: native ? 'bin' : 'cdylib', target: native ? HOST : WASM },
    ...(!native && { rustflags: VARIANTS.baseline.rustflags }),
    ...(patched && (await patchedCrate(row, member, patched))),
  };
  const { wasmOpt } = await toolVersions(env);
  const inputs = {
    ...(await inputsOf(crate, env)),
    ...(patched && { patch: await hashOf(patched.folder, patched.crates) }),
    ...(!native && { wasmOpt: [wasmOpt, ...WASM_OPT] }),
  };
  const path = (native ? programFile : moduleFile)(buildOf(id));
  const { file, sha256 } = await fileArtefact(path, inputs, async (ready) => {
    const made = await compile(crate, context);
    const what = `optimise the prover ${id}`;
    return native
      ? copyFile(made, ready)
      : runTool('wasm-opt', [...WASM_OPT, made, '-o', ready], { what, env, onProgress });
  });
  return { sha256, bytes: (await stat(file)).size };
}

/** @param {string} folder of the package */
async function packaged(folder) {
  const scripts = (await readdir(folder, { recursive: true })).filter((path) => path.endsWith('.mjs'));
  return { sha256: await hashOf(folder, scripts), bytes: await loadedBytes(folder) };
}

/** snarkjs for a page, which does not find npm packages: one script. */
async function ensureSnarkjs() {
  const { contents } = await bundled({ entryPoints: [join(ROOT, 'bench-wasm/src/proofs/snarkjs.mjs')] });
  const made = await fileArtefact(SNARKJS_SCRIPT, { script: sha256(contents) }, (ready) => writeFile(ready, contents));
  return { sha256: made.sha256, bytes: null };
}

/**
 * The same source, with a lock file of its own: what is patched is locked without a registry.
 *
 * @param {import('../proofs/prover-rows.mjs').ProverRow} row
 * @param {string} crate of the workspace
 * @param {Patched} patched
 * @returns {Promise<{ manifest: string, config: string[] }>}
 */
async function patchedCrate({ id, runs }, crate, patched) {
  const folder = join(ROOT, 'bench-wasm/.cache/provers', id);
  const manifest = join(folder, 'Cargo.toml');
  await mkdir(folder, { recursive: true });
  const member = join(ROOT, 'bench-wasm', crate);
  // Cargo finds a program beside the manifest alone.
  const bin = [{ name: crate, path: join(member, 'src/main.rs') }];
  const alone = standingAlone(join(member, 'Cargo.toml'));
  await writeFile(manifest, stringify({ ...alone, ...(runs === 'native' && { bin }) }));
  await copyFile(join(ROOT, 'Cargo.lock'), join(folder, 'Cargo.lock'));
  const config = patched.crates.map(
    (name) => `patch.crates-io.${name}.path=${JSON.stringify(join(patched.folder, name))}`,
  );
  return { manifest, config };
}
