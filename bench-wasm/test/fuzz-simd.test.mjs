/** Kernels with SIMD in every field they are for, on operands of the differential test, as wasm-opt leaves them. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { modelsIn } from '../src/models/index.mjs';
import { buildWasm, inNode, startProgram } from '../src/fuzz/program.mjs';
import { ensureToolchain } from '../src/setup/toolchain.mjs';

const OPERATIONS = ['mul', ...modelsIn('operations')];
const SIMD = ['simd128', 'relaxed-simd'];

/** @type {import('../src/fuzz/program.mjs').Program} */
let program;
before(async () => {
  program = startProgram(await buildWasm('relaxed-simd', inNode, { env: await ensureToolchain() }));
});
after(() => program?.stop());

test('every operation of every kernel in every field agrees with num-bigint', async () => {
  const rows = (await program.ask('kernels')).split(' ').map((row) => row.split(','));
  const kernels = rows.filter(([, build]) => SIMD.includes(build));
  assert.deepEqual([...new Set(kernels.map(([, build]) => build))].toSorted(), SIMD.toSorted());
  for (const [kernel, , , fields] of kernels)
    for (const field of fields.split('+'))
      for (const operation of OPERATIONS) {
        const request = `${kernel} ${field} ${operation} 1 0 501`;
        assert.equal(await program.ask(request), '0 ', request);
      }
});
