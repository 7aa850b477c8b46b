/** Engines that npm has: installed into an ignored folder of the project, never over the user's own. */

import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, runTool } from '../toolchain.mjs';

/** The Node versions that npm can bring, newest last: each a V8 of its own. */
export const NODE_MAJORS = [22, 24, 26];

/** @param {number} major @returns {string} */
const folderOf = (major) => join(ROOT, '.tools/engines', `node${major}`);

/**
 * @param {number} major
 * @returns {{ executable: string, version: string } | null} null when it is not installed
 */
export function installedNode(major) {
  const folder = join(folderOf(major), 'node_modules/node');
  const executable = join(folder, 'bin/node');
  if (!existsSync(executable)) return null;
  return { executable, version: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version };
}

/**
 * @param {number} major
 * @param {import('../toolchain.mjs').OnProgress} [onProgress]
 * @throws {import('../toolchain.mjs').SetupError} when npm fails
 */
export async function installNode(major, onProgress) {
  mkdirSync(folderOf(major), { recursive: true });
  await runTool('npm', ['install', '--prefix', folderOf(major), `node@${major}`], { what: `install node${major}`, env: process.env, onProgress });
}
