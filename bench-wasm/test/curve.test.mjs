/**
 * MSM and pairing: the oracle against published values, the module against the oracle, a wrong result against the
 * check.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  G1,
  ONE,
  addPoints,
  fq12FromTower,
  multiplyFq12,
  multiplyPoint,
  powFq12,
  sameFq12,
} from '../src/oracle/curve.mjs';
import { FQ, FR } from '../src/oracle/field.mjs';
import { loadModule } from '../src/setup/modules.mjs';
import { modelOf, modelsIn } from '../src/models/index.mjs';
import { fromData } from '../src/measure/compile.mjs';
import { renderHtml } from '../src/report/html-document.mjs';
import { mergeResults } from '../src/report/merge.mjs';
import { renderMarkdown } from '../src/report/markdown.mjs';
import { findings } from '../src/report/findings.mjs';
import { validateResult } from '../src/result/result.mjs';
import { renderResult } from '../src/report/terminal.mjs';
import { checkControls } from '../src/stats/index.mjs';
import { makeRun } from './made-run.mjs';

const { exports } = await loadModule('work');
/** @type {string[]} */
const ids = JSON.parse(/** @type {() => string} */ (exports.curves)());
const Curve = /** @type {NonNullable<typeof exports.Curve>} */ (exports.Curve);

/**
 * @param {string} model
 * @param {string} kernel
 * @param {Partial<typeof exports>} [changes]
 */
const taskOf = (model, kernel, changes = {}) =>
  modelOf(model).task({
    field: FQ,
    exports: { ...exports, ...changes },
    kernel,
    lanes: 1,
    seed: 11n,
    cases: 1,
    work: 1,
    expected: new Map(),
    compile: fromData,
  });

test("the oracle's group is G1: its generator doubled as EIP-196 has it, of order r", () => {
  const twice = [
    1368015179489954701390400359078579693043519447331113978918064868415326638035n,
    9918110051302171585080402603319702774565515993150576347155970296011118125764n,
  ];
  assert.deepEqual(addPoints(G1, G1), twice);
  assert.deepEqual(multiplyPoint(G1, 2n), twice);
  assert.equal(multiplyPoint(G1, FR.p), null);
  assert.deepEqual(multiplyPoint(G1, FR.p + 1n), G1);
  assert.equal(addPoints(G1, [G1[0], FQ.p - G1[1]]), null);
  const [x, y] = multiplyPoint(G1, 12345n) ?? [0n, 0n];
  assert.equal((y * y) % FQ.p, (x ** 3n + 3n) % FQ.p);
});

test("the oracle's Fq12 is the tower: u^2 = -1, v^3 = 9 + u, w^2 = v", () => {
  /** @param {number} coefficient of the twelve, from the outside in */
  const unit = (coefficient) => {
    const bytes = new Uint8Array(384);
    bytes[32 * coefficient] = 1;
    return fq12FromTower(bytes);
  };
  const [one, u, v, w] = [0, 1, 2, 6].map(unit);
  assert.deepEqual(one, ONE);
  assert.deepEqual(multiplyFq12(u, u), [FQ.p - 1n, ...ONE.slice(1)]);
  assert.deepEqual(powFq12(v, 3n), [(9n + u[0]) % FQ.p, ...u.slice(1)]);
  assert.deepEqual(multiplyFq12(w, w), v);
});

test('arkworks as published and on the drop-in have curves', () => {
  assert.deepEqual(ids, ['multi3', 'multi3-mitigated', 'limbs29-dropin']);
});

for (const id of ids) {
  for (const model of modelsIn('algorithms')) {
    test(`${id}: ${model} is what BigInt expects, and a wrong one is found`, async () => {
      const task = await taskOf(model, id);
      task.run(2);
      assert.equal(task.check(2), null);

      let calls = 0;
      let wrong = 3;
      /** @param {Uint8Array} bytes one in the middle of the batch is wrong */
      const spoil = (bytes) => bytes.with(40, bytes[40] ^ Number(++calls === wrong));
      class Spoilt {
        /** @param {string} kernel @param {bigint} seed */
        constructor(kernel, seed) {
          this.curve = new Curve(kernel, seed);
        }

        msm = () => spoil(this.curve.msm());
        pairing = () => spoil(this.curve.pairing());
        base = () => this.curve.base();
      }
      const spoilt = await taskOf(model, id, { Curve: Spoilt });
      spoilt.run(3);
      assert.match(String(spoilt.check(3)), new RegExp(`^${model} of seed 11 is not`));
      spoilt.run(1);
      assert.equal(spoilt.check(1), null);
      [calls, wrong] = [0, 1];
      await assert.rejects(taskOf(model, id, { Curve: Spoilt }), /^Error: WRONG PRODUCT: /, 'not timed at all');
    });
  }

  test(`${id}: the pairing of the generators is not 1, and the same for all`, () => {
    const base = new Curve(id, 1n).base();
    assert.ok(!sameFq12(fq12FromTower(base), ONE));
    assert.deepEqual(base, new Curve(ids[0], 2n).base());
  });
}

