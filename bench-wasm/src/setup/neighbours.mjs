/** The builds of other projects' products: crates, compiled by neighbours/, and modules from npm with loops added. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
// The bundler of the field, as for the scripts of engines.
import { build } from 'esbuild';
import { NEIGHBOURS, fileOf } from '../neighbours/neighbour-rows.mjs';
import { withLoops } from './added-loops.mjs';
import { PACKAGES, VARIANTS, WASM_OPT, sharing } from './builds.mjs';
import { fileInPackage, manifestOf } from './packages.mjs';
import { GO, goVersion } from './programs.mjs';
import { ROOT, SetupError, lockedVersions, runTool } from './toolchain.mjs';

/** @typedef {import('./toolchain.mjs').Environment} Environment */
/** @typedef {import('./toolchain.mjs').OnProgress} OnProgress */
/** @typedef {import('../neighbours/neighbour-rows.mjs').Neighbour} Neighbour */

const WASM = 'wasm32-unknown-unknown';

/**
 * @typedef {object} Built
 * @property {string} sha256 of its module, or of its script; of the words in `release` where each engine that runs it
 *   makes a program of its own
 * @property {string} release the package and its version
 */

/**
 * @param {string} field id
 * @param {{ env: Environment, onProgress?: OnProgress }} context env from ensureToolchain
 * @returns {Promise<Map<string, Built>>} those that compute in it, by id
 * @throws {SetupError} when a tool fails, its output being in the message, or a package is not as it was
 */
export async function ensureNeighbours(field, context) {
  /** @type {Map<string, Built>} */
  const built = new Map();
  for (const neighbour of NEIGHBOURS.filter((one) => one.field === field)) {
    const { runs } = neighbour;
    const release = await releaseOf(neighbour, context);
    const made = runs === 'native' ? release : await MAKERS[runs](neighbour, context);
    if (runs !== 'native') await putInPlace(join(PACKAGES, fileOf(neighbour)), made);
    built.set(neighbour.id, { sha256: createHash('sha256').update(made).digest('hex'), release });
  }
  return built;
}

/** @param {string} ready where it shall be, when it is whole @param {string | Uint8Array} made */
async function putInPlace(ready, made) {
  const partial = `${ready}.${process.pid}`;
  await mkdir(dirname(ready), { recursive: true });
  await writeFile(partial, made);
  await rename(partial, ready);
}

/**
 * @type {Record<Exclude<Neighbour['runs'], 'native'>, (neighbour: Neighbour, context: Parameters<typeof
 *   ensureNeighbours>[1]) => Promise<Uint8Array>>}
 */
const MAKERS = {
  crate: compiled,
  pointers: async (neighbour) => withLoops(await PUBLISHED[neighbour.id](), neighbour),
  script: async ({ id }) => {
    const { outputFiles } = await build({
      entryPoints: [join(ROOT, `bench-wasm/src/neighbours/${id}.mjs`)],
      bundle: true,
      write: false,
      format: 'esm',
      platform: 'browser',
      target: 'es2022',
      logLevel: 'silent',
    });
    return outputFiles[0].contents;
  },
};

/**
 * One module has the products of all crates. Cargo and its file know what is there and of these sources.
 *
 * @param {Neighbour} _
 * @param {{ env: Environment, onProgress?: OnProgress }} context
 * @returns {Promise<Uint8Array>} the module, made as those of the kernels are
 */
async function compiled(_, { env, onProgress }) {
  const { target, env: own } = sharing(env, 'neighbours');
  const where = [
    '--lib',
    '--crate-type',
    'cdylib',
    '--release',
    '--locked',
    '--target',
    WASM,
    '--package',
    'neighbours',
  ];
  await runTool('cargo', ['rustc', ...where, '--', ...VARIANTS.baseline.rustflags.split(' ')], {
    what: 'build the neighbours',
    env: own,
    onProgress,
  });
  const made = join(target, WASM, 'release/neighbours.wasm');
  const optimised = `${made}.optimised`;
  if ((await modified(optimised)) < (await modified(made))) {
    const partial = `${optimised}.${process.pid}`;
    await runTool('wasm-opt', [...WASM_OPT, made, '-o', partial], { what: 'optimise the neighbours', env, onProgress });
    await rename(partial, optimised);
  }
  return readFile(optimised);
}

/**
 * The modules as their packages have them, without what is around them.
 *
 * @type {Record<string, () => Promise<Uint8Array>>}
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
  montgomery: async () => embedded('montgomery/src/wasm/finite-field.wasm.js', /toBytes\("([\w+/=]+)"\)/),
};

/** @param {string} file in a package @param {RegExp} base64 where the module is in it @returns {Uint8Array} */
function embedded(file, base64) {
  const [, module] = base64.exec(readFileSync(fileInPackage(file), 'utf8')) ?? [];
  if (module === undefined) throw new SetupError(`${file} has no module where it had one.`);
  return Buffer.from(module, 'base64');
}

/** @param {string} path @returns {Promise<number>} ms; -1 for what is not there */
function modified(path) {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => -1,
  );
}

/**
 * @param {Neighbour} neighbour
 * @param {{ env: Environment }} context
 * @returns {Promise<string>} the package and its version, as a lock file has it, and the Go that compiles it
 */
async function releaseOf({ id, runs, package: name }, { env }) {
  if (runs === 'crate') return `${name}@${locked(name)}`;
  if (runs !== 'native') return `${name}@${manifestOf(name).version}`;
  const [, version] = new RegExp(`^require ${name} v(.*)$`, 'm').exec(readFileSync(join(GO, 'go.mod'), 'utf8')) ?? [];
  if (version === undefined) return `${name}@${locked(name)}`;
  return `${id}@${version}, ${(await goVersion(env)) ?? 'no Go'}`;
}

/** @param {string} name of a package of the lock file @returns {string} its version */
function locked(name) {
  return String(lockedVersions(readFileSync(join(ROOT, 'Cargo.lock'), 'utf8'), name)[0]);
}
