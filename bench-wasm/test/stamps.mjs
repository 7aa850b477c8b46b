/** What was checked already: a step that passed is not run again as long as all that it reads is the same. */

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { execa } from 'execa';

/** What lies in a checkout and is no source. Its folders come and go while tests run. */
const MADE = ['node_modules', 'target', 'pkg', '.cache', '.tools', '.git'];

/**
 * @param {string} root of the checkout
 * @returns {Promise<Map<string, string>>} sha256 of every source, by its path from there
 */
export async function sourcesOf(root) {
  const listed = await execa('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    reject: false,
  });
  const files = listed.failed ? filesIn(root) : listed.stdout.split('\0').filter((file) => file !== '');
  return new Map(
    [...new Set(files)]
      .sort()
      .filter((file) => existsSync(join(root, file)))
      .map((file) => [file, sha256(readFileSync(join(root, file)))]),
  );
}

/** @param {string} root @param {string} [folder] @returns {string[]} paths of sources from the root */
export const filesIn = (root, folder = root) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return MADE.includes(entry.name) ? [] : filesIn(root, path);
    return entry.isFile() ? [relative(root, path)] : [];
  });

/** @param {string | Uint8Array} data @returns {string} */
const sha256 = (data) => createHash('sha256').update(data).digest('hex');

/**
 * @typedef {{ id: string, command?: string[], reads?: (file: string) => boolean, engines?: true }} Stamped by default
 *   it reads all sources, and rests on no engines
 */

/**
 * @param {string} folder in which they are kept
 * @param {Map<string, string>} sources from {@link sourcesOf}
 * @param {unknown} surroundings what else the outcome of each step rests on
 * @param {string[]} engines that are installed
 */
export function stampsIn(folder, sources, surroundings, engines) {
  /** @param {Stamped} step */
  const hashOf = ({ reads = () => true, ...step }) => {
    const around = [surroundings, step.engines ? engines : null];
    return sha256(JSON.stringify([step, around, [...sources].filter(([file]) => reads(file))]));
  };
  const fileOf = (/** @type {string} */ id) => join(folder, id);
  return {
    hashOf,
    /** @param {Stamped} step @returns {boolean} whether it passed as it is */
    has: (step) => existsSync(fileOf(step.id)) && readFileSync(fileOf(step.id), 'utf8') === hashOf(step),
    /** @param {Stamped} step that passed */
    put(step) {
      const file = fileOf(step.id);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, hashOf(step));
    },
  };
}
