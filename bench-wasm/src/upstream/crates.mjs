/** arkworks as it is published, from cargo's cache. */

import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { execa } from 'execa';
import { stringify } from 'smol-toml';
import { ROOT, SetupError, runTool } from '../setup/toolchain.mjs';

/** @typedef {import('../setup/toolchain.mjs').Environment} Environment */
/** @typedef {import('../setup/toolchain.mjs').OnProgress} OnProgress */
/** @typedef {{ env: Environment, onProgress?: OnProgress }} Context */

/** What the pull requests are made for. */
export const VERSION = '0.6.0';
/** @typedef {typeof VERSIONS[number]} Version */
/** What can be patched, newest first. */
export const VERSIONS = /** @type {const} */ ([VERSION, '0.5.0', '0.4.2']);
/** The crates that patches change, and where a checkout has them, which is what patches name. */
export const CRATES = Object.freeze({ 'ark-ff': 'ff', 'ark-ff-macros': 'ff-macros', 'ark-ec': 'ec' });
/** What is made here lies here. */
export const WORK = join(ROOT, 'target/upstream');

/** @param {Version} version @returns {string} where it lies patched: its row has that name, so it says the version */
export const patchedIn = (version) => join(WORK, version, version === VERSION ? 'patched' : `${version}-patched`);

/**
 * Where cargo keeps the sources of these crates; what it has not, it gets.
 *
 * @param {string[]} names
 * @param {Context} context
 * @param {Version} [version] of those that can be patched; of the others the newest of the same minor version
 * @returns {Promise<Map<string, string>>} the folder of each
 * @throws {SetupError}
 */
export async function publishedCrates(names, context, version = VERSION) {
  const minor = version.replace(/\.\d+$/, '');
  const wanted = (/** @type {string} */ name) => ({ version: name in CRATES ? `=${version}` : `~${minor}` });
  const lock = await readFile(join(ROOT, 'Cargo.lock'), 'utf8');
  const packages = await cratesFor(Object.fromEntries(names.map((name) => [name, wanted(name)])), lock, context);
  return new Map(
    names.map((name) => {
      const found = packages.find((it) => it.name === name && it.version.startsWith(`${minor}.`));
      if (!found) throw new SetupError(`cargo does not know ${name} ${minor}.`);
      return [name, dirname(found.manifest_path)];
    }),
  );
}

/** @typedef {{ name: string, version: string, source: string | null, manifest_path: string }} Found a crate on disk */

/**
 * Cargo answers for a crate that depends on them; what it has not, it gets.
 *
 * @param {Record<string, object>} dependencies as a manifest has them
 * @param {string} lock text of a Cargo.lock, from which what they are follows where it has them
 * @param {Context} context
 * @returns {Promise<Found[]>} they, and all that they depend on
 * @throws {SetupError}
 */
export async function cratesFor(dependencies, lock, { env, onProgress = () => {} }) {
  await mkdir(WORK, { recursive: true });
  const asking = await mkdtemp(join(WORK, 'asking-'));
  try {
    await mkdir(join(asking, 'src'));
    await writeFile(join(asking, 'src/lib.rs'), '');
    const least = Object.entries(dependencies).map(([name, one]) => [name, { ...one, 'default-features': false }]);
    await writeFile(
      join(asking, 'Cargo.toml'),
      stringify({
        package: { name: 'asking', edition: '2021' },
        dependencies: Object.fromEntries(least),
        workspace: {},
      }),
    );
    await writeFile(join(asking, 'Cargo.lock'), lock);
    await runTool('cargo', ['fetch'], { what: 'fetch arkworks', cwd: asking, env, onProgress });
    const { stdout } = await execa('cargo', ['metadata', '--format-version', '1'], {
      cwd: asking,
      env,
      extendEnv: false,
    });
    return JSON.parse(stdout).packages;
  } finally {
    await rm(asking, { recursive: true, force: true });
  }
}

/** What cargo and git keep beside the files of a crate, or of a checkout. */
const KEPT_BESIDE = ['.cargo-ok', '.cargo_vcs_info.json', '.git', 'Cargo.lock'];

/**
 * A copy to write in, in place of what is there.
 *
 * @param {string} crate or a checkout
 * @param {string} folder
 */
export async function copyCrate(crate, folder) {
  await rm(folder, { recursive: true, force: true });
  const filter = (/** @type {string} */ path) => !KEPT_BESIDE.includes(basename(path));
  await cp(crate, folder, { recursive: true, verbatimSymlinks: true, filter });
}
