// The emitted kernels against BigInt, in every field and for every kind of engine.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import binaryen from 'binaryen';
import { poolOfRust } from '../src/emit/fma-pair.mjs';
import { fmaPairSparse } from '../src/emit/fma-pair-sparse.mjs';
import { graft } from '../src/emit/graft.mjs';
import { emit } from '../src/emit/kernels.mjs';
import { emitHere } from '../src/fuzz/emitted.mjs';
import { EmittedKernel, emittedModule } from '../src/emit/emitted-module.mjs';
import { emitProducts } from '../src/emit/products.mjs';
import { FORMAT } from '../src/emit/radix51.mjs';
import { EMITTED_IDS, fieldsOf } from '../src/emit/emitted-rows.mjs';
import { FIELDS, FQ, FR, Field, PALLAS } from '../src/oracle/field.mjs';
import { chain } from '../src/models/chain.mjs';
import { batchOf } from '../src/models/loop.mjs';
import { stream } from '../src/models/stream.mjs';
import { edgeValues } from '../src/oracle/vectors.mjs';
import { createVerifier } from '../src/measure/verify.mjs';

/** @typedef {import('../src/emit/emitted-rows.mjs').EmittedId} EmittedId */

/** V8 up to 11 gets another order of instructions than the rest. */
const ENGINES = [
  { engine: 'V8 11', v8: 11 },
  { engine: 'any engine', v8: Infinity },
];
const LENGTHS = [1, 2, 3, 4, 127, 128, 129, 255, 1000, 12345];
/** Of the loops for modules of Rust, as text. */
const LOOP_TYPE = '(param i32 i32 i32 i32 i32 i32)';

/** @param {EmittedId} id @param {Field} field @param {number} [v8] */
const load = (id, field, v8) => new EmittedKernel(id, emitHere(id, field), { field, v8 });

/** @param {number} [v8] */
const loadAll = (v8 = Infinity) => emittedModule((id) => emitHere(id), v8);

/**
 * Every ordered pair of edge values and random ones, neighbours in the lanes of one call: the lanes
 * have different operands, and every pair is in every lane.
 *
 * @param {Field} field
 * @returns {[bigint[], bigint[]]}
 */
function operands(field) {
  const random = field.generator(0xed9en);
  const values = [...edgeValues(field), ...Array.from({ length: 20 }, random)];
  const pairs = values.flatMap((a) => values.map((b) => [a, b]));
  // An odd rotation puts in the other lane what was in one.
  const both = [...pairs, ...pairs.slice(1), pairs[0]];
  return [both.map(([a]) => a), both.map(([, b]) => b)];
}

/** Those whose second quotient fma-pair centres. */
const CENTRED = FIELDS.filter(({ id }) => ['bls12-381-fr', 'pallas', 'vesta'].includes(id));
/** Those that fma-pair takes. */
const PAIRED = [...FIELDS.filter(({ id }) => ['fq', 'fr', 'bls12-377-fr'].includes(id)), ...CENTRED];

for (const id of /** @type {const} */ (['fma-pair-emitted', 'dot14-emitted', 'limbs29-emitted', 'wide-emitted'])) {
  for (const field of new Set([FR, ...fieldsOf(id)])) {
    test(`${id} multiplies in ${field.id}`, () => {
      const [a, b] = operands(field);
      const products = load(id, field).results(a, b);
      for (const [i, x] of a.entries()) assert.equal(products[i], field.mul(x, b[i]), `${x} * ${b[i]}`);
    });

    for (const { engine, v8 } of ENGINES) {
      test(`${id} for ${engine}: chain and stream in ${field.id}`, () => {
        const kernel = load(id, field, v8);
        const { lanes } = kernel.format;
        for (const seed of [0n, 1n, 2n ** 64n - 1n]) {
          const batches = [chain, stream].map(({ id: model, loop }) => ({
            model,
            loop,
            batch: kernel.batch(model, seed),
          }));
          for (const n of LENGTHS) {
            for (const { model, loop, batch } of batches)
              assert.equal(field.fromBytes(batch(n)()), loop.closedForm(field, seed, n, lanes), `${model} of ${n}`);
          }
        }
      });
    }
  }
}

