/** Runs the WASI program whose path is given in this Node, with its standard input and output. */

import { readFileSync } from 'node:fs';
import { WASI } from 'node:wasi';

const wasi = new WASI({ version: 'preview1' });
const { instance } = await WebAssembly.instantiate(
  readFileSync(process.argv[2]),
  /** @type {any} */ (wasi.getImportObject()),
);
process.exitCode = wasi.start(instance);
