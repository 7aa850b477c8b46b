// What the built modules consist of: a SIMD kernel must be made of extmul, multi3 must call
// __multi3, and the loops that are timed must contain their multiplication.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { multiplications, readOpcodes } from '../src/opcodes.mjs';

/** @param {string} variant */
const module = (variant) =>
  readOpcodes(readFileSync(new URL(`../pkg/${variant}/fqmul_bg.wasm`, import.meta.url)));

/** Multiplications of one call: a two-lane kernel does two products in it. */
const EXPECTED = [
  { variant: 'baseline', id: 'multi3', multi3Calls: 32, i64Mul: 4, extmul: 0 },
  { variant: 'baseline', id: 'multi3-mitigated', multi3Calls: 0, i64Mul: 132, extmul: 0 },
  { variant: 'baseline', id: 'limbs29', multi3Calls: 0, i64Mul: 118, extmul: 0 },
  { variant: 'simd128', id: 'simd', multi3Calls: 0, i64Mul: 0, extmul: 118 },
  { variant: 'simd128', id: 'simd-dropin', multi3Calls: 0, i64Mul: 0, extmul: 118 },
];

for (const { variant, id, ...expected } of EXPECTED) {
  test(`${id}: the product, and the timed loops, have its multiplications`, () => {
    const { product, loop } = module(variant);
    const { instructions: _, ...counted } = multiplications(product(id));
    const whole = { ...expected, mulWide: 0, i64x2Mul: 0, relaxedMadd: 0 };
    assert.deepEqual(counted, whole);
    for (const model of /** @type {const} */ (['chain', 'stream'])) {
      const { instructions: _, ...inLoop } = multiplications(loop(model, id));
      assert.deepEqual(inLoop, whole, model);
    }
  });
}

test('every kernel of the registry is expected here', async () => {
  const { loadModule } = await import('../src/load.mjs');
  const { kernels } = await loadModule('simd128');
  assert.deepEqual(
    kernels.map((kernel) => kernel.id).sort(),
    EXPECTED.map((row) => row.id).sort(),
  );
});
