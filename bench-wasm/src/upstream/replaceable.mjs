/** Which arkworks of a program's lock can be replaced by a patched one, and why the others cannot. */

import { isSameTable } from './cargo-config.mjs';
import { CRATES, VERSIONS } from './crates.mjs';
import { patchTableOf } from './lock.mjs';
import { cratesOf } from './patch.mjs';

/** @typedef {import('./crates.mjs').Version} Version */
/** @typedef {import('./lock.mjs').Locked} Locked */
/** @typedef {Locked & { reason: string }} Kept a crate that stays as it is, and why */
/** @typedef {{ version: Version, crates: Locked[] }} Published crates of crates.io */
/** @typedef {{ source: string, table: string, crates: Locked[] }} Checkout all crates of a git repository */

const VERSIONS_SAID = `${VERSIONS.slice(0, -1).join(', ')} and ${VERSIONS.at(-1)}`;

/**
 * A crate and its macros go together: what the macros of the patch write, only the ark-ff of the patch understands.
 *
 * @param {Locked[]} locked
 * @returns {{ published: Published[], checkouts: Checkout[], kept: Kept[] }}
 */
export function replaceableIn(locked) {
  const arkworks = locked.filter(({ name }) => name in CRATES);
  const published = VERSIONS.map((version) => ({
    version,
    crates: arkworks.filter((one) => patchTableOf(one) === 'crates-io' && one.version === version),
  })).filter(({ version, crates }) => cratesOf(version).every(([name]) => crates.some((one) => one.name === name)));
  const sources = [...new Set(arkworks.map(({ source }) => source))].filter((source) => source?.startsWith('git+'));
  const checkouts = sources.map((source) => ({
    source: String(source),
    table: String(patchTableOf({ name: '', version: '', source })),
    crates: locked.filter((one) => one.source === source),
  }));

  // A lock holds one crate of a name and version in a folder, and a [patch] of a repository is for all its commits.
  const alone = (/** @type {Locked} */ { name, version }) =>
    locked.filter((other) => other.name === name && other.version === version).length === 1;
  const one = (/** @type {Checkout} */ { table }) =>
    checkouts.filter((other) => isSameTable(other.table, table)).length === 1;
  const chosen = {
    published: published.filter(({ crates }) => crates.every(alone)),
    checkouts: checkouts.filter((checkout) => one(checkout) && checkout.crates.every(alone)),
  };
  const replaced = [...chosen.published, ...chosen.checkouts].flatMap(({ crates }) => crates);
  return {
    ...chosen,
    kept: arkworks
      .filter((crate) => !replaced.includes(crate))
      .map((crate) => ({ ...crate, reason: reasonOf(crate, locked) })),
  };
}

/** @param {Locked} crate that is not replaced @param {Locked[]} locked @returns {string} */
function reasonOf(crate, locked) {
  const { name, version, source } = crate;
  if (source === undefined) return 'in a folder: --checkout patches a checkout of arkworks-rs/algebra';
  const table = patchTableOf(crate);
  if (table === null) return 'of another registry';
  if (locked.filter((other) => other.name === name && other.version === version).length > 1)
    return `from two sources in the same version: cargo's lock has room for one in a folder`;
  if (table !== 'crates-io') return 'of a repository of which the program has two commits, or a crate twice';
  const near = VERSIONS.find((known) => minorOf(known) === minorOf(version));
  if (near === undefined) return `the patch is for ${VERSIONS_SAID}`;
  if (near !== version) return `the patch is for ${near}: cargo update --package ${name}@${version} --precise ${near}`;
  return `without ${Object.keys(CRATES).find((other) => other !== name)} ${version}`;
}

/** @param {string} version */
const minorOf = (version) => version.split('.').slice(0, 2).join('.');
