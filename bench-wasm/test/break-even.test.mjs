/** Calls with BigInts: the code that is timed is verified first, and the page says from where on a call pays. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromData } from '../src/measure/compile.mjs';
import { modelOf, MODELS } from '../src/models/index.mjs';
import { createJsModule, JS } from '../src/models/js.mjs';
import { createMontgomeryModule } from '../src/models/js-montgomery.mjs';
import { FQ, FR, fieldOf } from '../src/oracle/field.mjs';
import { resummarised } from '../src/result/result.mjs';
import { breakEven, breakEvenGist, breakEvenLead, breakEvenTable } from '../pages/calls.mjs';
import { fakeModule } from './fake-module.mjs';
import { makeRun } from './made-run.mjs';

const SIZED = MODELS.filter(({ size }) => size);

/** A module in BigInt whose memory is an array. @param {(a: bigint, b: bigint) => bigint | null} [wrong] */
function withPairs(wrong = () => null) {
  const { exports } = fakeModule([{ id: 'multi3', wrong }]);
  class Pairs {
    /** @param {string} _kernel @param {number} n */
    constructor(_kernel, n) {
      this.n = n;
      this.memory = new BigUint64Array(8 * n);
    }

    words() {
      return this.memory;
    }

    mul() {
      for (let i = 0; i < this.n; i++) {
        const [a, b] = [0, 32].map((at) => FQ.fromBytes(new Uint8Array(this.memory.buffer, 64 * i + at, 32)));
        new Uint8Array(this.memory.buffer).set(FQ.toBytes(wrong(a, b) ?? FQ.mul(a, b)), 64 * i);
      }
      return this.n;
    }

    free() {}
  }
  return { ...exports, Pairs };
}

/** @param {string} id @param {any} exports @param {import('../src/oracle/field.mjs').Field} [field] */
const taskOf = (id, exports, field = FQ) =>
  modelOf(id).task({
    ...{ field, exports, kernel: 'multi3', lanes: 1, seed: 5n, cases: 10, work: 1 },
    ...{ expected: new Map(), compile: fromData },
  });

test('BigInt calls: every way and size multiplies, and a batch ends with what BigInt expects', async () => {
  assert.deepEqual(
    SIZED.map(({ id, size }) => `${id} ${size}`),
    [
      ...['call-batch-2 2', 'call-batch-4 4', 'call-batch-8 8', 'call-batch-16 16', 'call-batch-32 32'],
      ...['call-batch-64 64', 'call-bigint 1', 'call-hex 1'],
    ],
  );
  for (const { id } of SIZED) {
    for (const exports of [withPairs(), createJsModule(FQ).exports, createMontgomeryModule(FQ).exports]) {
      const task = await taskOf(id, exports);
      task.prepare?.();
      await task.run(3 * task.unit);
      assert.equal(await task.check(3 * task.unit), null, id);
      assert.match(String(await task.check(2 * task.unit)), /^product 0 of a batch of \d+ gave \d+$/, id);
    }
  }
});

test('BigInt calls: what gives one wrong product is not timed', async () => {
  const wrong = (/** @type {bigint} */ a, /** @type {bigint} */ b) => (a === 2n && b === FQ.p - 1n ? 0n : null);
  for (const { id } of SIZED)
    await assert.rejects(taskOf(id, withPairs(wrong)), /WRONG PRODUCT: 2 \* \d+ gave 0, not \d+/, id);
});

test('BigInt Montgomery: products of residues in another field and of six words, too', () => {
  for (const field of [FR, fieldOf('bls12-381-fq')]) {
    const { exports } = createMontgomeryModule(field);
    const multiplier = new exports.Multiplier(JS);
    const [a, b] = [field.p - 1n, field.p - 2n].map((value) => field.toBytes(value));
    assert.equal(field.fromBytes(multiplier.mul(a, b)), 2n);
    multiplier.set(a, b);
    multiplier.step();
    multiplier.step();
    assert.equal(field.fromBytes(multiplier.product()), field.p - 4n);
    assert.equal(field.fromBytes(multiplier.convert(a)), field.p - 1n);
    assert.throws(() => 'batch' in exports && exports.batch('stream', JS, 1n), /no loop on BigInt residues/);
  }
});

/** @param {(size: number) => number} cost of wasm per product, where BigInt takes 300 ns */
function measured(cost) {
  const models = SIZED.filter(({ id }) => id !== 'call-hex').map(({ id, size }) => ({ id, size: Number(size) }));
  const costs = Object.fromEntries(
    models.flatMap(({ id, size }) => [
      [`multi3 ${id}`, cost(size) + 50],
      [`simd ${id}`, cost(size)],
      [`control-aa ${id}`, cost(size) + 50],
      [`js ${id}`, 300],
      [`js-montgomery ${id}`, 280],
    ]),
  );
  return resummarised(makeRun({ rounds: 12, models: models.map(({ id }) => id), costs }).result, { baseline: JS });
}

test('the break-even is the size from which on the interval stays above 1, by the fastest kernel', () => {
  const result = measured((size) => 200 + 600 / size);
  // 300 = 200 + 600/6: with 8 it is 275, with 4 350.
  const [{ engine, points, from }] = breakEven(result);
  assert.deepEqual([engine, from], ['Node 20', 8]);
  assert.deepEqual(
    points.map(({ size, kernel }) => `${size} ${kernel}`),
    [1, 2, 4, 8, 16, 32, 64].map((size) => `${size} simd`),
  );
  assert.match(breakEvenGist(result), /from this many products a call on: Node 20 8$/);
  assert.match(breakEvenLead(result), /batches/);
  const [{ cells }] = breakEvenTable(result).rows;
  assert.equal(cells.at(-1)?.text, '8');
});

test('one lucky size is no break-even, and none is said plainly', () => {
  const lucky = measured((size) => (size === 4 ? 100 : 400));
  assert.deepEqual(
    breakEven(lucky).map(({ from }) => from),
    [null],
  );
  assert.match(breakEvenGist(lucky), /up to 64 products a call wasm is shown to be faster on none of 1 engines$/);
  assert.match(breakEvenLead(lucky), /^Stay with BigInt/);
  assert.equal(breakEvenTable(lucky).rows[0].cells.at(-1)?.text, 'none up to 64');
  assert.match(breakEvenGist(measured(() => 100)), /: Node 20 one$/);
});
