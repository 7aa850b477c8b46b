/** wasm3, an interpreter without SIMD, as a Python library: no registry has its command line. */

import { join } from 'node:path';
import { ROOT } from '../setup/toolchain.mjs';
import { PYTHON, installPython } from './python.mjs';
import { folderOf } from './npm.mjs';
import { WASI_PROGRAMS, probeRuntime, standaloneEngine } from './standalone.mjs';

const ID = 'wasm3';
const SOURCES = join(ROOT, 'bench-wasm/standalone/wasm3');
const RUN = join(SOURCES, 'run.py');
const ENV = { PYTHONPATH: folderOf(ID) };
/** A call of so many takes as long as one of a million in an engine that compiles. */
const MOST_CASES = 20_000;

/** @returns {import('../measure/run.mjs').Engine} */
export function wasm3() {
  return standaloneEngine({
    id: ID,
    flags: [],
    tier: `interpreter, ${MOST_CASES.toLocaleString('en')} products a call at most`,
    async probe() {
      const { version, features } = await probeRuntime(ID, {
        file: PYTHON,
        version: [RUN, '--version'],
        validate: (module) => [RUN, '--validate', module],
        env: ENV,
        there: join(folderOf(ID), 'pywasm3-0.5.0.dist-info'),
      });
      // It reads a function when that is first called: what it says of instructions alone is no answer.
      return { version, features: { ...features, 'wide-arithmetic': false } };
    },
    programs: WASI_PROGRAMS,
    install: (onProgress) => installPython(ID, SOURCES, onProgress),
    command: (file) => [PYTHON, RUN, file],
    env: ENV,
    mostCases: MOST_CASES,
  });
}
