/** What a report says of neighbours, of runs whose every number is known. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildOf } from '../src/neighbours/neighbour-rows.mjs';
import { duelTable, duels, hasOthers, nativeLines, wasmLines } from '../src/report/duels.mjs';
import { BLOCKS, splice } from '../pages/blocks.mjs';
import { failuresOfOthers } from '../pages/other-projects.mjs';
import { createResult } from '../src/result/result.mjs';
import { renderResult } from '../src/report/terminal.mjs';
import { isMarked } from '../src/stats/index.mjs';
import { readLadder } from '../src/result/stored-results.mjs';
import { ROOT } from '../src/setup/toolchain.mjs';
import { fakeRow } from './fake-module.mjs';
import { COSTS, makeRun } from './made-run.mjs';

const MODELS = ['chain', 'stream'];
/** multi3 is arkworks', as in the registry. */
const OURS = { single: fakeRow({ id: 'single' }), pair: fakeRow({ id: 'pair', lanes: 2 }) };
const THEIRS = ['dropin', 'own-format'].map((id) => ({
  ...fakeRow({ id, build: buildOf(id), models: MODELS }),
  form: /** @type {'dropin' | 'internal'} */ (id === 'dropin' ? 'dropin' : 'internal'),
  source: `${id}@1.2.3`,
}));

/**
 * @param {Record<string, number>} costs of kernels, ns in any model
 * @param {{ apart?: number, failed?: string }} [faults] apart: how much longer the odd rounds of `single` take; failed:
 *   a kernel with an error instead of samples
 */
function runWith(costs, { apart = 0, failed } = {}) {
  const { header, events } = makeRun({ models: MODELS, rounds: 12 });
  const rows = [...Object.values(OURS), ...THEIRS];
  const kernels = header.kernels.map((row) => ({ ...row, source: 'arkworks-rs/algebra, ark-ff 0.4.2' }));
  const base = events.filter((event) => event.type === 'sample' && event.kernel === 'multi3');
  const added = rows.flatMap(({ id: kernel }) =>
    base.map((event) => {
      const { engine, round, model, ns } = /** @type {any} */ (event);
      if (kernel === failed) return { type: 'error', engine, round, kernel, model, message: 'WRONG PRODUCT: 1\nmore' };
      const longer = kernel === 'single' && round % 2 === 1 ? 1 + apart : 1;
      return { ...event, kernel, ns: Math.round((ns * costs[kernel] * longer) / COSTS[`multi3 ${model}`]) };
    }),
  );
  const planned = rows.flatMap(({ id: kernel }) => MODELS.map((model) => ({ kernel, model })));
  return createResult(
    /** @type {any} */ ({
      ...header,
      kernels: [...kernels.map((row) => row), ...rows.map((row) => ({ ...row, sha256: 'f'.repeat(64) }))],
      plan: { ...header.plan, rows: [...header.plan.rows, ...planned] },
    }),
    /** @type {any} */ ([...events, ...added]),
    { partial: false },
  );
}

const GOOD = { single: 40, pair: 20, dropin: 80, 'own-format': 60 };

test('like is compared with like: drop-ins, any format one at a time, and batches, in which two lanes count', () => {
  const all = duels(runWith(GOOD));
  assert.deepEqual(
    all.map(({ question, own, other }) => [question, own.kernel, other.kernel]),
    [
      ['drop-in, dependent products', 'single', 'dropin'],
      ['drop-in, independent products', 'single', 'dropin'],
      ['any format, dependent products', 'single', 'own-format'],
      ['any format, in batches', 'pair', 'own-format'],
    ],
  );
  const ratios = all.map(({ ratio }) => Number(ratio.median.toFixed(3)));
  assert.deepEqual(ratios, [2, 2, 1.5, 3]);
  for (const { ratio } of all) {
    assert.equal(ratio.verdict, 'faster');
    assert.ok(!isMarked(ratio));
    assert.ok(ratio.ci95 && ratio.ci95[0] <= ratio.median && ratio.median <= ratio.ci95[1]);
  }
  assert.deepEqual(wasmLines(all), [
    '**In WebAssembly no neighbour is shown to be faster**: the best of this project, against the best of its ' +
      'neighbours, is faster in 4 of 4 comparisons.',
  ]);
});

test('arkworks is nobody’s: what it has is neither the best here nor a neighbour', () => {
  // multi3 takes 200 ns, and simd, which is arkworks' in this run, 40 to 50.
  const [first] = duels(runWith({ ...GOOD, single: 300, pair: 300 }));
  assert.deepEqual([first.own.kernel, first.other.kernel], ['single', 'dropin']);
});

