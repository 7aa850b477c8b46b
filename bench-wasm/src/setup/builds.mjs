/**
 * Builds of the crate, one for each variant: a module, its glue, and loops that are written by instruction. What writes
 * those is loaded where something is written: every command and every session starts with this file.
 */

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { graft } from '../emit/graft.mjs';
import { EMITTED } from '../emit/emitted-rows.mjs';
import { PACKAGES, artefact, hashOf, sha256 } from './artefacts.mjs';
import { bindgen, bindgenInputs, ensureBindgen } from './bindgen.mjs';
import { WASM, compile, inputsOf } from './cargo.mjs';
import { manifestOf } from './packages.mjs';
import { ROOT, runTool, toolVersions } from './toolchain.mjs';

/** @typedef {import('./cargo.mjs').Context} Context */

/**
 * `rustflags` replace those of .cargo/config.toml; `features` names them, the features of wasm. `crateFeatures` are
 * those of Cargo.toml, beside the default ones or, where it is `bare`, without them. `compiled` names the build whose
 * module from rustc it is, where it has none of its own; for one with `noalias` LLVM notes what does not overlap;
 * `wasmOpt` are the options of wasm-opt where they are not those of all builds, none where wasm-opt is not run.
 *
 * @typedef {{ features: string, rustflags: string, target: 'web' | 'nodejs', crateFeatures?: string[], bare?: true,
 *   compiled?: string, noalias?: true, wasmOpt?: string[] }} Variant
 */

/**
 * -g keeps the names of functions; the timed loops stay functions of their own, as batch.rs has
 * them, so that a test can read in the module what is timed. Features are the module's own: more would not
 * load everywhere.
 *
 * @param {string} level
 */
const wasmOptAt = (level) => ['--no-inline=*_loop*', level, '-g'];
export const WASM_OPT = wasmOptAt('-O3');

/**
 * LLVM notes of each call that it inlines what the arguments do not overlap with. That is a quarter of the time of a
 * build and half of its memory. Without it no loop of products is longer or shorter, and of the loops that are
 * (docs/experiments.md) one is slower: sums of two products by `simd`.
 */
export const QUICKER = '-C llvm-args=-enable-noalias-to-md-conversion=false';

/** @param {Pick<Variant, 'rustflags' | 'noalias'>} variant @returns {string} the flags of the crate's build */
export const flagsOf = ({ rustflags, noalias }) => (noalias ? rustflags : `${rustflags} ${QUICKER}`);

const simd128 = { features: 'simd128', rustflags: '-C target-feature=+simd128', noalias: /** @type {const} */ (true) };

/** Without the other curves, which make a module twice as large: builds with SIMD have them. */
export const WITHOUT_CURVES = { bare: /** @type {const} */ (true), crateFeatures: ['workloads', 'exports'] };

const baseline = { features: 'baseline', rustflags: '-C target-feature=-simd128', ...WITHOUT_CURVES };

const again = { ...baseline, target: /** @type {const} */ ('web'), compiled: 'baseline' };

/**
 * The baseline module at other levels of wasm-opt than all builds have.
 *
 * @satisfies {Record<string, Variant>}
 */
export const WASM_OPT_BUILDS = {
  'wasm-opt-off': { ...again, wasmOpt: [] },
  'wasm-opt-o4': { ...again, wasmOpt: wasmOptAt('-O4') },
  'wasm-opt-oz': { ...again, wasmOpt: wasmOptAt('-Oz') },
};

/** @satisfies {Record<string, Variant>} */
export const VARIANTS = {
  baseline: { ...baseline, target: 'web' },
  simd128: { ...simd128, target: 'web' },
  // In the order of the source: LLVM would start the high parts of all columns first, which are then too many for the
  // registers.
  'relaxed-simd': {
    features: 'relaxed-simd',
    rustflags: '-C target-feature=+simd128,+relaxed-simd -C llvm-args=-pre-RA-sched=source',
    target: 'web',
  },
  // rustc warns that the feature is not stable.
  'wide-arithmetic': {
    features: 'wide-arithmetic',
    rustflags: '-C target-feature=-simd128,+wide-arithmetic --cfg fqmul_wide_arithmetic',
    target: 'web',
    ...WITHOUT_CURVES,
  },
  // What `wasm-pack build --release --target nodejs` makes, which runs no wasm-opt; the tests of the exports run in it.
  nodejs: { ...simd128, target: 'nodejs', compiled: 'simd128', wasmOpt: [] },
  // The two paths in one module, with the measurement of the benchmark that this one replaces.
  published: { ...simd128, target: 'web', crateFeatures: ['replica'], bare: true },
  // What products are for, on the scalar kernels: arkworks' MSM, pairing and other fields, and hashes beside those of
  // other crates.
  work: {
    ...baseline,
    target: 'web',
    crateFeatures: [...WITHOUT_CURVES.crateFeatures, 'algorithms', 'arkworks', 'fields', 'peers'],
  },
  ...WASM_OPT_BUILDS,
};

/** @typedef {keyof typeof VARIANTS} VariantName */

const NAME = 'fqmul';
const MODULE = `${NAME}_bg.wasm`;
/** What writes the emitted kernels. */
const EMITTER = ['bench-wasm/src/emit', 'bench-wasm/src/oracle/field.mjs'];

/**
 * @template {string} Name
 * @typedef {{ variant: Name, sha256: string }} Build sha256 of the wasm module
 */

/**
 * @param {VariantName[]} names
 * @param {Context} context
 * @returns {Promise<{ versions: Awaited<ReturnType<typeof toolVersions>>, builds: Build<VariantName>[] }>} in the order
 *   of the names
 * @throws {import('./toolchain.mjs').SetupError} when a tool fails; its output is in the message
 */
