/** The crate's own MSM through its exports, against BigInt: sums that are known, operands of a seed, bad arguments. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { G1, addPoints, expectedMsm, multiplyPoint } from '../src/oracle/curve.mjs';
import { FQ, FR } from '../src/oracle/field.mjs';
import { features } from '../src/setup/features.mjs';
import { loadModule } from '../src/setup/modules.mjs';

/** @typedef {import('../src/oracle/curve.mjs').Point} Point */

/** The kernels of a build that have an MSM. */
const BUILDS = {
  baseline: ['multi3-mitigated', 'limbs29'],
  simd128: ['multi3-mitigated', 'limbs29', 'simd'],
  'relaxed-simd': ['multi3-mitigated', 'limbs29', 'simd', 'fma-pair'],
};

/** @param {(Point | null)[]} points */
const pointBytes = (points) =>
  Uint8Array.from(points.flatMap((point) => (point ?? [0n, 0n]).flatMap((x) => [...FQ.toBytes(x)])));
/** @param {bigint[]} scalars */
const scalarBytes = (scalars) => Uint8Array.from(scalars.flatMap((s) => [...FR.toBytes(((s % FR.p) + FR.p) % FR.p)]));

/** @type {(Point | null)[]} i·G1 */
const multiples = [null];
for (let i = 1; i <= 40; i++) multiples.push(addPoints(multiples[i - 1], G1));

/** @param {number} k of either sign @returns {Point | null} k·G1 */
const times = (k) => {
  const point = multiples[Math.abs(k)];
  return point && k < 0 ? [point[0], FQ.p - point[1]] : point;
};
const scalar = FR.generator(3n);
const same = scalar();

/** @type {[string, number[], (i: number) => bigint][]} multiples of the generator, and their scalars */
const CASES = [
  ['no points', [], scalar],
  ['one point', [5], scalar],
  ['points and scalars of any kind', Array.from({ length: 37 }, (_, i) => i + 1), scalar],
  ['equal points and scalars', Array(33).fill(7), () => same],
  ['P and -P', Array.from({ length: 20 }, (_, i) => (i % 2 ? 9 : -9)), () => same],
  ['the point at infinity among others', [0, 1, 0, 0, 5, 6, 0], scalar],
  ['scalars 0, 1 and -1', [1, 2, 3, 4, 5, 6, 7], (i) => BigInt((i % 3) - 1)],
];

for (const [build, ids] of /** @type {[keyof typeof BUILDS, string[]][]} */ (Object.entries(BUILDS))) {
  const lacking = /** @type {Record<string, boolean | null>} */ (features())[build] === false;
  test(`${build}: sums are what BigInt expects`, { skip: lacking && 'this process has no such modules' }, async () => {
    const { exports } = await loadModule(build);
    const [msm, msms, Msm] = [exports.msm, exports.msms, exports.Msm];
    assert(msm && msms && Msm);
    assert.deepEqual(JSON.parse(msms()), ids);
    for (const [name, numbers, scalarOf] of CASES) {
      const scalars = numbers.map((_, i) => scalarOf(i));
      const sum = numbers.reduce((sum, k, i) => sum + BigInt(k) * scalars[i], 0n);
      const expected = pointBytes([multiplyPoint(G1, ((sum % FR.p) + FR.p) % FR.p)]);
      for (const id of ids) {
        const got = msm(id, pointBytes(numbers.map(times)), scalarBytes(scalars));
        assert.deepEqual(got, expected, `${id}: ${name}`);
      }
    }
    for (const id of ids) {
      for (const log2 of [0, 3, 12])
        assert.deepEqual(
          new Msm(id, log2, 11n).sum(),
          expectedMsm(11n, 2 ** log2),
          `${id}: 2^${log2} points of a seed`,
        );
    }
  });
}

test('the seed of an MSM is that of a curve, of any size', async () => {
  const { exports } = await loadModule('work');
  const [Curve, Msm] = [exports.Curve, exports.Msm];
  assert(Curve && Msm);
  for (const log2 of [0, 5, 12]) {
    const sum = new Msm('limbs29', log2, 5n).sum();
    for (const id of JSON.parse(/** @type {() => string} */ (exports.curves)()))
      assert.deepEqual(new Curve(id, 5n, log2).msm(), sum, `${id}: 2^${log2}`);
  }
  assert.deepEqual(new Curve('multi3-mitigated', 5n).msm(), new Curve('multi3-mitigated', 5n, 12).msm());
});

test('bad arguments are refused by name, and the module keeps working', async () => {
  const { exports } = await loadModule('baseline');
  const msm = /** @type {(...all: any[]) => Uint8Array} */ (exports.msm);
  const Msm = /** @type {new (...all: any[]) => { sum(): Uint8Array }} */ (exports.Msm);
  const [point, one] = [pointBytes([G1]), scalarBytes([1n])];
  const off = point.with(0, 5);
  const large = Uint8Array.from({ length: 64 }, () => 255);
  for (const [expected, ...given] of /** @type {[RegExp, ...any[]][]} */ ([
    [/^RangeError: kernel: .*limbs29/, 'nope', point, one],
    [/^RangeError: kernel: /, 'fma-pair', point, one],
    [/^TypeError: kernel: /, 5, point, one],
    [/^TypeError: points: a Uint8Array of 64/, 'limbs29', [...point], one],
    [/^TypeError: scalars: a Uint8Array of 32/, 'limbs29', point, undefined],
    [/^RangeError: points: 64 bytes a point/, 'limbs29', point.subarray(1), one],
    [/^RangeError: scalars: 32 bytes for each/, 'limbs29', point, new Uint8Array(64)],
    [/^RangeError: points: point 0 is not on the curve/, 'limbs29', off, one],
    [/^RangeError: points: the value is not below/, 'limbs29', large, one],
    [/^RangeError: scalars: the value is not below/, 'limbs29', point, large.subarray(32)],
  ])) {
    assert.throws(
      () => msm(...given),
      (error) => expected.test(String(error)) || assert.fail(String(error)),
    );
  }
  for (const bad of [-1, 21, 0.5, NaN])
    assert.throws(() => new Msm('limbs29', bad, 1n), /^RangeError: log2_points: a whole number from 0 to 20/);
  assert.throws(() => new Msm('limbs29', '3', 1n), /^TypeError: log2_points: /);
  assert.throws(() => new Msm('limbs29', 3, 1), /^TypeError: seed: /);
  assert.deepEqual(msm('limbs29', point, one), point);
});
