/** The builds of other projects' products: crates, compiled by neighbours/, and modules from npm with loops added. */

import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { NEIGHBOURS, fileOf } from '../neighbours/neighbour-rows.mjs';
import { fileArtefact, sha256 } from './artefacts.mjs';
import { blstSources, clangVersion, ensureBlst } from './blst.mjs';
import { VARIANTS, WASM_OPT } from './builds.mjs';
import { WASM, compile, inputsOf } from './cargo.mjs';
import { fileInPackage, manifestOf } from './packages.mjs';
import { GO, goVersion } from './programs.mjs';
import { bundled } from './script.mjs';
import { ROOT, SetupError, lockedVersions, runTool, toolVersions } from './toolchain.mjs';

/** @typedef {import('./cargo.mjs').Context} Context */
/** @typedef {import('../neighbours/neighbour-rows.mjs').Neighbour} Neighbour */

/**
 * @typedef {object} Built
 * @property {string} sha256 of its module, or of its script; of the words in `release` where each engine that runs it
 *   makes a program of its own
 * @property {string} release the package and its version
 */

/**
 * @param {string} field id
 * @param {Context} context
 * @returns {Promise<Map<string, Built>>} those that compute in it, by id
 * @throws {SetupError} when a tool fails, its output being in the message, or a package is not as it was
 */
export async function ensureNeighbours(field, context) {
  /** @type {Map<string, Built>} */
  const built = new Map();
  for (const neighbour of NEIGHBOURS.filter((one) => one.field === field)) {
    const { id, runs } = neighbour;
    const release = await releaseOf(neighbour, context);
    const made = runs === 'native' ? { sha256: sha256(release) } : await MAKERS[runs](neighbour, release, context);
    built.set(id, { sha256: made.sha256, release });
  }
  return built;
}

/**
 * Each makes the artefact of a neighbour.
 *
 * @type {Record<Exclude<Neighbour['runs'], 'native'>, (neighbour: Neighbour, release: string, context: Context) =>
 *   ReturnType<typeof fileArtefact>>}
 */
const MAKERS = {
  // One module has the products of all crates, made as those of the kernels are.
  async crate(neighbour, _, context) {
    const { env, onProgress } = context;
    /** @type {import('./cargo.mjs').Crate} */
    const crate = {
      ...{ name: 'neighbours', crate: 'neighbours', kind: 'cdylib', target: WASM },
      rustflags: VARIANTS.baseline.rustflags,
    };
    const { wasmOpt } = await toolVersions(env);
    const inputs = { ...(await inputsOf(crate, env)), wasmOpt: [wasmOpt, ...WASM_OPT] };
    return fileArtefact(fileOf(neighbour), inputs, async (ready) =>
      runTool('wasm-opt', [...WASM_OPT, await compile(crate, context), '-o', ready], {
        what: 'optimise the neighbours',
        env,
        onProgress,
      }),
    );
  },
  async pointers(neighbour, release, context) {
    const { withLoops } = await import('./added-loops.mjs');
    const module = withLoops(await PUBLISHED[neighbour.id](context), neighbour);
    return fileArtefact(fileOf(neighbour), { release, module: sha256(module) }, (ready) => writeFile(ready, module));
  },
  async script(neighbour, release) {
    const entryPoints = [join(ROOT, `bench-wasm/src/neighbours/${neighbour.id}.mjs`)];
    const { contents } = await bundled({ entryPoints });
    return fileArtefact(fileOf(neighbour), { release, script: sha256(contents) }, (ready) =>
      writeFile(ready, contents),
    );
  },
};

/**
 * The modules as their packages have them, without what is around them, or as their packages compile them.
 *
 * @type {Record<string, (context: Context) => Promise<Uint8Array>>}
 */
const PUBLISHED = {
  // As ffjavascript makes it.
  async wasmcurves() {
    // @ts-expect-error The package has no types.
    const { buildBn128 } = await import('#neighbours/wasmcurves');
    // @ts-expect-error The package has no types.
    const { ModuleBuilder } = await import('#neighbours/wasmbuilder');
    const builder = new ModuleBuilder();
    builder.setMemory(25);
    buildBn128(builder);
    return builder.build();
  },
  'mcl-wasm': async () => embedded('mcl-wasm/dist/mcl_c.js', /wasmBase64 = '([\w+/=]+)'/),
  async blst(context) {
    const { file } = await ensureBlst('blst', await blstSources(context), context);
    return readFileSync(file);
  },
  montgomery: async () => embedded('montgomery/src/wasm/finite-field.wasm.js', /toBytes\("([\w+/=]+)"\)/),
};

/** @param {string} file in a package @param {RegExp} base64 where the module is in it @returns {Uint8Array} */
function embedded(file, base64) {
  const [, module] = base64.exec(readFileSync(fileInPackage(file), 'utf8')) ?? [];
  if (module === undefined) throw new SetupError(`${file} has no module where it had one.`);
  return Buffer.from(module, 'base64');
}

/**
 * @param {Neighbour} neighbour
 * @param {Context} context
 * @returns {Promise<string>} the package and its version, as a lock file has it, and the clang or Go that compiles it
 */
async function releaseOf({ id, runs, package: name, assembly }, { env, onProgress }) {
  if (runs === 'crate') return `${name}@${locked(name)}`;
  if (assembly) return `${name}@${locked(name)}, clang ${await clangVersion(onProgress)}`;
  if (runs !== 'native') return `${name}@${manifestOf(name).version}`;
  const [, version] = new RegExp(`^require ${name} v(.*)$`, 'm').exec(readFileSync(join(GO, 'go.mod'), 'utf8')) ?? [];
  return `${id}@${version}, ${(await goVersion(env)) ?? 'no Go'}`;
}

/** @param {string} name of a package of the lock file @returns {string} its version */
function locked(name) {
  return String(lockedVersions(readFileSync(join(ROOT, 'Cargo.lock'), 'utf8'), name)[0]);
}
