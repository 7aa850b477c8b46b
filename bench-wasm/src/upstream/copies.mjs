/** The patched copies of what a program has of arkworks: of published crates, and of commits of a repository. */

import { basename, dirname, join, relative, sep } from 'node:path';
import { SetupError } from '../setup/toolchain.mjs';
import { isSameTable } from './cargo-config.mjs';
import { cratesFor } from './crates.mjs';
import { leavePatched, leavePatchedCheckout } from './patch.mjs';
import { isOf } from './replaceable.mjs';

/** @typedef {import('./cargo-config.mjs').Entry} Entry */
/** @typedef {import('./crates.mjs').Context} Context */
/** @typedef {import('./lock.mjs').Locked} Locked */
/** @typedef {import('./own-patches.mjs').OfRepository} OfRepository */
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
 * @param {object} where
 * @param {string} where.workspace
 * @param {string} where.folder
 * @param {string} where.lock
 * @param {readonly PatchId[]} where.patches
 * @param {OfRepository[]} where.own what the program replaces by crates of those repositories, and what gives way
 * @param {Context} context
 * @returns {Promise<{ replaced: Replaced[], kept: Kept[] }>}
 */
export async function leaveCopies(plan, { workspace, folder, lock, patches, own }, context) {
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
    const commit = commitOf(source).slice(0, 7);
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
      const entries = [
        { table, key: `${crate.name}-${commit}` },
        ...own.filter(({ name, git }) => name === crate.name && isSameTable(git, table)),
      ];
      for (const { table, key } of entries)
        replaced.push({ ...crate, table, key, path, copy, ...(unpatched.includes(crate) && { reason }) });
    }
  }
  return { replaced, kept };
}

/**
 * @param {Checkout} checkout
 * @param {string} lock
 * @param {Context} context
 * @returns {Promise<Map<string, string>>} of each crate
 * @throws {SetupError} when cargo does not give them
 */
async function foldersOf({ source, table, crates }, lock, context) {
  const dependencies = crates.map(({ name }) => [name, { git: table, ...referenceOf(source) }]);
  const found = await cratesFor(Object.fromEntries(dependencies), lock, context);
  // Cargo does not spell the name of a branch as a lock does.
  const isOfCommit = (/** @type {string | null} */ other) =>
    other?.startsWith(`git+${table}`) && commitOf(other) === commitOf(source);
  const folders = found.filter((one) => isOfCommit(one.source));
  const without = crates.find(({ name }) => !folders.some((one) => one.name === name));
  if (without) throw new SetupError(`cargo does not find ${without.name} in ${source}.`);
  return new Map(folders.map(({ name, manifest_path }) => [name, dirname(manifest_path)]));
}

/**
 * @param {string} source of a repository, as a lock has it
 * @returns {Record<string, string>} the branch, tag or revision, as a manifest has it
 */
export const referenceOf = (source) =>
  // In a lock of before version 4 a plus is one; no name has a space.
  Object.fromEntries(new URL(source.slice('git+'.length).replaceAll('+', '%2B')).searchParams);

/** @param {string} source of a repository */
const commitOf = (source) => source.replace(/^.*#/, '');
