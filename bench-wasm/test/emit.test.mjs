// The emitted kernels against BigInt, in every field and for every kind of engine.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PALLAS, additions, bigintAdditions } from '../src/emit/additions.mjs';
import { emit } from '../src/emit/kernels.mjs';
import { wrapEmitted } from '../src/emit/module.mjs';
import { FQ, FR } from '../src/field.mjs';
import { edgeValues } from '../src/measure/vectors.mjs';
import { createVerifier } from '../src/measure/verify.mjs';

/** @typedef {import('../src/emit/rows.mjs').EmittedId} EmittedId */
/** @typedef {import('../src/field.mjs').Field} Field */

/** V8 up to 11 gets another order of instructions than the rest. */
const ENGINES = [{ engine: 'V8 11', v8: 11 }, { engine: 'any engine', v8: Infinity }];
const LENGTHS = [1, 2, 3, 4, 127, 128, 129, 255, 1000, 12345];

/** @param {EmittedId} id @param {Field} field @param {number} v8 */
function load(id, field, v8) {
  const bytes = emit(id, field.p, v8);
  return wrapEmitted(id, field, new WebAssembly.Module(/** @type {BufferSource} */ (bytes)));
}

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

for (const { engine, v8 } of ENGINES) {
  for (const id of /** @type {const} */ (['fma-pair-emitted', 'limbs29-emitted'])) {
    for (const field of [FQ, FR]) {
      test(`${id} for ${engine} multiplies in ${field.id}`, () => {
        const { exports, kernels: [{ lanes, available }] } = load(id, field, v8);
        assert.equal(available, true);
        const [a, b] = operands(field);
        const products = exports.results(a, b);
        for (const [i, x] of a.entries()) assert.equal(products[i], field.mul(x, b[i]), `${x} * ${b[i]}`);
        if (field === FQ) createVerifier(field, 0x5eedn)(exports, id, lanes);
        for (const seed of [0n, 1n, 2n ** 64n - 1n]) {
          for (const n of LENGTHS) {
            assert.equal(field.fromBytes(exports.stream(id, seed, n)), field.stream(seed, n), `stream of ${n}`);
            assert.equal(field.fromBytes(exports.chain(id, seed, n)), field.chain(seed, n, lanes), `chain of ${n}`);
          }
        }
      });
    }
  }

  for (const field of [FQ, FR, PALLAS]) {
    test(`add29-emitted for ${engine} adds in ${field.id}`, () => {
      const { exports } = load('add29-emitted', field, v8);
      const [a, b] = operands(field);
      const sums = exports.results(a, b);
      for (const [i, x] of a.entries()) assert.equal(sums[i], (x + b[i]) % field.p, `${x} + ${b[i]}`);
      for (const n of LENGTHS) {
        assert.equal(field.fromBytes(exports.stream('add29-emitted', 7n, n)), additions(field, 7n, n), `stream of ${n}`);
      }
    });
  }
}

test('additions on BigInt have the expected checksum', () => {
  for (const n of LENGTHS) assert.equal(PALLAS.fromBytes(bigintAdditions(PALLAS, 7n)(n)()), additions(PALLAS, 7n, n));
});

test('a batch can run again before its checksum is asked for', () => {
  const { exports } = load('fma-pair-emitted', FQ, Infinity);
  for (const model of /** @type {const} */ (['chain', 'stream'])) {
    const run = exports.batch(model, 'fma-pair-emitted', 3n);
    const checksums = [129, 5].map((n) => ({ n, checksum: run(n) }));
    for (const { n, checksum } of checksums) {
      const expected = model === 'chain' ? FQ.chain(3n, n, 2) : FQ.stream(3n, n);
      assert.equal(FQ.fromBytes(checksum()), expected, `${model} of ${n}`);
    }
  }
});

test('multipliers of one module do not disturb each other', () => {
  const { exports } = load('fma-pair-emitted', FQ, Infinity);
  const [first, second] = [2n, 3n].map((a) => {
    const multiplier = new exports.Multiplier('fma-pair-emitted');
    multiplier.set(FQ.toBytes(a), FQ.toBytes(5n));
    return multiplier;
  });
  first.step();
  second.step();
  second.step();
  first.mul(FQ.toBytes(9n), FQ.toBytes(9n));
  assert.equal(FQ.fromBytes(first.product()), 10n);
  assert.equal(FQ.fromBytes(second.product()), 75n);
  // As often as one likes: the module's memory is used again.
  for (let i = 0; i < 1000; i++) exports.mul('fma-pair-emitted', FQ.toBytes(3n), FQ.toBytes(4n));
  assert.equal(FQ.fromBytes(exports.mul('fma-pair-emitted', FQ.toBytes(3n), FQ.toBytes(4n))), 12n);
});

test('a modulus whose bounds do not close is refused', () => {
  assert.throws(() => emit('fma-pair-emitted', 2n ** 255n - 19n, Infinity), /bounds: /);
  assert.throws(() => emit('add29-emitted', 2n ** 260n + 1n, Infinity), /p: at most 260 bits/);
});

test('an unknown kernel is refused by its name', () => {
  const { exports } = load('limbs29-emitted', FQ, Infinity);
  assert.throws(() => exports.stream('multi3', 1n, 1), /^RangeError: kernel: "multi3"/);
});
