/** What the page on batches says of runs whose every figure is known. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { POOLS, batchOn, inPool } from '../src/batches/peer-rows.mjs';
import { modelOf } from '../src/models/index.mjs';
import {
  PARTS,
  largestOf,
  msmAndNttBlock,
  peerFailures,
  sizesTable,
  remainderTable,
  remainders,
  workersTable,
} from '../pages/msm-and-ntt.mjs';
import { kernelName } from '../src/report/names.mjs';
import { createResult } from '../src/result/result.mjs';
import { STORE } from '../src/result/stored-results.mjs';
import { ENGINE, makeRun } from './made-run.mjs';

const SHIPPED = 'multi3-mitigated';

/**
 * A run of these rows, whose times do not differ from round to round but by a thousandth.
 *
 * @param {Record<string, Record<string, number | string>>} costs by model and kernel: ns for one, or why there is none
 * @param {number} [rounds]
 */
function runOf(costs, rounds = 8) {
  const { header } = makeRun({ models: ['chain'] });
  const rows = Object.entries(costs).flatMap(([model, of]) =>
    Object.keys({ ...of, 'control-aa': 0 }).map((kernel) => ({ kernel, model })),
  );
  const ids = [...new Set(rows.map(({ kernel }) => kernel).filter((id) => id !== 'control-aa'))];
  const events = Array.from({ length: rounds }, (_, round) =>
    rows.map(({ kernel, model }, order) => {
      const cost = costs[model][kernel === 'control-aa' ? SHIPPED : kernel];
      const row = { engine: ENGINE, round, kernel, model };
      if (typeof cost === 'string') return { ...row, type: 'error', message: cost };
      // All rows of a round alike: their ratios are what their costs say.
      const wobble = 1 + ((round % 5) - 2) / 2000;
      return { ...row, type: 'sample', order, n: 1000, ns: Math.round(1000 * cost * wobble), check: true };
    }),
  ).flat();
  return createResult(
    /** @type {any} */ ({
      ...header,
      kernels: ids.map((id) => ({ ...header.kernels[0], id })),
      plan: { ...header.plan, rounds, trials: rounds, models: Object.keys(costs), kernels: ids, rows },
      statistics: { ...header.statistics, baseline: SHIPPED },
    }),
    /** @type {any} */ (events),
    { partial: false },
  );
}

/** ns; the kernel gives 4 in `stream` and 2 in the algorithm, which gives 3 itself. */
const MSM = {
  stream: { [SHIPPED]: 100, 'fma-pair': 25, 'limbs29-dropin': 50 },
  'msm-65536': {
    [SHIPPED]: 1200e6,
    'limbs29-dropin': 800e6,
    [batchOn(SHIPPED)]: 400e6,
    [batchOn('limbs29-dropin')]: 300e6,
    [batchOn('fma-pair')]: 200e6,
    'ark-native': 250e6,
    taceo: 700e6,
    mcl: 'mcl-wasm has no 9437184 bytes more',
  },
};

/** @param {import('../src/result/result.mjs').Result} result @param {string} part */
const stored = (result, part) => ({
  source: `${STORE}/2026-01-02-abacus-ab12cd34/${part}.json.gz`,
  folder: '2026-01-02-abacus-ab12cd34',
  machine: 'Abacus',
  part,
  result,
});

/** @param {{ median: number } | null} ratio @param {number} expected */
const near = (ratio, expected) => assert.ok(Math.abs(Number(ratio?.median) / expected - 1) < 0.005, `${ratio?.median}`);

