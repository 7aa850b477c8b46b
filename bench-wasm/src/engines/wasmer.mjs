/** wasmer, by its optimising compiler and by the one that reads a module once: its library, in a program of ours. */

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { HOST, stated, statedEnvironment } from '../setup/cargo.mjs';
import { EXE, ROOT, ensureToolchain, runTool } from '../setup/toolchain.mjs';
import { folderOf } from './npm.mjs';
import { WASI_PROGRAMS, probeRuntime, standaloneEngine } from './standalone.mjs';

const FAMILY = 'wasmer';
const PROGRAM = join(folderOf(FAMILY), `bin/wasmer-host${EXE}`);
const SOURCES = join(ROOT, 'bench-wasm/standalone/wasmer');

/** @returns {import('../measure/run.mjs').Engine[]} */
export const wasmer = () => [engine('cranelift'), engine('singlepass')];

/** @param {'cranelift' | 'singlepass'} compiler */
function engine(compiler) {
  const id = `${FAMILY}-${compiler}`;
  return standaloneEngine({
    id,
    flags: [],
    tier: compiler,
    probe: () =>
      probeRuntime(id, {
        file: PROGRAM,
        version: ['--version'],
        validate: (module) => [compiler, '--validate', module],
      }),
    programs: WASI_PROGRAMS,
    install,
    command: (file) => [PROGRAM, compiler, file],
  });
}

/** Both are in it. @param {import('../setup/toolchain.mjs').OnProgress} onProgress */
async function install(onProgress) {
  const env = await ensureToolchain({ onProgress });
  const folder = folderOf(FAMILY);
  const how = ['--locked', '--force', '--root', folder, '--target', HOST];
  await runTool('cargo', ['install', '--path', SOURCES, ...how, ...stated('release', join(SOURCES, 'Cargo.toml'))], {
    what: `install ${FAMILY}`,
    env: { ...statedEnvironment(env), CARGO_TARGET_DIR: join(folder, 'target') },
    onProgress,
  });
  await rm(join(folder, 'target'), { recursive: true, force: true });
}
