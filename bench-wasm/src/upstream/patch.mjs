/** The patch, applied: to copies of the two published crates, or to a checkout of arkworks-rs/algebra. */

import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { devNull } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { ROOT, runTool } from '../setup/toolchain.mjs';
import { VERSION, WORK, copyCrate, publishedCrates } from './crates.mjs';
import { kernelFile } from './kernel-file.mjs';

/** @typedef {import('./crates.mjs').Context} Context */

/** A folder for each pull request, and what each changes of the two crates. */
export const PATCHES = join(ROOT, 'patches');
export const PATCH_FILE = 'ff.patch';
/** The crates that change, and where a checkout has them, which is what the patches name. */
const CRATES = Object.entries({ 'ark-ff': 'ff', 'ark-ff-macros': 'ff-macros' });
/** The file that is made, from a checkout. */
const KERNEL = 'ff/src/fields/models/fp/limbs29.rs';
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
 * Leaves the patched crates in `folder`/ark-ff and `folder`/ark-ff-macros, in place of what is there of these names.
 *
 * @param {string} folder
 * @param {Context} context
 */
export async function leavePatched(folder, context) {
  const published = await publishedCrates(
    CRATES.map(([name]) => name),
    context,
  );
  const staged = join(WORK, `staged.${process.pid}`);
  try {
    for (const [name, at] of CRATES) await copyCrate(String(published.get(name)), join(staged, at));
    await apply(staged, context);
    await mkdir(folder, { recursive: true });
    for (const [name, at] of CRATES) {
      // Cargo tells by their times whether files have changed.
      if (await isSame(join(staged, at), join(folder, name))) continue;
      await rm(join(folder, name), { recursive: true, force: true });
      await cp(join(staged, at), join(folder, name), { recursive: true });
    }
  } finally {
    await rm(staged, { recursive: true, force: true });
  }
}

/**
 * @param {string} checkout of arkworks-rs/algebra, which is changed
 * @param {Context} context
 * @returns {Promise<string[]>} the files that were changed or made
 * @throws {PatchError} when its files are not those of the published crates; nothing is changed then
 */
export async function patchCheckout(checkout, context) {
  const published = await publishedCrates(
    CRATES.map(([name]) => name),
    context,
  );
  const changed = await changedFiles();
  /** @type {[string, string][]} */
  const originals = [];
  for (const file of changed) {
    const [name, at] = /** @type {[string, string]} */ (CRATES.find(([, at]) => file.startsWith(`${at}/`)));
    const [theirs, ours] = await Promise.all(
      [join(checkout, file), join(String(published.get(name)), file.slice(at.length + 1))].map(read),
    );
    if (theirs === null) throw new PatchError(`it has no ${file}; a checkout of arkworks-rs/algebra is needed.`);
    if (theirs.replaceAll('\r\n', '\n') !== ours)
      throw new PatchError(`its ${file} is not that of ${name} ${VERSION}.`);
    originals.push([join(checkout, file), ours]);
  }
  if (existsSync(join(checkout, KERNEL))) throw new PatchError(`it has a ${KERNEL} already.`);
  // Git may have given its lines other ends when it was cloned.
  for (const [file, text] of originals) await writeFile(file, text);
  await apply(checkout, context);
  return [...changed, KERNEL];
}

/**
 * A table of its own for each crate: these can follow a [patch.crates-io] that is there.
 *
 * @param {string} folder
 * @returns {string} what a user appends to Cargo.toml
 */
export function pasteable(folder) {
  const lines = CRATES.flatMap(([name]) => [
    `[patch.crates-io.${name}]`,
    `path = ${JSON.stringify(resolve(folder, name))}`,
  ]);
  return [...lines, ''].join('\n');
}

/** @returns {string} where those lines go, and when cargo takes the crates */
export const howToPaste = () =>
  'Append these lines to the Cargo.toml of the workspace; a [patch.crates-io] that it has stays as it is. Where ' +
  'ark-ff comes from git, say "URL" in place of crates-io, with the URL of the dependency. They replace ark-ff ' +
  `${VERSION} and no other version: for a program on 0.4 or 0.5, cargo warns that the patch was not used. Whether it ` +
  'is used, `cargo tree --invert ark-ff` shows.';

/** @param {string} root with the crates where a checkout has them @param {Context} context */
async function apply(root, { env, onProgress }) {
  // Neither a repository around it nor what a user tells git changes what is written.
  const own = {
    ...Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('GIT_'))),
    GIT_CEILING_DIRECTORIES: dirname(root),
  };
  await runTool('git', [...AS_WRITTEN, 'apply', '--whitespace=nowarn', ...(await patches())], {
    what: 'patch arkworks',
    cwd: root,
    env: own,
    onProgress,
  });
  const kernel = join(root, KERNEL);
  await writeFile(kernel, await kernelFile());
  await runTool('rustfmt', [...FORMAT, kernel], { what: 'format the kernel', cwd: ROOT, env, onProgress });
}

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

/** @returns {Promise<string[]>} those of ark-ff, one a pull request, in the order in which they are applied */
async function patches() {
  const folders = await readdir(PATCHES);
  return folders
    .sort()
    .map((folder) => join(PATCHES, folder, PATCH_FILE))
    .filter(existsSync);
}

/** @returns {Promise<string[]>} the files that the patches change, from a checkout */
async function changedFiles() {
  const texts = await Promise.all((await patches()).map((file) => readFile(file, 'utf8')));
  return [...new Set(texts.flatMap((text) => [...text.matchAll(/^\+\+\+ b\/(.*)$/gm)].map(([, file]) => file)))];
}

/** @param {string} file @returns {Promise<string | null>} */
const read = (file) => readFile(file, 'utf8').catch(() => null);
