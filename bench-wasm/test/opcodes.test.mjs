// What the built modules consist of: a SIMD kernel must be made of extmul, multi3 must call
// __multi3, and the loops that are timed must contain their multiplication.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { EMITTED_IDS, fileName, needsOf } from '../src/emit/emitted-rows.mjs';
import { modelsIn } from '../src/models/index.mjs';
import { loadModule } from '../src/setup/modules.mjs';
import { packageDirectory } from '../src/setup/builds.mjs';
import { instructionsIn, multiplications, readOpcodes } from '../src/setup/opcodes.mjs';

/** @param {string} variant */
const read = (variant) => readFileSync(join(packageDirectory(variant), 'fqmul_bg.wasm'));
/** Each is read once. @type {Map<string, ReturnType<typeof readOpcodes>>} */
const modules = new Map();

/** @param {string} variant */
function module(variant) {
  const code = modules.get(variant) ?? readOpcodes(read(variant));
  modules.set(variant, code);
  return code;
}

const { kernels } = await loadModule('baseline');

/**
 * What the registry says of an operation: of one call, and so of two products in a two-lane kernel.
 *
 * @param {Pick<(typeof kernels)[number], 'multiplies'>} kernel
 * @param {string} operation
 * @returns {Record<string, number>} counts by instruction
 */
function said({ multiplies = [] }, operation) {
  const rows = multiplies.filter(([of]) => of === operation);
  if (rows.length > 0) return Object.fromEntries(rows.map(([, instruction, count]) => [instruction, count]));
  if (operation === 'square') return said({ multiplies }, 'mul');
  if (!operation.startsWith('sop')) return {};
  const products = Number(operation.slice('sop'.length));
  const [product, sum] = ['mul', 'add'].map((of) => said({ multiplies }, of));
  return Object.fromEntries(
    Object.entries(product).map(([name, count]) => [name, products * count + (products - 1) * (sum[name] ?? 0)]),
  );
}

for (const kernel of kernels) {
  const { id, build } = kernel;
  test(`${id}: the product, and the timed loops, have the multiplications that its row names`, () => {
    const code = module(build);
    assert(Object.keys(said(kernel, 'mul')).length > 0, 'a product multiplies');
    assert.deepEqual(multiplications(code.product(id)), said(kernel, 'mul'));
    const models = [...modelsIn('batches'), ...modelsIn('operations')];
    for (const model of models.filter((of) => kernel.models?.includes(of) ?? true)) {
      const operation = modelsIn('operations').includes(model) ? model : 'mul';
      assert.deepEqual(multiplications(code.loop(model, id)), said(kernel, operation), model);
    }
  });
}

/** What a limb product consists of, and how often; LLVM may write a loop out, and then stands there a multiple. */
const LIMBS = /** @type {const} */ ([
  ['multi3', 'baseline', 'call __multi3', 1],
  ['multi3-mitigated', 'baseline', 'i64.mul', 4],
  ['multi3-wide', 'wide-arithmetic', 'i64.mul_wide_u', 1],
  ['simd', 'simd128', 'i64x2.extmul_low_i32x4_s', 1],
]);

for (const [id, build, instruction, times] of LIMBS) {
  test(`${id}: a limb product is ${times} ${instruction}, and no other multiplication`, () => {
    assert.equal(kernels.find((kernel) => kernel.id === id)?.build, build, 'the rows are timed in this build');
    for (const model of ['limb_chain', 'limb_stream']) {
      const { [instruction]: count, ...others } = multiplications(module(build).loop(model, id));
      assert.deepEqual(others, {}, model);
      assert.ok(count > 0 && count % times === 0, `${model}: ${count}`);
    }
  });
}

/** An engine without wide arithmetic refuses a module that has any of them. */
const WIDE = /^i64\.(mul_wide_[su]|add128|sub128)$/;

