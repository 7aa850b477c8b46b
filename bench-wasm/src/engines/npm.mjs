/** Engines that npm has: installed into an ignored folder of the project, never over the user's own. */

import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, runTool } from '../setup/toolchain.mjs';

/** @param {string} id @returns {string} where an engine is installed */
export const folderOf = (id) => join(ROOT, '.tools/engines', id);

/**
 * @param {string} id of the engine
 * @param {{ name: string, version: string }} npm its package, and the version that is installed
 * @returns {{ get: string, install: NonNullable<import('../measure/run.mjs').Engine['install']>, installed: {
 *   executable: string, version: string } | null }} installed is null when it is not there
 */
export function fromNpm(id, { name, version }) {
  const folder = folderOf(id);
  const modules = join(folder, 'node_modules');
  const executable = join(modules, '.bin', name);
  return {
    get: `npm run engines -- install ${id}`,
    async install(onProgress) {
      mkdirSync(folder, { recursive: true });
      await runTool('npm', ['install', '--prefix', folder, `${name}@${version}`], {
        what: `install ${id}`,
        env: process.env,
        onProgress,
      });
    },
    installed: existsSync(executable)
      ? { executable, version: JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8')).version }
      : null,
  };
}
