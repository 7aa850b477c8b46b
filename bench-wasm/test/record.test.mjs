// The record: the fastest of each engine, and its distance to assembly, recomputed here from the raw samples.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLadder } from '../src/result/stored-results.mjs';
import { mergeResults } from '../src/report/merge.mjs';
import { BLOCKS, splice } from '../pages/blocks.mjs';
import { kernelName } from '../src/report/names.mjs';
import { recordTable } from '../src/report/record.mjs';
import { sumsTable } from '../pages/results.mjs';
import { CLASSES, classTable } from '../pages/runtime-classes.mjs';
import { allEngines } from '../src/engines/index.mjs';
import { sampleRun } from './sample-run.mjs';

const ROOT = new URL('../..', import.meta.url);
const LADDER = readLadder(ROOT.pathname);
/** The baseline, and the controls that are made of it. */
const BASELINE = /^(multi3|control-.*)$/;
const ENGINES = ['node20', 'bun', 'native', 'native-asm'];
/** @type {Record<string, string>} */
const NAMES = {
  node20: 'Node 20',
  bun: 'Bun 20.20',
  native: 'native code',
  'native-asm': 'native assembly',
  wasmtime: 'Wasmtime 20',
};

/**
 * A run in which simd has no time on bun, and native code is twice as fast, with assembly four times in multi3; only
 * multi3 and simd-dropin are drop-ins.
 *
 * @param {{ noise?: number, engines?: string[], createdAt?: string, change?: (event: any) => any }} [options]
 */
function runOf({ noise = 0.0005, engines = ENGINES, createdAt, change = (event) => event } = {}) {
  return sampleRun({
    engines,
    noise,
    rounds: 20,
    trials: 40,
    ...(createdAt && { createdAt }),
    header: {
      kernels: sampleRun().header.kernels.map((row) => ({
        ...row,
        form: ['multi3', 'simd-dropin'].includes(row.id) ? 'dropin' : 'internal',
      })),
    },
    change(event) {
      if (event.type !== 'sample') return [event];
      const { engine, round, kernel, model } = event;
      if (kernel === 'simd' && engine === 'bun')
        return [{ type: 'error', engine, round, kernel, model, message: 'unfused' }];
      const faster = engine === 'native' ? 2 : engine === 'native-asm' && BASELINE.test(kernel) ? 4 : 1;
      return [change({ ...event, ns: Math.round(event.ns / faster) })];
    },
  }).result;
}

/** @param {import('../src/result/result.mjs').Result} result */
function recordOf(result) {
  const report = mergeResults([{ file: 'desk.json', result }]);
  return recordTable(report, report.runs[0]);
}

/**
 * @param {import('../src/report/table.mjs').Table} table
 * @param {string} label
 * @param {string} engine
 * @param {number} [use] which of the columns of that label
 */
function cell({ columns, rows }, label, engine, use = 0) {
  const at = columns.flatMap((column, index) => (column.label === label ? [index] : []))[use];
  const found = rows.find(({ cells }) => cells[0].text === NAMES[engine])?.cells[at];
  assert.ok(found, `${label} of ${engine}`);
  return found;
}

