/** Transforms over BN254's scalar field against BigInt, through the exports of every build; and passes over arrays. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { FQ, FR } from '../src/oracle/field.mjs';
import {
  GENERATOR,
  bytesOf,
  bytesOfNtt,
  inverseNtt,
  ntt,
  nttAt,
  rootOfUnity,
  valuesOf,
  valuesOfNtt,
} from '../src/oracle/transform.mjs';
import { edgeValues } from '../src/oracle/vectors.mjs';
import { features } from '../src/setup/features.mjs';
import { loadModule } from '../src/setup/modules.mjs';

/** By the definition, in n² products. */
const SMALL = [1, 2, 3, 4, 5, 6];
/** In closed form, at some k. */
const LARGE = [7, 8, 9, 10, 11, 12, 17];

/** @typedef {{ id: string, build: string, summary: string, available: boolean }} Row */

const work = /** @type {any} */ ((await loadModule('work')).exports);
const has = /** @type {Record<string, boolean | null>} */ (features());
/** @type {Row[]} */
const rows = JSON.parse(work.ntts());

/** @param {number} n @returns {Record<string, bigint[]>} */
function inputs(n) {
  const edges = edgeValues(FR);
  const zeros = Array.from({ length: n }, () => 0n);
  return {
    random: FR.operands(BigInt(n), n, 1).flat(),
    'all r - 1': zeros.map(() => FR.p - 1n),
    'r - 1 in one lane': zeros.map((_, i) => (i % 2 === 0 ? FR.p - 1n : 0n)),
    'one at 0': zeros.with(0, 1n),
    'one at the end': zeros.with(n - 1, FR.p - 1n),
    constant: zeros.map(() => 7n),
    ends: zeros.map((_, i) => edges[(5 * i) % edges.length]),
  };
}

describe('the oracle', () => {
  test('its root has that order', () => {
    for (const log2 of [1, 2, 28]) {
      const root = rootOfUnity(2 ** log2);
      assert.equal(FR.pow(root, BigInt(2 ** (log2 - 1))), FR.p - 1n);
    }
  });

  test('its closed form is its definition, again and again', () => {
    let values = valuesOfNtt(3n, 8);
    assert.deepEqual(valuesOf(bytesOfNtt(3n, 8)), values);
    for (let transforms = 0; transforms < 9; transforms++) {
      assert.deepEqual(
        values,
        values.map((_, k) => nttAt(3n, 8, transforms, k)),
      );
      values = ntt(values);
    }
    const coset = ntt(valuesOfNtt(3n, 8), GENERATOR);
    assert.deepEqual(
      coset,
      coset.map((_, k) => nttAt(3n, 8, 1, k, GENERATOR)),
    );
  });

  test('its inverse undoes it', () => {
    const values = valuesOfNtt(4n, 16);
    assert.deepEqual(inverseNtt(ntt(values)), values);
    assert.deepEqual(inverseNtt(ntt(values, GENERATOR), GENERATOR), values);
  });
});

for (const { id, build } of rows)
  describe(`the transform of ${id}`, { skip: has[build] === false && 'this process has no such modules' }, () => {
    const module = async () => /** @type {any} */ ((await loadModule(build)).exports);

    test('is its definition, for all small sizes', async () => {
      const { ntt: transform } = await module();
      for (const n of SMALL.map((log2) => 2 ** log2))
        for (const [name, values] of Object.entries(inputs(n))) {
          const there = ntt(values);
          assert.deepEqual(valuesOf(transform(id, bytesOf(values), false)), there, `${n} values: ${name}`);
          const back = inverseNtt(values);
          assert.deepEqual(valuesOf(transform(id, bytesOf(values), true)), back, `${n} values: ${name}, inverse`);
        }
    });

    test('is its definition on the coset', async () => {
      const { Ntt } = await module();
      for (const log2 of SMALL) {
        const values = valuesOfNtt(9n, 2 ** log2);
        const transform = new Ntt(id, log2, 9n);
        transform.coset_forward();
        assert.deepEqual(valuesOf(transform.values()), ntt(values, GENERATOR));
        transform.coset_inverse();
        assert.deepEqual(valuesOf(transform.values()), values);
        transform.coset_inverse();
        assert.deepEqual(valuesOf(transform.values()), inverseNtt(values, GENERATOR));
        transform.free();
      }
    });

    test('has the closed form, for large sizes', async () => {
      const { Ntt } = await module();
      for (const log2 of LARGE) {
        const n = 2 ** log2;
        const transform = new Ntt(id, log2, 11n);
        // Odd steps, so that each part of the result is looked at.
        const holds = (/** @type {number} */ transforms, /** @type {bigint} */ offset = 1n) => {
          const bytes = transform.values();
          for (let i = 0; i < 40; i++) {
            const k = (i * (2 * Math.floor(n / 80) + 1)) % n;
            const value = FR.fromBytes(bytes.subarray(32 * k, 32 * k + 32));
            assert.equal(value, nttAt(11n, n, transforms, k, offset), `${transforms} of ${n} values at ${k}`);
          }
          return bytes;
        };
        const before = holds(0);
        transform.forward();
        holds(1);
        transform.inverse();
        assert.deepEqual(holds(0), before);
        // What one transform leaves the next begins with; the largest takes a second.
        const times = n > 2 ** 12 ? 2 : 5;
        for (let i = 0; i < times; i++) transform.forward();
        holds(times);
        for (let i = 0; i < times; i++) transform.inverse();
        assert.deepEqual(holds(0), before);
        transform.prepare();
        transform.coset_forward();
        holds(1, GENERATOR);
        transform.coset_inverse();
        assert.deepEqual(holds(0), before);
        transform.free();
      }
    });

    test('is linear', async () => {
      const { ntt: transform } = await module();
      const n = 2 ** 12;
      const [x, y] = [21n, 22n].map((seed) => FR.operands(seed, n, 1).flat());
      const of = (/** @type {bigint[]} */ values) => valuesOf(transform(id, bytesOf(values), false));
      const together = of(x.map((value, i) => (value + 3n * y[i]) % FR.p));
      const [there, other] = [of(x), of(y)];
      assert.deepEqual(
        together,
        there.map((value, i) => (value + 3n * other[i]) % FR.p),
      );
    });

    test('is that of ark-poly', async () => {
      const { ntt: transform } = await module();
      for (const log2 of [1, 2, 5, 10, 13]) {
        const values = bytesOf(FR.operands(BigInt(log2), 2 ** log2, 1).flat());
        for (const inverse of [false, true])
          assert.deepEqual(transform(id, values, inverse), work.ntt('multi3-mitigated', values, inverse));
      }
    });
  });

