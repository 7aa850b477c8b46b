/**
 * Sums, transforms and products over all curves and fields, through the exports of every build, against BigInt: the
 * constants here are those of the curves' own documents, and nothing is read from the module but what it has.
 */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fieldOf } from '../src/oracle/field.mjs';
import { groupOver } from '../src/oracle/group.mjs';
import { edgeValues } from '../src/oracle/vectors.mjs';
import { features } from '../src/setup/features.mjs';
import { loadModule } from '../src/setup/modules.mjs';

/** @typedef {import('../src/oracle/field.mjs').Field} Field */
/** @typedef {import('../src/oracle/group.mjs').Point} Point */

/** @type {Record<string, Field>} */
const FIELDS = {
  'bn254-fq': fieldOf('fq'),
  'bn254-fr': fieldOf('fr'),
  'bls12-381-fq': fieldOf('bls12-381-fq'),
  'bls12-381-fr': fieldOf('bls12-381-fr'),
  'bls12-377-fq': fieldOf('bls12-377-fq'),
  'bls12-377-fr': fieldOf('bls12-377-fr'),
  'pallas-fq': fieldOf('pallas'),
  'vesta-fq': fieldOf('vesta'),
  'grumpkin-fq': fieldOf('fr'),
};

/** A generator of the field's multiplicative group, of the fields with transforms. @type {Record<string, bigint>} */
const GENERATORS = {
  'bn254-fr': 5n,
  'bls12-381-fr': 7n,
  'bls12-377-fr': 22n,
  'pallas-fq': 5n,
  'vesta-fq': 5n,
  'grumpkin-fq': 5n,
};

/** @type {Record<string, { field: string, scalar: string, b: bigint, generator: Point }>} */
const CURVES = {
  'bn254-g1': { field: 'bn254-fq', scalar: 'bn254-fr', b: 3n, generator: [1n, 2n] },
  'bls12-381-g1': {
    field: 'bls12-381-fq',
    scalar: 'bls12-381-fr',
    b: 4n,
    generator: [
      0x17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bbn,
      0x08b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db18cb2c04b3edd03cc744a2888ae40caa232946c5e7e1n,
    ],
  },
  'bls12-377-g1': {
    field: 'bls12-377-fq',
    scalar: 'bls12-377-fr',
    b: 1n,
    generator: [
      0x008848defe740a67c8fc6225bf87ff5485951e2caa9d41bb188282c8bd37cb5cd5481512ffcd394eeab9b16eb21be9efn,
      0x01914a69c5102eff1f674f5d30afeec4bd7fb348ca3e52d96d182ad44fb82305c2fe3d3634a9591afd82de55559c8ea6n,
    ],
  },
  pallas: { field: 'pallas-fq', scalar: 'vesta-fq', b: 5n, generator: [FIELDS['pallas-fq'].p - 1n, 2n] },
  vesta: { field: 'vesta-fq', scalar: 'pallas-fq', b: 5n, generator: [FIELDS['vesta-fq'].p - 1n, 2n] },
  grumpkin: {
    field: 'grumpkin-fq',
    scalar: 'bn254-fq',
    b: -17n,
    generator: [1n, 0x2cf135e7506a45d632d270d45f1181294833fc48d823f272cn],
  },
};

const has = /** @type {Record<string, boolean | null>} */ (features());
const BUILDS = ['simd128', 'relaxed-simd'];

/** @param {string} message from an error that names what is known @returns {string[]} */
const known = (message) => /** @type {RegExpExecArray} */ (/known: (.*)$/.exec(message))[1].split(', ');

/** @param {() => unknown} call @returns {Error} what it throws */
function thrown(call) {
  try {
    call();
  } catch (error) {
    return /** @type {Error} */ (error);
  }
  throw new assert.AssertionError({ message: 'nothing is refused' });
}

/** @param {string} build */
const exportsOf = async (build) => /** @type {any} */ ((await loadModule(build)).exports);

/** @param {Field} field @param {bigint[]} values */
const bytesOf = (field, values) => Uint8Array.from(values.flatMap((value) => [...field.toBytes(value)]));

