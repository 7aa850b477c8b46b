/** wasmtime, as a Python library: the crate takes many minutes to compile. */

import { join } from 'node:path';
import { ROOT } from '../setup/toolchain.mjs';
import { folderOf } from './npm.mjs';
import { PYTHON, installPython } from './python.mjs';
import { WASI_PROGRAMS, probeRuntime, standaloneEngine } from './standalone.mjs';

const ID = 'wasmtime';
const SOURCES = join(ROOT, 'bench-wasm/standalone/wasmtime');
const RUN = join(SOURCES, 'run.py');
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
    install: (onProgress) => installPython(ID, SOURCES, onProgress),
    command: (...files) => [PYTHON, RUN, ...files],
    links: true,
    env: ENV,
  });
}