test('instructions of wide arithmetic are in the build of that name, and in the kernel emitted with them', () => {
  assert.deepEqual(instructionsIn(read('wide-arithmetic'), WIDE), ['i64.add128', 'i64.mul_wide_u', 'i64.sub128']);
  for (const variant of ['baseline', 'simd128', 'relaxed-simd', 'published', 'work'])
    assert.deepEqual(instructionsIn(read(variant), WIDE), [], variant);
  for (const id of EMITTED_IDS)
    assert.deepEqual(
      instructionsIn(readFileSync(join(packageDirectory('emitted'), fileName(id))), WIDE),
      needsOf(id) === 'wide-arithmetic' ? ['i64.add128', 'i64.mul_wide_u'] : [],
      id,
    );
});

for (const [model, sums] of /** @type {const} */ ([
  ['chain', 59],
  ['square', 47],
]))
  test(`wide: ${model} keeps its carries in sums of 128 bits, and compares no words for them`, () => {
    const counts = module('wide-arithmetic').loop(model, 'wide');
    assert.equal(counts.get('i64.add128'), sums);
    assert.equal(counts.get('i64.lt_u'), undefined);
  });

/**
 * Of one operation of an emitted kernel.
 *
 * @type {Record<string, Record<string, number>>}
 */
const EMITTED = {
  // Two for each of 48 products of limbs and of two quotients, two that cancel a column, 14 carries.
  'fma-pair-emitted': { 'f64x2.relaxed_madd': 116 },
  // Of each two products of digits: 210 of the operands, 180 of the folds and 19 of the quotients, less those by digits
  // of the constants that are 0; four for the two quotients.
  'dot14-emitted': { 'i32x4.dot_i16x8_s': 404 },
  'limbs29-emitted': { 'i64.mul': 118 },
  // Sixteen products of words, as many by 2^-128, 2^-64 and p; two quotients.
  'wide-emitted': { 'i64.mul': 2, 'i64.mul_wide_u': 32 },
  'add29-emitted': {},
  'add29-emitted-pallas': {},
};

for (const id of EMITTED_IDS) {
  test(`${id}: the operation, and the timed loops, have its multiplications`, () => {
    const { exported } = readOpcodes(readFileSync(new URL(`../pkg/emitted/${fileName(id)}`, import.meta.url)));
    /** @param {string} name */
    const count = (name) => multiplications(exported(name));
    const whole = EMITTED[id];
    assert.deepEqual(count('operation'), whole);
    assert.deepEqual(count('chain'), whole, 'chain');
    if (id !== 'fma-pair-emitted') return assert.deepEqual(count('stream'), whole, 'stream');
    // Before the loop the first stage of the first element, behind it the second of the last.
    const twice = Object.fromEntries(Object.entries(whole).map(([name, times]) => [name, 2 * times]));
    for (const stream of ['stream', 'stream_v8_11']) assert.deepEqual(count(stream), twice, stream);
  });
}

test('the loops of products of an MSM on fma-pair are those that are written by instruction', () => {
  // Every instruction stands once in the loop, and once before or behind it; in a loop of rustc's once alone.
  for (const [name, count] of /** @type {const} */ ([
    ['products_up', 117],
    ['products_down', 117],
    ['squares', 99],
  ])) {
    const code = module('relaxed-simd').named(new RegExp(`^fqmul::radix::loops51::${name}\\b`));
    assert.deepEqual(multiplications(code), { 'f64x2.relaxed_madd': 2 * count }, name);
  }
});

test('every emitted kernel is expected here, and every kernel has its row and build in docs/kernels.md', async () => {
  assert.deepEqual(Object.keys(EMITTED).sort(), [...EMITTED_IDS].sort());
  const all = [...kernels, ...(await loadModule('emitted')).kernels];
  const ids = all.map((kernel) => kernel.id).sort();
  const table = readFileSync(new URL('../../docs/kernels.md', import.meta.url), 'utf8');
  const rows = [...table.matchAll(/^\| `([\w-]+)` +\|/gm)].map(([, id]) => id);
  assert.deepEqual(rows.filter((id) => !id.startsWith('js')).sort(), ids);
  for (const { id, form, build } of all)
    assert.match(table, new RegExp(`^\\| \`${id}\` +\\| [^|]+ \\| ${form} +\\| [^|]+ \\| ${build} +\\|`, 'm'), id);
});
