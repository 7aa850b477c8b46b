/** How to get the engines that run no JavaScript: each into an ignored folder of the project. */

import { nativeAssemblyEngine, nativeEngine } from './native.mjs';
import { installWasmi } from './wasmi.mjs';
import { installWasmtime } from './wasmtime.mjs';
import { installWazero } from './wazero.mjs';

/** @type {Readonly<Record<string, (onProgress: import('../toolchain.mjs').OnProgress) => Promise<void>>>} by id */
export const RUNTIME_INSTALLERS = {
  // There is nothing to fetch: they are built, which a run would do otherwise.
  native: async () => nativeEngine().prepare?.(),
  'native-asm': async () => nativeAssemblyEngine().prepare?.(),
  wasmtime: installWasmtime,
  wazero: installWazero,
  wasmi: installWasmi,
};
