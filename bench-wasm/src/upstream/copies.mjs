/** The patched copies of what a program has of arkworks: of published crates, and of commits of a repository. */

import { basename, dirname, join, relative, sep } from 'node:path';
import { cratesFor } from './crates.mjs';
import { leavePatched, leavePatchedCheckout } from './patch.mjs';
import { isOf } from './replaceable.mjs';

/** @typedef {import('./cargo-config.mjs').Entry} Entry */
/** @typedef {import('./crates.mjs').Context} Context */
/** @typedef {import('./lock.mjs').Locked} Locked */
/** @typedef {import('./patches.mjs').PatchId} PatchId */
/** @typedef {import('./replaceable.mjs').Checkout} Checkout */
/** @typedef {import('./replaceable.mjs').Kept} Kept */
/** @typedef {import('./replaceable.mjs').Published} Published */
/**
 * @typedef {Locked & Entry & { copy: string, reason?: string }} Replaced a crate of the lock, and what takes its place;
 *   copy: the folder of that, by its name; reason: why its patch is not in it
 */

/**
 * @param {{ published: Published[], checkouts: Checkout[], kept: Kept[] }} plan
 * @param {{ workspace: string, folder: string, lock: string, patches: readonly PatchId[] }} where
 * @param {Context} context
 * @returns {Promise<{ replaced: Replaced[], kept: Kept[] }>}
 */
export async function leaveCopies(plan, { workspace, folder, lock, patches }, context) {
  const pathTo = (/** @type {string[]} */ ...parts) => relative(workspace, join(folder, ...parts)).replaceAll(sep, '/');
  /** @type {Replaced[]} */
  const replaced = [];
  const kept = [...plan.kept];
  for (const one of plan.published) {
    const { version } = one;
    const called = (/** @type {string} */ name) => `${name}-${version}`;
    await leavePatched(folder, context, version, { patches: one.patches, called });
    for (const crate of one.crates) {
      const copy = called(crate.name);
      replaced.push({ ...crate, table: 'crates-io', key: copy.replaceAll('.', '-'), path: pathTo(copy), copy });
    }
  }
  for (const { source, table, crates } of plan.checkouts) {
    const folders = await foldersOf({ source, table, crates }, lock, context);
    const root = dirname(String(folders.get('ark-ff')));
    const commit = source.replace(/^.*#/, '').slice(0, 7);
    const copy = `${basename(table, '.git')}-${commit}`;
    const places = new Map(crates.map(({ name }) => [name, relative(root, String(folders.get(name)))]));
    const wanted = { crates: [...places.values()], patches };
    const applied = await leavePatchedCheckout(root, join(folder, copy), wanted, context);
    const unpatched = crates.filter((crate) => isOf(crate, patches) && !isOf(crate, applied));
    const reason = 'the patch does not fit its files at this commit';
    if (applied.length === 0) {
      kept.push(...unpatched.map((crate) => ({ ...crate, reason })));
      continue;
    }
    // What it depends on in its own repository is then that in the copy, and so has to be all that others use of it.
    for (const crate of crates) {
      const path = pathTo(copy, String(places.get(crate.name)));
      const own = { table, key: `${crate.name}-${commit}`, path, copy, ...(unpatched.includes(crate) && { reason }) };
      replaced.push({ ...crate, ...own });
    }
  }
  return { replaced, kept };
}

/** @param {Checkout} checkout @param {string} lock @param {Context} context @returns {Promise<Map<string, string>>} */
async function foldersOf({ source, table, crates }, lock, context) {
  const reference = Object.fromEntries(new URL(source.slice('git+'.length)).searchParams);
  const dependencies = crates.map(({ name }) => [name, { git: table, ...reference }]);
  const found = await cratesFor(Object.fromEntries(dependencies), lock, context);
  return new Map(
    found.filter((one) => one.source === source).map(({ name, manifest_path }) => [name, dirname(manifest_path)]),
  );
}
