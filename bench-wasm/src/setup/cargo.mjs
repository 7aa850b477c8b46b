/**
 * Rust, compiled: everything that cargo makes for a run or a test goes through here. The profile is stated on the
 * command line, so that neither a variable of the environment nor a configuration of the user bends what is measured.
 */

import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { delimiter, dirname, join, relative } from 'node:path';
import { execa } from 'execa';
import { parse } from 'smol-toml';
import { hashOf, sha256 } from './artefacts.mjs';
import { cargoHome, refuseSettings } from './cargo-settings.mjs';
import { EXE, ROOT, SetupError, runTool } from './toolchain.mjs';

/** @typedef {import('./toolchain.mjs').Environment} Environment */
/** @typedef {import('./toolchain.mjs').OnProgress} OnProgress */
/** @typedef {{ env: Environment, onProgress?: OnProgress, packages?: string }} Context env from ensureToolchain */

export const WASM = 'wasm32-unknown-unknown';
export const WASI = 'wasm32-wasip1';
/** Cargo's name of this machine. */
export const HOST = 'host-tuple';

/**
 * @typedef {object} Crate what is compiled, and how
 * @property {string} name of the build: it has a folder of its own, so that two builds do not take each other's files
 * @property {string} crate a member of the workspace
 * @property {string} [manifest] the Cargo.toml of a crate that is written for this build; no member then
 * @property {string[]} [sources] what it is made from, of a crate that is no member: folders and files of the checkout
 * @property {'cdylib' | 'bin' | 'example'} kind
 * @property {string} [file] the name of what is made, without its ending; the crate's by default
 * @property {typeof WASM | typeof WASI | typeof HOST} target
 * @property {string} [profile] `release` by default
 * @property {readonly string[]} [features] beside the default ones
 * @property {true} [bare] without the default features
 * @property {string} [rustflags] of this crate alone: what it depends on is compiled once for all builds
 * @property {string} [ofMembers] flags of every crate of the workspace that it is made from, for wasm
 * @property {readonly string[]} [everywhere] flags of what it depends on, too
 * @property {readonly string[]} [config] of cargo, `key=value`
 */

/** What cargo reads of a release profile, with what it takes where a manifest does not say it. */
const PROFILE = {
  'opt-level': 3,
  debug: false,
  // Of a profile without debug information: that of Rust's own library goes, and the names of functions stay.
  strip: 'debuginfo',
  'debug-assertions': false,
  'overflow-checks': false,
  lto: false,
  panic: 'unwind',
  incremental: false,
  'codegen-units': 16,
  rpath: false,
};

/**
 * @param {string} name
 * @param {string} [manifest] path of the Cargo.toml that has it; the workspace's by default
 * @returns {Record<string, unknown>} the profile as it stands there, with all that it inherits
 */
function profileOf(name, manifest = join(ROOT, 'Cargo.toml')) {
  const { profile } = /** @type {any} */ (parse(readFileSync(manifest, 'utf8')));
  const { inherits, package: _, ...own } = profile[name];
  return inherits ? { ...profileOf(inherits, manifest), ...own } : { ...PROFILE, ...own };
}

/** Of what runs while cargo compiles, macros for the most part: only the time to compile it matters. */
const COMPILING = { 'opt-level': 0, debug: false, 'debug-assertions': false, 'overflow-checks': false };

/**
 * @param {string} profile
 * @param {Record<string, unknown>} values of it; what is not named has cargo's default
 * @returns {string[]} arguments of cargo that state it
 */
export const statedProfile = (profile, values) =>
  [
    ...Object.entries({ ...PROFILE, ...values }).map(([key, value]) => [`profile.${profile}.${key}`, value]),
    ...Object.entries(COMPILING).map(([key, value]) => [`profile.${profile}.build-override.${key}`, value]),
  ].flatMap(([key, value]) => ['--config', `${key}=${JSON.stringify(value)}`]);

/** @param {string} profile @param {string} [manifest] @returns {string[]} arguments of cargo that state what it has */
export const stated = (profile, manifest) => statedProfile(profile, profileOf(profile, manifest));

/** All builds share what is compiled: macros, which run while cargo compiles, are compiled once for all. */
const CRATES = join(ROOT, 'target/crates');

/**
 * Neither a wrapper, another compiler, another linker of wasm nor a cache of parts of a user's configuration. The
 * linker of this machine's own programs stays: a machine may have but one that works.
 *
 * @param {Environment} env
 * @param {readonly string[]} [rustflags] instead of those of any configuration
 * @returns {Environment}
 * @throws {SetupError} where a configuration has what no variable goes before
 */
