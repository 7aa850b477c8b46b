/** How to get the engines that run no JavaScript: each into an ignored folder of the project. */

import { ensurePrograms } from '../setup/programs.mjs';
import { ensureToolchain } from '../setup/toolchain.mjs';
import { installWasmi } from './wasmi.mjs';
import { installWasmtime } from './wasmtime.mjs';
import { installWazero } from './wazero.mjs';

/** @typedef {(onProgress: import('../setup/toolchain.mjs').OnProgress) => Promise<void>} Installer */

/**
 * There is nothing to fetch: a run would build it otherwise.
 *
 * @param {string} program
 * @returns {Installer}
 */
const build = (program) => async (onProgress) =>
  ensurePrograms([program], { env: await ensureToolchain({ onProgress }), onProgress });

/** @type {Readonly<Record<string, Installer>>} by id */
export const RUNTIME_INSTALLERS = {
  native: build('native'),
  'native-asm': build('native-asm'),
  wasmtime: installWasmtime,
  wazero: installWazero,
  wasmi: installWasmi,
};
