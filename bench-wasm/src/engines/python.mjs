/** Engines that are Python libraries, each with a program of ours that runs a module in it. */

import { join } from 'node:path';
import { runTool } from '../setup/toolchain.mjs';
import { folderOf } from './npm.mjs';

export const PYTHON = process.platform === 'win32' ? 'python' : 'python3';

/**
 * @param {string} id of the engine
 * @param {string} sources the folder of its `requirements.txt`
 * @param {import('../setup/toolchain.mjs').OnProgress} onProgress
 */
export async function installPython(id, sources, onProgress) {
  const into = ['--target', folderOf(id), '--requirement', join(sources, 'requirements.txt')];
  await runTool(PYTHON, ['-m', 'pip', 'install', '--upgrade', ...into], {
    what: `install ${id}`,
    env: process.env,
    onProgress,
  });
}
