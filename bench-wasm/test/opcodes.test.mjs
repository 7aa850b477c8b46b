// What the built modules consist of: a SIMD kernel must be made of extmul, multi3 must call
// __multi3, and the loops that are timed must contain their multiplication.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { EMITTED_IDS, ROWS, fileName } from '../src/emit/rows.mjs';
import { loadModule } from '../src/setup/modules.mjs';
import { multiplications, readOpcodes } from '../src/setup/opcodes.mjs';

/** @param {string} variant */
const module = (variant) => readOpcodes(readFileSync(new URL(`../pkg/${variant}/fqmul_bg.wasm`, import.meta.url)));

/**
 * Multiplications of one call: a two-lane kernel does two products in it. Where it is not said, a squaring has those of
 * the
 * product, a sum of two products twice as many, an addition and a subtraction none.
 */
const EXPECTED = [
  // arkworks reduces a sum of two products once; 0.6 in a loop over the four limbs, whose body is counted once.
  {
    variant: 'baseline',
    id: 'multi3',
    product: { multi3Calls: 32, i64Mul: 4 },
    square: { multi3Calls: 26, i64Mul: 4 },
    sop2: { multi3Calls: 48, i64Mul: 4 },
  },
  {
    variant: 'baseline',
    id: 'multi3-mitigated',
    product: { i64Mul: 132 },
    square: { i64Mul: 104 },
    sop2: { i64Mul: 49 },
  },
  {
    variant: 'wide-arithmetic',
    id: 'multi3-wide',
    product: { i64Mul: 4, mulWide: 32 },
    square: { i64Mul: 4, mulWide: 26 },
    sop2: { i64Mul: 4, mulWide: 48 },
  },
  // 45 distinct products of limbs instead of Karatsuba's 54.
  { variant: 'baseline', id: 'limbs29', product: { i64Mul: 136 }, square: { i64Mul: 127 } },
  {
    variant: 'baseline',
    id: 'limbs29-dropin',
    product: { i64Mul: 136 },
    square: { i64Mul: 127 },
    sop2: { i64Mul: 190 },
  },
  // 2·54, and one reduction of 82.
  { variant: 'baseline', id: 'limbs29-sop2', product: { i64Mul: 136 }, square: { i64Mul: 127 }, sop2: { i64Mul: 190 } },
  { variant: 'simd128', id: 'simd', product: { extmul: 118 }, square: { extmul: 127 } },
  { variant: 'simd128', id: 'simd-dropin', product: { extmul: 118 }, square: { extmul: 127 } },
  // Two for each of 25 + 15 + 8 products of limbs; 11 carries; 5 for each of the two quotients.
  // A square has 16 instead of the 25. An addition: 6 for the multiple of p, 4 weights.
  {
    variant: 'relaxed-simd',
    id: 'fma-pair',
    product: { relaxedMadd: 117 },
    square: { relaxedMadd: 99 },
    add: { relaxedMadd: 10 },
    sop2: { relaxedMadd: 2 * 117 + 10 },
  },
  // A sum has 25 products of limbs and 9 carries more, and 7 for the multiple of p.
  {
    variant: 'relaxed-simd',
    id: 'fma-sop2',
    product: { relaxedMadd: 117 },
    square: { relaxedMadd: 99 },
    add: { relaxedMadd: 10 },
    sop2: { relaxedMadd: 117 + 50 + 9 + 7 },
  },
  // Four more for the sign, and five that add a multiple of p.
  { variant: 'relaxed-simd', id: 'fma-pair-dropin', product: { relaxedMadd: 126 } },
  // Two for each of 15 + 12 + 3 lane products; 8 carries, 6 weights, 3 for the quotient.
  {
    variant: 'relaxed-simd',
    id: 'fma-single',
    product: { relaxedMadd: 77 },
    add: { relaxedMadd: 10 },
    sop2: { relaxedMadd: 2 * 77 + 10 },
  },
];
const NONE = { multi3Calls: 0, i64Mul: 0, mulWide: 0, extmul: 0, i64x2Mul: 0, relaxedMadd: 0 };

for (const { variant, id, product, square = product, add = {}, sop2 = twice(product) } of EXPECTED) {
  test(`${id}: the product, and the timed loops, have its multiplications`, () => {
    const code = module(variant);
    /** @param {import('../src/setup/opcodes.mjs').OpcodeCounts} counts */
    const counted = (counts) => {
      const { instructions: _, ...rest } = multiplications(counts);
      return rest;
    };
    assert.deepEqual(counted(code.product(id)), { ...NONE, ...product });
    for (const [model, expected] of /** @type {const} */ ([
      ['chain', product],
      ['stream', product],
      ['square', square],
      ['add', add],
      ['sub', add],
      ['sop2', sop2],
    ])) {
      assert.deepEqual(counted(code.loop(model, id)), { ...NONE, ...expected }, model);
    }
  });
}

/** Of one operation of an emitted kernel; no row has any other of these instructions. */
const EMITTED_EXPECTED = {
  // Two for each of 48 products of limbs and of two quotients, two that cancel a column, 14 carries.
  'fma-pair-emitted': { relaxedMadd: 116 },
  'limbs29-emitted': { i64Mul: 118 },
  'add29-emitted': {},
  'add29-emitted-pallas': {},
};

for (const id of EMITTED_IDS) {
  test(`${id}: the operation, and the timed loops, have its multiplications`, () => {
    const { exported } = readOpcodes(readFileSync(new URL(`../pkg/emitted/${fileName(id)}`, import.meta.url)));
    /** @param {string} name */
    const count = (name) => {
      const { instructions: _, ...counted } = multiplications(exported(name));
      return counted;
    };
    const none = { multi3Calls: 0, mulWide: 0, extmul: 0, i64x2Mul: 0, i64Mul: 0, relaxedMadd: 0 };
    const whole = { ...none, ...EMITTED_EXPECTED[id] };
    assert.deepEqual(count('operation'), whole);
    assert.deepEqual(count('chain'), whole, 'chain');
    if (ROWS[id].format.lanes === 1) return assert.deepEqual(count('stream'), whole, 'stream');
    // Before the loop the first stage of the first element, behind it the second of the last.
    for (const stream of ['stream', 'stream_v8_11'])
      assert.deepEqual(count(stream), { ...whole, relaxedMadd: 2 * whole.relaxedMadd }, stream);
  });
}

/** @param {object} counts */
function twice(counts) {
  return Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, 2 * count]));
}

test('every kernel of the registry is expected here, and has its row and build in the README', async () => {
  const { kernels } = await loadModule('simd128');
  const all = [...kernels, ...(await loadModule('emitted')).kernels];
  const ids = all.map((kernel) => kernel.id).sort();
  assert.deepEqual(ids, [...EXPECTED.map((row) => row.id), ...Object.keys(EMITTED_EXPECTED)].sort());
  const [, table] = readFileSync(new URL('../../README.md', import.meta.url), 'utf8').split(/^## Kernels$/m);
  const rows = [...table.split(/^## /m)[0].matchAll(/^\| `([\w-]+)` \|/gm)].map(([, id]) => id);
  assert.deepEqual(rows.filter((id) => id !== 'js').sort(), ids);
  for (const { id, form, build } of all)
    assert.match(table, new RegExp(`^\\| \`${id}\` \\| ${form} \\| [^|]+ \\| ${build} \\|`, 'm'), id);
});
