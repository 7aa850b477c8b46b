/** Engines that npm has: installed into an ignored folder of the project, never over the user's own. */

import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, runTool } from '../setup/toolchain.mjs';

/** The Node versions that npm can bring, newest last: each a V8 of its own. */
export const NODE_MAJORS = [22, 24, 26];

/** By engine, the npm package and the version that is installed; Node within its major, as it gets its fixes. */
const PACKAGES = new Map([
  ...NODE_MAJORS.map((major) => /** @type {const} */ ([`node${major}`, { name: 'node', version: String(major) }])),
  ['bun', { name: 'bun', version: '1.4.5' }],
  ['deno', { name: 'deno', version: '2.9.6' }],
]);

/** Ids of the engines that npm has. */
export const FROM_NPM = Object.freeze([...PACKAGES.keys()]);

/** @param {string} id @returns {string} how to get it */
export const installCommand = (id) => `npm run engines -- install ${id}`;

/** @param {string} id @returns {string} */
export const folderOf = (id) => join(ROOT, '.tools/engines', id);

/** @param {string} id */
function packageOf(id) {
  const found = PACKAGES.get(id);
  if (!found) throw new RangeError(`npm has no engine ${id}`);
  return found;
}

/**
 * @param {string} id
 * @returns {{ executable: string, version: string } | null} null when it is not installed
 */
export function installedFromNpm(id) {
  const { name } = packageOf(id);
  const modules = join(folderOf(id), 'node_modules');
  const executable = join(modules, '.bin', name);
  if (!existsSync(executable)) return null;
  return { executable, version: JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8')).version };
}

/**
 * @param {string} id
 * @param {import('../setup/toolchain.mjs').OnProgress} [onProgress]
 * @throws {import('../setup/toolchain.mjs').SetupError} when npm fails
 */
export async function installFromNpm(id, onProgress) {
  const { name, version } = packageOf(id);
  mkdirSync(folderOf(id), { recursive: true });
  await runTool('npm', ['install', '--prefix', folderOf(id), `${name}@${version}`], {
    what: `install ${id}`,
    env: process.env,
    onProgress,
  });
}
