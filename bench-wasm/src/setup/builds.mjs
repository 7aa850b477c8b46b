/**
 * One build of the crate for each variant, in bench-wasm/pkg/<variant>/, made again only when
 * something that it is made from has changed.
 */

import { createHash } from 'node:crypto';
import { readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { graft } from '../emit/graft.mjs';
import { writeEmitted } from '../emit/kernels.mjs';
import { emitProducts } from '../emit/products.mjs';
import { EMITTED, EMITTED_IDS, fileName } from '../emit/emitted-rows.mjs';
import { CRATE as BINDGEN, bindgen, ensureBindgen } from './bindgen.mjs';
import { ROOT, runTool, toolVersions } from './toolchain.mjs';

/** @typedef {import('./toolchain.mjs').Environment} Environment */
/** @typedef {import('./toolchain.mjs').OnProgress} OnProgress */

/**
 * `rustflags` replace those of .cargo/config.toml; `features` names them, the features of wasm. `crateFeatures` are
 * those of Cargo.toml. `compiled` names the build whose module from rustc it is, where it has none of its own;
 * `wasmOpt` are the options of wasm-opt where they are not those of all builds, none where wasm-opt is not run.
 *
 * @typedef {{ features: string, rustflags: string, target: 'web' | 'nodejs', crateFeatures?: string[], compiled?:
 *   string, wasmOpt?: string[] }} Variant
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

const simd128 = { features: 'simd128', rustflags: '-C target-feature=+simd128' };

const baseline = { features: 'baseline', rustflags: '-C target-feature=-simd128' };

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
  },
  // What a Node package would ship; the tests of the exports run in it.
  nodejs: { ...simd128, target: 'nodejs' },
  // The two paths in one module, with the measurement of the benchmark that this one replaces.
  published: { ...simd128, target: 'web', crateFeatures: ['replica'] },
  // What products are for, on the scalar kernels: arkworks' MSM, pairing and other fields, and hashes beside those of
  // other crates.
  work: { ...baseline, target: 'web', crateFeatures: ['arkworks', 'fields', 'peers'] },
  ...WASM_OPT_BUILDS,
};

/** @typedef {keyof typeof VARIANTS} VariantName */

const NAME = 'fqmul';
const MODULE = `${NAME}_bg.wasm`;
const WASM = 'wasm32-unknown-unknown';
/** In the folder of a build: what it was made from and is. Written last. */
const STAMP = 'build.json';
export const PACKAGES = join(ROOT, 'bench-wasm/pkg');
/** What a build is made from, beside src/. */
const MANIFESTS = ['Cargo.toml', 'Cargo.lock', 'rust-toolchain.toml', '.cargo/config.toml'];
/** What writes the emitted kernels, beside src/emit/. */
const EMITTER = ['bench-wasm/src/oracle/field.mjs'];

/**
 * @typedef {object} Build
 * @property {string} variant
 * @property {string} sha256 of the wasm module
 * @property {string} inputs hash of all that it was made from
 */

/**
 * @param {VariantName[]} names
 * @param {object} options
 * @param {Environment} options.env from ensureToolchain
 * @param {OnProgress} [options.onProgress]
 * @param {string} [options.packages] folder in which each has its own
 * @returns {Promise<{ versions: Awaited<ReturnType<typeof toolVersions>>, builds: Build[] }>} in
 *   the order of the names
 * @throws {import('./toolchain.mjs').SetupError} when a tool fails; its output is in the message
 */
export async function ensureBuilds(names, { env, onProgress, packages = PACKAGES }) {
  const [versions, sources, glue] = await Promise.all([
    toolVersions(env),
    hashSources(ROOT),
    filesIn(ROOT, BINDGEN).then((files) => hashFiles(ROOT, files)),
  ]);
  const { rustc, wasmOpt } = versions;
  const loops = sha256(emitProducts());
  /** @type {(Build | Promise<Build>)[]} */
  const builds = [];
  for (const variant of names) {
    const inputs = sha256(JSON.stringify([sources, glue, rustc, wasmOpt, WASM_OPT, loops, VARIANTS[variant]]));
    const there = await finished(packageDirectory(variant, packages), inputs);
    if (there) {
      builds.push(there);
      continue;
    }
    const recipe = { variant, inputs, ...VARIANTS[variant] };
    ensureBindgen({ env, onProgress }).catch(() => {}); // Beside the module; said when it is needed.
    const module = await compile(recipe, { env, onProgress });
    // While this one is optimised the next is compiled, which takes one core for the most part.
    const build = optimise(module, recipe, { env, onProgress, packages });
    build.catch(() => {}); // Said below, when what is being compiled has ended.
    builds.push(build);
  }
  return { versions, builds: await Promise.all(builds) };
}

/**
 * The build that is there, if it was made from these inputs and is whole.
 *
 * @param {string} directory
 * @param {string} inputs
 * @returns {Promise<Build | null>}
 */
async function finished(directory, inputs) {
  try {
    const stamp = JSON.parse(await readFile(join(directory, STAMP), 'utf8'));
    const module = await readFile(join(directory, MODULE));
    return stamp.inputs === inputs && stamp.sha256 === sha256(module) ? stamp : null;
  } catch {
    return null;
  }
}

/**
 * @template {string} Name
 * @typedef {Variant & { variant: Name, inputs?: string, crate?: string }} Recipe variant is the folder in `packages`;
 *   crate the folder of the manifest, the checkout by default
 */
/** @typedef {{ env: Environment, onProgress?: OnProgress, packages?: string }} Context */

/**
 * @template {string} Name
 * @param {Recipe<Name>} recipe
 * @param {Context} context
 * @returns {Promise<Build & { variant: Name }>}
 * @throws {import('./toolchain.mjs').SetupError}
 */
export async function buildPackage(recipe, context) {
  const module = await compile(recipe, context);
  // Cargo knows what it is made from: the same module is not optimised again.
  const { wasmOpt } = await toolVersions(context.env);
  const { rustflags, target } = recipe;
  const made = [sha256(await readFile(module)), wasmOpt, WASM_OPT, sha256(emitProducts()), rustflags, target];
  const inputs = sha256(JSON.stringify(made));
  const there = await finished(packageDirectory(recipe.variant, context.packages), inputs);
  return there ? { ...there, variant: recipe.variant } : optimise(module, { ...recipe, inputs }, context);
}

/**
 * Cargo's environment for a build of that name. All share one folder of compiled crates: what runs while cargo compiles
 * is compiled once, whatever the flags, and two builds at the same time wait for each other. What a build is made of
 * in the end lies in a folder of its own.
 *
 * @param {Environment} env
 * @param {string} name
 * @param {string} [rustflags] instead of those of .cargo/config.toml
 * @returns {{ target: string, env: Environment }}
 */
export function sharing(env, name, rustflags = '') {
  const target = join(ROOT, 'target/builds', name);
  return {
    target,
    env: {
      ...env,
      RUSTFLAGS: rustflags,
      CARGO_TARGET_DIR: target,
      CARGO_BUILD_BUILD_DIR: join(ROOT, 'target'),
      // Cargo tells the files of two builds apart by their flags, but not a cdylib's unless it is told to. Without this
      // a build that cargo takes for fresh could be another's module.
      __CARGO_DEFAULT_LIB_METADATA: NAME,
    },
  };
}

/**
 * The flags go to the crate alone, and what it depends on is compiled once for all variants. That makes the same
 * module: what is timed is generic or inlined, hence compiled here, and Rust's own library never has the flags.
 *
 * @param {Recipe<string>} recipe
 * @param {Context} context
 * @returns {Promise<string>} the module as rustc made it
 */
async function compile({ variant, compiled = variant, crate = ROOT, rustflags, crateFeatures = [] }, context) {
  const { env, onProgress } = context;
  const { target, env: own } = sharing(env, compiled);
  const what = ['--lib', '--release', '--target', WASM, '--manifest-path', join(crate, 'Cargo.toml')];
  const features = crateFeatures.length > 0 ? ['--features', crateFeatures.join()] : [];
  await runTool('cargo', ['rustc', ...what, ...features, '--', ...rustflags.split(' ')], {
    what: `build ${variant}`,
    env: own,
    onProgress,
  });
  return join(target, WASM, 'release', `${NAME}.wasm`);
}

/**
 * Works beside the final folder and moves the result there whole: neither an interruption nor another build at the
 * same time leaves half of one.
 *
 * @template {string} Name
 * @param {string} compiled the module
 * @param {Recipe<Name>} recipe
 * @param {Context} context
 * @returns {Promise<Build & { variant: Name }>}
 */
async function optimise(
  compiled,
  { variant, inputs = '', rustflags, target, wasmOpt = WASM_OPT },
  { env, onProgress, packages = PACKAGES },
) {
  const directory = packageDirectory(variant, packages);
  const partial = `${directory}.${process.pid}`;
  const module = join(partial, MODULE);
  const what = `optimise ${variant}`;
  try {
    await bindgen(compiled, { target, folder: partial, name: NAME }, { env, onProgress });
    if (wasmOpt.length > 0) await runTool('wasm-opt', [...wasmOpt, module, '-o', module], { what, env, onProgress });
    await putLoops(module);
    // bench-wasm's own package.json speaks of itself.
    const type = target === 'nodejs' ? 'commonjs' : 'module';
    await writeFile(join(partial, 'package.json'), `${JSON.stringify({ name: NAME, type })}\n`);
    const made = { variant, inputs, sha256: sha256(await readFile(module)), rustflags, wasmOpt };
    await writeFile(join(partial, STAMP), `${JSON.stringify(made, null, 2)}\n`);
    await putInPlace(partial, directory, () => finished(directory, inputs));
    return made;
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

/** Loops of products in f64 lanes, which are written by instruction, in the places of rustc's. @param {string} file */
async function putLoops(file) {
  const placeOf = (/** @type {string} */ name) => new RegExp(`^fqmul::radix::loops51::${name}\\b`);
  const grafted = graft(await readFile(file), emitProducts(), placeOf);
  if (grafted) await writeFile(file, grafted);
}

/**
 * @param {string} partial folder of a finished build
 * @param {string} directory where it shall be
 * @param {() => Promise<unknown>} isThere whether the same build is there
 */
async function putInPlace(partial, directory, isThere) {
  await rm(directory, { recursive: true, force: true });
  await rename(partial, directory).catch(async (error) => {
    // Another build of the same may have been quicker.
    if (!(await isThere())) throw error;
  });
}

/**
 * The emitted kernels, in bench-wasm/pkg/emitted/, a module each.
 *
 * @param {object} [options]
 * @param {OnProgress} [options.onProgress]
 * @param {string} [options.packages] folder in which they have theirs
 * @returns {Promise<Record<string, string>>} sha256 of each kernel's module
 */
export async function ensureEmitted({ onProgress = () => {}, packages = PACKAGES } = {}) {
  const directory = packageDirectory(EMITTED, packages);
  const wasmati = JSON.parse(await readFile(join(ROOT, 'bench-wasm/node_modules/wasmati/package.json'), 'utf8'));
  const inputs = sha256(
    JSON.stringify([
      await hashFiles(ROOT, [...EMITTER, ...(await filesIn(ROOT, 'bench-wasm/src/emit'))]),
      wasmati.version,
    ]),
  );
  const there = await finishedEmitted(directory, inputs);
  if (there) return there;

  const what = `build ${EMITTED}`;
  onProgress({ what, state: 'start' });
  const partial = `${directory}.${process.pid}`;
  try {
    await writeEmitted(partial);
    const modules = await hashEmitted(partial);
    await writeFile(
      join(partial, STAMP),
      `${JSON.stringify({ variant: EMITTED, inputs, modules, wasmati: wasmati.version }, null, 2)}\n`,
    );
    await putInPlace(partial, directory, () => finishedEmitted(directory, inputs));
    onProgress({ what, state: 'done' });
    return modules;
  } catch (error) {
    onProgress({ what, state: 'failed' });
    throw error;
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

/**
 * @param {string} directory
 * @param {string} inputs
 * @returns {Promise<Record<string, string> | null>} null if it is not whole, or made from others
 */
async function finishedEmitted(directory, inputs) {
  try {
    const stamp = JSON.parse(await readFile(join(directory, STAMP), 'utf8'));
    const modules = await hashEmitted(directory);
    return stamp.inputs === inputs && JSON.stringify(stamp.modules) === JSON.stringify(modules) ? modules : null;
  } catch {
    return null;
  }
}

/** @param {string} directory @returns {Promise<Record<string, string>>} */
async function hashEmitted(directory) {
  return Object.fromEntries(
    await Promise.all(EMITTED_IDS.map(async (id) => [id, sha256(await readFile(join(directory, fileName(id))))])),
  );
}

/** @param {string} variant @param {string} [packages] @returns {string} the folder of its build */
export function packageDirectory(variant, packages = PACKAGES) {
  return join(packages, variant);
}

/**
 * @param {string} root a checkout
 * @returns {Promise<string>} hash of the names and contents of all that is compiled
 */
export async function hashSources(root) {
  return hashFiles(root, [...MANIFESTS, ...(await filesIn(root, 'src'))]);
}

/** @param {string} root @param {string[]} files @returns {Promise<string>} hash of their names and contents */
async function hashFiles(root, files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file} ${sha256(await readFile(join(root, file)))}\n`);
  return hash.digest('hex');
}

/**
 * @param {string} root
 * @param {string} folder in it
 * @returns {Promise<string[]>} paths from the root, sorted
 */
async function filesIn(root, folder) {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  const files = entries.map((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesIn(root, path) : [path];
  });
  return (await Promise.all(files)).flat().sort();
}

/** @param {string | Uint8Array} data */
function sha256(data) {
  return createHash('sha256').update(data).digest('hex');
}