/** @param {number[]} values */
function middle(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

/**
 * @param {import('../src/result/result.mjs').Result} result
 * @param {string} engine
 * @param {string} kernel
 * @param {string} model
 * @returns {number[]} the fastest batch of each round, in ns a product
 */
const fastest = ({ samples, plan }, engine, kernel, model) =>
  Array.from({ length: plan.rounds }, (_, round) =>
    Math.min(
      ...samples
        .filter((it) => it.engine === engine && it.kernel === kernel && it.model === model && it.round === round)
        .map(({ ns, n }) => ns / n),
    ),
  );

test('the fastest that is right on its engine, and fits the use; ties are all named', () => {
  const table = recordOf(runOf());
  const uses = ['one product at a time', 'a batch, own format', 'a batch of 4x64 residues'];
  const named = (/** @type {string} */ engine) => uses.map((use) => cell(table, use, engine).text);
  // simd is faster than limbs29 in chain too, where it computes two chains.
  assert.deepEqual(named('node20'), ['scalar limbs', 'SIMD limbs', 'SIMD drop-in']);
  assert.deepEqual(named('bun'), ['scalar limbs', 'scalar limbs', 'SIMD drop-in']);
  // multi3 with assembly is four times as fast as without, and then about as fast as simd.
  const tied = recordOf(runOf({ noise: 0.02 }));
  assert.equal(
    cell(tied, 'a batch, own format', 'native-asm').text.split(' = ').sort().join(),
    'SIMD limbs,arkworks 0.4',
  );
});

test('the distance to assembly is the median over rounds, and marked where a control failed', () => {
  const quiet = runOf();
  const expected = middle(
    fastest(quiet, 'node20', 'limbs29', 'chain').map(
      (own, round) => own / fastest(quiet, 'native-asm', 'multi3', 'chain')[round],
    ),
  );
  const { text } = cell(recordOf(quiet), 'to assembly', 'node20');
  const [, median, lo, hi] = /^([\d.]+)x \(([\d.]+)-([\d.]+)\)$/.exec(text) ?? assert.fail(text);
  assert.equal(median, expected.toFixed(2));
  assert.ok(Number(lo) <= expected && expected <= Number(hi), text);
  assert.equal(cell(recordOf(quiet), 'to assembly', 'native-asm').text, '1');

  // Whose control sees a difference, on this side or on that of the assembly.
  for (const failing of ['node20', 'native-asm']) {
    const noisy = runOf({
      change: (event) =>
        event.engine === failing && event.kernel === 'control-aa'
          ? { ...event, ns: Math.round(event.ns * (event.round % 2 ? 6 : 1.2)) }
          : event,
    });
    assert.match(cell(recordOf(noisy), 'to assembly', 'node20').text, /^[\d.]+x \([\d.]+-[\d.]+\)†$/, failing);
    const other = cell(recordOf(noisy), 'to assembly', 'bun').text;
    assert.equal(other.includes('†'), failing === 'native-asm', other);
  }
});

test('every engine is of one class of runtime', () => {
  for (const { id } of allEngines().filter((engine) => engine.id !== 'native'))
    assert.equal(CLASSES.filter(({ ids }) => ids.test(id)).length, 1, id);
});

test('of a class of runtime the nearest engine and the farthest, over native code in the same round', () => {
  const result = runOf({
    engines: [...ENGINES, 'wasmtime'],
    change: (event) => ({ ...event, ns: event.engine === 'wasmtime' ? Math.round(event.ns * 0.8) : event.ns }),
  });
  const { columns, rows } = classTable(result);
  const found = rows.find(({ cells }) => cells[0].text === 'optimising compiler') ?? assert.fail();
  // simd computes two chains in chain; in stream it is the fastest, where it has a time.
  for (const [use, model, kernel, nearest, farthest] of /** @type {const} */ ([
    ['one product at a time', 'chain', 'limbs29', 'wasmtime', ['node20', 'bun']],
    ['batches', 'stream', 'simd', 'wasmtime', ['bun']],
  ])) {
    const at = columns.findIndex(({ label }) => label.startsWith(use));
    const [near, far] = found.cells.slice(at, at + 2);
    assert.equal(near.detail, kernelName(kernel));
    const native = fastest(result, 'native', kernel, model);
    const expected = middle(fastest(result, nearest, kernel, model).map((own, round) => own / native[round]));
    assert.ok(near.text.startsWith(`${NAMES[nearest]}, ${expected.toFixed(2)}x `), near.text);
    assert.ok(
      farthest.some((id) => far.text.startsWith(`${NAMES[id]}, `)),
      far.text,
    );
  }
  const translated = rows.find(({ cells }) => cells[0].text.startsWith('wasm to C')) ?? assert.fail();
  assert.deepEqual(new Set(translated.cells.slice(1).map(({ text }) => text)), new Set(['-']));
});

test('without assembly there is no such column', () => {
  const labels = (/** @type {import('../src/report/table.mjs').Table} */ { columns }) =>
    columns.map(({ label }) => label).join();
  assert.match(labels(recordOf(runOf())), /to assembly/);
  assert.doesNotMatch(labels(recordOf(runOf({ engines: ['node20', 'bun'] }))), /assembly/);
});

/**
 * @param {string} part
 * @param {import('../src/result/result.mjs').Result} result
 * @param {string} [machine]
 * @param {string} [day]
 */
const stored = (part, result, machine = 'Abacus', day = '03') => ({
  source: `bench-wasm/results/2026-01-${day}-x-ab12cd34/${part}.json.gz`,
  folder: `2026-01-${day}-x-ab12cd34`,
  machine,
  part,
  result,
});

/** @param {string} block @param {ReturnType<typeof stored>[]} all */
const spliced = (block, all) => {
  const made = BLOCKS.find((one) => one.block === block);
  assert.ok(made);
  return splice(`<!-- ${block}:begin -->\n<!-- ${block}:end -->\n`, made, all, LADDER);
};

test('the page has the newest run and links to other CPUs', () => {
  const text = spliced('record', [
    stored('engines', runOf(), 'Slide Rule', '04'),
    stored('engines', runOf(), 'Abacus', '03'),
    stored('engines', runOf(), 'Abacus', '02'),
    stored('full-1', runOf(), 'Napier', '02'),
  ]);
  assert.match(text, /\nThe same for other CPUs: \[[^\]]*2026-01-03-x[^\]]*\]\([^)]*\)\.\n/);
  assert.ok(text.includes('2026-01-04-x') && !text.includes('2026-01-02-x'));
  assert.equal(text.split('**The fastest kernel').length, 2);
  assert.match(spliced('record', []), /Not measured yet: .*--only engines/);
});