export function statedEnvironment(env, rustflags = []) {
  refuseSettings(env);
  return {
    ...env,
    CARGO_ENCODED_RUSTFLAGS: rustflags.join('\x1f'),
    RUSTC: 'rustc',
    RUSTC_WRAPPER: '',
    RUSTC_WORKSPACE_WRAPPER: '',
    CARGO_INCREMENTAL: '0',
    CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER: 'rust-lld',
    CARGO_TARGET_WASM32_WASIP1_LINKER: 'rust-lld',
  };
}

/** Where each build lies in a folder of its own, beside what cargo and rustc read. */
const BUILDS = join(ROOT, 'target/builds');

/** What a panic's message calls the checkout and cargo's folder, wherever they lie. */
export const FOLDER_NAMES = { checkout: 'fqmul', crates: 'cargo' };
/**
 * In a module's own name, where cargo has a hash of flags and so of these folders: as long as it, for modules are
 * weighed.
 */
const NAME_HASH = '0'.repeat(16);

/**
 * They are in a file: where cargo sees one that renames folders, it names what it compiles without regard to flags, and
 * builds by two sets of flags would each compile again what the other has just compiled.
 *
 * @param {Environment} env
 * @returns {string} the argument of rustc by which a module is the same in every folder
 */
function renamed(env) {
  const flags = [
    `--remap-path-prefix=${ROOT}=${FOLDER_NAMES.checkout}`,
    `--remap-path-prefix=${cargoHome(env, ROOT)}=${FOLDER_NAMES.crates}`,
  ].join('\n');
  return `@${join(BUILDS, written('renamed', flags))}`;
}

/**
 * @param {string} name
 * @param {string} text
 * @param {number} [mode]
 * @returns {string} the file with that text among the builds, written once
 */
function written(name, text, mode) {
  const file = `${name}-${sha256(text).slice(0, 20)}`;
  const path = join(BUILDS, file);
  if (!existsSync(path)) {
    mkdirSync(BUILDS, { recursive: true });
    // Whole at once: another build may be reading it.
    writeFileSync(`${path}.${process.pid}`, text, { mode });
    renameSync(`${path}.${process.pid}`, path);
  }
  return file;
}

/**
 * What others write is compiled once for builds that differ in these flags. Cargo finds the compiler by its name alone:
 * it is part of what crates are called by, and has to be the same in every checkout. Where no script is a program,
 * everything has the flags.
 *
 * @param {Crate} build
 * @param {Environment} env
 * @returns {{ everywhere: readonly string[], compiler: Environment }} flags of all crates, and variables of cargo
 */
function flagged({ ofMembers, everywhere = [] }, { PATH }) {
  if (ofMembers === undefined) return { everywhere, compiler: {} };
  if (process.platform === 'win32') return { everywhere: [...everywhere, ...ofMembers.split(' ')], compiler: {} };
  const script = `#!/bin/sh\ncase "$*" in *"--target wasm"*) set -- "$@" ${ofMembers} ;; esac\nexec "$@"\n`;
  const name = written('rustc', script, 0o755);
  return { everywhere, compiler: { RUSTC_WORKSPACE_WRAPPER: name, PATH: `${BUILDS}${delimiter}${PATH}` } };
}

/**
 * Cargo's environment for a build of that name. Of two builds at the same time one waits for the other. What a build is
 * made of in the end lies in a folder of its own.
 *
 * @param {Environment} env
 * @param {string} name
 * @param {readonly string[]} [rustflags] instead of those of .cargo/config.toml
 * @returns {{ folder: string, env: Environment }}
 */
export function sharing(env, name, rustflags = []) {
  const folder = join(BUILDS, name);
  return {
    folder,
    env: {
      ...statedEnvironment(env, [...rustflags, renamed(env)]),
      CARGO_TARGET_DIR: folder,
      CARGO_BUILD_BUILD_DIR: CRATES,
      // Cargo tells the files of two builds apart by their flags, but not a cdylib's unless it is told to. Without this
      // a build that cargo takes for fresh could be another's module.
      __CARGO_DEFAULT_LIB_METADATA: 'fqmul',
    },
  };
}

/** The compilation before, of this process. @type {Promise<unknown>} */
let before = Promise.resolve();

/**
 * One at a time: cargo lets no other into the folder of what is compiled.
 *
 * @param {Crate} build
 * @param {Context} context
 * @returns {Promise<string>} the file that rustc made, until the next build of that name
 * @throws {SetupError} when it does not compile; cargo's output is in the message
 */
export function compile(build, context) {
  const compiled = before.then(() => compileNow(build, context));
  before = compiled.catch(() => {});
  return compiled;
}

