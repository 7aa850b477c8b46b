/** What a program replaces by itself, and what of that gives way to a patched copy. */

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'smol-toml';
import { cargoHome } from '../setup/cargo-settings.mjs';
import { configIn, isSameTable } from './cargo-config.mjs';
import { patchTableOf } from './lock.mjs';
import { PatchError } from './patch.mjs';
import { isOf } from './replaceable.mjs';

/** @typedef {import('./lock.mjs').Locked} Locked */
/** @typedef {import('./patches.mjs').PatchId} PatchId */
/** @typedef {import('./replaceable.mjs').Kept} Kept */

/**
 * @typedef {object} Own what a program replaces by itself
 * @property {string} file in which it does
 * @property {string} table as in an Entry
 * @property {string} key
 * @property {string} name of the crate
 * @property {string} [git] the URL, where it is replaced by what is in a repository
 */
/** @typedef {Own & { git: string }} OfRepository */

/**
 * @param {string} workspace its folder
 * @param {string} config the text of its own configuration
 * @param {import('../setup/toolchain.mjs').Environment} env of cargo
 * @returns {Own[]} all that the program replaces: in its manifest, and in whatever configuration cargo reads in its
 *   folder
 * @throws {PatchError} when a file is not TOML
 */
export function ownPatches(workspace, config, env) {
  const files = new Map([
    [manifestIn(workspace), readFileSync(manifestIn(workspace), 'utf8')],
    [configIn(workspace), config],
  ]);
  const above = ['config.toml', 'config'].map((name) => join(cargoHome(env, workspace), name));
  for (
    let folder = dirname(workspace), inner = workspace;
    folder !== inner;
    [folder, inner] = [dirname(folder), folder]
  )
    above.push(configIn(folder));
  for (const file of above) if (existsSync(file)) files.set(file, readFileSync(file, 'utf8'));
  return [...files].flatMap(([file, text]) =>
    Object.entries(tablesOf(file, text)).flatMap(([table, entries]) =>
      Object.entries(entries).map(([key, entry]) => ({
        ...{ file, table, key, name: entry.package ?? key },
        ...(entry.git !== undefined && { git: entry.git }),
      })),
    ),
  );
}

/**
 * @param {string} file
 * @param {string} text
 * @returns {Record<string, Record<string, { package?: string, git?: string }>>} entries by their keys, by their tables
 */
function tablesOf(file, text) {
  try {
    return /** @type {any} */ (parse(text)).patch ?? {};
  } catch (error) {
    throw new PatchError(`${file} is not TOML: ${error instanceof Error ? error.message : error}`);
  }
}

/**
 * Where the configuration has an entry with a key of the manifest's [patch], cargo takes that: so a copy of a
 * repository can stand in its place.
 *
 * @param {Own[]} own
 * @param {Locked[]} locked
 * @param {string} workspace
 * @returns {OfRepository[]} those of the manifest that take a crate of the lock from a repository, unless a
 *   configuration takes another from there
 */
export function givingWay(own, locked, workspace) {
  const used = own.filter(isOfRepository).filter(({ name, git }) => locked.some((crate) => isFrom(crate, name, git)));
  return used.filter(({ git }) => {
    const together = used.filter((other) => isSameTable(other.git, git));
    return together.every(({ file }) => file === manifestIn(workspace));
  });
}

/** @param {Own} own @returns {own is OfRepository} */
const isOfRepository = (own) => own.git !== undefined;

/** @param {Locked} crate @param {string} name @param {string} git */
const isFrom = (crate, name, git) => crate.name === name && isSameTable(patchTableOf(crate) ?? '', git);

/** @param {string} workspace */
const manifestIn = (workspace) => join(workspace, 'Cargo.toml');

/**
 * @param {Own[]} own what does not give way
 * @param {readonly PatchId[]} patches
 * @throws {PatchError} where the program itself replaces a crate of the first: it can do without an MSM, and not
 *   without what is asked for first
 */
export function refuseOwn(own, [first]) {
  const refused = own.find((one) => isOf(one, [first]));
  if (!refused) return;
  throw new PatchError(
    `${refused.file}: [patch.${refused.table}] has an ${refused.name} of its own, and cargo takes no second one. ` +
      'Take it out, and the published one is patched; or keep it, and patch its source by --checkout.',
  );
}

/**
 * @param {Locked[]} locked
 * @param {Own[]} own what does not give way
 * @param {readonly PatchId[]} patches
 * @returns {Kept[]} crates of the other patches
 */
export const keptOwn = (locked, own, [_, ...patches]) =>
  locked.flatMap((crate) => {
    const mine = own.find(({ name }) => name === crate.name);
    if (!mine || !isOf(crate, patches)) return [];
    return [{ ...crate, reason: `${mine.file}: [patch.${mine.table}] has one of its own` }];
  });
