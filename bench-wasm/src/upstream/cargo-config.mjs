/**
 * The lines in a program's .cargo/config.toml by which cargo takes patched crates. Cargo merges them with the [patch]
 * of the manifest: an entry with the same key wins over that of the manifest, and two entries of a table with the same
 * crate in the same version are refused. So each entry has a key of its own, which names its version.
 */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { PatchError } from './patch.mjs';

/**
 * @typedef {object} Entry
 * @property {string} table the source, as [patch] names it: crates-io or a URL
 * @property {string} name of the crate
 * @property {string} key of its own
 * @property {string} path from the folder of the workspace, or absolute
 */

export const [BEGIN, END] = ['# fqmul: begin', '# fqmul: end'];
const LINES = new RegExp(`^${BEGIN}[^]*?^${END}\r?\n?`, 'm');

/** @param {Entry[]} entries @param {string} undo what takes the lines back @returns {string} lines to append */
export function linesOf(entries, undo) {
  const tables = entries.flatMap(({ table, name, key, path }) => [
    // A table of its own for each: it can follow a [patch.crates-io] that is there.
    `[patch.${table === 'crates-io' ? table : JSON.stringify(table)}.${key}]`,
    `package = ${JSON.stringify(name)}`,
    `path = ${JSON.stringify(path)}`,
  ]);
  return [`${BEGIN}: products in wasm; ${undo} takes these lines out`, ...tables, END, ''].join('\n');
}

/** @param {string} text of a configuration @param {string} lines from linesOf @returns {string} what is to be added */
export const addition = (text, lines) => (text === '' || text.endsWith('\n') ? lines : `\n${lines}`);

/**
 * @param {string} text of a configuration
 * @param {string} [added] what was added to it
 * @returns {string} without that, also where somebody has changed it since
 */
export function withoutLines(text, added) {
  return added !== undefined && text.includes(added) ? text.replace(added, () => '') : text.replace(LINES, '');
}

/** @param {string} text of a configuration @returns {string[]} the paths in such lines of it */
export const pathsIn = (text) =>
  [...(LINES.exec(text)?.[0] ?? '').matchAll(/^path = (".*")/gm)].map(([, path]) => JSON.parse(path));

/** @param {string} folder of a workspace @returns {string} the configuration in it that cargo reads */
export function configIn(folder) {
  // Where both are there, cargo reads the older name.
  const older = join(folder, '.cargo/config');
  return existsSync(older) ? older : join(folder, '.cargo/config.toml');
}

/**
 * @param {string} file a configuration
 * @param {string} text it, with lines added
 * @throws {PatchError} where they cannot follow what is there
 */
export function assertExtended(file, text) {
  try {
    parse(text);
  } catch {
    throw new PatchError(
      `${file} has patch, or a table in it, in one line, which no line can be added to: write [patch.crates-io].`,
    );
  }
}

/** @param {string} one @param {string} other @returns {boolean} whether two tables are of one source */
export const isSameTable = (one, other) => canonical(one) === canonical(other);

/** As cargo compares URLs of git. @param {string} table */
const canonical = (table) =>
  table
    .replace(/\/+$/, '')
    .replace(/\.git$/, '')
    .toLowerCase();
