/**
 * The lines in a program's .cargo/config.toml by which cargo takes patched crates. Cargo merges them with the [patch]
 * of the manifest: an entry with the same key wins over that of the manifest, and two entries of a table with the same
 * crate in the same version are refused. So each entry has a key of its own, which names its version.
 */

import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { parse } from 'smol-toml';
import { PatchError } from './patch.mjs';

/**
 * @typedef {object} Entry
 * @property {string} table the source, as [patch] names it: crates-io or a URL
 * @property {string} name of the crate
 * @property {string} key of its own
 * @property {string} path from the folder of the workspace, or absolute
 */

const [BEGIN, END] = ['# fqmul: begin', '# fqmul: end'];
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

/** @param {string} text of a configuration @returns {boolean} whether it has such lines */
export const hasLines = (text) => LINES.test(text);

/** @param {string} folder of a workspace @returns {string} the configuration in it that cargo reads */
export function configIn(folder) {
  // Where both are there, cargo reads the older name.
  const older = join(folder, '.cargo/config');
  return existsSync(older) ? older : join(folder, '.cargo/config.toml');
}

/**
 * @param {string} workspace its folder
 * @param {string} config the text of its own configuration
 * @param {import('../setup/toolchain.mjs').Environment} env of cargo
 * @returns {{ file: string, table: string, name: string }[]} all that the program replaces by itself: in its manifest,
 *   and in whatever configuration cargo reads in its folder
 * @throws {PatchError} when a file is not TOML
 */
export function ownPatches(workspace, config, env) {
  const files = new Map([
    [join(workspace, 'Cargo.toml'), readFileSync(join(workspace, 'Cargo.toml'), 'utf8')],
    [configIn(workspace), config],
  ]);
  const above = [env.CARGO_HOME ?? join(homedir(), '.cargo')].flatMap((home) => [
    join(home, 'config.toml'),
    join(home, 'config'),
  ]);
  for (
    let folder = dirname(workspace), inner = workspace;
    folder !== inner;
    [folder, inner] = [dirname(folder), folder]
  )
    above.push(configIn(folder));
  for (const file of above) if (existsSync(file)) files.set(file, readFileSync(file, 'utf8'));
  return [...files].flatMap(([file, text]) =>
    Object.entries(tablesOf(file, text)).flatMap(([table, entries]) =>
      Object.entries(entries).map(([key, entry]) => ({ file, table, name: entry.package ?? key })),
    ),
  );
}

/** @param {string} file @param {string} text @returns {Record<string, Record<string, { package?: string }>>} */
function tablesOf(file, text) {
  try {
    return /** @type {any} */ (parse(text)).patch ?? {};
  } catch (error) {
    throw new PatchError(`${file} is not TOML: ${error instanceof Error ? error.message : error}`);
  }
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