for (const [id, field] of /** @type {[EmittedId, Field][]} */ ([
  ['add29-emitted', FQ],
  ['add29-emitted', FR],
  ['add29-emitted-pallas', PALLAS],
])) {
  test(`${id} adds in ${field.id}`, () => {
    const kernel = load(id, field);
    const [a, b] = operands(field);
    const sums = kernel.results(a, b);
    for (const [i, x] of a.entries()) assert.equal(sums[i], (x + b[i]) % field.p, `${x} + ${b[i]}`);
    const add = kernel.batch('add', 7n);
    for (const n of LENGTHS) assert.equal(field.fromBytes(add(n)()), plainAdditions(field, 7n, n), `add of ${n}`);
  });
}

test('V8 up to 11 has a loop of its own', () => {
  const [old, other] = [11, Infinity].map((v8) => load('fma-pair-emitted', FQ, v8));
  assert.equal(old.loop, old.loops.stream_v8_11);
  assert.equal(other.loop, other.loops.stream);
});

test('the verification before timing accepts every kernel, and refuses one that is wrong', () => {
  const { exports, kernels } = loadAll();
  const [inFq, inPallas] = [createVerifier(FQ, 0x5eedn), createVerifier(PALLAS, 0x5eedn)];
  for (const { id, lanes, models } of kernels) {
    (id.endsWith('pallas') ? inPallas : inFq)(exports, id, lanes, models?.includes('add') ? 'add' : 'product');
  }
  assert.throws(() => inPallas(exports, 'add29-emitted', 1, 'add'), /WRONG SUM: add of/);
  const late = {
    ...exports,
    batch: (/** @type {string} */ model, /** @type {string} */ id, /** @type {bigint} */ seed) => {
      const batch = exports.batch(model, id, seed);
      return (/** @type {number} */ n) => batch(n === 129 ? 128 : n);
    },
  };
  assert.throws(() => inFq(late, 'add29-emitted', 1, 'add'), /WRONG SUM: add of 129/);
  assert.throws(() => inFq(exports, 'add29-emitted', 1, 'sub'), /kernel: "add29-emitted" has no sub, only add/);
});

test('a batch can run again before its checksum is asked for', () => {
  const kernel = load('fma-pair-emitted', FQ);
  for (const { id: model, loop } of [chain, stream]) {
    const run = kernel.batch(model, 3n);
    const checksums = [129, 5].map((n) => ({ n, checksum: run(n) }));
    for (const { n, checksum } of checksums) {
      assert.equal(FQ.fromBytes(checksum()), loop.closedForm(FQ, 3n, n, 2), `${model} of ${n}`);
    }
  }
});

test('a kernel is compiled when it is asked for: one that the engine refuses leaves the others alone', () => {
  const { exports } = emittedModule(
    (id) => (/** @type {BufferSource} */ (id === 'fma-pair-emitted' ? new Uint8Array(8) : emitHere(id))),
    Infinity,
  );
  assert.throws(() => batchOf(chain, exports, 'fma-pair-emitted', 1n), WebAssembly.CompileError);
  const checksum = batchOf(chain, exports, 'limbs29-emitted', 1n)(5)();
  assert.equal(FQ.fromBytes(checksum), chain.loop.closedForm(FQ, 1n, 5, 1));
});

test('an engine that does not fuse is refused by name', () => {
  // Its relaxed_madd is one whose test constants are such that no sum is right.
  const bytes = emit('fma-pair-emitted');
  const unfused = Buffer.from(bytes);
  const sum = Buffer.alloc(8);
  sum.writeDoubleLE(-(2 ** -54));
  assert.ok(unfused.includes(sum));
  for (let at = unfused.indexOf(sum); at >= 0; at = unfused.indexOf(sum)) unfused.fill(0, at, at + 8);
  assert.throws(
    () => new EmittedKernel('fma-pair-emitted', unfused),
    /^RangeError: kernel: "fma-pair-emitted" needs a fused relaxed_madd; this engine rounds twice \(unfused\)/,
  );
});

