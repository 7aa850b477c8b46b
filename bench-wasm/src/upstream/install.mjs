/**
 * The patch in somebody's program: patched copies of the arkworks that its Cargo.lock has, and the lines in its
 * .cargo/config.toml by which cargo takes them. What it was before is kept beside the copies, to be put back.
 */

import { existsSync, readFileSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { mkdir, rm, rmdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { execa } from 'execa';
import { BEGIN, END, addition, assertExtended, configIn, linesOf, pathsIn, withoutLines } from './cargo-config.mjs';
import { leaveCopies } from './copies.mjs';
import { lockedIn, withSources } from './lock.mjs';
import { givingWay, keptOwn, ownPatches, refuseOwn } from './own-patches.mjs';
import { PatchError } from './patch.mjs';
import { PATCH_IDS } from './patches.mjs';
import { isOf, replaceableIn } from './replaceable.mjs';

/** @typedef {import('./copies.mjs').Replaced} Replaced */
/** @typedef {import('./crates.mjs').Context} Context */
/** @typedef {import('./lock.mjs').Locked} Locked */
/** @typedef {import('./patches.mjs').PatchId} PatchId */
/** @typedef {import('./replaceable.mjs').Kept} Kept */

/**
 * What is known of an installation; paths are from the folder of the patched crates.
 * @typedef {object} Installed
 * @property {string} workspace the folder of the program, or of its workspace
 * @property {string} config the file in which lines were added
 * @property {string} added those lines
 * @property {string[]} made files and folders that were not there before, those in others first
 * @property {{ name: string, version: string }[]} replaced
 * @property {string[]} copies the folders of patched crates
 */
export const RECORD = 'installed.json';
/** The lock as it was: cargo takes out where the crates came from. */
const LOCK = 'Cargo.lock.original';

/**
 * @param {string} manifest a Cargo.toml of the program
 * @param {string} into the folder for the patched crates: a new or empty one, or that of an installation before
 * @param {Context} context
 * @param {readonly PatchId[]} [patches] all that there are for its arkworks by default
 * @returns {Promise<{ workspace: string, replaced: Replaced[], kept: Kept[] }>} what is replaced where cargo is started
 *   in that folder, or below it
 * @throws {PatchError} that says what to do; nothing is changed then
 */
export async function install(manifest, into, context, patches = PATCH_IDS) {
  if (basename(manifest) !== 'Cargo.toml' || !existsSync(manifest))
    throw new PatchError('the Cargo.toml of a program is needed.');
  const { workspace, members } = await workspaceOf(manifest, context);
  const folder = realOf(into);
  const before = installedIn(folder);
  const config = configIn(workspace);
  const text = textOf(config) ?? '';
  if (before && join(folder, before.workspace) !== workspace)
    throw new PatchError(`${folder} has the patched crates of ${join(folder, before.workspace)}.`);
  const [there] = before ? [] : pathsIn(text);
  if (there !== undefined) throw new PatchError(alreadyThere(config, resolve(workspace, there)));

  const lockFile = join(workspace, 'Cargo.lock');
  const made = before?.made ?? [...absent(config), ...absent(folder)].map((path) => relative(folder, path));
  if (!existsSync(lockFile)) {
    await makeLock(workspace);
    made.unshift(relative(folder, lockFile));
  }
  try {
    const now = readFileSync(lockFile, 'utf8');
    const lock = before ? withSources(now, readFileSync(join(folder, LOCK), 'utf8'), before.replaced) : now;
    const locked = lockedIn(lock);
    const own = ownPatches(workspace, withoutLines(text, before?.added), context.env);
    const giving = givingWay(own, locked, workspace);
    const staying = own.filter((one) => !giving.some((other) => other === one));
    const left = patches.filter((id) => !staying.some((one) => isOf(one, [id])));
    refuseOwn(staying, patches);
    const plan = replaceableIn(locked, left);
    plan.kept.push(...keptOwn(locked, staying, patches));
    const where = { workspace, folder, lock, patches: left, own: giving };
    const { replaced, kept } = await leaveCopies(plan, where, context);
    if (replaced.length === 0) throw new PatchError(nothing(kept));
    await assertNoMembers(manifest, members, folder, context);

    const lines = linesOf(replaced, `npm run upstream -- --into ${basename(folder)} --undo`);
    const isThere = before !== null && text.includes(lines);
    const original = withoutLines(text, before?.added);
    const added = isThere ? before.added : addition(original, lines);
    assertExtended(config, original + added);
    /** @type {Installed} */
    const record = {
      workspace: relative(folder, workspace),
      config: relative(folder, config),
      ...{ added, made },
      replaced: replaced.map(({ name, version }) => ({ name, version })),
      copies: [...new Set(replaced.map(({ copy }) => copy))],
    };
    await write(join(folder, LOCK), lock);
    await write(join(folder, RECORD), `${JSON.stringify(record, null, 2)}\n`);
    if (!isThere) await write(config, original + added);
    for (const copy of before?.copies ?? [])
      if (!record.copies.includes(copy)) await rm(join(folder, copy), { recursive: true, force: true });
    return { workspace, replaced, kept };
  } catch (error) {
    if (!before) await removeMade(folder, made, readdirIfThere(folder));
    throw error;
  }
}

/**
 * Puts back what install found.
 *
 * @param {string} into
 * @returns {Promise<{ workspace: string, lockChanged: boolean, left: string[] }>} lockChanged: whether the lock has
 *   changed otherwise since, which stays; left: what others have put into the folder
 * @throws {PatchError} when nothing was installed from there
 */
export async function uninstall(into) {
  const folder = realOf(into);
  const installed = installedIn(folder);
  if (installed === null) throw new PatchError(`${folder} has no patched crates of a program: it has no ${RECORD}.`);
  const { made, copies, added, replaced } = installed;
  const [workspace, config] = [installed.workspace, installed.config].map((path) => join(folder, path));
  const wasMade = (/** @type {string} */ file) => made.includes(relative(folder, file));

  const text = textOf(config);
  if (text !== null) {
    const original = withoutLines(text, added);
    await (wasMade(config) && original === '' ? rm(config) : write(config, original));
  }
  const lockFile = join(workspace, 'Cargo.lock');
  const now = textOf(lockFile);
  let lockChanged = false;
  if (now !== null && !wasMade(lockFile)) {
    const original = readFileSync(join(folder, LOCK), 'utf8');
    const lock = withSources(now, original, replaced);
    lockChanged = lock !== original;
    await write(lockFile, lock);
  }
  await removeMade(
    folder,
    made.filter((path) => join(folder, path) !== config),
    [...copies, LOCK, RECORD],
  );
  return { workspace, lockChanged, left: readdirIfThere(folder) };
}

/**
 * @param {string} folder
 * @param {string[]} made files, which are removed, and folders, which are where they are empty
 * @param {string[]} own what is in the folder
 */
async function removeMade(folder, made, own) {
  for (const name of own) await rm(join(folder, name), { recursive: true, force: true });
  for (const path of made.map((one) => join(folder, one))) {
    if (!existsSync(path)) continue;
    if (!statSync(path).isDirectory()) await rm(path);
    else if (readdirSync(path).length === 0) await rmdir(path);
  }
}

/** @param {Kept[]} kept @returns {string} */
const nothing = (kept) =>
  kept.length === 0
    ? 'its Cargo.lock has no ark-ff: there is nothing to patch.'
    : `nothing can be patched: ${kept.map(({ name, version, reason }) => `${name} ${version}: ${reason}`).join('; ')}.`;

/** @param {string} config @param {string} copy that its lines name @returns {string} */
const alreadyThere = (config, copy) =>
  `${config} has such lines already: ` +
  (existsSync(copy)
    ? '--undo takes them out, with the folder that they name.'
    : `${copy} is gone. Take out the lines from "${BEGIN}" to "${END}", and run cargo fetch, which mends Cargo.lock.`);

/**
 * @param {string} manifest
 * @param {Context} context
 * @returns {Promise<{ workspace: string, members: string[] }>} the folder of its workspace, and the crates in that
 * @throws {PatchError} when cargo does not read them
 */
async function workspaceOf(manifest, { env }) {
  const { failed, stdout, stderr } = await execa(
    'cargo',
    ['metadata', '--no-deps', '--format-version', '1', '--manifest-path', manifest],
    // Its own cargo may be a nightly one.
    { cwd: dirname(manifest), env: { ...env, RUSTC_BOOTSTRAP: '1' }, extendEnv: false, reject: false },
  );
  if (failed) throw new PatchError(`${manifest}: ${stderr}`);
  const { workspace_root, workspace_members } = JSON.parse(stdout);
  return { workspace: realpathSync(workspace_root), members: workspace_members.toSorted() };
}

/**
 * @param {string} manifest
 * @param {string[]} members of its workspace, before
 * @param {string} folder with patched crates
 * @param {Context} context
 * @throws {PatchError} when cargo takes the folder, or a crate in it, for another member: it can be named by a pattern
 */
async function assertNoMembers(manifest, members, folder, context) {
  const now = await workspaceOf(manifest, context).catch((error) => {
    if (error instanceof PatchError) return { members: [] };
    throw error;
  });
  if (now.members.join() === members.join()) return;
  throw new PatchError(
    `the workspace has a pattern among its members that takes in ${folder}: another folder is needed, or that one in ` +
      'its exclude.',
  );
}

/** @param {string} workspace a lock of its own cargo's, whose versions of the format may be older */
async function makeLock(workspace) {
  const { failed, stderr } = await execa('cargo', ['generate-lockfile'], { cwd: workspace, reject: false });
  if (failed) throw new PatchError(`${workspace} has no Cargo.lock, and cargo made none: ${stderr}`);
}

/** @param {string} folder @returns {Installed | null} */
function installedIn(folder) {
  const text = textOf(join(folder, RECORD));
  if (text !== null) return JSON.parse(text);
  return null;
}

/** @param {string} path @returns {string[]} itself and the folders around it that are not there, the outer ones last */
const absent = (path) => (existsSync(path) ? [] : [path, ...absent(dirname(path))]);

/** @param {string} path of which the end may not be there @returns {string} without symbolic links */
const realOf = (path) => (existsSync(path) ? realpathSync(path) : join(realOf(dirname(path)), basename(path)));

/** @param {string} file @returns {string | null} */
const textOf = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : null);

/** @param {string} folder @returns {string[]} */
const readdirIfThere = (folder) => (existsSync(folder) ? readdirSync(folder) : []);

/** Whoever looks at times sees no change where there is none. @param {string} file @param {string} text */
async function write(file, text) {
  if (textOf(file) === text) return;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