test('bad arguments are refused by name, and the module keeps working', async () => {
  for (const bad of ['limbs29', 'nope', '']) {
    assert.throws(
      () => new Curve(bad, 1n),
      (error) => error instanceof RangeError && /^kernel: .*multi3-mitigated/.test(error.message),
    );
  }
  for (const bad of /** @type {any[]} */ ([undefined, 5, {}]))
    assert.throws(() => new Curve(bad, 1n), /^TypeError: kernel: /);
  assert.throws(() => new Curve(ids[0], -1n), /^RangeError: seed: /);
  assert.throws(() => new Curve(ids[0], /** @type {any} */ (1)), /^TypeError: seed: /);
  const task = await taskOf('pairing', ids[2]);
  task.run(1);
  assert.equal(task.check(1), null);
});

test('a report writes such rows in ms, in tables of their own, with the one control they have', () => {
  const { result } = makeRun({ models: ['stream', 'msm', 'pairing'] });
  validateResult(result);
  assert.deepEqual(Object.fromEntries(result.summary.map(({ model, unit }) => [model, unit])), {
    stream: 'ns/mul',
    msm: 'ns/msm',
    pairing: 'ns/pairing',
  });
  assert.deepEqual(
    checkControls(result.summary).map(({ kernel, model, state }) => `${kernel} ${model} ${state}`),
    ['control-aa stream passed', 'control-slow5 stream passed', 'control-aa msm passed', 'control-aa pairing passed'],
  );
  assert.ok(
    findings(result).some((sentence) =>
      /^In msm \(.*\), against arkworks 0\.4 at 40\.0 ms\/MSM: SIMD limbs 2\.5x \(2\.5-2\.5\), faster/.test(sentence),
    ),
  );
  const text = renderResult(result);
  assert.match(text, /^msm: .*\nkernel .* ms\/MSM +min .*\n[^]*?^arkworks 0\.4 +1 +baseline +40\.0 +\d+\.\d +\d/m);
  assert.match(text, /^pairing: .*\nkernel .* ms\/pairing [^]*?^SIMD limbs +2\.00x \(2\.00-2\.00\) .* 3\.00 /m);
  const report = mergeResults([{ file: 'a.json', result }]);
  // Median and interval, least, deviation, average, speed-up.
  assert.match(
    renderMarkdown(report),
    /SIMD limbs +\| +16\.\d+ \| +[\d.]+ to [\d.]+ \| +1[56]\.\d+ \| +0\.0\d+ \| +1[56]\.\d+ \| +2\.5x \(2\.5-2\.5\) \|/,
  );
  assert.match(renderHtml(report), /ms\/MSM, log scale/);
});

test('the same arkworks on its own field is what the drop-in is held against', () => {
  const { result } = makeRun({ models: ['msm'] });
  const renamed = JSON.parse(JSON.stringify(result).replaceAll('"simd"', '"limbs29-dropin"'));
  for (const row of result.summary.filter(({ kernel }) => kernel === 'multi3'))
    renamed.summary.push({ ...row, kernel: 'multi3-mitigated' });
  for (const sample of result.samples.filter(({ kernel }) => kernel === 'multi3'))
    renamed.samples.push({ ...sample, kernel: 'multi3-mitigated', ns: Math.round(sample.ns / 1.25) });
  assert.ok(
    findings(renamed).some((sentence) =>
      /^In msm against arkworks 0\.6 on its own field: scalar drop-in 2\.00x \(2\.00-2\.00\), faster\.$/.test(sentence),
    ),
  );
});