test('a modulus whose bounds do not close is refused', () => {
  const of = (/** @type {bigint} */ p) => new Field('other', p);
  assert.throws(() => emit('fma-pair-emitted', of(2n ** 255n - 19n)), /bounds: /);
  assert.throws(() => emit('fma-pair-emitted', of(2n ** 254n + 2n ** 140n + 1n)), /bounds: a limb of the product/);
  assert.throws(() => emit('fma-pair-emitted', of(2n ** 384n - 2n ** 128n - 2n ** 96n + 2n ** 32n - 1n)), /bounds: /);
  assert.throws(() => emit('dot14-emitted', of(2n ** 389n + 1n)), /bounds: the range of values does not close/);
  assert.throws(() => emit('add29-emitted', of(2n ** 260n + 1n)), /p: at most 260 bits/);
  assert.throws(() => emit('wide-emitted', PALLAS), /p: 5p must be below 2\^256/);
});

test('fmaPairSparse refuses a prime that is not 2^254 and three limbs', () => {
  for (const { p } of [FQ, FR, ...CENTRED.filter(({ id }) => id === 'bls12-381-fr')])
    assert.throws(() => fmaPairSparse(p, { overlapped: false }), /^RangeError: p: 2\^254 and three limbs/);
});

test('an unknown kernel, and a model that a kernel does not have, are refused by name', () => {
  const { exports } = loadAll();
  assert.throws(
    () => batchOf(stream, exports, 'multi3', 1n),
    /^RangeError: kernel: "multi3" is not emitted; there are fma-pair-emitted/,
  );
  assert.throws(
    () => batchOf(stream, exports, 'add29-emitted', 1n),
    /^RangeError: kernel: "add29-emitted" has no stream, only add/,
  );
  assert.equal(new Set(EMITTED_IDS).size, EMITTED_IDS.length);
});

/** Sums one after the other. @param {Field} field @param {bigint} seed @param {number} n */
function plainAdditions(field, seed, n) {
  const pairs = field.operands(seed, 128, 2);
  for (let i = 0; i < n; i++) {
    const pair = pairs[i % pairs.length];
    pair[0] = (pair[0] + pair[1]) % field.p;
  }
  return field.fold(pairs.map(([a]) => a));
}

/** The loops for modules of Rust in a memory of their own. @param {Field} field @param {boolean} centred */
function productsIn(field, centred) {
  const memory = new WebAssembly.Memory({ initial: 4 });
  const module = new WebAssembly.Module(/** @type {BufferSource} */ (emitProducts(centred)));
  const imports = {
    [WebAssembly.Module.imports(module)[0].module]: { [WebAssembly.Module.imports(module)[0].name]: memory },
  };
  const loops = /** @type {Record<string, (...args: number[]) => void>} */ (
    /** @type {unknown} */ (new WebAssembly.Instance(module, imports).exports)
  );
  new Uint8Array(memory.buffer).set(poolOfRust(field.p), 0);
  const view = new DataView(memory.buffer);
  const inverse = field.pow(2n ** 255n % field.p, field.p - 2n);
  return {
    /** @param {string} name @param {number} out @param {number} a @param {number} b @param {number} n */
    run: (name, out, a, b, n) => loops[`${centred ? 'centred_' : ''}${name}`](out, a, b, n, 0, 1024),
    /** @param {number} at @param {bigint[]} values pairs of integers below p */
    write: (at, values) => {
      for (let i = 0; i < values.length; i += 2) FORMAT.write(view, at + 40 * i, values.slice(i, i + 2), field.p);
    },
    /** @param {number} at @param {number} n pairs; canonical */
    read: (at, n) =>
      Array.from({ length: n }, (_, i) => FORMAT.read(view, at + 80 * i, 2))
        .flat()
        .map((x) => ((x % field.p) + field.p) % field.p),
    /** a·b/R. @param {bigint} a @param {bigint} b */
    product: (a, b) => field.mul(field.mul(a, b), inverse),
  };
}