test('what was not measured of sums and wide arithmetic is not shown', () => {
  assert.equal(
    spliced('operations', [stored('engines', runOf())])
      .trim()
      .split(/\s*\n\s*/).length,
    2,
  );
  const text = spliced('operations', [stored('wide', runOf())]);
  // The run lacks arkworks' product in wide arithmetic, and keeps its own baseline.
  assert.match(text, /^\*\*chain: dependent products.*, and the ratio to arkworks 0\.4\*\*$/m);
  assert.doesNotMatch(text, /A sum by one reduction/);
});

test('a sum by one reduction is held against the kernel that reduces every product', () => {
  const result = runOf();
  // limbs29-sop2 as it would be if it took two thirds of the time.
  const twin = (/** @type {any} */ row) => ({ ...row, kernel: 'limbs29-sop2' });
  const of = (/** @type {{ kernel: string, model: string }} */ row) => row.kernel === 'limbs29' && row.model === 'sop2';
  const both = {
    ...result,
    kernels: [...result.kernels, { ...result.kernels[0], id: 'limbs29-sop2' }],
    plan: { ...result.plan, rows: [...result.plan.rows, { kernel: 'limbs29-sop2', model: 'sop2' }] },
    samples: [
      ...result.samples,
      ...result.samples.filter(of).map((sample) => twin({ ...sample, ns: (sample.ns * 2) / 3 })),
    ],
  };
  const table = sumsTable(both);
  assert.deepEqual(
    table?.rows.map(({ cells }) => cells.slice(0, 2).map(({ text }) => text)),
    [['scalar limbs, sums of 2', 'scalar limbs']],
  );
  for (const { text } of table?.rows[0].cells.slice(2) ?? []) assert.match(text, /^1\.50x /);
  assert.equal(sumsTable(result), null);
});