/** @param {Field} field @param {Uint8Array} bytes @returns {bigint[]} */
const valuesOf = (field, bytes) =>
  Array.from({ length: bytes.length / (8 * field.words) }, (_, i) =>
    field.fromBytes(bytes.subarray(8 * field.words * i)),
  );

/** @param {string} id */
function curveOf(id) {
  const { field, scalar, b, generator } = CURVES[id];
  const [fq, fr] = [FIELDS[field], FIELDS[scalar]];
  const { add, multiply } = groupOver(fq);
  const bytes = (/** @type {(Point | null)[]} */ points) =>
    bytesOf(
      fq,
      points.flatMap((point) => point ?? [0n, 0n]),
    );
  return { fq, fr, b, generator, add, multiply, bytes };
}

for (const build of BUILDS)
  describe(build, { skip: has[build] === false && 'this process has no such modules' }, () => {
    test('sums over every curve are what BigInt expects', async () => {
      const { msm_of } = await exportsOf(build);
      const curves = known(thrown(() => msm_of('nope', 'limbs29', new Uint8Array(), new Uint8Array())).message);
      assert.deepEqual(curves.toSorted(), Object.keys(CURVES).toSorted());
      for (const id of curves) {
        const { fq, fr, b, generator, add, multiply, bytes } = curveOf(id);
        const [x, y] = generator;
        assert.equal((y * y - x * x * x - b) % fq.p, 0n);
        assert.equal(multiply(generator, fr.p), null);
        /** @type {(Point | null)[]} */
        const multiples = [null];
        while (multiples.length < 40) multiples.push(add(multiples[multiples.length - 1], generator));
        const times = (/** @type {number} */ k) => {
          const point = multiples[Math.abs(k)];
          return point && k < 0 ? /** @type {Point} */ ([point[0], fq.p - point[1]]) : point;
        };
        const scalar = fr.generator(3n);
        const same = scalar();
        const ends = [0n, 1n, fr.p - 1n, (fr.p - 1n) / 2n, 2n ** 127n, 2n ** 128n - 1n];
        for (const [name, numbers, scalarOf] of /** @type {[string, number[], (i: number) => bigint][]} */ ([
          ['no points', [], scalar],
          ['one point', [5], scalar],
          ['points and scalars of any kind', Array.from({ length: 37 }, (_, i) => i + 1), scalar],
          ['equal points and scalars', Array(33).fill(7), () => same],
          ['P and -P', Array.from({ length: 20 }, (_, i) => (i % 2 ? 9 : -9)), () => same],
          ['the point at infinity among others', [0, 1, 0, 0, 5, 6, 0], scalar],
          ['scalars at the ends', [1, 2, 3, 4, 5, 6, 7], (i) => ends[i % ends.length]],
        ])) {
          const scalars = numbers.map((_, i) => scalarOf(i));
          const sum = numbers.reduce((sum, k, i) => sum + BigInt(k) * scalars[i], 0n);
          const expected = bytes([multiply(generator, ((sum % fr.p) + fr.p) % fr.p)]);
          const points = bytes(numbers.map(times));
          const kernels = known(thrown(() => msm_of(id, 'nope', points, points)).message);
          const widest = build === 'relaxed-simd' ? 'fma-pair' : null;
          const fastest = widest ?? (id.startsWith('bls12') ? 'limbs29-dropin' : 'simd');
          assert.ok(kernels.includes(fastest), `${build}: ${id}`);
          for (const kernel of kernels)
            assert.deepEqual(msm_of(id, kernel, points, bytesOf(fr, scalars)), expected, `${id}, ${kernel}: ${name}`);
        }
      }
    });

    test('transforms over every field are their definition', async () => {
      const { ntt_of } = await exportsOf(build);
      const fields = known(thrown(() => ntt_of('nope', 'limbs29', new Uint8Array(), false)).message);
      assert.deepEqual(fields.toSorted(), Object.keys(GENERATORS).toSorted());
      for (const id of fields) {
        const field = FIELDS[id];
        const edges = edgeValues(field);
        const kernels = known(thrown(() => ntt_of(id, 'nope', new Uint8Array(), false)).message);
        for (const n of [2, 4, 8, 64]) {
          const root = field.pow(GENERATORS[id], (field.p - 1n) / BigInt(n));
          assert.equal(field.pow(root, BigInt(n / 2)), field.p - 1n);
          for (const values of [
            field.operands(BigInt(n), n, 1).flat(),
            Array.from({ length: n }, () => field.p - 1n),
            Array.from({ length: n }, (_, i) => edges[(5 * i) % edges.length]),
          ]) {
            const there = values.map((_, k) => {
              const point = field.pow(root, BigInt(k));
              return values.reduceRight((sum, value) => (sum * point + value) % field.p, 0n);
            });
            for (const kernel of kernels) {
              const got = ntt_of(id, kernel, bytesOf(field, values), false);
              assert.deepEqual(valuesOf(field, got), there, `${id}, ${kernel}: ${n} values`);
              const back = ntt_of(id, kernel, got, true);
              assert.deepEqual(valuesOf(field, back), values, `${id}, ${kernel}: ${n} values and back`);
            }
          }
        }
      }
    });

    test('products in every field are those of BigInt, of the kernels that kernels() says', async () => {
      const { kernels: rows, exports } = await loadModule(build);
      const { mul_of, mul } = /** @type {any} */ (exports);
      const fields = known(thrown(() => mul_of('nope', 'limbs29', new Uint8Array(), new Uint8Array())).message);
      assert.deepEqual(fields.toSorted(), Object.keys(FIELDS).toSorted());
      for (const id of fields) {
        const field = FIELDS[id];
        const of = rows.filter((row) => row.fields?.includes(id));
        const one = field.toBytes(1n);
        assert.deepEqual(
          known(thrown(() => mul_of(id, 'nope', one, one)).message),
          of.map((row) => row.id),
        );
        const edges = edgeValues(field);
        const pairs = edges.map((a, i) => [a, edges[(7 * i + 3) % edges.length]]);
        pairs.push(...field.operands(9n, 50, 2), [field.p - 1n, field.p - 1n]);
        for (const { id: kernel, available, fused } of of) {
          if (!available || fused === false) continue;
          for (const [a, b] of pairs) {
            const got = mul_of(id, kernel, field.toBytes(a), field.toBytes(b));
            assert.equal(field.fromBytes(got), (a * b) % field.p, `${id}, ${kernel}: ${a} * ${b}`);
            if (id === 'bn254-fq') assert.deepEqual(got, mul(kernel, field.toBytes(a), field.toBytes(b)));
          }
        }
      }
    });
  });

