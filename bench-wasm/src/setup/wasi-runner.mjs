#!/usr/bin/env -S node --no-warnings
/**
 * Runs a wasm32-wasip1 program in Node: cargo's runner for the Rust tests as wasm (.cargo/config.toml). They are WASI
 * programs because Rust's own test runner needs arguments and an output.
 */

import { readFile } from 'node:fs/promises';
import { argv, env, exit, versions } from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { WASI } from 'node:wasi';

// Node's fast calls into WASI crash after the memory has grown (nodejs/node 46777).
setFlagsFromString('--no-turbo-fast-api-calls');
// V8 has it by default from 11.4 on, and newer ones no longer know the flag.
if (Number.parseFloat(versions.v8) < 11.4) setFlagsFromString('--experimental-wasm-relaxed-simd');

const [, , program, ...args] = argv;
const wasi = new WASI({
  version: 'preview1',
  args: [program, ...args],
  env: /** @type {Record<string, string>} */ (env),
  // Cargo runs tests in the folder of their crate, from which some read their vectors.
  preopens: { '.': '.' },
});
const module = await WebAssembly.compile(await readFile(program));
exit(wasi.start(await WebAssembly.instantiate(module, /** @type {WebAssembly.Imports} */ (wasi.getImportObject()))));
