/** A program's Cargo.lock: the crates in it, and what cargo takes out of it where a crate is replaced. */

import { isDeepStrictEqual } from 'node:util';
import { parse } from 'smol-toml';

/** @typedef {{ name: string, version: string, source?: string }} Locked a crate; of a folder it has no source */

/** How a lock file names crates.io. */
const CRATES_IO = 'registry+https://github.com/rust-lang/crates.io-index';

/** @param {string} lock @returns {Locked[]} */
export function lockedIn(lock) {
  const { package: packages = [] } = /** @type {any} */ (parse(lock));
  return packages;
}

/**
 * @param {Locked} crate
 * @returns {string | null} the name of the [patch] that replaces crates of its source; null where none does
 */
export function patchTableOf({ source }) {
  if (source === CRATES_IO) return 'crates-io';
  return source?.startsWith('git+') ? source.slice('git+'.length).replace(/[?#].*$/, '') : null;
}

/**
 * Cargo writes no source and no checksum of a crate in a folder, and nothing else changes.
 *
 * @param {string} lock as cargo has left it
 * @param {string} original from before crates were replaced
 * @param {Pick<Locked, 'name' | 'version'>[]} replaced
 * @returns {string} the lock with their sources again, and without patches that were not used: byte for byte the
 *   original, where nothing else has changed since
 */
export function withSources(lock, original, replaced) {
  const names = new Set(replaced.map(({ name, version }) => head(name, version)));
  const sources = new Map(entriesIn(original).map((entry) => [headOf(entry), entry.match(FROM)?.join('') ?? '']));
  const restored = entriesIn(lock)
    .filter((entry) => !(entry.startsWith('[[patch.unused]]') && names.has(headOf(entry))))
    .map((entry) => {
      const own = headOf(entry);
      return names.has(own) && !FROM.test(entry) ? entry.replace(own, own + sources.get(own)) : entry;
    });
  const text = `${restored.join('\n\n')}\n`;
  return text === withLineFeeds(original) || isRewritten(text, original) ? original : text;
}

/**
 * Cargo writes a lock that it changes in a newer format, even where all that it says is the same.
 *
 * @param {string} lock
 * @param {string} original
 */
function isRewritten(lock, original) {
  const [now, before] = [lock, original].map((text) => /** @type {any} */ (parse(text)));
  return now.version !== before.version && isDeepStrictEqual(contentOf(now), contentOf(before));
}

/** @param {{ package: (Locked & { dependencies?: string[] })[], patch?: unknown }} lock of any format */
function contentOf({ package: packages, patch }) {
  const idOf = (/** @type {Locked} */ { name, version, source }) => `${name} ${version} ${decoded(source)}`;
  const found = (/** @type {string} */ dependency) => {
    // As much as tells it from the others: a name, its version, its source.
    const [, name, version, source] = /^(\S+)(?: (\S+))?(?: \((.*)\))?$/.exec(dependency) ?? [];
    const all = packages.filter(
      (one) => one.name === name && (version ?? one.version) === one.version && (source ?? one.source) === one.source,
    );
    return all.map(idOf);
  };
  const contents = packages.map((one) => [idOf(one), (one.dependencies ?? []).flatMap(found).sort()]);
  return { crates: new Map(/** @type {[string, string[]][]} */ (contents)), patch };
}

/** Before version 4 a lock has the name of a branch as it is, then encoded. @param {string} [source] */
const decoded = (source = '') => source.replaceAll(/%[2-7][0-9A-F]/g, decodeURIComponent);

/** The lines that say where a crate comes from, each with the line feed before it. */
const FROM = /\nsource = "[^"]*"(?:\nchecksum = "[^"]*")?/;

/** @param {string} name @param {string} version */
const head = (name, version) => `name = "${name}"\nversion = "${version}"`;

/** @param {string} entry @returns {string} its lines that name a crate; none of what is no crate */
const headOf = (entry) => /name = "[^"]*"\nversion = "[^"]*"/.exec(entry)?.[0] ?? '';

/** @param {string} text */
const withLineFeeds = (text) => text.replaceAll('\r\n', '\n');

/** @param {string} lock @returns {string[]} its entries, and what stands above them */
const entriesIn = (lock) => withLineFeeds(lock).trimEnd().split('\n\n');