test('bad arguments are refused by name, and the module keeps working', async () => {
  const { msm_of, ntt_of, mul_of } = await exportsOf('simd128');
  const { fq, fr, generator, bytes } = curveOf('pallas');
  const [point, one] = [bytes([generator]), fr.toBytes(1n)];
  const [off, large] = [bytes([[5n, 2n]]), new Uint8Array(64).fill(255)];
  const two = bytesOf(fq, [1n, 2n]);
  const [a, b] = [fq.toBytes(2n), fq.toBytes(3n)];
  const bls = curveOf('bls12-381-g1');
  // (0, 2) is of order 3.
  const outside = bls.bytes([bls.generator, [0n, 2n]]);
  for (const [expected, call, ...given] of /** @type {[RegExp, (...all: any[]) => unknown, ...any[]][]} */ ([
    [/^TypeError: curve: a string/, msm_of, undefined, 'simd', point, one],
    [/^RangeError: curve: unknown id "secp256k1"; known: bn254-g1, /, msm_of, 'secp256k1', 'simd', point, one],
    [/^RangeError: kernel: unknown id "simd"; known: limbs29-dropin$/, msm_of, 'bls12-381-g1', 'simd', point, one],
    [/^RangeError: points: 96 bytes a point/, msm_of, 'bls12-381-g1', 'limbs29-dropin', point, one],
    [
      /^RangeError: points: point 1 is on the curve, and not in its subgroup/,
      msm_of,
      'bls12-381-g1',
      'limbs29-dropin',
      outside,
      two,
    ],
    [/^TypeError: kernel: /, msm_of, 'pallas', 5, point, one],
    [/^RangeError: kernel: unknown id "multi3"; known: simd$/, msm_of, 'pallas', 'multi3', point, one],
    [/^TypeError: points: a Uint8Array/, msm_of, 'pallas', 'simd', [...point], one],
    [/^TypeError: scalars: a Uint8Array/, msm_of, 'pallas', 'simd', point, null],
    [/^RangeError: points: 64 bytes a point/, msm_of, 'pallas', 'simd', point.subarray(1), one],
    [/^RangeError: scalars: 32 bytes for each/, msm_of, 'pallas', 'simd', point, new Uint8Array(64)],
    [/^RangeError: points: point 0 is not on the curve y\^2 = x\^3 \+ 5/, msm_of, 'pallas', 'simd', off, one],
    [/^RangeError: points: point 0 is not on the curve y\^2 = x\^3 - 17/, msm_of, 'grumpkin', 'simd', off, one],
    [/^RangeError: points: the value is not below/, msm_of, 'pallas', 'simd', large, one],
    [/^RangeError: scalars: the value is not below/, msm_of, 'pallas', 'simd', point, fr.toBytes(fr.p)],
    [/^TypeError: field: a string/, ntt_of, 3, 'simd', two, false],
    [/^RangeError: field: unknown name "bn254-fq"/, ntt_of, 'bn254-fq', 'simd', two, false],
    [/^RangeError: kernel: unknown id "multi3"; known: simd$/, ntt_of, 'pallas-fq', 'multi3', two, false],
    [/^TypeError: values: a Uint8Array/, ntt_of, 'pallas-fq', 'simd', [1, 2], false],
    [/^TypeError: inverse: a boolean/, ntt_of, 'pallas-fq', 'simd', two, 1],
    [/^RangeError: values: 2 to 2\^22 elements/, ntt_of, 'pallas-fq', 'simd', two.subarray(1), false],
    [/^RangeError: values: the value is not below/, ntt_of, 'pallas-fq', 'simd', bytesOf(fq, [1n, fq.p]), false],
    [/^TypeError: field: a string/, mul_of, null, 'simd', a, b],
    [/^RangeError: field: unknown name "fq"/, mul_of, 'fq', 'simd', a, b],
    [/^RangeError: kernel: unknown id "multi3"; known: .*limbs29-dropin/, mul_of, 'pallas-fq', 'multi3', a, b],
    [/^RangeError: kernel: "fma-pair" is not in this build/, mul_of, 'pallas-fq', 'fma-pair', a, b],
    [
      /^RangeError: kernel: unknown id "simd"; known: wide, limbs29-dropin, fma-pair$/,
      mul_of,
      'bls12-377-fq',
      'simd',
      a,
      b,
    ],
    [/^RangeError: a: 32 bytes given, an element is 48 bytes/, mul_of, 'bls12-377-fq', 'limbs29-dropin', a, b],
    [/^TypeError: a: a Uint8Array/, mul_of, 'pallas-fq', 'simd', 'text', b],
    [/^RangeError: b: 33 bytes given/, mul_of, 'pallas-fq', 'simd', a, new Uint8Array(33)],
    [
      /^RangeError: a: the value is not below the modulus of pasta::Fp/,
      mul_of,
      'pallas-fq',
      'simd',
      fq.toBytes(fq.p),
      b,
    ],
  ]))
    assert.throws(
      () => call(...given),
      (error) => expected.test(String(error)) || assert.fail(`${expected}: ${String(error)}`),
    );
  assert.deepEqual(msm_of('pallas', 'simd', point, one), point);
  assert.deepEqual(valuesOf(fq, ntt_of('pallas-fq', 'simd', two, false)), [3n, fq.p - 1n]);
  assert.deepEqual(mul_of('pallas-fq', 'simd', a, b), fq.toBytes(6n));
});
