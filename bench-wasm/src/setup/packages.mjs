/** The npm packages of the groups in packages/, for what needs them in the middle of a command. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CORE, folderOf, groups, isInstalled } from './install.mjs';
import { runTool, showProgress } from './toolchain.mjs';

const BOOTSTRAP = fileURLToPath(new URL('bootstrap.mjs', import.meta.url));

/** Those that are being installed by this process. @type {Map<string, Promise<void>>} */
const installing = new Map();

/**
 * Installs the groups that are not there. What is imported of them is imported dynamically, after this.
 *
 * @param {string[]} wanted names of folders in packages/
 * @param {import('./toolchain.mjs').OnProgress} [onProgress]
 * @returns {Promise<void>}
 * @throws {import('./toolchain.mjs').SetupError}
 */
export async function ensurePackages(wanted, onProgress = showProgress()) {
  for (const group of wanted) {
    if (!installing.has(group)) installing.set(group, installed(group, onProgress));
    await installing.get(group);
  }
}

/** @param {string} group @param {import('./toolchain.mjs').OnProgress} onProgress */
async function installed(group, onProgress) {
  if (isInstalled(group)) return;
  const what = `get what ${group} needs`;
  await runTool(process.execPath, [BOOTSTRAP, group], { what, env: process.env, onProgress });
}

/**
 * @param {string} path of a file in a package: `name/...` or `@scope/name/...`
 * @returns {string} where it is, whichever group has the package
 */
export function fileInPackage(path) {
  const name = /^(@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? '';
  const group = [CORE, ...groups()].find((one) => {
    const { dependencies } = JSON.parse(readFileSync(join(folderOf(one), 'package.json'), 'utf8'));
    return name in dependencies;
  });
  if (group === undefined) throw new RangeError(`path: no package.json of the harness names "${name}"`);
  return join(folderOf(group), 'node_modules', path);
}

/** @param {string} name of a package @returns {any} its package.json */
export const manifestOf = (name) => JSON.parse(readFileSync(fileInPackage(`${name}/package.json`), 'utf8'));
