/** Engines that are Python libraries, each with a program of ours that runs a module in it. */

import { join } from 'node:path';
import { ROOT, runTool } from '../setup/toolchain.mjs';
import { folderOf } from './npm.mjs';
import { WASI_PROGRAMS, probeRuntime, standaloneEngine } from './standalone.mjs';

/** @import { Engine } from '../measure/run.mjs' */
/** @import { Standalone } from './standalone.mjs' */

const PYTHON = process.platform === 'win32' ? 'python' : 'python3';

/**
 * @param {Pick<Standalone, 'id' | 'tier'> & Partial<Standalone> & { there: string, features?:
 *   Partial<import('../setup/features.mjs').Features> }} engine there: what its folder has once it is installed;
 *   features: those of which the library's own word is no answer
 * @returns {Engine}
 */
export function pythonEngine({ there, features = {}, ...engine }) {
  const { id } = engine;
  const sources = join(ROOT, 'bench-wasm/standalone', id);
  const run = join(sources, 'run.py');
  const env = { PYTHONPATH: folderOf(id) };
  return standaloneEngine({
    flags: [],
    ...engine,
    env,
    async probe() {
      const found = await probeRuntime(id, {
        file: PYTHON,
        version: [run, '--version'],
        validate: (module) => [run, '--validate', module],
        env,
        there: join(folderOf(id), there),
      });
      return { ...found, features: { ...found.features, ...features } };
    },
    programs: WASI_PROGRAMS,
    async install(onProgress) {
      const into = ['--target', folderOf(id), '--requirement', join(sources, 'requirements.txt')];
      const how = { what: `install ${id}`, env: process.env, onProgress };
      await runTool(PYTHON, ['-m', 'pip', 'install', '--upgrade', ...into], how);
    },
    command: (...files) => [PYTHON, run, ...files],
  });
}
