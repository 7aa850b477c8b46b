/** Fields of arkworks in the module `work`. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createVerifier } from '../src/measure/verify.mjs';
import { modelOf } from '../src/models/index.mjs';
import { FIELDS } from '../src/oracle/field.mjs';
import { FIELD_KERNEL, fieldBuild, fieldIn } from '../src/setup/field-module.mjs';
import { loadModule } from '../src/setup/modules.mjs';
import { FIELD_MODELS } from '../src/measure/patched.mjs';

const WORK = await loadModule('work');
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
