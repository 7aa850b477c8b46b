/** The patches, applied: to copies of the published crates, or to a checkout of arkworks-rs/algebra. */

import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { devNull } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { execa } from 'execa';
import { parse } from 'smol-toml';
import { ROOT, runTool } from '../setup/toolchain.mjs';
import { VERSION, WORK, copyCrate, publishedCrates } from './crates.mjs';
import { changedFiles, cratesOf, filesOf, madeBy, patchesFor, versionsOf } from './patches.mjs';

/** @typedef {import('./crates.mjs').Context} Context */
/** @typedef {import('./crates.mjs').Version} Version */
/** @typedef {import('./patches.mjs').PatchId} PatchId */

/** As arkworks formats its code: the edition of its manifest, and the options of its rustfmt.toml. */
const FORMAT = ['--edition', '2021', '--config', 'match_block_trailing_comma=true,use_field_init_shorthand=true'];

/** Options of git: line feeds stay line feeds. */
const AS_WRITTEN = ['core.autocrlf=false', 'core.eol=lf', `core.attributesFile=${devNull}`].flatMap((setting) => [
  '-c',
  setting,
]);

/** A folder that cannot be written to, or a checkout that cannot be patched. */
export class PatchError extends Error {
  name = 'PatchError';
}

/**
 * Leaves the patched crates in `folder`/ark-ff and so on, in place of what is there of these names.
 *
 * @param {string} folder
 * @param {Context} context
 * @param {Version} [version]
 * @param {{ patches?: readonly PatchId[], called?: (name: string) => string }} [options] patches: all that there are
 *   for the version by default; called: another name of a crate's folder
 */
export async function leavePatched(
  folder,
  context,
  version = VERSION,
  { patches = patchesFor(version), called = (name) => name } = {},
) {
  const crates = cratesOf(version, patches);
  const names = crates.map(([name]) => name);
  const published = await publishedCrates(names, context, version);
  await inStaging(async (staged) => {
    for (const [name, at] of crates) await copyCrate(String(published.get(name)), join(staged, at));
    for (const id of patches) await apply(staged, id, version, context);
    for (const [name, at] of crates) await place(join(staged, at), join(folder, called(name)));
  });
}

/**
 * Leaves a patched copy of a checkout of arkworks-rs/algebra, of any commit whose files one of the patches fits.
 *
 * @param {string} checkout
 * @param {string} folder in place of what is there
 * @param {{ crates: string[], patches: readonly PatchId[] }} wanted crates: the places of those that are used
 * @param {Context} context
 * @returns {Promise<PatchId[]>} those that fit; where there is none, nothing is left
 */
export async function leavePatchedCheckout(checkout, folder, { crates, patches }, context) {
  return inStaging(async (staged) => {
    await copyCrate(checkout, staged);
    /** @type {PatchId[]} */
    const applied = [];
    for (const id of patches) {
      if (existsSync(join(staged, madeBy(id).made))) continue;
      // Git takes a patch whose lines are all there and no other; each of them names its function.
      const version = await firstThat(versionsOf(id), (one) => fits(staged, id, one, context));
      if (version === undefined) continue;
      await apply(staged, id, version, context);
      applied.push(id);
    }
    if (applied.length === 0) return applied;
    for (const crate of crates) await nameWorkspace(staged, crate);
    await place(staged, folder);
    return applied;
  });
}

/** @template T @param {T[]} all @param {(one: T) => Promise<boolean>} holds @returns {Promise<T | undefined>} */
async function firstThat(all, holds) {
  for (const one of all) if (await holds(one)) return one;
  return undefined;
}

/**
 * Where a copy lies in another workspace, cargo takes that for the workspace of its crates, unless they name theirs.
 *
 * @param {string} root
 * @param {string} crate
 */
async function nameWorkspace(root, crate) {
  const file = join(root, crate, 'Cargo.toml');
  const text = await readFile(file, 'utf8');
  const inherits = /\bworkspace *= *true\b/.test(text);
  if (!inherits || crate === '' || /** @type {any} */ (parse(text)).package.workspace !== undefined) return;
  const named = `[package]\nworkspace = ${JSON.stringify(relative(dirname(file), root).replaceAll(sep, '/'))}`;
  await writeFile(file, text.replace(/^\[package\]/m, named));
}

/** @template T @param {(folder: string) => Promise<T>} work in a folder that is there as long @returns {Promise<T>} */
async function inStaging(work) {
  await mkdir(WORK, { recursive: true });
  const staged = await mkdtemp(join(WORK, 'staged-'));
  try {
    return await work(staged);
  } finally {
    await rm(staged, { recursive: true, force: true });
  }
}

/** Cargo tells by their times whether files have changed. @param {string} from @param {string} to */
async function place(from, to) {
  if (await isSame(from, to)) return;
  await rm(to, { recursive: true, force: true });
  await cp(from, to, { recursive: true, verbatimSymlinks: true });
}

/**
 * @param {string} checkout of arkworks-rs/algebra, which is changed
 * @param {Context} context
 * @param {Version} [version]
 * @param {readonly PatchId[]} [patches]
 * @returns {Promise<string[]>} the files that were changed or made
 * @throws {PatchError} when its files are not those of the published crates; nothing is changed then
 */
