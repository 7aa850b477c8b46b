/** wasmi, an interpreter, for scale: its own command line, compiled by cargo. */

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inThousands } from '../models/in-thousands.mjs';
import { HOST, statedEnvironment, statedProfile } from '../setup/cargo.mjs';
import { EXE, ensureToolchain, runTool } from '../setup/toolchain.mjs';
import { folderOf } from './npm.mjs';
import { WASI_PROGRAMS, probeRuntime, standaloneEngine } from './standalone.mjs';

const ID = 'wasmi';
const VERSION = '2.0.0';
const PROGRAM = join(folderOf(ID), `bin/wasmi${EXE}`);
/** As it is published with. */
const PROFILE = { lto: 'fat', 'codegen-units': 1 };
/** A call of so many takes as long as one of a million in an engine that compiles. */
const MOST_CASES = 50_000;

/** @returns {import('../measure/run.mjs').Engine} */
export function wasmi() {
  return standaloneEngine({
    id: ID,
    flags: [],
    tier: `interpreter, ${inThousands(MOST_CASES)} products a call at most`,
    probe: () =>
      probeRuntime(ID, {
        file: PROGRAM,
        version: ['--version'],
        validate: (module) => [module],
        // It has no command for that, and a valid module without an entry point is an error too.
        takes: ({ stderr }) => !stderr.includes('failed to compile'),
      }),
    programs: WASI_PROGRAMS,
    install,
    command: (file) => [PROGRAM, file],
    mostCases: MOST_CASES,
  });
}

/** @param {import('../setup/toolchain.mjs').OnProgress} onProgress */
async function install(onProgress) {
  const folder = folderOf(ID);
  const env = await ensureToolchain({ onProgress });
  // Without `validate` it runs whatever it is given.
  const features = 'stable,run,validate,wasi,simd,auto-dispatch';
  const what = ['wasmi_cli', '--version', `=${VERSION}`, '--locked', '--force'];
  const how = ['--no-default-features', '--features', features, '--root', folder, '--target', HOST];
  await runTool('cargo', ['install', ...what, ...how, ...statedProfile('release', PROFILE)], {
    what: `install ${ID} ${VERSION}`,
    env: { ...statedEnvironment(env), CARGO_TARGET_DIR: join(folder, 'target') },
    onProgress,
  });
  await rm(join(folder, 'target'), { recursive: true, force: true });
}
