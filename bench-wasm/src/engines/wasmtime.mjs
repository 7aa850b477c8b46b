/** wasmtime, as a Python library: the crate takes many minutes to compile. */

import { join } from 'node:path';
import { ROOT, runTool } from '../setup/toolchain.mjs';
import { folderOf } from './npm.mjs';
import { WASI_PROGRAMS, probeRuntime, standaloneEngine } from './standalone.mjs';

const ID = 'wasmtime';
const SOURCES = join(ROOT, 'bench-wasm/standalone/wasmtime');
const RUN = join(SOURCES, 'run.py');
const PYTHON = process.platform === 'win32' ? 'python' : 'python3';
const ENV = { PYTHONPATH: folderOf(ID) };

/** @returns {import('../measure/run.mjs').Engine} */
export function wasmtime() {
  return standaloneEngine({
    id: ID,
    flags: ['wasm_wide_arithmetic'],
    tier: 'cranelift',
    probe: () =>
      probeRuntime(ID, {
        file: PYTHON,
        version: [RUN, '--version'],
        validate: (module) => [RUN, '--validate', module],
        env: ENV,
        there: join(folderOf(ID), 'wasmtime'),
      }),
    programs: WASI_PROGRAMS,
    install,
    command: (file) => [PYTHON, RUN, file],
    env: ENV,
  });
}

/** @param {import('../setup/toolchain.mjs').OnProgress} onProgress */
async function install(onProgress) {
  const args = [
    '-m',
    'pip',
    'install',
    '--upgrade',
    '--target',
    folderOf(ID),
    '--requirement',
    join(SOURCES, 'requirements.txt'),
  ];
  await runTool(PYTHON, args, { what: `install ${ID}`, env: process.env, onProgress });
}