test('what cannot be transformed is named', () => {
  const { ntt: transform, Ntt } = work;
  const two = bytesOf([1n, 2n]);
  const range = (/** @type {RegExp} */ message) => ({ name: 'RangeError', message });
  const type = (/** @type {RegExp} */ message) => ({ name: 'TypeError', message });
  assert.throws(() => transform('none', two, false), range(/^kernel: unknown id "none"; known: .*limbs29/));
  assert.throws(() => transform(3, two, false), type(/^kernel: /));
  assert.throws(() => transform('limbs29', 'text', false), type(/^values: a Uint8Array/));
  assert.throws(() => transform('limbs29', two, 'true'), type(/^inverse: a boolean/));
  for (const length of [0, 31, 32, 33, 63, 65, 96])
    assert.throws(() => transform('limbs29', new Uint8Array(length), false), range(/^values: 2 to 2\^22 elements/));
  assert.throws(() => transform('limbs29', bytesOf([1n, FR.p]), false), range(/^values: .*not below the modulus/));
  assert.throws(() => transform('limbs29', bytesOf([2n ** 256n - 1n, 0n]), true), range(/^values: /));
  for (const log2 of [0, 23, 1.5, -1, NaN])
    assert.throws(() => new Ntt('limbs29', log2, 1n), range(/^log2_size: a whole number from 1 to 22/));
  assert.throws(() => new Ntt('limbs29', '3', 1n), type(/^log2_size: a number/));
  assert.throws(() => new Ntt('limbs29', 3, 1), type(/^seed: /));
  // The module is as it was.
  assert.deepEqual(valuesOf(transform('limbs29', two, false)), [3n, FR.p - 1n]);
});

describe('passes over arrays of any size', () => {
  for (const build of ['baseline', 'simd128', 'relaxed-simd', 'work'])
    test(`in the build ${build}`, { skip: has[build] === false && 'this process has no such modules' }, async () => {
      const { exports, kernels } = await loadModule(build);
      const { Arrays } = /** @type {any} */ (exports);
      for (const { id, available, fused } of kernels) {
        if (!available || fused === false) continue;
        for (const log2 of [1, 8, 11]) {
          const drawn = FQ.operands(31n, Math.min(2 ** log2, 256), 2);
          const slots = Array.from({ length: 2 ** log2 }, (_, i) => drawn[i % 256]);
          const arrays = new Arrays(id, log2, 31n);
          assert.equal(FQ.fromBytes(arrays.checksum()), FQ.fold(slots.map(([a]) => a)));
          arrays.multiply(1);
          arrays.multiply(2);
          const after = slots.map(([a, b]) => FQ.mul(a, FQ.pow(b, 3n)));
          assert.equal(FQ.fromBytes(arrays.checksum()), FQ.fold(after), `${id}, 2^${log2}`);
          arrays.free();
        }
      }
    });

  test('what is no size is named', () => {
    const { Arrays } = work;
    assert.throws(() => new Arrays('limbs29', 0, 1n), { name: 'RangeError', message: /^log2_size: / });
    assert.throws(() => new Arrays('none', 3, 1n), { name: 'RangeError', message: /^kernel: / });
    const arrays = new Arrays('limbs29', 3, 1n);
    assert.throws(() => arrays.multiply(0), { name: 'RangeError', message: /^passes: / });
  });
});
