/**
 * The build room. An artefact is a folder of files that were made together: a module with its glue, a program, a
 * script. It lies in a folder named by the hash of all that it was made from, `pkg/by-hash/NAME-HASH/`, and is never
 * replaced; `pkg/NAME` is a link to the one that was made or found last, for people and for tests. A run hands the
 * folders and the sha256 of their files to its sessions, which check what they load.
 */

import { createHash } from 'node:crypto';
import { lstat, mkdir, readFile, readdir, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { ROOT } from './toolchain.mjs';

export const PACKAGES = join(ROOT, 'bench-wasm/pkg');
/** In `pkg/`, the folders that are named by hashes. */
export const BY_HASH = 'by-hash';
/** In the folder of an artefact: what it was made from and is. Written last. */
const NOTE = 'artefact.json';
/** Another process of this checkout waits while an artefact of that name is made. @param {string} name */
const lockOf = (name) => join(ROOT, 'bench-wasm/.cache/building', `${name}.lock`);
/** Digits of a hash that are in the name of a folder. */
const DIGITS = 20;

/**
 * @typedef {object} Artefact
 * @property {string} folder in pkg/, with slashes
 * @property {Record<string, string>} files sha256 of each, by its path in the folder
 */

/** What this process has made or found. @type {Map<string, Artefact>} */
const found = new Map();

/** @returns {Record<string, Artefact>} by name, all that this process has made or found: what a run hands on */
export const artefacts = () => Object.fromEntries(found);

/**
 * The artefact that was made from these inputs: the one that is there, or a new one.
 *
 * @param {string} name
 * @param {object} inputs all of them: sources, locks, flags, versions of tools, as JSON has them
 * @param {(folder: string) => Promise<unknown>} make writes the files into an empty folder
 * @param {{ packages?: string }} [options] another `pkg/`
 * @returns {Promise<Artefact>}
 */
export async function artefact(name, inputs, make, { packages = PACKAGES } = {}) {
  const folder = `${BY_HASH}/${name}-${sha256(JSON.stringify(inputs)).slice(0, DIGITS)}`;
  const place = join(packages, folder);
  const point = () => pointTo(join(packages, name), folder, packages);
  const missing = async () => {
    const files = (await filesOf(place)) ?? (await madeIn(place, { name, inputs }, make));
    // Before another process may prune.
    await point();
    return files;
  };
  const files = (await filesOf(place)) ?? (await alone(name, missing));
  await point();
  const made = { folder, files };
  if (packages === PACKAGES) found.set(name, made);
  return made;
}

/**
 * An artefact of one file.
 *
 * @param {string} path in pkg/: the name of the artefact, a slash, and the file
 * @param {object} inputs as those of an artefact
 * @param {(ready: string) => Promise<unknown>} make writes the file
 * @returns {Promise<{ file: string, sha256: string }>} where it is, and what
 */
export async function fileArtefact(path, inputs, make) {
  const [name, file] = path.split('/');
  const { folder, files } = await artefact(name, inputs, (place) => make(join(place, file)));
  return { file: join(PACKAGES, folder, file), sha256: files[file] };
}

/**
 * Works beside the final folder and moves the result there whole: an interruption leaves no half of one.
 *
 * @param {string} place
 * @param {{ name: string, inputs: object }} note
 * @param {(folder: string) => Promise<unknown>} make
 */
async function madeIn(place, note, make) {
  const partial = `${place}.${process.pid}`;
  try {
    await rm(partial, { recursive: true, force: true });
    await mkdir(partial, { recursive: true });
    await make(partial);
    const files = await hashFolder(partial);
    await writeFile(join(partial, NOTE), `${JSON.stringify({ ...note, files }, null, 2)}\n`);
    // What is there of the name is not whole: somebody has changed it.
    await rm(place, { recursive: true, force: true });
    await rename(partial, place);
    return files;
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

/** @param {string} place @returns {Promise<Record<string, string> | null>} null where it is not there, or not whole */
async function filesOf(place) {
  try {
    const { files } = JSON.parse(await readFile(join(place, NOTE), 'utf8'));
    return JSON.stringify(files) === JSON.stringify(await hashFolder(place)) ? files : null;
  } catch {
    return null;
  }
}

/** @param {string} place @returns {Promise<Record<string, string>>} sha256 of each file but the note, sorted by path */
async function hashFolder(place) {
  const paths = (await filesIn(place)).filter((path) => path !== NOTE);
  return Object.fromEntries(
    await Promise.all(paths.map(async (path) => [path, sha256(await readFile(join(place, path)))])),
  );
}

/**
 * @param {string} link
 * @param {string} folder in `packages`
 * @param {string} packages
 */
async function pointTo(link, folder, packages) {
  const there = await readlink(link).catch(() => null);
  // A junction, which is what Windows lets everybody make, has the whole path.
  const target = process.platform === 'win32' ? join(packages, folder) : folder;
  if (there === target) return;
  const partial = `${link}.${process.pid}`;
  await rm(partial, { force: true });
  await symlink(target, partial, 'junction');
  // A folder of a checkout from before there were links.
  if (there === null || process.platform === 'win32') await rm(link, { recursive: true, force: true });
  await rename(partial, link);
}

/**
 * Removes the artefacts that no link of `pkg/` leads to, which nothing but a run that is going on uses.
 *
 * @param {string} [packages]
 * @returns {Promise<{ removed: string[], bytes: number }>}
 */
export async function pruneArtefacts(packages = PACKAGES) {
  /** @type {string[]} */
  const removed = [];
  let bytes = 0;
  for (const folder of await readdir(join(packages, BY_HASH)).catch(() => [])) {
    // A folder in which something was being made has a process's number behind its name.
    const name = folder.replace(new RegExp(`-[0-9a-f]{${DIGITS}}(\\.\\d+)?$`), '');
    await alone(name, async () => {
      const used = await readlink(join(packages, name)).catch(() => '');
      if (used.split(/[\\/]/).at(-1) === folder) return;
      const place = join(packages, BY_HASH, folder);
      for (const path of await filesIn(place)) bytes += (await lstat(join(place, path))).size;
      await rm(place, { recursive: true, force: true });
      removed.push(folder);
    });
  }
  return { removed, bytes };
}

/**
 * @template T
 * @param {string} name of an artefact
 * @param {() => Promise<T>} task while no other process makes or removes one of that name
 */
const alone = (name, task) => withLock(lockOf(name), name, (line) => console.error(line), task);

/**
 * @param {string} root
 * @param {readonly string[]} paths of files and folders, from the root
 * @returns {Promise<string>} hash of the names and contents of all files there
 */
export async function hashOf(root, paths) {
  const hash = createHash('sha256');
  const files = await Promise.all(
    paths.map(async (path) => {
      const isFolder = (await lstat(join(root, path))).isDirectory();
      return isFolder ? (await filesIn(join(root, path))).map((inner) => `${path}/${inner}`) : [path];
    }),
  );
  for (const file of files.flat().sort()) hash.update(`${file} ${sha256(await readFile(join(root, file)))}\n`);
  return hash.digest('hex');
}

/** @param {string} folder @returns {Promise<string[]>} paths of the files in it, with slashes, sorted */
async function filesIn(folder) {
  const entries = await readdir(folder, { withFileTypes: true });
  const files = entries.map(async (entry) =>
    entry.isDirectory()
      ? (await filesIn(join(folder, entry.name))).map((inner) => `${entry.name}/${inner}`)
      : [entry.name],
  );
  return (await Promise.all(files)).flat().sort();
}

/** @param {string | Uint8Array} data */
export const sha256 = (data) => createHash('sha256').update(data).digest('hex');