export async function ensureBuilds(names, context) {
  const builds = await all(names.map((variant) => buildPackage({ variant, ...VARIANTS[variant] }, context)));
  return { versions: await toolVersions(context.env), builds };
}

/**
 * @template T
 * @param {Promise<T>[]} promises
 * @returns {Promise<T[]>} rejects with the first error, when all have ended
 */
async function all(promises) {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}

/**
 * @template {string} Name
 * @typedef {Variant & { variant: Name, manifest?: string, others?: { folder: string, paths: string[] } }} Recipe
 *   manifest: of a crate that is written for this build; others: what that is made from, beside the crate's own
 */

/**
 * While one is optimised the next is compiled, which takes one core for the most part.
 *
 * @template {string} Name
 * @param {Recipe<Name>} recipe
 * @param {Context} context
 * @returns {Promise<Build<Name>>}
 * @throws {import('./toolchain.mjs').SetupError}
 */
export async function buildPackage(recipe, context) {
  const { variant, compiled = variant, target, crateFeatures, bare, manifest, wasmOpt = WASM_OPT } = recipe;
  /** @type {import('./cargo.mjs').Crate} */
  const crate = {
    name: compiled,
    crate: NAME,
    kind: 'cdylib',
    target: WASM,
    features: crateFeatures,
    bare,
    rustflags: flagsOf(recipe),
    manifest,
  };
  const { env, onProgress } = context;
  const inputs = {
    ...(await inputsOf(crate, env)),
    ...(recipe.others && { others: await hashOf(recipe.others.folder, recipe.others.paths) }),
    bindgen: await bindgenInputs(env),
    glue: target,
    wasmOpt: [(await toolVersions(env)).wasmOpt, ...wasmOpt],
    loops: await loopsHash(),
  };
  const { files } = await artefact(
    variant,
    inputs,
    async (folder) => {
      const module = join(folder, MODULE);
      // Before any module, so that the first is optimised while the second is compiled. Said when it is needed.
      ensureBindgen(context).catch(() => {});
      await bindgen(await compile(crate, context), { target, folder, name: NAME }, context);
      if (wasmOpt.length > 0)
        await runTool('wasm-opt', [...wasmOpt, module, '-o', module], { what: `optimise ${variant}`, env, onProgress });
      await putLoops(module);
      // bench-wasm's own package.json speaks of itself.
      const type = target === 'nodejs' ? 'commonjs' : 'module';
      await writeFile(join(folder, 'package.json'), `${JSON.stringify({ name: NAME, type })}\n`);
    },
    context,
  );
  return { variant, sha256: files[MODULE] };
}

/** Loops of products are for primes of either form: a module has those of one, of both or none. */
const FORMS = [false, true];

/** @type {Promise<Buffer[]> | undefined} */
let emitted;

/** Of each form. Every build has them among its inputs: they are emitted once for all, in a second. */
const loops = () => (emitted ??= emittedLoops());

async function emittedLoops() {
  const place = (/** @type {boolean} */ form, /** @type {string} */ folder) =>
    join(folder, `${form ? 'centred-loops' : 'loops'}.wasm`);
  const { folder } = await artefact('loops', await emitterInputs(['wasmati', 'binaryen']), async (made) => {
    const { emitProducts } = await import('../emit/products.mjs');
    for (const form of FORMS) await writeFile(place(form, made), emitProducts(form));
  });
  return Promise.all(FORMS.map((form) => readFile(place(form, join(PACKAGES, folder)))));
}

/** What the loops are made from, for the hash of a build. */
export const loopsHash = async () => sha256(Buffer.concat(await loops()));

/**
 * Loops of products in f64 lanes, which are written by instruction, in the places of rustc's.
 *
 * @param {string} file whose functions have names: wasm-bindgen's, or rustc's own
 */
export async function putLoops(file) {
  const placeOf = (/** @type {string} */ name) =>
    new RegExp(`^(fqmul::radix::loops51::${name}\\b|_ZN5fqmul5radix7loops51${name.length}${name}17h)`);
  for (const bodies of await loops()) {
    const grafted = graft(await readFile(file), bodies, placeOf);
    if (grafted) await writeFile(file, grafted);
  }
}

/**
 * The emitted kernels, a module each.
 *
 * @param {Partial<Context>} [context]
 * @returns {Promise<Record<string, string>>} sha256 of each kernel's module
 */
export async function ensureEmitted({ onProgress = () => {}, packages } = {}) {
  const inputs = await emitterInputs(['wasmati']);
  const what = `build ${EMITTED}`;
  const { files } = await artefact(
    EMITTED,
    inputs,
    async (folder) => {
      onProgress({ what, state: 'start' });
      const { writeEmitted } = await import('../emit/kernels.mjs');
      await writeEmitted(folder).catch((error) => {
        onProgress({ what, state: 'failed' });
        throw error;
      });
      onProgress({ what, state: 'done' });
    },
    { packages },
  );
  return Object.fromEntries(Object.entries(files).map(([file, hash]) => [file.replace(/\.wasm$/, ''), hash]));
}

/** @param {string[]} packages of npm that it writes with */
const emitterInputs = async (packages) => ({
  emitter: await hashOf(ROOT, EMITTER),
  ...Object.fromEntries(packages.map((name) => [name, manifestOf(name).version])),
});

/** @param {string} variant @param {string} [packages] @returns {string} the folder of its build, by a link */
export function packageDirectory(variant, packages = PACKAGES) {
  return join(packages, variant);
}
