/** wazero: its own command line, compiled by Go. */

import { join } from 'node:path';
import { runTool } from '../setup/toolchain.mjs';
import { WASI_PROGRAMS, folderOf, probeRuntime, standaloneEngine } from './standalone.mjs';

const ID = 'wazero';
const MODULE = 'github.com/tetratelabs/wazero/cmd/wazero@v1.12.0';
const PROGRAM = join(folderOf(ID), 'wazero');

/** @returns {import('./index.mjs').Engine} */
export function wazeroEngine() {
  return standaloneEngine({
    id: ID,
    flags: [],
    tier: 'compiler',
    probe: () => probeRuntime(ID, { file: PROGRAM, version: ['version'], validate: (module) => ['compile', module] }),
    programs: WASI_PROGRAMS,
    command: (file) => [PROGRAM, 'run', file],
  });
}

/** @param {import('../setup/toolchain.mjs').OnProgress} onProgress */
export async function installWazero(onProgress) {
  await runTool('go', ['install', MODULE], {
    what: `install ${ID}`,
    env: { ...process.env, GOBIN: folderOf(ID) },
    onProgress,
  });
}
