/**
 * blst in wasm: its C, without assembly, as the crate blst compiles it for wasm32-unknown-unknown in a release build.
 * The compiler is the clang of @yowasp/clang, so that every machine has the same module.
 */

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { fileArtefact, hashOf } from './artefacts.mjs';
import { WASM } from './cargo.mjs';
import { ensurePackages, manifestOf } from './packages.mjs';
import { ROOT, SetupError, runTool } from './toolchain.mjs';

/** @typedef {import('./cargo.mjs').Context} Context */

const CLANG = fileURLToPath(new URL('clang-main.mjs', import.meta.url));
/** clang is a module of 76 MB that runs once: to optimise it costs V8 more than that saves. */
const ONCE = '--liftoff-only';
/** The file that includes all others. */
const SOURCE = 'server.c';

/** What the crate's build.rs, and cc for it, tell a compiler. */
const AS_CRATE = [
  ...[`--target=${WASM}`, '-O2', '-ffunction-sections', '-fdata-sections', '-ffreestanding', '-fno-builtin'],
  ...['-D__BLST_NO_ASM__', '-DSCRATCH_LIMIT=(45 * 1024)', '-Wno-unused-function'],
];
/** No start function, and the stack that rustc gives a module. */
const LINKED = ['-nostdlib', '-Wl,--no-entry', '-Wl,-z,stack-size=1048576'];

/** What is called from outside: arithmetic, and what keys, signatures and sums of signatures need. */
const EXPORTS = [
  ...['add', 'sub', 'mul', 'sqr', 'from_lendian'].map((name) => `blst_fp_${name}`),
  ...['mul', 'sqr'].map((name) => `blst_fp2_${name}`),
  ...['blst_keygen', 'blst_sk_to_pk_in_g1', 'blst_hash_to_g2', 'blst_sign_pk_in_g1', 'blst_core_verify_pk_in_g1'],
  ...['blst_p1_compress', 'blst_p1_uncompress', 'blst_p2_compress', 'blst_p2_uncompress'],
  ...['blst_p2_from_affine', 'blst_p2_add_or_double', 'blst_p1_from_affine', 'blst_p1_add_or_double'],
];

/** @param {Context['onProgress']} onProgress @returns {Promise<string>} of the package, which is fetched if need be */
export async function clangVersion(onProgress) {
  await ensurePackages(['clang'], onProgress);
  return manifestOf('@yowasp/clang').version;
}

/**
 * @param {Context} context
 * @returns {Promise<string>} the folder of blst's C, in the release of Cargo.lock; what cargo has not, it gets
 * @throws {SetupError}
 */
export async function blstSources({ env, onProgress = () => {} }) {
  onProgress({ what: 'find blst', state: 'start' });
  const { stdout, stderr, failed } = await execa(
    'cargo',
    ['metadata', '--format-version=1', '--locked', '--features=session/fields-asm', `--filter-platform=${WASM}`],
    { cwd: ROOT, env, extendEnv: false, reject: false },
  );
  onProgress({ what: 'find blst', state: failed ? 'failed' : 'done' });
  if (failed) throw new SetupError('cargo does not give the sources of blst.', { output: stderr });
  /** @type {{ name: string, manifest_path: string }[]} */
  const packages = JSON.parse(stdout).packages;
  const found = packages.find(({ name }) => name === 'blst');
  if (!found) throw new SetupError('the workspace does not name blst.');
  return join(dirname(found.manifest_path), 'blst/src');
}

/**
 * @param {string} name of the artefact
 * @param {string} sources the folder of its C
 * @param {Context} context
 * @returns {Promise<{ file: string, sha256: string }>} the module
 * @throws {SetupError} where it does not compile; what clang says is in the message
 */
export async function ensureBlst(name, sources, { env, onProgress }) {
  const args = [...AS_CRATE, SOURCE, ...LINKED, ...EXPORTS.map((one) => `-Wl,--export=${one}`)];
  const inputs = {
    clang: await clangVersion(onProgress),
    args,
    caller: readFileSync(CLANG, 'utf8'),
    sources: await hashOf(sources, ['.']),
  };
  return fileArtefact(`${name}/blst.wasm`, inputs, (ready) =>
    runTool(process.execPath, [ONCE, CLANG, ready, ...args], {
      what: `compile ${name}`,
      cwd: sources,
      env,
      onProgress,
    }),
  );
}