export async function patchCheckout(checkout, context, version = VERSION, patches = patchesFor(version)) {
  const crates = cratesOf(version, patches);
  const names = crates.map(([name]) => name);
  const published = await publishedCrates(names, context, version);
  const changed = changedFiles(version, patches);
  const made = patches.map((id) => madeBy(id).made);
  /** @type {[string, string][]} */
  const originals = [];
  for (const file of changed) {
    const [name, at] = /** @type {[string, string]} */ (crates.find(([, at]) => file.startsWith(`${at}/`)));
    const [theirs, ours] = await Promise.all(
      [join(checkout, file), join(String(published.get(name)), file.slice(at.length + 1))].map(read),
    );
    if (theirs === null) throw new PatchError(`it has no ${file}; a checkout of arkworks-rs/algebra is needed.`);
    if (theirs.replaceAll('\r\n', '\n') !== ours)
      throw new PatchError(`its ${file} is not that of ${name} ${version}.`);
    originals.push([join(checkout, file), ours]);
  }
  for (const file of made) if (existsSync(join(checkout, file))) throw new PatchError(`it has a ${file} already.`);
  // Git may have given its lines other ends when it was cloned.
  for (const [file, text] of originals) await writeFile(file, text);
  for (const id of patches) await apply(checkout, id, version, context);
  return [...changed, ...made];
}

/**
 * A table of its own for each crate: these can follow a [patch.crates-io] that is there.
 *
 * @param {string} folder
 * @param {Version} [version]
 * @param {readonly PatchId[]} [patches]
 * @returns {string} what a user appends to Cargo.toml
 */
export function pasteable(folder, version = VERSION, patches = patchesFor(version)) {
  const lines = cratesOf(version, patches).flatMap(([name]) => [
    `[patch.crates-io.${name}]`,
    `path = ${JSON.stringify(resolve(folder, name))}`,
  ]);
  return [...lines, ''].join('\n');
}

/**
 * @param {Version} version
 * @param {readonly PatchId[]} [patches]
 * @returns {string} where those lines go, and when cargo takes the crates
 */
export function howToPaste(version, patches = patchesFor(version)) {
  const [first, ...others] = cratesOf(version, patches).map(([name]) => name);
  return (
    'Append these lines to the Cargo.toml of the workspace; a [patch.crates-io] that it has stays as it is. Where ' +
    `${first} comes from git, say "URL" in place of crates-io, with the URL of the dependency. They replace ` +
    `${[first, ...others].join(', ')} ${version} and no other version (--ark names it): elsewhere cargo warns that ` +
    `the patch was not used. Whether it is used, \`cargo tree --invert ${first}\` shows.`
  );
}

/**
 * @param {string} root the folder that the diffs name files from
 * @param {string[]} diffs
 * @param {Context & { what: string }} context what: the step's name
 * @throws {import('../setup/toolchain.mjs').SetupError} where one of them does not fit
 */
export async function applyDiffs(root, diffs, { what, env, onProgress }) {
  await runTool('git', [...AS_WRITTEN, 'apply', '--whitespace=nowarn', ...diffs], {
    ...{ what, cwd: root, onProgress },
    env: aloneIn(root, env),
  });
}

/**
 * @param {string} root with the crates where a checkout has them
 * @param {PatchId} id
 * @param {Version} version
 * @param {Context} context
 */
async function apply(root, id, version, { env, onProgress }) {
  await applyDiffs(root, filesOf(id, version), { what: 'patch arkworks', env, onProgress });
  const { made, text } = madeBy(id);
  const file = join(root, made);
  await writeFile(file, await text());
  await runTool('rustfmt', [...FORMAT, file], { what: 'format what is new', cwd: ROOT, env, onProgress });
}

/**
 * @param {string} root of a checkout
 * @param {PatchId} id
 * @param {Version} version
 * @param {Context} context
 * @returns {Promise<boolean>}
 */
async function fits(root, id, version, { env }) {
  const { failed } = await execa('git', [...AS_WRITTEN, 'apply', '--check', ...filesOf(id, version)], {
    cwd: root,
    env: aloneIn(root, env),
    extendEnv: false,
    reject: false,
  });
  return !failed;
}

/**
 * @param {string} root
 * @param {import('../setup/toolchain.mjs').Environment} env
 * @returns {import('../setup/toolchain.mjs').Environment} in which neither a repository around the folder nor what a
 *   user tells git changes what git writes there
 */
const aloneIn = (root, env) => ({
  ...Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('GIT_'))),
  GIT_CEILING_DIRECTORIES: dirname(root),
});

/** @param {string} one @param {string} other @returns {Promise<boolean>} whether two folders have the same files */
async function isSame(one, other) {
  const [files, others] = await Promise.all([one, other].map(filesIn));
  if (files.join() !== others.join()) return false;
  const same = files.map(async (file) => {
    const [a, b] = await Promise.all([one, other].map((folder) => readFile(join(folder, file))));
    return a.equals(b);
  });
  return (await Promise.all(same)).every(Boolean);
}

/** @param {string} folder @returns {Promise<string[]>} paths in it, sorted; none where there is no such folder */
async function filesIn(folder) {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

/** @param {string} file @returns {Promise<string | null>} */
const read = (file) => readFile(file, 'utf8').catch(() => null);
