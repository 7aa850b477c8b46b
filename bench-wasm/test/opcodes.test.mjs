// What the built modules consist of: a SIMD kernel must be made of extmul, multi3 must call
// __multi3, and the loops that are timed must contain their multiplication.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { loadModule } from '../src/load.mjs';
import { multiplications, readOpcodes } from '../src/opcodes.mjs';

/** @param {string} variant */
const module = (variant) =>
  readOpcodes(readFileSync(new URL(`../pkg/${variant}/fqmul_bg.wasm`, import.meta.url)));

/** Multiplications of one call: a two-lane kernel does two products in it. */
const EXPECTED = [
  { variant: 'baseline', id: 'multi3', multi3Calls: 32, i64Mul: 4, extmul: 0 },
  { variant: 'baseline', id: 'multi3-mitigated', multi3Calls: 0, i64Mul: 132, extmul: 0 },
  { variant: 'wide-arithmetic', id: 'multi3-wide', multi3Calls: 0, i64Mul: 4, mulWide: 32, extmul: 0 },
  { variant: 'baseline', id: 'limbs29', multi3Calls: 0, i64Mul: 136, extmul: 0 },
  { variant: 'baseline', id: 'limbs29-dropin', multi3Calls: 0, i64Mul: 136, extmul: 0 },
  { variant: 'simd128', id: 'simd', multi3Calls: 0, i64Mul: 0, extmul: 118 },
  { variant: 'simd128', id: 'simd-dropin', multi3Calls: 0, i64Mul: 0, extmul: 118 },
  // Two for each of 25 + 20 + 5 products of limbs; 12 carries, 8 weights, 9 for the two quotients.
  { variant: 'relaxed-simd', id: 'fma-pair', multi3Calls: 0, i64Mul: 0, extmul: 0, relaxedMadd: 129 },
  // One more: its column 4 has two high parts, and so two carries.
  { variant: 'relaxed-simd', id: 'fma-pair-dropin', multi3Calls: 0, i64Mul: 0, extmul: 0, relaxedMadd: 130 },
];

for (const { variant, id, ...expected } of EXPECTED) {
  test(`${id}: the product, and the timed loops, have its multiplications`, () => {
    const { product, loop } = module(variant);
    const { instructions: _, ...counted } = multiplications(product(id));
    const whole = { mulWide: 0, i64x2Mul: 0, relaxedMadd: 0, ...expected };
    assert.deepEqual(counted, whole);
    for (const model of /** @type {const} */ (['chain', 'stream'])) {
      const { instructions: _, ...inLoop } = multiplications(loop(model, id));
      assert.deepEqual(inLoop, whole, model);
    }
  });
}

test('every kernel of the registry is expected here, and has its row in the README', async () => {
  const { kernels } = await loadModule('simd128');
  const ids = kernels.map((kernel) => kernel.id).sort();
  assert.deepEqual(ids, EXPECTED.map((row) => row.id).sort());
  const [, table] = readFileSync(new URL('../../README.md', import.meta.url), 'utf8').split(/^## Kernels$/m);
  const rows = [...table.split(/^## /m)[0].matchAll(/^\| `([\w-]+)` \|/gm)].map(([, id]) => id);
  assert.deepEqual(rows.filter((id) => id !== 'js').sort(), ids);
});