for (const field of PAIRED) {
  test(`loops for modules of Rust in ${field.id}: products up and down, squares, in place and in chains`, () => {
    const { run, write, read, product } = productsIn(field, CENTRED.includes(field));
    const [A, B, OUT] = [4096, 65536, 131072];
    const [edges, others] = operands(field);
    for (const n of [0, 1, 2, 3, 33, 400]) {
      const [a, b] = [edges.slice(0, 2 * n), others.slice(0, 2 * n)];
      const expected = a.map((x, i) => product(x, b[i]));
      for (const name of ['products_up', 'products_down']) {
        for (const out of [OUT, A]) {
          write(A, a);
          write(B, b);
          run(name, out, A, B, n);
          assert.deepEqual(read(out, n), expected, `${name}, ${n}, ${out === A ? 'in place' : 'elsewhere'}`);
        }
      }
      write(A, a);
      run('squares', OUT, A, A, n);
      assert.deepEqual(
        read(OUT, n),
        a.map((x) => product(x, x)),
        `squares, ${n}`,
      );
    }
    // Each product is a factor two and four elements further on.
    for (const distance of [2, 4]) {
      const [a, b] = [edges.slice(0, 80), others.slice(0, 80)];
      const up = [...a];
      for (let i = 2 * distance; i < up.length; i++) up[i] = product(up[i - 2 * distance], b[i]);
      write(A, a);
      write(B, b);
      run('products_up', A + 80 * distance, A, B + 80 * distance, 40 - distance);
      assert.deepEqual(read(A, 40), up);
      const down = [...a];
      for (let i = down.length - 1; i >= 2 * distance; i--) down[i - 2 * distance] = product(down[i], b[i]);
      write(A, a);
      run('products_down', A, A + 80 * distance, B + 80 * distance, 40 - distance);
      assert.deepEqual(read(A, 40), down);
    }
  });
}

test('emitted bodies take the places of functions by their names, each of them once or none', () => {
  const one = emitProducts(false);
  const place = (/** @type {string} */ name) => new RegExp(`^${name}$`);
  const text = (/** @type {string[]} */ names, squares = LOOP_TYPE) =>
    `(module (import "m" "f" (func)) (memory 1) ${names
      .map((name) => `(func $${name} ${name === 'squares' ? squares : LOOP_TYPE} unreachable)`)
      .join(' ')})`;
  const module = (/** @type {string[]} */ names, squares = LOOP_TYPE) => {
    const parsed = binaryen.parseText(text(names, squares));
    parsed.setFeatures(binaryen.Features.SIMD128 | binaryen.Features.RelaxedSIMD);
    binaryen.setDebugInfo(true);
    return parsed.emitBinary();
  };
  assert.equal(graft(module(['other']), one, place), null);
  assert.throws(() => graft(module(['squares']), one, place), /^RangeError: graft: the module has 0 functions for/);
  const all = ['other', 'squares', 'products_down', 'products_up'];
  for (const [type, words] of [
    ['(param i32 i32 i32 i32 i32) (result i32)', '(i32, i32, i32, i32, i32) -> (i32)'],
    ['(param i32 i32 i32 i32 i32 i32 i32)', '(i32, i32, i32, i32, i32, i32, i32) -> ()'],
    ['(param i32 i32 i32 i32 i32)', '(i32, i32, i32, i32, i32) -> ()'],
  ])
    assert.throws(
      () => graft(module(all, type), one, place),
      new RangeError(
        'graft: "squares" is (i32, i32, i32, i32, i32, i32) -> (), and the function whose place it takes is ' + words,
      ),
    );
  const grafted = graft(module(all), one, place);
  assert(grafted && WebAssembly.validate(/** @type {BufferSource} */ (grafted)));
  const code = binaryen.readBinary(grafted).emitText();
  const counts = all.map((name) => {
    const [, body] = code.split(`(func $${name} `);
    return body.split('\n (func ')[0].split('relaxed_madd').length - 1;
  });
  // Every instruction stands once in the loop, and once before or behind it.
  assert.deepEqual(counts, [0, 2 * 99, 2 * 117, 2 * 117]);
});
