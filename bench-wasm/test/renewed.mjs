/** Crates that a test writes anew each time, for cargo, which compiles again what has another date. */

import { existsSync } from 'node:fs';
import { cp, lstat, readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Makes a folder what another one is. A file that is the same already keeps its date.
 *
 * @param {string} from
 * @param {string} to
 */
export async function renew(from, to) {
  await cp(from, to, {
    recursive: true,
    filter: async (source, place) => (await lstat(source)).isDirectory() || !(await isSame(source, place)),
  });
  for (const path of await readdir(to, { recursive: true }))
    if (!existsSync(join(from, path))) await rm(join(to, path), { recursive: true, force: true });
}

/** @param {string} source @param {string} place @returns {Promise<boolean>} false where nothing is there */
async function isSame(source, place) {
  return existsSync(place) && (await readFile(source)).equals(await readFile(place));
}
