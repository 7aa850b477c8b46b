// The pages with figures are made from the stored results, and from nothing else.
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseHTML } from '#charts/linkedom';
import { main } from '../report.mjs';
import { againstShipped, answer, answerTable, plain } from '../src/report/answer.mjs';
import { SHIPPED } from '../src/report/findings.mjs';
import { patchRuns, patchTables } from '../pages/arkworks-patch.mjs';
import { BLOCKS, splice } from '../pages/blocks.mjs';
import { resultBlock } from '../pages/results.mjs';
import { PICTURES } from '../pages/pictures.mjs';
import { LADDER_FILE, readLadder } from '../pages/poseidon.mjs';
import { drawAnswer } from '../pages/pictures.mjs';
import { pool } from '../src/report/pool.mjs';
import { ResultError } from '../src/report/result.mjs';
import { writeResult } from '../src/report/result-file.mjs';
import { STORE, storedResults } from '../pages/stored-results.mjs';
import { COSTS, makeRun } from './made-run.mjs';
import { FAULTS, sampleRun } from './sample-run.mjs';

/** @import { Stored } from '../pages/stored-results.mjs' */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'fqmul-pages-'));
after(() => rmSync(folder, { recursive: true }));

const TEXT = '# A\n\nbefore $& $1\n\n<!-- results:begin -->\n<!-- results:end -->\n\nafter\n';
const PAGE = {
  block: 'results',
  make: (/** @type {Stored[]} */ all) => resultBlock('full-1', all),
};
const result = sampleRun().result;
const LADDER = readLadder(ROOT);

/** @param {import('../src/report/result.mjs').Result} of @param {string} [name] @param {string} [part] */
const stored = (of, name = '2026-01-02-abacus-ab12cd34', part = 'full-1') => ({
  source: `${STORE}/${name}/${part}.json.gz`,
  folder: name,
  machine: 'Abacus',
  part,
  result: of,
});

test('splicing puts tables and their origin between the markers, touches nothing else, and is idempotent', () => {
  const once = splice(TEXT, PAGE, [stored(result)], LADDER);
  assert.ok(once.startsWith('# A\n\nbefore $& $1\n\n<!-- results:begin -->\n'));
  assert.ok(once.endsWith('<!-- results:end -->\n\nafter\n'));
  for (const origin of [
    result.command,
    result.environment.cpu,
    'node20 20.20.2',
    'ab12cd34ef56',
    result.createdAt,
    `(../${stored(result).source})`,
  ])
    assert.ok(once.includes(origin), origin);
  for (const { kernel } of result.plan.rows)
    if (!/^(noop|control-.*)$/.test(kernel)) assert.ok(once.includes(`\`${kernel}\``), kernel);
  for (const { model } of result.plan.rows) assert.match(once, new RegExp(`\\| +${model} \\|`), model);
  assert.equal(splice(once, PAGE, [stored(result)], LADDER), once);
  const other = splice(once, PAGE, [stored(sampleRun({ ...FAULTS, seed: 2 }).result)], LADDER);
  assert.match(other, /no time:/);
  assert.equal(splice(other, PAGE, [stored(result)], LADDER), once);
});

test('no markers, two of them, in the wrong order, or nothing to show: refused', () => {
  for (const [text, message] of /** @type {const} */ ([
    ['# A\n', /no markers "<!-- results:begin -->"/],
    ['<!-- results:begin -->\n', /no markers "<!-- results:end -->"/],
    [TEXT + TEXT, /2 markers/],
    ['<!-- results:end --><!-- results:begin -->', /comes before/],
  ])) {
    assert.throws(
      () => splice(text, PAGE, [stored(result)], LADDER),
      (error) => error instanceof ResultError && message.test(error.message),
      text,
    );
  }
  assert.throws(() => splice(TEXT, PAGE, [], LADDER), /no result "full-1"/);
});

