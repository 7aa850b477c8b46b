/** The npm package in groth16/: a script for pages, one for workers, and each of three modules in one of its own. */

import { cp, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { PROVER_PACKAGE, packageModule } from '../proofs/prover-rows.mjs';
import { PACKAGES, artefact, fileArtefact, hashOf, sha256 } from './artefacts.mjs';
import { VARIANTS, loopsHash, putLoops } from './builds.mjs';
import { WASM, compile, inputsOf } from './cargo.mjs';
import { bundled } from './script.mjs';
import { ROOT, runTool, toolVersions } from './toolchain.mjs';

/** @typedef {import('./cargo.mjs').Context} Context */

/** The crate of the modules. */
const CRATE = 'fqmul-groth16-module';
/** By the name of a module, the instructions that it needs. @satisfies {Record<string, keyof typeof VARIANTS>} */
const MODULES = { scalar: 'baseline', simd: 'simd128', fma: 'relaxed-simd' };
/**
 * For speed, with the names of functions, some of which are replaced; and then without. The parts of an MSM stay
 * functions of their own: all in one, it takes V8 long to optimise, while the first proof in a page is computed.
 */
const [WASM_OPT, STRIP] = [
  ['--no-inline=*loops51*', '--no-inline=*work*msm*', '-O3', '-g'],
  ['--strip-debug', '--strip-producers'],
];
/** Where the package is, and what of it is packed as it stands. */
const FOLDER = join(ROOT, 'groth16');
const OWN = ['index.d.ts', 'package.json', 'README.md'];
const LICENCES = ['LICENSE-MIT', 'LICENSE-APACHE'];
/**
 * By the name of a script in dist/, where it begins. Each has all that it imports in it: a page, and then each worker,
 * would ask for one file after the other, as deep as they import each other.
 */
const SCRIPTS = { index: 'index.mjs', worker: 'js/worker.mjs' };
/** In the package, what is made here. */
const DIST = 'dist';

/**
 * @param {Context} context
 * @returns {Promise<string>} the folder of the package as it is packed
 * @throws {import('./toolchain.mjs').SetupError} when a tool fails; its output is in the message
 */
export async function ensureProverPackage(context) {
  const names = /** @type {(keyof typeof MODULES)[]} */ (Object.keys(MODULES));
  const modules = await Promise.all(names.map((name) => ensurePackageModule(name, context)));
  const scripts = await Promise.all(Object.entries(SCRIPTS).map(([name, entry]) => scriptFrom(name, entry)));
  const inputs = {
    ...{ own: await hashOf(FOLDER, OWN), licences: await hashOf(ROOT, LICENCES) },
    scripts: scripts.map(({ contents }) => sha256(contents)),
    modules: modules.map((module) => module.sha256),
  };
  const { folder } = await artefact(
    PROVER_PACKAGE,
    inputs,
    async (place) => {
      for (const path of OWN) await cp(join(FOLDER, path), join(place, path), { recursive: true });
      for (const path of LICENCES) await cp(join(ROOT, path), join(place, path));
      await mkdir(join(place, DIST));
      for (const { name, contents } of scripts) await writeFile(join(place, DIST, `${name}.mjs`), contents);
      for (const { name, file } of modules)
        await writeFile(join(place, DIST, `${name}.mjs`), scriptOf(await readFile(file)));
    },
    context,
  );
  return join(PACKAGES, folder);
}

/**
 * Puts what the package is made of beside its sources, where npm packs it.
 *
 * @param {Context} context
 * @returns {Promise<{ name: string, bytes: number, gzipped: number }[]>} what a page loads of each
 */
export async function writeProverPackage(context) {
  const built = await ensureProverPackage(context);
  await rm(join(FOLDER, DIST), { recursive: true, force: true });
  for (const path of [DIST, ...LICENCES]) await cp(join(built, path), join(FOLDER, path), { recursive: true });
  return Promise.all(
    Object.keys(MODULES).map(async (name) => {
      const script = await readFile(join(FOLDER, DIST, `${name}.mjs`));
      return { name, bytes: script.length, gzipped: gzipSync(script).length };
    }),
  );
}

/** @param {string} folder of the package @returns {Promise<number>} bytes of the scripts that a page loads at most */
export async function loadedBytes(folder) {
  const sizeOf = async (/** @type {string} */ name) => (await stat(join(folder, DIST, `${name}.mjs`))).size;
  const sizesOf = (/** @type {object} */ names) => Promise.all(Object.keys(names).map(sizeOf));
  const [scripts, modules] = [await sizesOf(SCRIPTS), await sizesOf(MODULES)];
  return scripts.reduce((sum, size) => sum + size, Math.max(...modules));
}

/**
 * @param {keyof typeof MODULES} name
 * @param {Context} context
 * @returns {Promise<{ name: string, file: string, sha256: string }>}
 * @throws {import('./toolchain.mjs').SetupError} when a tool fails; its output is in the message
 */
export async function ensurePackageModule(name, context) {
  const { env, onProgress } = context;
  const { rustflags } = VARIANTS[MODULES[name]];
  /** @type {import('./cargo.mjs').Crate} */
  const crate = {
    name: `${PROVER_PACKAGE}-${name}`,
    crate: CRATE,
    kind: 'cdylib',
    target: WASM,
    // A kernel of the crate that it depends on is there or not by these flags.
    ofMembers: rustflags,
  };
  const inputs = {
    ...(await inputsOf(crate, env)),
    wasmOpt: [(await toolVersions(env)).wasmOpt, WASM_OPT, STRIP],
    loops: await loopsHash(),
  };
  const made = await fileArtefact(packageModule(name), inputs, async (ready) => {
    const module = await compile(crate, context);
    await runTool('wasm-opt', [...WASM_OPT, module, '-o', ready], { what: `optimise ${crate.name}`, env, onProgress });
    await putLoops(ready);
    await runTool('wasm-opt', [...STRIP, ready, '-o', ready], { what: `strip ${crate.name}`, env, onProgress });
  });
  return { name, ...made };
}

/**
 * @param {string} name
 * @param {string} entry
 * @returns {Promise<{ name: string, contents: Uint8Array }>} without the scripts of modules, one of which is loaded
 */
async function scriptFrom(name, entry) {
  const { contents } = await bundled({
    entryPoints: [join(FOLDER, entry)],
    outfile: join(FOLDER, DIST, `${name}.mjs`),
    external: Object.keys(MODULES).map((module) => join(FOLDER, DIST, `${module}.mjs`)),
  });
  return { name, contents };
}

/** @param {Uint8Array} module */
const scriptOf = (module) => `export const packed = '${gzipSync(module, { level: 9 }).toString('base64')}';\n`;
