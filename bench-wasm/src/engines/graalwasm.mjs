/** GraalWasm, from Maven, on a JDK of at least version 25: WebAssembly on the Java virtual machine. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, runTool } from '../setup/toolchain.mjs';
import { folderOf } from './npm.mjs';
import { placeOf } from './places.mjs';
import { WASI_PROGRAMS, probeRuntime, standaloneEngine } from './standalone.mjs';

const ID = 'graalwasm';
const SOURCES = join(ROOT, 'bench-wasm/standalone/graalwasm');
const RUN = join(SOURCES, 'Run.java');
const POM = join(SOURCES, 'pom.xml');
const JARS = join(folderOf(ID), 'jars');
/** With its compiler, which a JDK that is no GraalVM has to be told of. */
const FLAGS = ['-XX:+UnlockExperimentalVMOptions', '-XX:+EnableJVMCI'];
const ARGS = [
  ...FLAGS,
  ...['--sun-misc-unsafe-memory-access=allow', '--enable-native-access=org.graalvm.truffle'],
  ...['--upgrade-module-path', JARS, '--module-path', JARS, '--add-modules', 'org.graalvm.polyglot'],
];

/** @returns {import('../measure/run.mjs').Engine} */
export function graalwasm() {
  const java = placeOf('java') ?? 'java';
  return standaloneEngine({
    id: ID,
    flags: ['wasm.RelaxedSIMD', ...FLAGS],
    tier: 'graal, compiled in the foreground',
    probe: () =>
      probeRuntime(ID, {
        file: java,
        // The jars do not say theirs.
        version: ['--version'],
        said: () => String(/<graalwasm\.version>(.+?)</.exec(readFileSync(POM, 'utf8'))?.[1]),
        validate: (module) => [...ARGS, RUN, '--validate', module],
        there: JARS,
      }),
    programs: WASI_PROGRAMS,
    install,
    command: (file) => [java, ...ARGS, RUN, file],
  });
}

/** @param {import('../setup/toolchain.mjs').OnProgress} onProgress */
async function install(onProgress) {
  const copy = ['dependency:copy-dependencies', `-DoutputDirectory=${JARS}`];
  await runTool('mvn', ['--quiet', '--batch-mode', '--file', POM, ...copy], {
    what: `install ${ID}`,
    env: process.env,
    onProgress,
  });
}