test('a gain is taken apart: the algorithm, the product in it, and what is left of that product', () => {
  const result = runOf(MSM);
  const model = String(largestOf(result, 'sums'));
  assert.equal(model, 'msm-65536');
  assert.equal(largestOf(result, 'transforms'), undefined);
  const [survival, ...others] = remainders(result, model);
  assert.deepEqual(others, []);
  assert.equal(survival.kernel, 'fma-pair');
  near(survival.whole, 6.0);
  near(survival.native, 1.25);
  near(survival.algorithm, 3.0);
  near(survival.product, 2.0);
  near(survival.stream, 4.0);
  assert.ok(Math.abs(Number(survival.left) - 0.5) < 0.01);
  near(survival.field, 1.5);
  const { columns, rows } = remainderTable(result, model);
  const [[engine, theirs, ours, ...rest]] = rows.map(({ cells }) => cells.map(({ text }) => text.split(/ [(%]/)[0]));
  assert.deepEqual([engine, ...rest], ['Node 20', 'FMA pair', '6.0x', '1.25x', '1.50x', '3.0x', '2.0x', '4.0x', '50']);
  for (const [got, ms] of [
    [theirs, 1200],
    [ours, 200],
  ])
    assert.ok(Math.abs(Number(got) / Number(ms) - 1) < 0.002, `${got}, ${ms}`);
  assert.equal(columns.length, rows[0].cells.length);
  assert.deepEqual(peerFailures(result), [
    '- no time: mcl-wasm in msm-65536 on Node 20: mcl-wasm has no 9437184 bytes more',
  ]);
});

test('what was not measured is not said, and a slower one is said to be slower', () => {
  const { stream, 'msm-65536': msm } = MSM;
  const alone = runOf({ 'msm-65536': { [SHIPPED]: 100e6, [batchOn('limbs29')]: 200e6 } });
  const [{ cells }] = remainderTable(alone, 'msm-65536').rows;
  assert.match(cells[4].text, /^0\.50x \(0\.50-0\.50\)$/);
  assert.deepEqual(
    cells.slice(5).map(({ text }) => text),
    ['-', '-', '-', '-', '-', '-'],
  );
  assert.deepEqual(
    remainders(runOf({ stream, 'msm-65536': { [SHIPPED]: msm[SHIPPED], taceo: 1e6 } }), 'msm-65536'),
    [],
  );
});

test('the fastest is the one in the thread that asks, and no pool of workers', () => {
  const pool = `${batchOn('fma-pair')}${inPool(POOLS[2])}`;
  const result = runOf({ ...MSM, 'msm-65536': { ...MSM['msm-65536'], [pool]: 100e6 } });
  assert.equal(remainders(result, 'msm-65536')[0].best.kernel, batchOn('fma-pair'));
});

test('workers: what sending the operands takes is the difference', () => {
  const id = batchOn('fma-pair');
  const times = [230e6, 215e6, 120e6, 110e6];
  const pools = Object.fromEntries(POOLS.map((pool, i) => [`${id}${inPool(pool)}`, times[i]]));
  const { rows } = workersTable(runOf({ 'msm-65536': { [SHIPPED]: 1200e6, [id]: 200e6, ...pools } }), 'msm-65536');
  const seen = rows.map(({ cells }) => cells.map(({ text }) => text));
  assert.deepEqual(
    seen.map((cells) => cells.slice(0, 3)),
    [
      ['Node 20', 'this project, FMA pair', '1'],
      ['Node 20', 'this project, FMA pair', '2'],
    ],
  );
  for (const [i, expected] of [
    [200, 230, 215, 15],
    [200, 120, 110, 10],
  ].entries())
    for (const [j, ms] of expected.entries())
      assert.ok(Math.abs(Number(seen[i][3 + j]) - ms) < 1, `${seen[i][3 + j]}, ${ms}`);
  assert.match(seen[1][7], /^1\.6[67]$/);
});

test('over sizes: a row for each of what is counted and each kernel, its time divided by the count', () => {
  const result = runOf({
    'stream-256': { [SHIPPED]: 100, 'fma-pair': 20 },
    'stream-4194304': { [SHIPPED]: 110, 'fma-pair': 50 },
    'ntt-256': { [SHIPPED]: 1024 * 120, [batchOn('fma-pair')]: 1024 * 30 },
    'msm-1024': { [SHIPPED]: 1024 * 30000, [batchOn('fma-pair')]: 1024 * 9000 },
  });
  const { columns, rows } = sizesTable(result);
  assert.deepEqual(
    columns.map(({ label }) => label),
    ['each', 'kernel', '2^8', '2^10', '2^22'],
  );
  /** @param {string} each @param {string} kernel @param {number[]} expected not a number where nothing was timed */
  const timesAre = (each, kernel, expected) => {
    const { cells } =
      rows[rows.findIndex((row) => row.cells[0].text === each && row.cells[1].text === kernelName(kernel))];
    for (const [i, ns] of expected.entries()) {
      const { text } = cells[2 + i];
      assert.ok(Number.isNaN(ns) ? text === '-' : Math.abs(Number(text) / ns - 1) < 0.002, `${kernel}: ${text}, ${ns}`);
    }
  };
  timesAre('product', 'fma-pair', [20, NaN, 50]);
  timesAre('product', SHIPPED, [100, NaN, 110]);
  timesAre('point', batchOn('fma-pair'), [NaN, 9000, NaN]);
  timesAre('butterfly', SHIPPED, [120, NaN, NaN]);
  assert.equal(rows.length, 6);
});

test('the page has what is stored, and what has no time', () => {
  const msm = runOf(MSM);
  const ntt = runOf({ 'ntt-65536': { [SHIPPED]: 60e6, [batchOn('simd')]: 20e6 } });
  assert.match(msmAndNttBlock([])[0], /^Not measured yet: .* --only msm msm-engines ntt sizes workers`\.$/);
  const all = [stored(msm, PARTS.sums), stored(ntt, PARTS.transforms)];
  const text = msmAndNttBlock(all).join('\n\n');
  assert.match(text, /^## A multi-scalar multiplication\n\n\*\*MSM of 2\^16.*\n\n.*\n.*\n\| Node 20 +\|.* 6\.0x /);
  assert.match(text, /\n## A number-theoretic transform\n\n\*\*NTT of 2\^16.*\n\n.*\n.*\n\| Node 20 +\|.* 3\.0x/);
  assert.match(text, /- no time: mcl-wasm in msm-65536/);
});

test('every family has words for what is counted', () => {
  for (const id of ['stream-256', 'msm-256', 'ntt-256']) assert.match(modelOf(id).title, /2\^8/);
});
