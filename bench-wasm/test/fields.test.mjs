/** Fields of arkworks in the module `work`, and this project's kernels in them in every build that has some. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createVerifier } from '../src/measure/verify.mjs';
import { modelOf } from '../src/models/index.mjs';
import { FIELDS, fieldOf } from '../src/oracle/field.mjs';
import { curveOver } from '../src/oracle/sums.mjs';
import { features } from '../src/setup/features.mjs';
import {
  FIELD_KERNEL,
  SIMD_BUILDS,
  WIDE_BUILD,
  exportedField,
  fieldBuild,
  fieldIn,
} from '../src/setup/field-module.mjs';
import { loadModule } from '../src/setup/modules.mjs';
import { FIELD_MODELS } from '../src/measure/patched.mjs';

const WORK = await loadModule('work');
const has = /** @type {Record<string, boolean | null>} */ (features());
/** The kernels that one chooses from, by the build that has their loops. @type {Record<string, string[]>} */
const OF_BUILD = {
  ...{ work: ['limbs29', 'limbs29-dropin'], simd128: ['simd'], 'relaxed-simd': ['fma-pair'] },
  [WIDE_BUILD]: ['wide'],
};
/** BN254's Fq has loops of its own; no kernel here takes 256 bits in all forms. @param {string} id */
const isOther = (id) => id !== 'fq' && !id.startsWith('secp256k1');
const OPERATIONS = new Set(FIELD_MODELS.map((id) => modelOf(id).operation));

test('the module has the fields that something is timed in', () => {
  assert.deepEqual(
    JSON.parse(String(WORK.exports.fields?.())),
    FIELDS.map(({ id }) => id),
  );
});

for (const field of FIELDS)
  test(`${field.id}: products, conversion and every loop are what BigInt expects`, async () => {
    const { exports, variant } = await loadModule(fieldBuild(field.id));
    assert.deepEqual(fieldIn(variant), { module: 'work', field: field.id });
    const verify = createVerifier(field, 3n);
    for (const operation of OPERATIONS) verify(exports, FIELD_KERNEL, 1, operation);
  });

/** @param {string} build @returns {Promise<import('../src/emit/interface.mjs').LoadedModule>} */
const moduleOf = (build) => (build === 'work' ? Promise.resolve(WORK) : loadModule(build));
/** @param {() => unknown} call @returns {string[]} what the error of an unknown id names */
function known(call) {
  try {
    call();
  } catch (error) {
    const ids = /known: (.*)$/.exec(/** @type {Error} */ (error).message)?.[1] ?? 'none named';
    return ids.split(', ').filter((id) => id !== '');
  }
  throw new assert.AssertionError({ message: 'nothing is refused' });
}

for (const build of ['work', ...SIMD_BUILDS, WIDE_BUILD])
  describe(`this project's kernels in ${build}`, { skip: has[build] === false && 'no such modules here' }, () => {
    test('products, conversion and both loops are what BigInt expects, in every field', async () => {
      const { exports, kernels } = await moduleOf(build);
      const { KernelLoops } = /** @type {any} */ (exports);
      const fields = known(() => new KernelLoops('nope', 'limbs29'));
      assert.deepEqual(
        fields.toSorted(),
        FIELDS.map(({ id }) => id)
          .filter(isOther)
          .toSorted(),
      );
      for (const id of fields) {
        const ids = known(() => new KernelLoops(id, 'nope'));
        // The registry says which fields a kernel is for.
        const listed = OF_BUILD[build].filter((kernel) =>
          kernels.find((row) => row.id === kernel)?.fields?.includes(exportedField(id)),
        );
        assert.deepEqual(ids, listed, id);
        const inField = await loadModule(fieldBuild(id, build));
        for (const kernel of ids)
          createVerifier(fieldOf(id), 5n)(
            inField.exports,
            kernel,
            kernels.find((row) => row.id === kernel)?.lanes ?? 0,
          );
      }
    });
  });

test('sums and transforms of a seed are what BigInt expects, by every module that has them', async () => {
  for (const [field, model] of /** @type {const} */ ([
    ['pallas', 'msm-256'],
    ['bls12-381-fq', 'msm-256'],
    ['bls12-381-fr', 'ntt-256'],
  ])) {
    const batch = Object.values(SIMD_BUILDS).filter((build) => has[build] !== false);
    const rows = [['work', FIELD_KERNEL]];
    for (const build of batch) {
      const { exports } = await loadModule(build);
      const ids = field === 'bls12-381-fr' ? exports.ntts_of?.(field) : exports.msms_of?.(curveOver(field)?.id ?? '');
      for (const id of JSON.parse(String(ids))) rows.push([build, id]);
    }
    assert.ok(rows.length > 1, field);
    for (const [build, kernel] of rows) {
      const { exports } = await loadModule(fieldBuild(field, build));
      const context = { exports, kernel, seed: 7n, field: fieldOf(field), expected: new Map() };
      const task = await modelOf(model).task(/** @type {any} */ (context));
      await task.run(2);
      assert.equal(await task.check(2), null, `${model} of ${kernel} in ${build}`);
    }
  }
});

test('a wrong sum and a wrong transform are no times', async () => {
  for (const [field, model, result] of /** @type {const} */ ([
    ['pallas', 'msm-256', 'PRODUCT'],
    ['bls12-381-fr', 'ntt-256', 'TRANSFORM'],
  ])) {
    const exports = {
      openSum: async () => ({ sum: () => new Uint8Array(64) }),
      openTransform: async () => ({ forward() {}, values: () => new Uint8Array(32 * 256).fill(1) }),
    };
    const context = { exports, kernel: 'k', seed: 7n, field: fieldOf(field), expected: new Map() };
    await assert.rejects(async () => modelOf(model).task(/** @type {any} */ (context)), {
      message: new RegExp(`^WRONG ${result}: `),
    });
  }
});

test('what is no field, and what is no element, is named', () => {
  const { FieldLoops } = /** @type {any} */ (WORK.exports);
  assert.throws(() => new FieldLoops('fp'), { name: 'RangeError', message: /^field: .*"fp"; known: fq, fr, / });
  const loops = new FieldLoops('pallas');
  const one = Uint8Array.from({ length: 32 }, (_, i) => Number(i === 0));
  assert.throws(() => loops.mul(one, one.subarray(1)), { name: 'RangeError', message: /^b: / });
  assert.throws(
    () =>
      loops.mul(
        one.map(() => 255),
        one,
      ),
    { name: 'RangeError', message: /^a: / },
  );
  assert.throws(() => loops.run('msm', 1n, 8), { name: 'RangeError', message: /^operation: .*"msm"/ });
  assert.deepEqual(loops.mul(one, one), one);
});
