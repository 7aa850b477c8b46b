/** wazero: its own command line, compiled by Go. */

import { join } from 'node:path';
import { EXE, runTool } from '../setup/toolchain.mjs';
import { folderOf } from './npm.mjs';
import { WASI_PROGRAMS, probeRuntime, standaloneEngine } from './standalone.mjs';

const ID = 'wazero';
const MODULE = 'github.com/tetratelabs/wazero/cmd/wazero@v1.12.0';
const PROGRAM = join(folderOf(ID), `wazero${EXE}`);

/** @returns {import('../measure/run.mjs').Engine} */
export function wazero() {
  return standaloneEngine({
    id: ID,
    flags: [],
    tier: 'compiler',
    probe: () => probeRuntime(ID, { file: PROGRAM, version: ['version'], validate: (module) => ['compile', module] }),
    programs: WASI_PROGRAMS,
    install,
    command: (file) => [PROGRAM, 'run', file],
  });
}

/** @param {import('../setup/toolchain.mjs').OnProgress} onProgress */
async function install(onProgress) {
  await runTool('go', ['install', MODULE], {
    what: `install ${ID}`,
    env: { ...process.env, GOBIN: folderOf(ID) },
    onProgress,
  });
}
