/** Engines that npm has: installed into an ignored folder of the project, never over the user's own. */

import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, runTool } from '../setup/toolchain.mjs';

/** A program that npm installs there is started by a script, and the end of the script is not that of the program. */
const NOT_ON_WINDOWS = 'not on Windows: a round in it could not be stopped';

/** @param {string} id @returns {string} where an engine is installed */
export const folderOf = (id) => join(ROOT, '.tools/engines', id);

/**
 * @param {string} id of the engine
 * @param {{ name: string, version: string, bin?: string, options?: string[] }} npm its package, and the version that is
 *   installed; bin: its program, where it has another name; options: of npm
 * @param {NodeJS.Platform} [platform]
 * @returns {{ get: string, install?: import('../measure/run.mjs').Engine['install'], installed: { executable: string,
 *   version: string } | null }} installed is null when it is not there
 */
export function fromNpm(id, { name, version, bin = name, options = [] }, platform = process.platform) {
  if (platform === 'win32') return { get: NOT_ON_WINDOWS, installed: null };
  const folder = folderOf(id);
  const modules = join(folder, 'node_modules');
  const executable = join(modules, '.bin', bin);
  return {
    get: `npm run engines -- install ${id}`,
    async install(onProgress) {
      mkdirSync(folder, { recursive: true });
      // Some of them are fetched by a script of their package, whatever npm's configuration says of scripts.
      const whole = ['--ignore-scripts=false', '--include=optional'];
      await runTool('npm', ['install', ...whole, ...options, '--prefix', folder, `${name}@${version}`], {
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