test('a store has a folder for each machine and commit, and --pages makes every page of it', (t) => {
  t.mock.method(console, 'log', () => {});
  const errors = t.mock.method(console, 'error', () => {});
  assert.equal(main(['--pages'], { root: folder }), 2);
  assert.match(String(errors.mock.calls[0].arguments[0]), /there is no result in bench-wasm\/results/);
  for (const { path, block } of BLOCKS) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    // A page may have several blocks.
    const before = existsSync(join(folder, path)) ? readFileSync(join(folder, path), 'utf8') : '';
    writeFileSync(join(folder, path), before + TEXT.replaceAll('results:', `${block}:`));
  }
  const [older, newer] = ['2026-01-02-abacus-ab12cd34', '2026-01-03-abacus-cd34ef56'].map((name) =>
    join(folder, STORE, name),
  );
  for (const [at, place] of [older, newer].entries()) {
    mkdirSync(place, { recursive: true });
    for (const part of ['full-1', 'engines', 'curve', 'poseidon'])
      writeResult(join(place, `${part}.json.gz`), sampleRun({ seed: at + 1 }).result);
  }
  writeFileSync(join(folder, STORE, 'note.txt'), 'no folder of results');
  assert.deepEqual(
    storedResults(folder).map(({ machine, folder: own, part }) => `${machine} ${own.slice(-8)} ${part}`),
    ['cd34ef56', 'ab12cd34'].flatMap((commit) =>
      ['curve', 'engines', 'full-1', 'poseidon'].map((part) => `Abacus ${commit} ${part}`),
    ),
  );
  assert.equal(main(['--pages'], { root: folder }), 2);
  assert.match(String(errors.mock.calls.at(-1)?.arguments[0]), /ladder\.json: /);
  cpSync(join(ROOT, LADDER_FILE), join(folder, LADDER_FILE));
  assert.equal(main(['--pages'], { root: folder }), 0);
  for (const { path, block } of BLOCKS) {
    const text = readFileSync(join(folder, path), 'utf8');
    if (block === 'results') assert.ok(text.includes('2026-01-03-abacus-cd34ef56'), path);
  }
  for (const { path, draw } of PICTURES)
    if (draw(storedResults(folder)) !== null) assert.match(readFileSync(join(folder, path), 'utf8'), /^<svg /);
  writeFileSync(join(newer, 'curve.json.gz'), 'cut');
  assert.equal(main(['--pages'], { root: folder }), 2);
  assert.match(String(errors.mock.calls.at(-1)?.arguments[0]), /curve\.json\.gz: /);
});

