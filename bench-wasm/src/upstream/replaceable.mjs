/** Which arkworks of a program's lock can be replaced by a patched one, and why the others cannot. */

import { isSameTable } from './cargo-config.mjs';
import { CRATES, VERSIONS } from './crates.mjs';
import { patchTableOf } from './lock.mjs';
import { PATCH_IDS, cratesOf, patchOf, versionsOf } from './patches.mjs';

/** @typedef {import('./crates.mjs').Version} Version */
/** @typedef {import('./lock.mjs').Locked} Locked */
/** @typedef {import('./patches.mjs').PatchId} PatchId */
/** @typedef {Locked & { reason: string }} Kept a crate that stays as it is, and why */
/** @typedef {{ version: Version, patches: PatchId[], crates: Locked[] }} Published crates of crates.io */
/** @typedef {{ source: string, table: string, crates: Locked[] }} Checkout all crates of a git repository */

/**
 * All crates of a patch go together: what the macros of the product write, only the ark-ff of the product understands.
 *
 * @param {Locked[]} locked
 * @param {readonly PatchId[]} [patches]
 * @returns {{ published: Published[], checkouts: Checkout[], kept: Kept[] }}
 */
export function replaceableIn(locked, patches = PATCH_IDS) {
  const arkworks = locked.filter((crate) => isOf(crate, patches));
  // A lock holds one crate of a name and version in a folder, and a [patch] of a repository is for all its commits.
  const alone = (/** @type {Locked} */ { name, version }) =>
    locked.filter((other) => other.name === name && other.version === version).length === 1;
  const published = VERSIONS.flatMap((version) => {
    const there = arkworks.filter((one) => patchTableOf(one) === 'crates-io' && one.version === version && alone(one));
    const whole = patches.filter(
      (id) =>
        versionsOf(id).includes(version) &&
        cratesOf(version, [id]).every(([name]) => there.some((one) => one.name === name)),
    );
    const crates = there.filter((crate) => isOf(crate, whole));
    return whole.length > 0 ? [{ version, patches: whole, crates }] : [];
  });
  const sources = [...new Set(arkworks.map(({ source }) => source))].filter((source) => source?.startsWith('git+'));
  const checkouts = sources.map((source) => ({
    source: String(source),
    table: String(patchTableOf({ name: '', version: '', source })),
    crates: locked.filter((one) => one.source === source),
  }));
  const one = (/** @type {Checkout} */ { table }) =>
    checkouts.filter((other) => isSameTable(other.table, table)).length === 1;
  const chosen = {
    published,
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

/** @param {{ name: string }} crate @param {readonly PatchId[]} patches @returns {boolean} whether one changes it */
export const isOf = ({ name }, patches) => name in CRATES && patches.includes(patchOf(name));

/** @param {Locked} crate that is not replaced @param {Locked[]} locked @returns {string} */
function reasonOf(crate, locked) {
  const { name, version, source } = crate;
  if (source === undefined) return 'in a folder: --checkout patches a checkout of arkworks-rs/algebra';
  const table = patchTableOf(crate);
  if (table === null) return 'of another registry';
  if (locked.filter((other) => other.name === name && other.version === version).length > 1)
    return `from two sources in the same version: cargo's lock has room for one in a folder`;
  if (table !== 'crates-io') return 'of a repository of which the program has two commits, or a crate twice';
  const patch = patchOf(name);
  const known = versionsOf(patch);
  const near = known.find((one) => minorOf(one) === minorOf(version));
  if (near === undefined) return `the patch is for ${known.slice(0, -1).join(', ')} and ${known.at(-1)}`;
  if (near !== version) return `the patch is for ${near}: cargo update --package ${name}@${version} --precise ${near}`;
  return `without ${cratesOf(near, [patch]).find(([other]) => other !== name)?.[0]} ${version}`;
}

/** @param {string} version */
const minorOf = (version) => version.split('.').slice(0, 2).join('.');
