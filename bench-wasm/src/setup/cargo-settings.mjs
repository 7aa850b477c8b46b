/**
 * What a user has set for cargo, in the checkout, in a folder around it or in cargo's own. The arguments and variables
 * of a build go before most of it. What they cannot go before is refused: it would change what is measured.
 */

import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parse } from 'smol-toml';
import { ROOT, SetupError, isBending } from './toolchain.mjs';

/** @typedef {{ file: string, settings: any }} Configuration one file, as TOML has it */

/** Of a table [target.NAME]; what else is there replaces the build script of a crate that links a library. */
const OF_TARGET = ['linker', 'runner', 'rustflags', 'rustdocflags', 'ar'];

/**
 * @param {import('./toolchain.mjs').Environment} env of cargo
 * @param {string} [folder] in which cargo runs
 * @throws {SetupError} that names the file and the key
 */
export function refuseSettings(env, folder = ROOT) {
  for (const { file, settings } of configurations(env, folder)) {
    const key = bendingKey(settings);
    if (key === undefined) continue;
    throw new SetupError(`${file} has ${key}, which would change what is measured.`, {
      hint: 'Take it out of that file, or name another folder by CARGO_HOME.',
    });
  }
}

/** @param {any} settings @returns {string | undefined} the first key that nothing said to cargo goes before */
function bendingKey({ paths, patch, profile = {}, env = {}, target = {} }) {
  // Sources of other crates than the lock file names. A mirror has the same ones, by their hashes.
  if (paths !== undefined) return 'paths';
  if (patch !== undefined) return 'patch';
  const packages = Object.keys(profile).find((name) => profile[name].package !== undefined);
  if (packages !== undefined) return `profile.${packages}.package`;
  const variable = Object.keys(env).find(isBending);
  if (variable !== undefined) return `env.${variable}`;
  for (const [name, own] of Object.entries(target)) {
    const library = Object.keys(own).find((key) => !OF_TARGET.includes(key));
    if (library !== undefined) return `target.${name}.${library}`;
  }
}

/**
 * @param {import('./toolchain.mjs').Environment} env of cargo
 * @param {string} folder in which cargo runs
 * @returns {string} where it has a user's configuration, and keeps crates
 */
export const cargoHome = ({ CARGO_HOME }, folder) => resolve(folder, CARGO_HOME || join(homedir(), '.cargo'));

/**
 * @param {import('./toolchain.mjs').Environment} env
 * @param {string} folder
 * @returns {Configuration[]} all that cargo reads there
 */
function configurations(env, folder) {
  const folders = new Set([cargoHome(env, folder)]);
  for (let outer = folder, inner = ''; outer !== inner; [outer, inner] = [dirname(outer), outer])
    folders.add(join(outer, '.cargo'));
  return [...folders]
    .flatMap((place) => [join(place, 'config.toml'), join(place, 'config')])
    .filter((file) => existsSync(file))
    .flatMap((file) => withIncluded(file, []));
}

/**
 * @param {string} file
 * @param {string[]} around the files that it is included by
 * @returns {Configuration[]} it, and those that it includes
 */
function withIncluded(file, around) {
  const settings = settingsIn(file);
  const included = [settings.include ?? []]
    .flat()
    .map((one) => resolve(dirname(file), typeof one === 'string' ? one : String(one.path)))
    // What is missing, or includes itself, cargo speaks of.
    .filter((other) => existsSync(other) && ![file, ...around].includes(other));
  return [{ file, settings }, ...included.flatMap((other) => withIncluded(other, [file, ...around]))];
}

/** @param {string} file @returns {any} */
function settingsIn(file) {
  try {
    return parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const [problem] = /** @type {Error} */ (error).message.split('\n');
    throw new SetupError(`${file}, which cargo reads, cannot be read: ${problem}`);
  }
}
