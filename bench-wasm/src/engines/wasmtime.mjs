/** wasmtime, as a Python library: the crate takes many minutes to compile. */

import { pythonEngine } from './python.mjs';

export const wasmtime = () =>
  pythonEngine({
    id: 'wasmtime',
    flags: ['wasm_wide_arithmetic'],
    tier: 'cranelift',
    there: 'wasmtime',
    links: true,
  });
