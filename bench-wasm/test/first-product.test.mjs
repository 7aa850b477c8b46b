/** Modules of one kernel each, and the model that compiles them again for every first product. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { chain } from '../src/models/chain.mjs';
import { firstProduct } from '../src/models/first-product.mjs';
import { FQ } from '../src/oracle/field.mjs';
import { ensureAlone } from '../src/setup/alone.mjs';
import { ALONE, aloneFile, aloneModule } from '../src/setup/alone-module.mjs';
import { rowsInBuilds } from '../src/measure/other-builds.mjs';
import { WASM_OPT_BUILDS, packageDirectory } from '../src/setup/builds.mjs';
import { loadModule } from '../src/setup/modules.mjs';

const SEED = 77n;
/** Levels of wasm-opt beside -O3: those that optimise take half a minute each, and are built with --all. */
const LEVELS = /** @type {(keyof typeof WASM_OPT_BUILDS)[]} */ (Object.keys(WASM_OPT_BUILDS)).filter(
  (level) => level === 'wasm-opt-off' || process.env.FQMUL_WASM_OPT === 'all',
);
/** Of 64-bit integers, as bytes of the code. */
const [MUL, ADD] = [0x7e, 0x7c];
const KERNELS = ['multi3', 'limbs29'].map((id) => ({ id, build: 'baseline' }));
const sizes = await ensureAlone(KERNELS, () => {});
const read = (/** @type {string} */ file) => readFile(join(packageDirectory(ALONE), file));

/** @param {any} exports @param {Partial<import('../src/models/model.mjs').TaskContext>} [changes] */
const taskOf = (exports, changes) =>
  firstProduct.task(
    /** @type {any} */ ({ field: FQ, exports, kernel: 'baseline/limbs29', lanes: 1, seed: SEED, ...changes }),
  );

test('a module of one kernel has its loop, its memory and nothing to import', async () => {
  const whole = await readFile(join(packageDirectory('baseline'), 'fqmul_bg.wasm'));
  for (const [i, { id, build }] of KERNELS.entries()) {
    const bytes = await read(aloneFile(build, id));
    const module = new WebAssembly.Module(bytes);
    assert.deepEqual(WebAssembly.Module.imports(module), []);
    const names = WebAssembly.Module.exports(module).map(({ name }) => name);
    assert.deepEqual(names.sort(), [`chain:${id}`, 'memory']);
    const size = sizes[i];
    assert.ok(
      size > 500 && size < bytes.length && bytes.length < whole.length / 4,
      `${id}: ${size} of ${bytes.length}`,
    );
  }
});

test('it gives the product that BigInt gives, from bytes that no engine has seen', async (t) => {
  const { exports } = await loadModule(ALONE);
  /** @type {Uint8Array[]} */
  const compiled = [];
  const { Module } = WebAssembly;
  t.after(() => (WebAssembly.Module = Module));
  WebAssembly.Module = class extends Module {
    /** @param {BufferSource} bytes */
    constructor(bytes) {
      super(bytes);
      // Not the few bytes by which the engine's features are tested.
      if (bytes.byteLength > 500) compiled.push(/** @type {Uint8Array} */ (bytes));
    }
  };
  for (const { id, build } of KERNELS) {
    const start = await exports.openAlone?.(build, id);
    for (const seed of [0n, 1n, SEED])
      assert.equal(FQ.fromBytes(/** @type {any} */ (start)(seed)), chain.loop.closedForm(FQ, seed, 1, 1), id);
  }
  const distinct = new Set(compiled.map((bytes) => Buffer.from(bytes).toString('hex')));
  assert.deepEqual([compiled.length, distinct.size], [6, 6]);
});

test('the model takes as many first products as asked, and refuses a wrong one before any is timed', async () => {
  const { exports } = await loadModule(ALONE);
  const task = await taskOf(exports);
  await task.run(3);
  assert.equal(await task.check(3), null);

  // One i64.mul in the middle of the code, most of which is the product, becomes i64.add.
  const spoilt = aloneModule(async (file) => {
    const bytes = await read(file);
    const places = [...bytes.keys()].filter((at) => {
      if (bytes[at] !== MUL) return false;
      bytes[at] = ADD;
      const valid = WebAssembly.validate(bytes);
      bytes[at] = MUL;
      return valid;
    });
    bytes[places[places.length >> 1]] = ADD;
    return bytes;
  });
  await assert.rejects(taskOf(spoilt.exports), /WRONG PRODUCT: the first product of limbs29/);
});

test('what the engine lacks is said as such, and nothing is read for it', async () => {
  const { exports } = aloneModule(() => Promise.reject(new Error('it was read')));
  await assert.rejects(taskOf(exports, { kernel: 'wide-arithmetic/multi3-wide' }), {
    name: 'UnsupportedError',
    message: 'this engine has no wide-arithmetic',
  });
});

test('a kernel has a row where its module is there', () => {
  const kernel = /** @type {any} */ ({ id: 'simd', build: 'simd128', code: 4000 });
  assert.deepEqual(firstProduct.row?.(kernel), { build: ALONE, of: 'simd128/simd' });
  assert.equal(firstProduct.row?.({ ...kernel, code: undefined }), null);
});

test(`${LEVELS.join(' and ')}: a kernel has a row, a module that gives the right product, and its size`, async () => {
  const { kernels } = await loadModule('baseline');
  const rows = kernels.filter(({ id }) => ['limbs29', 'simd'].includes(id)).map((row) => ({ ...row, sha256: '' }));
  const inOthers = await rowsInBuilds(LEVELS, rows);
  assert.deepEqual(
    inOthers.map(({ id, of, build }) => [id, of, build]),
    LEVELS.map((build) => [`limbs29-in-${build}`, 'limbs29', build]),
  );
  assert.equal(new Set(inOthers.map(({ sha256 }) => sha256)).size, LEVELS.length);
  const { exports } = await loadModule(ALONE);
  for (const row of inOthers) {
    const task = await taskOf(exports, { kernel: firstProduct.row?.(row)?.of });
    await task.run(1);
    assert.equal(await task.check(1), null, row.id);
    const module = new WebAssembly.Module(await read(aloneFile(row.build, row.of)));
    assert.deepEqual(WebAssembly.Module.imports(module), [], row.id);
  }
  const [off, ...optimised] = inOthers.map(({ code }) => code);
  // Without wasm-opt there is more of it, and not the whole crate, which the message of a panic would bring along.
  for (const size of [sizes[1], ...optimised])
    assert.ok(size < off && off < 2 * size, `without wasm-opt ${off}, with it ${size}`);
});
