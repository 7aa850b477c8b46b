/** Runs a wasm32-wasip1 program in this Node: cargo's runner for tests that need libtest. */

import { readFile } from 'node:fs/promises';
import { argv, env, exit } from 'node:process';
import { WASI } from 'node:wasi';

const [, , program, ...args] = argv;
const wasi = new WASI({
  version: 'preview1',
  args: [program, ...args],
  env: /** @type {Record<string, string>} */ (env),
});
const module = await WebAssembly.compile(await readFile(program));
exit(wasi.start(await WebAssembly.instantiate(module, /** @type {WebAssembly.Imports} */ (wasi.getImportObject()))));