test('a neighbour that wins is said first, with both times', () => {
  const lines = wasmLines(duels(runWith({ ...GOOD, dropin: 20, 'own-format': 30 })));
  assert.equal(
    lines[0],
    '**A neighbour wins on Node 20, drop-in, dependent products**: dropin takes 20.0 ns, and the best here, ' +
      'single, 40.0 ns: it is 0.50x (0.50-0.50) as fast.',
  );
  const last = String(lines.at(-1));
  assert.match(last, /^In WebAssembly the best .* is faster in 0 of 4 comparisons, slower in 3, as fast in 1\.$/);
});

test('of two questions that the same kernels answer the table has the first', () => {
  const { rows } = duelTable(duels(runWith({ ...GOOD, 'own-format': 500 })));
  assert.deepEqual(
    rows.map(({ cells: [, what] }) => what.text),
    ['drop-in, dependent products', 'drop-in, independent products', 'any format, in batches'],
  );
});

test('what is undecided is named, and is no win', () => {
  const lines = wasmLines(duels(runWith({ ...GOOD, dropin: 50, 'own-format': 70 }, { apart: 0.5 })));
  assert.match(lines[0], /faster in 1 of 4 comparisons, undecided in 3\.$/);
});

test('a neighbour without a time is in no comparison, and its reason is said', () => {
  const run = runWith(GOOD, { failed: 'dropin' });
  assert.deepEqual(
    duels(run).map(({ question, other }) => [question, other.kernel]),
    [
      ['any format, dependent products', 'own-format'],
      ['any format, in batches', 'own-format'],
    ],
  );
  assert.deepEqual(failuresOfOthers(run), ['- no time: dropin in chain, stream on Node 20: WRONG PRODUCT: 1']);
});

/**
 * The same run on a native engine beside the other.
 *
 * @param {Record<string, number>} costs natively
 */
function runNatively(costs) {
  const [wasm, natively] = [runWith(GOOD), runWith(costs)];
  const on = (/** @type {any} */ row) => ({ ...row, engine: 'native-asm' });
  const [engine] = wasm.environment.engines;
  return {
    ...wasm,
    environment: { ...wasm.environment, engines: [engine, { ...engine, id: 'native-asm' }] },
    samples: [...wasm.samples, ...natively.samples.map(on)],
    summary: [...wasm.summary, ...natively.summary.map(on)],
  };
}

test('natively everybody stands in one sentence, the fastest first, and wasm is answered apart', () => {
  const run = runNatively({ ...GOOD, dropin: 10, 'own-format': 5 });
  const all = duels(run);
  assert.deepEqual(wasmLines(all), wasmLines(duels(runWith(GOOD))));
  const [chain, stream, ...more] = nativeLines(run);
  assert.deepEqual(more, []);
  assert.match(
    chain,
    /^Natively, with the assembly that each has, dependent .*: 5\.00 ns by own-format, 10\.\d ns by dropin, /,
  );
  assert.match(chain, /, 200\.0 ns by arkworks 0\.4[,.]/);
  assert.match(stream, /, independent /);
  assert.deepEqual(nativeLines(runWith(GOOD)), []);
});

test('the page and the terminal have the table, and none where there are no neighbours', () => {
  const page = BLOCKS.find(({ block }) => block === 'neighbours');
  assert.ok(page);
  const text = '<!-- neighbours:begin -->\n<!-- neighbours:end -->\n';
  const ladder = readLadder(ROOT);
  /** @param {string} part @param {import('../src/result/result.mjs').Result} result */
  const stored = (part, result) => ({ source: `s/${part}.json.gz`, folder: 'f', machine: 'Abacus', part, result });
  assert.match(splice(text, page, [], ladder), /\nNot measured yet: `npm --prefix bench-wasm run evidence -- --only /);

  const run = runWith(GOOD);
  const once = splice(text, page, [stored('neighbours', run)], ladder);
  assert.equal(splice(once, page, [stored('neighbours', run)], ladder), once);
  for (const { cells } of duelTable(duels(run)).rows)
    for (const { text: cell } of cells) assert.ok(once.replaceAll('\\', '').includes(cell), cell);
  const both = splice(text, page, [stored('neighbours', run), stored('neighbours-other', run)], ladder);
  assert.match(both, /\n### In the field other\n/);

  assert.match(
    renderResult(run),
    /Neighbours: The best .*\n- In WebAssembly no neighbour is shown to be faster: [^]*\nNode 20 +drop-in, dep/,
  );
  const without = makeRun({ models: MODELS }).header;
  const plain = createResult(without, makeRun({ models: MODELS }).events, { partial: false });
  assert.equal(hasOthers(plain), false);
  assert.doesNotMatch(renderResult(plain), /Neighbours/);
});