/** @param {Crate} build @param {Context} context @returns {Promise<string>} */
async function compileNow(build, { env, onProgress }) {
  const {
    name,
    crate,
    manifest,
    kind,
    target,
    profile = 'release',
    features = [],
    bare,
    rustflags = '',
    config = [],
  } = build;
  const { everywhere, compiler } = flagged(build, env);
  const { folder, env: shared } = sharing(env, name, everywhere);
  const own = { ...shared, ...compiler };
  const stem = kind === 'cdylib' ? (build.file ?? crate).replaceAll('-', '_') : (build.file ?? crate);
  const args = [
    // Whatever profile is stated, it is in the place of one: what runs while cargo compiles is then compiled once.
    ...['rustc', '--release', '--target', target],
    ...(kind === 'cdylib' ? ['--lib', '--crate-type', 'cdylib'] : [`--${kind}`, build.file ?? crate]),
    ...(manifest ? ['--manifest-path', manifest] : ['--locked', '--package', crate]),
    ...(bare ? ['--no-default-features'] : []),
    ...(features.length > 0 ? ['--features', features.join()] : []),
    ...[...statedProfile('release', profileOf(profile)), ...config.flatMap((one) => ['--config', one])],
    ...['--', ...rustflags.split(' ').filter(Boolean)],
    ...(target === HOST ? [] : ['-C', `link-arg=--soname=${stem}-${NAME_HASH}.wasm`]),
  ];
  await runTool('cargo', args, { what: `build ${name}`, env: own, onProgress });
  const machine = target === HOST ? await hostOf(env) : target;
  const inner = { cdylib: '', bin: '', example: 'examples/' }[kind];
  const ending = target === HOST ? EXE : '.wasm';
  return join(folder, machine, 'release', `${inner}${stem}${ending}`);
}

/**
 * All that a build is made from, for its hash.
 *
 * @param {Crate} build
 * @param {Environment} env
 */
export async function inputsOf({ name: _, manifest, sources, ...build }, env) {
  const own = sources ?? sourcesOf(build.crate);
  return {
    ...build,
    sources: await hashOf(ROOT, [...new Set([...own, 'Cargo.toml', 'Cargo.lock', 'rust-toolchain.toml', '.cargo'])]),
    ...(manifest && { manifest: sha256(await readFile(manifest)) }),
    profile: [profileOf(build.profile ?? 'release'), COMPILING],
    names: { ...FOLDER_NAMES, hash: NAME_HASH },
    rustc: await rustcVersion(env),
  };
}

/** @type {Map<string, string[]>} */
const known = new Map();

/** @param {string} crate a member @returns {string[]} its files and folders, and those of the members it depends on */
export function sourcesOf(crate) {
  const there = known.get(crate);
  if (there) return there;
  const members = membersOf();
  const folder = members.get(crate);
  if (folder === undefined) throw new SetupError(`The workspace has no crate ${crate}.`);
  const at = (/** @type {string} */ path) => relative(ROOT, join(ROOT, folder, path));
  const manifest = /** @type {any} */ (parse(readFileSync(join(ROOT, at('Cargo.toml')), 'utf8')));
  const needed = Object.entries(manifest.dependencies ?? {}).map(([name, { package: own = name }]) => own);
  const sources = [
    at('Cargo.toml'),
    dirname(at(manifest.lib?.path ?? 'src/lib.rs')),
    ...(manifest.example ?? []).map((/** @type {{ path: string }} */ { path }) => dirname(at(path))),
    ...needed.filter((name) => members.has(name)).flatMap(sourcesOf),
  ];
  known.set(crate, sources);
  return sources;
}

/** @type {Map<string, string> | undefined} */
let members;

/** @returns {Map<string, string>} the folder of each member by its name, from the checkout */
function membersOf() {
  if (members) return members;
  const nameIn = (/** @type {string} */ folder) =>
    /** @type {any} */ (parse(readFileSync(join(ROOT, folder, 'Cargo.toml'), 'utf8')));
  const root = nameIn('.');
  members = new Map(['.', ...root.workspace.members].map((folder) => [nameIn(folder).package.name, folder]));
  return members;
}

/** @type {Map<string, Promise<string>>} */
const versions = new Map();

/** @param {Environment} env @returns {Promise<string>} what rustc says of itself, its commit and LLVM included */
export function rustcVersion(env) {
  return asked(env, ['--version', '--verbose']);
}

/** @param {Environment} env @returns {Promise<string>} cargo's name of this machine */
const hostOf = (env) => asked(env, ['--print', 'host-tuple']);

/** @param {Environment} env @param {string[]} args @returns {Promise<string>} asked once */
function asked(env, args) {
  const key = `${env.PATH} ${env.RUSTUP_TOOLCHAIN} ${args.join(' ')}`;
  const answer =
    versions.get(key) ?? execa('rustc', args, { cwd: ROOT, env, extendEnv: false }).then(({ stdout }) => stdout);
  versions.set(key, answer);
  return answer;
}