test('every page shows what is stored: a figure changed by hand is found', () => {
  const copy = join(folder, 'checkout');
  mkdirSync(join(copy, 'docs'), { recursive: true });
  cpSync(join(ROOT, STORE), join(copy, STORE), { recursive: true });
  const all = storedResults(copy);
  assert.ok(new Set(all.map(({ machine }) => machine)).size >= 2, 'two CPUs at least');
  for (const page of BLOCKS) {
    const text = readFileSync(join(ROOT, page.path), 'utf8');
    const expected = splice(text, page, all, LADDER);
    assert.equal(text, expected, `${page.path}: npm --prefix bench-wasm run report -- --pages`);
    // A page of what nobody has measured yet says so, and has no figure.
    if (expected.includes('\nNot measured yet: ')) continue;
    const changed = text.replace(/\d\.\d+(?=x \(| +\|)/, '9.99');
    assert.notEqual(changed, expected, `${page.path} has a figure`);
  }
  for (const { path, draw } of PICTURES) {
    const drawn = draw(all);
    if (drawn !== null) assert.equal(readFileSync(join(ROOT, path), 'utf8'), drawn, path);
  }
  assert.ok(readFileSync(join(ROOT, 'README.md')).length <= 12 * 1024, 'README.md has at most 12 KB');
});

/**
 * A run with the kernels of the answer.
 *
 * @param {Record<string, number>} costs of kernels, in any model
 * @param {number} [rounds]
 */
function asked(costs, rounds = 8) {
  const { header, events } = makeRun({ models: ['chain', 'stream', 'call', 'call-io'], rounds });
  const ids = Object.keys(costs);
  const models = ['chain', 'stream', 'call', 'call-io'];
  const rows = ids.flatMap((kernel) => models.map((model) => ({ kernel, model })));
  const base = events.filter((event) => event.type === 'sample' && event.kernel === 'multi3');
  return /** @type {const} */ ({
    header: {
      ...header,
      kernels: [...header.kernels, ...ids.map((id) => ({ ...header.kernels[0], id }))],
      plan: { ...header.plan, rows: [...header.plan.rows, ...rows] },
    },
    events: [
      ...events,
      ...ids.flatMap((kernel) =>
        base.map((event) => {
          const { model, ns } = /** @type {any} */ (event);
          return { ...event, kernel, ns: Math.round((ns * costs[kernel]) / COSTS[`multi3 ${model}`]) };
        }),
      ),
    ],
  });
}

test('the answer follows the figures', async () => {
  const { createResult } = await import('../src/report/result.mjs');
  /** @param {Record<string, number>} costs @param {number} [apart] by how much odd rounds take longer with SIMD */
  const said = (costs, apart = 0, tier = 'turbofan') => {
    const { header, events } = asked({ [SHIPPED]: 100, ...costs });
    for (const engine of header.environment.engines) engine.tier = tier;
    const noisy = events.map((event) => {
      const { kernel = '', ns, round } = /** @type {any} */ (event);
      return kernel.startsWith('simd') && round % 2 ? { ...event, ns: Math.round(ns * (1 + apart)) } : event;
    });
    const run = createResult(/** @type {any} */ (header), /** @type {any} */ (noisy), { partial: false });
    return Object.fromEntries(
      answer(againstShipped([{ label: 'Abacus', results: [run] }])).map((one) => [one.id, plain(one)]),
    );
  };
  const good = said({ 'limbs29-dropin': 40, limbs29: 30, 'simd-dropin': 80, 'fma-single': 60 });
  assert.match(
    good.dropin,
    /^Yes: merge the scalar drop-in .* dependent products 2\.5x \(2\.5-2\.5\), .*; not measured: an MSM/,
  );
  assert.match(
    good.single,
    /at a time: no .*: no, simd-dropin is 0\.50x .* limbs29-dropin, and, in .*, fma-single is 0\.50x .* limbs29\./,
  );
  assert.match(
    good.js,
    /call WebAssembly rather than BigInt: Abacus: BigInt is 0\.\d\dx \(.*\) as fast as a call of limbs29,/,
  );
  assert.equal(good.wide, undefined);
  const bad = said({ 'limbs29-dropin': 140, 'simd-dropin': 70, 'multi3-wide': 25 });
  assert.match(bad.dropin, /^Not as it is/);
  assert.match(bad.single, /one product at a time: yes .*: yes, simd-dropin is 2\.0x \(2\.0-2\.0\) as/);
  assert.match(
    bad.wide,
    /take the plain u128 .* in 1 of 1 cases, .*, and slower in none .* node20 4\.0x \(.*\), the drop-in 0\.71/,
  );
  assert.match(said({ 'limbs29-dropin': 40, 'simd-dropin': 40 }, 0.3).single, /at a time: not shown .*: not shown, /);
  const level = said({ 'limbs29-dropin': 40, 'multi3-wide': 80 });
  assert.match(
    level.wide,
    /is no sure gain\. There it is faster than the drop-in in 0 of 1 cases, .*, and slower in 1/,
  );
  const interpreted = said({ 'limbs29-dropin': 40, 'multi3-wide': 80 }, 0, 'interpreter, at most 10 products');
  assert.match(interpreted.wide, /in 0 of 0 cases, .*, and slower in none, interpreters \(node20\) apart/);
});

test('a range spans the intervals of all machines, and what an interpreter does is in none', async () => {
  const { createResult } = await import('../src/report/result.mjs');
  /** @param {string} label @param {Record<string, number>} costs @param {string} [tier] */
  const machine = (label, costs, tier = 'turbofan') => {
    const { header, events } = asked({ [SHIPPED]: 100, ...costs });
    for (const engine of header.environment.engines) engine.tier = tier;
    return {
      label,
      results: [createResult(/** @type {any} */ (header), /** @type {any} */ (events), { partial: false })],
    };
  };
  /** @param {import('../src/report/answer.mjs').Machine[]} machines */
  const rangesOf = (...machines) =>
    Object.fromEntries(answer(againstShipped(machines)).map(({ id, ranges }) => [id, ranges]));
  const fast = machine('Abacus', { 'limbs29-dropin': 40, 'simd-dropin': 80, 'multi3-wide': 25, wide: 20 });
  const slow = machine('Quipu', { 'limbs29-dropin': 50, 'fma-pair-dropin': 100, 'multi3-wide': 40, wide: 40 });
  const { dropin, single, wide } = rangesOf(fast, slow);
  assert.equal(dropin, 'dependent products 2.0-2.5, independent products 2.0-2.5.');
  assert.equal(
    single,
    '`simd-dropin` is 0.50-0.50 as fast as `limbs29-dropin`, `fma-pair-dropin` is 0.50-0.50 as fast ' +
      'as `limbs29-dropin`.',
  );
  assert.equal(
    wide,
    '`multi3-wide` 2.5-4.0, the drop-in 2.0-2.5, and `wide`, a kernel written for it, is 1.00-1.25 as ' +
      'fast as `multi3-wide`.',
  );
  const interpreted = machine(
    'Quipu',
    { 'limbs29-dropin': 50, 'multi3-wide': 200 },
    'interpreter, at most 10 products',
  );
  assert.match(rangesOf(fast, interpreted).wide, /^`multi3-wide` 4\.0-4\.0, the drop-in 2\.5-2\.5, /);
});

test('the table and the picture have a row for each machine, and a mark where the control failed', async () => {
  const { createResult } = await import('../src/report/result.mjs');
  const { header, events } = asked({ [SHIPPED]: 100, 'limbs29-dropin': 40, simd: 50 });
  const noisy = events.map((event) => {
    const { type, kernel, ns, round } = /** @type {any} */ (event);
    return type === 'sample' && kernel === 'control-aa'
      ? { ...event, ns: Math.round(ns * (round % 2 ? 1.2 : 1.1)) }
      : event;
  });
  const [run, noisyRun] = [events, noisy].map((of) =>
    createResult(/** @type {any} */ (header), /** @type {any} */ (of), { partial: false }),
  );
  const machines = againstShipped([
    { label: 'Abacus', results: [run] },
    { label: 'Quipu', results: [noisyRun] },
  ]);
  const { rows } = answerTable(machines);
  const of = (/** @type {string} */ label) =>
    rows.filter(({ cells }) => cells[0].text === 'limbs29-dropin' && cells[1].text === label)[0].cells[3].text;
  assert.equal(of('Abacus'), '2.5x (2.5-2.5)');
  assert.equal(of('Quipu'), '2.5x (2.5-2.5)†');
  const { document } = parseHTML(`<html><body>${drawAnswer(machines)}</body></html>`);
  const text = String(document.querySelector('svg')?.textContent);
  for (const word of ['● Abacus', '■ Quipu', 'node20', 'limbs29-dropin', SHIPPED]) assert.ok(text.includes(word), word);
  assert.ok(!text.includes('not drawn'));
  const slow = asked({ [SHIPPED]: 100, 'limbs29-dropin': 40, 'multi3-wide': 5000 });
  const slower = createResult(/** @type {any} */ (slow.header), /** @type {any} */ (slow.events), { partial: false });
  const picture = drawAnswer(againstShipped([{ label: 'Abacus', results: [slower] }]));
  assert.match(picture, /not drawn: multi3-wide on node20, Abacus, 0\.020 to 0\.020/);
});

test('what the patch gains: of each part the newest on each machine, by field and engine', async () => {
  const { createResult } = await import('../src/report/result.mjs');
  /** @param {number} cost of a product, where the baseline's is 100 @param {string} field */
  const runOf = (cost, field) => {
    const { header, events } = asked({ 'ark-patched': (cost * COSTS['multi3 stream']) / 100 });
    const kernels = header.kernels.map((one) => ({ ...one, field }));
    return createResult(/** @type {any} */ ({ ...header, kernels }), /** @type {any} */ (events), { partial: false });
  };
  const measured = patchRuns([
    stored(runOf(40, 'bls12-381-fq'), 'new', 'upstream-bls12-381-fq'),
    stored(runOf(50, 'pallas'), 'new', 'upstream-pallas'),
    stored(result, 'new', 'full-1'),
    stored(runOf(80, 'pallas'), 'old', 'upstream-pallas'),
  ]);
  const [products, ...others] = patchTables(measured);
  assert.deepEqual(others, [], 'neither run has an algorithm');
  const at = products.columns.findIndex(({ label }) => label === 'stream');
  assert.deepEqual(
    products.rows.map(({ cells }) => [cells[0].text, cells[2].text, cells[at].text]),
    [
      ['bls12-381-fq, 6 words', 'node20', '2.5x (2.5-2.5)'],
      ['pallas, 4 words', 'node20', '2.0x (2.0-2.0)'],
    ],
  );
});

test('runs of one plan are read as one longer run, and others are not', async () => {
  const runs = [1, 2, 3].map((seed) => sampleRun({ seed, createdAt: `2026-0${seed}-02T03:04:05.678Z` }).result);
  const [whole, ...others] = pool(runs);
  assert.equal(others.length, 0);
  assert.equal(whole.plan.rounds, 3 * runs[0].plan.rounds);
  assert.equal(whole.samples.length, 3 * runs[0].samples.length);
  const key = (/** @type {import('../src/stats/index.mjs').Sample} */ { engine, round, order }) =>
    `${engine} ${round} ${order}`;
  assert.equal(new Set(whole.samples.map(key)).size, whole.samples.length, 'no round of two runs is the same one');
  const width = (/** @type {import('../src/report/result.mjs').Result} */ of) => {
    const [lo, hi] = of.summary.find(({ kernel, model }) => kernel === 'simd' && model === 'stream')?.speedup?.ci95 ?? [
      0, 9,
    ];
    return hi - lo;
  };
  assert.ok(width(whole) < Math.max(...runs.map(width)), 'more rounds make a narrower interval');

  const [first, second] = runs;
  const otherwise = (/** @type {object} */ changes) => ({
    ...second,
    environment: { ...second.environment, ...changes },
  });
  // Modules tell what was measured, and the commit does not.
  assert.equal(pool([first, otherwise({ commit: 'f'.repeat(40) })]).length, 1);
  const [{ id }] = second.kernels.filter((one) => second.plan.rows.some(({ kernel }) => kernel === one.id));
  const rebuilt = {
    ...second,
    kernels: second.kernels.map((one) => (one.id === id ? { ...one, sha256: '0'.repeat(64) } : one)),
  };
  assert.deepEqual(pool([first, rebuilt]), [first, rebuilt]);
  for (const changes of [{ dirty: true }, { cpu: 'another' }]) {
    const other = otherwise(changes);
    assert.deepEqual(pool([first, other]), [first, other], JSON.stringify(changes));
  }
  const fewer = { ...second, plan: { ...second.plan, rows: second.plan.rows.slice(1) } };
  assert.deepEqual(pool([first, fewer]), [first, fewer]);

  const told = second.summary.map((row) =>
    row.kernel === 'simd' && row.model === 'chain' ? { ...row, error: 'it fell over' } : row,
  );
  const row = pool([first, { ...second, summary: told }])[0].summary.find(
    ({ kernel, model }) => kernel === 'simd' && model === 'chain',
  );
  assert.equal(row?.error, 'it fell over', 'what failed in one run has no time in all of them');
});

test('a pair that is picked by its speed has the interval of all pairs that could have been picked', async () => {
  const { createResult } = await import('../src/report/result.mjs');
  /** @param {Record<string, number>} others */
  const width = (others) => {
    const { header, events } = asked({ [SHIPPED]: 100, 'limbs29-dropin': 40, 'simd-dropin': 80, ...others }, 20);
    const uneven = events.map((event) => {
      const { kernel, ns, round } = /** @type {any} */ (event);
      return kernel === 'simd-dropin' ? { ...event, ns: Math.round(ns * (1 + ((7 * round) % 20) / 100)) } : event;
    });
    const run = createResult(/** @type {any} */ (header), /** @type {any} */ (uneven), { partial: false });
    const said = answer(againstShipped([{ label: '', results: [run] }])).find(({ id }) => id === 'single');
    const [, lo, hi] = /simd-dropin` is [\d.]+x \(([\d.]+)-([\d.]+)\)/.exec(String(said?.figures[0].text)) ?? [];
    return Number(hi) - Number(lo);
  };
  assert.ok(width({ 'fma-pair-dropin': 500 }) > width({}), 'another that could have been the fastest widens it');
});
