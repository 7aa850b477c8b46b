// The pages with figures are made from the stored results, and from nothing else.
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { main } from '../report.mjs';
import { QUESTIONS, answerTable } from '../src/report/answer.mjs';
import { PUBLISHED_ROW } from '../src/measure/patched.mjs';
import { SHIPPED } from '../src/report/findings.mjs';
import { patchRuns, patchTables } from '../pages/arkworks-patch.mjs';
import { answerBlock, machinesBlock } from '../pages/answer.mjs';
import { LARGE_PROOF } from '../pages/proof.mjs';
import { BLOCKS, legendOf, splice } from '../pages/blocks.mjs';
import { filesIn, where } from '../pages/where.mjs';
import { resultBlock } from '../pages/results.mjs';
import { batchesTable, otherFieldsBlock, productsTable } from '../pages/other-fields.mjs';
import { kernelName } from '../src/report/names.mjs';
import { PICTURES } from '../pages/pictures.mjs';
import { modelOf } from '../src/models/index.mjs';
import { pool } from '../src/result/pool.mjs';
import { ResultError } from '../src/result/result.mjs';
import { writeResult } from '../src/result/result-file.mjs';
import { LADDER_FILE, STORE, readLadder, storedResults } from '../src/result/stored-results.mjs';
import { COSTS, makeRun } from './made-run.mjs';
import { FAULTS, sampleRun } from './sample-run.mjs';

/** @import { Stored } from '../src/result/stored-results.mjs' */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'fqmul-pages-'));
after(() => rmSync(folder, { recursive: true }));

const TEXT = '# A\n\nbefore $& $1\n\n<!-- results:begin -->\n<!-- results:end -->\n\nafter\n';
const PAGE = {
  path: 'docs/results.md',
  block: 'results',
  make: (/** @type {Stored[]} */ all) => resultBlock('full-1', all),
};
const result = sampleRun().result;
const LADDER = readLadder(ROOT);

/** @param {import('../src/result/result.mjs').Result} of @param {string} [name] @param {string} [part] */
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
    'Node 20.20.2',
    'ab12cd34ef56',
    result.createdAt,
    `(../${stored(result).source})`,
  ])
    assert.ok(once.includes(origin), origin);
  for (const { kernel } of result.plan.rows)
    if (!/^(noop|control-.*)$/.test(kernel)) assert.ok(once.includes(`| ${kernelName(kernel)} `), kernel);
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

test('a store has a folder for each machine and commit, and --pages makes every page of it', async (t) => {
  t.mock.method(console, 'log', () => {});
  const errors = t.mock.method(console, 'error', () => {});
  assert.equal(await main(['--pages'], { root: folder }), 2);
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
  assert.equal(await main(['--pages'], { root: folder }), 2);
  assert.match(String(errors.mock.calls.at(-1)?.arguments[0]), /ladder\.json: /);
  cpSync(join(ROOT, LADDER_FILE), join(folder, LADDER_FILE));
  assert.equal(await main(['--pages'], { root: folder }), 0);
  for (const { path, block } of BLOCKS) {
    const text = readFileSync(join(folder, path), 'utf8');
    if (block === 'results') assert.ok(text.includes('2026-01-03-abacus-cd34ef56'), path);
  }
  for (const { path, draw } of PICTURES)
    if (draw(storedResults(folder)) !== null) assert.match(readFileSync(join(folder, path), 'utf8'), /^<svg /);
  writeFileSync(join(newer, 'curve.json.gz'), 'cut');
  assert.equal(await main(['--pages'], { root: folder }), 2);
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
  assert.ok(readFileSync(join(ROOT, 'README.md')).length <= 8 * 1024, 'README.md has at most 8 KB');
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

/**
 * @param {Record<string, number>} costs where arkworks 0.6 has 100
 * @param {{ change?: (event: any) => any, rounds?: number, engine?: object }} [options] engine: of its record
 */
async function runOf(costs, { change = (event) => event, rounds, engine = {} } = {}) {
  const { createResult } = await import('../src/result/result.mjs');
  const { header, events } = asked({ [SHIPPED]: 100, ...costs }, rounds);
  for (const one of header.environment.engines) Object.assign(one, engine);
  return createResult(/** @type {any} */ (header), /** @type {any} */ (events.map(change)), { partial: false });
}

/** @param {import('../src/report/answer.mjs').Machine[]} machines @returns {Record<string, string[]>} cells by id */
function saidOf(...machines) {
  const rows = answerTable(machines, ['node20', 'chromium'])?.rows ?? [];
  return Object.fromEntries(
    rows.map(({ cells }) => [
      QUESTIONS.find(({ question }) => question === cells[0].text)?.id,
      cells.slice(1).map(({ text, detail }) => (detail ? `${text} (${detail})` : text)),
    ]),
  );
}

test('the answer follows the figures', async () => {
  /** @param {Record<string, number>} costs @param {number} [apart] by how much odd rounds take longer with SIMD */
  const said = async (costs, apart = 0, engine = {}) => {
    const change = (/** @type {any} */ event) =>
      event.kernel?.startsWith('simd') && event.round % 2 ? { ...event, ns: event.ns * (1 + apart) } : event;
    return saidOf({ label: 'Abacus', results: [await runOf(costs, { change, engine })] });
  };
  const good = await said({ 'limbs29-dropin': 40, limbs29: 30, 'simd-dropin': 80, 'fma-single': 60 });
  const second = 'Second, after wide arithmetic: the scalar drop-in: faster';
  assert.deepEqual(good.product, [second, '2.5x (2.5-2.5)', 'not measured']);
  assert.equal(good.msm, undefined);
  assert.match(good['simd-single'].join(), /^No: slower,0\.50x /);
  assert.match(good['simd-format'].join(), /^No: .*,0\.50x /);
  assert.equal(good.wide, undefined);
  const bad = await said({ 'limbs29-dropin': 140, 'simd-dropin': 70, 'multi3-wide': 25 });
  assert.match(bad.product[0], /^Not everywhere: the scalar drop-in: slower$/);
  assert.match(bad['simd-single'].join(), /^Yes: faster,2\.0x \(2\.0-2\.0\)/);
  assert.match(bad.wide.join(), /^Merge it first: against the scalar drop-in faster,4\.0x /);
  const flagged = await said({ 'limbs29-dropin': 140, 'multi3-wide': 25 }, 0, { flags: ['--wasm-wide-arithmetic'] });
  assert.match(flagged.wide[0], /faster; all behind a flag$/);
  const open = await said({ 'limbs29-dropin': 40, 'simd-dropin': 40 }, 0.3);
  assert.match(open['simd-single'][0], /^Open: undecided$/);
  const level = await said({ 'limbs29-dropin': 40, 'multi3-wide': 40 });
  assert.match(level.wide[0], /^Merge it first, as the smaller patch: against the scalar drop-in equivalent$/);
  const [wide, dropin] = ['1-wide-arithmetic', '2-limbs29'].map((name) =>
    readFileSync(new URL(`../../patches/${name}/ff.patch`, import.meta.url), 'utf8'),
  );
  assert.ok(wide.split('\n').length < dropin.split('\n').length);
  const lost = await said({ 'limbs29-dropin': 40, 'multi3-wide': 80 });
  assert.match(lost.wide[0], /^No sure gain: against the scalar drop-in slower$/);
});

test('a cell is of the first machine that has it, and names another; what cannot run is told apart', async () => {
  const [fast, slow] = await Promise.all([runOf({ 'limbs29-dropin': 40 }), runOf({ 'limbs29-dropin': 50, simd: 20 })]);
  const on = (/** @type {import('../src/result/result.mjs').Result} */ result, /** @type {string} */ engine) =>
    JSON.parse(JSON.stringify(result).replaceAll('"node20"', `"${engine}"`));
  const { product } = saidOf(
    { label: 'Abacus', results: [fast] },
    { label: 'Quipu', results: [slow, on(slow, 'chromium')] },
  );
  assert.deepEqual(product.slice(1), ['2.5x (2.5-2.5)', '2.0x (2.0-2.0) (Quipu)']);
  const failed = on(slow, 'chromium');
  for (const row of failed.summary)
    if (row.kernel === 'limbs29-dropin') Object.assign(row, { error: 'no such opcode', min: null, speedup: null });
  const { product: lacking } = saidOf({ label: 'Abacus', results: [fast, failed] });
  assert.equal(lacking[2], 'not in this engine');
});

test('a figure is marked where the control failed, and every figure links to its file', async () => {
  const change = (/** @type {any} */ event) =>
    event.kernel === 'control-aa' ? { ...event, ns: event.ns * (event.round % 2 ? 1.2 : 1.1) } : event;
  const run = await runOf({ 'limbs29-dropin': 40 }, { change });
  const all = [stored(run, '2026-01-02-abacus-ab12cd34', 'engines')];
  const text = answerBlock(all).join('\n\n');
  assert.match(text, /dependent products +\| Second, .* \| +\[2\.5x \(2\.5-2\.5\)†\]\[1\] +\|/);
  assert.match(text, /^\[1\]: bench-wasm\/results\/2026-01-02-abacus-ab12cd34\/engines\.json\.gz$/m);
  const told = where('product', all, LADDER);
  assert.match(told, /^node20: 2\.5\d\d, 95 % interval .*\n +file +bench-wasm\/results\/.*\/engines\.json\.gz\n/);
  assert.match(told, / row a +node20 chain limbs29-dropin\n +row b +node20 chain multi3-mitigated\n +formula /);
  assert.throws(() => where('nothing', all, LADDER), /no figure "nothing"; there are\n {2}product\n/);
});

test('on each CPU a question has its lowest and highest ratio over the engines, and the verdicts', async () => {
  const [fast, slow] = await Promise.all([runOf({ 'limbs29-dropin': 40 }), runOf({ 'limbs29-dropin': 125 })]);
  const on = (/** @type {import('../src/result/result.mjs').Result} */ of, /** @type {string} */ engine) =>
    JSON.parse(JSON.stringify(of).replaceAll('"node20"', `"${engine}"`));
  const all = [
    { ...stored(fast, 'first', 'engines'), machine: 'Abacus' },
    {
      ...stored({ ...on(slow, 'firefox'), createdAt: '2026-01-01T00:00:00.000Z' }, 'first', 'full-1'),
      machine: 'Abacus',
    },
    { ...stored({ ...slow, createdAt: '2026-01-02T00:00:00.000Z' }, 'second', 'engines'), machine: 'Quipu' },
  ];
  const text = machinesBlock(all).join('\n\n');
  assert.match(
    text,
    /dependent products +\| 0\.80x to 2\.5x: (slower|faster) on 1, (slower|faster) on 1 +\| 0\.80x: slower on 1 +\|/,
  );
  assert.match(text, /an MSM.* \| - +\| - +\|/);
  assert.deepEqual(
    filesIn(text).map((file) => file.split('/').at(-1)),
    ['first', 'second'],
  );
});

test('a newer run in another field, or of a larger circuit, answers nothing of this one', async () => {
  const run = await runOf({ 'limbs29-dropin': 40 });
  const kernels = run.kernels.map((one) => ({ ...one, field: 'pallas' }));
  for (const newer of [
    stored({ ...run, kernels }, '2026-01-03-abacus-cd34ef56', 'fields-pallas'),
    stored({ ...run }, '2026-01-03-abacus-cd34ef56', LARGE_PROOF),
  ]) {
    newer.result.createdAt = '2026-01-03T00:00:00.000Z';
    const older = stored(run, '2026-01-02-abacus-ab12cd34', 'engines');
    assert.deepEqual(filesIn(answerBlock([newer, older]).join('\n')), [older.source]);
  }
});

test('a page says once what its mark and its noise are, behind the first table that has them', () => {
  for (const path of new Set(BLOCKS.map((block) => block.path))) {
    const text = readFileSync(join(ROOT, path), 'utf8');
    const [before, ...parts] = text.split(legendOf(path));
    assert.equal(parts.length, /^- Noise /m.test(text) ? 1 : 0, path);
    if (parts.length > 0) assert.equal(before.match(/^- Noise /gm)?.length, 1, path);
  }
});

test('every block that has a figure links to the results that it is made from', () => {
  const all = storedResults(ROOT);
  for (const { path, block, make } of BLOCKS) {
    const text = make(all, LADDER).join('\n\n');
    const files = filesIn(text);
    assert.ok(files.length > 0 || !/\d\.\dx? /.test(text), `${path}#${block}`);
    for (const file of files) assert.ok(existsSync(join(ROOT, file)), `${path}#${block}: ${file}`);
  }
});

test('what the patch gains: of each part the newest on each machine, by field and engine', async () => {
  const { createResult } = await import('../src/result/result.mjs');
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
      ['bls12-381-fq, 6 words', 'Node 20', '2.5x (2.5-2.5)'],
      ['pallas, 4 words', 'Node 20', '2.0x (2.0-2.0)'],
    ],
  );
});

test('what the patch of the MSM gains has a row of its own, beside the product alone', async () => {
  const { createResult } = await import('../src/result/result.mjs');
  const { header, events } = asked({ 'ark-patched': 100, 'ark-patched-msm': 50 });
  const run = createResult(/** @type {any} */ (header), /** @type {any} */ (events), { partial: false });
  const [{ columns, rows }] = patchTables(patchRuns([stored(run, 'new', 'upstream-curve')]));
  const [what, figure] = ['patched', 'stream'].map((name) => columns.findIndex(({ label }) => label === name));
  const [product, both] = rows.map(({ cells }) => [cells[what].text, Number.parseFloat(cells[figure].text)]);
  assert.deepEqual([product[0], both[0]], ['product', 'product and MSM']);
  assert.equal(both[1], 2 * Number(product[1]));
});

/**
 * A run against arkworks as published, which takes 100.
 *
 * @param {Record<string, number>} costs
 * @param {string} [model] instead of `stream`
 */
async function inField(costs, model = 'stream') {
  const { createResult } = await import('../src/result/result.mjs');
  const { ns: unit } = modelOf(model).unit;
  // The sample has a row `simd` of its own.
  const scaled = Object.entries({ [PUBLISHED_ROW]: 100, ...costs }).map(([id, cost]) => [
    id.replace(/^simd$/, 'pair'),
    2 * cost,
  ]);
  const text = JSON.stringify(asked(Object.fromEntries(scaled)))
    .replaceAll('"simd"', '"simd-dropin"')
    .replaceAll('"pair"', '"simd"')
    .replaceAll('"stream"', `"${model}"`);
  const run = JSON.parse(text);
  for (const event of run.events) if ('ns' in event) event.ns *= unit;
  run.header.statistics.baseline = PUBLISHED_ROW;
  return createResult(run.header, run.events, { partial: false });
}

test('other fields: the fastest scalar kernel, each pair, and the best of all against arkworks', async () => {
  const scalars = { limbs29: 50, 'limbs29-dropin': 40 };
  const all = [
    stored(
      await inField({ ...scalars, simd: 30, 'dot14-emitted': 28, 'fma-pair': 25, 'fma-pair-emitted': 20 }),
      'new',
      'fields-pallas',
    ),
    stored(await inField({ 'limbs29-dropin': 60, 'ark-patched': 10 }), 'new', 'fields-bls12-381-fq'),
    stored(await inField({ 'limbs29-dropin': 90 }), 'old', 'fields-pallas'),
  ];
  const cells = (/** @type {import('../src/report/table.mjs').Table} */ { rows }) =>
    rows.map((row) => row.cells.map(({ text }) => text));
  const table = productsTable(all.slice(0, 2));
  assert.deepEqual(cells(table), [
    ['pallas', 'Node 20', '200.0', '80.0', '60.0', '56.0', '50.0', '40.0', 'emitted FMA pair', '5.0x (5.0-5.0)'],
    ['bls12-381-fq', 'Node 20', '200.0', '120.0', '-', '-', '-', '-', 'scalar drop-in', '1.67x (1.67-1.67)'],
  ]);
  const text = otherFieldsBlock(all).join('\n\n');
  assert.match(text, /pallas .*5\.0x/);
  assert.ok(text.includes('(../bench-wasm/results/new/fields-pallas.json.gz)'));
  assert.match(otherFieldsBlock([]).join(), /^Not measured yet: .*fields-pallas/);
});

test('sums and transforms in other fields: against arkworks there, and natively', async () => {
  const costs = { 'batch-simd': 50, 'batch-fma-pair': 25, 'ark-native': 12.5, 'ark-patched': 10 };
  const of = async (/** @type {Record<string, number>} */ all) => {
    const run = stored(await inField(all, 'msm-16384'), 'new', 'batches-pallas');
    const { columns, rows } = batchesTable([{ over: 'Pallas', model: 'msm-16384', run }]);
    return { heads: columns.map(({ label }) => label), cells: rows.map((row) => row.cells.map(({ text }) => text)) };
  };
  const before = ['MSM of 2^14, Pallas', 'Node 20', '200.0', '50.0', 'FMA pair', '4.0x (4.0-4.0)'];
  assert.deepEqual((await of(costs)).cells, [[...before, '0.50x (0.50-0.50)']]);
  const { heads, cells } = await of({ ...costs, 'montgomery-msm': 75 });
  assert.deepEqual(cells, [[...before, '3.0x (3.0-3.0)', '0.50x (0.50-0.50)']]);
  assert.ok(heads.includes('as montgomery'));
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
  const width = (/** @type {import('../src/result/result.mjs').Result} */ of) => {
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
  const change = (/** @type {any} */ event) =>
    event.kernel === 'simd-dropin'
      ? { ...event, ns: Math.round(event.ns * (1 + ((7 * event.round) % 20) / 100)) }
      : event;
  /** @param {Record<string, number>} others */
  const width = async (others) => {
    const run = await runOf({ 'limbs29-dropin': 40, 'simd-dropin': 80, ...others }, { change, rounds: 20 });
    const [, figure] = saidOf({ label: '', results: [run] })['simd-single'];
    const [, lo, hi] = /\(([\d.]+)-([\d.]+)\)/.exec(figure) ?? [];
    return Number(hi) - Number(lo);
  };
  assert.ok((await width({ 'fma-pair-dropin': 500 })) > (await width({})), 'another could have been the fastest');
});

test('a whole proof is said with the MSM patched, too, where that was measured', async () => {
  const proofOf = async (/** @type {Record<string, number>} */ costs) =>
    saidOf({ label: 'Abacus', results: [await inField(costs, 'proof')] }).proof[1];
  const product = { 'ark-0.6.0-patched': 50 };
  assert.equal(await proofOf(product), '2.0x (2.0-2.0)');
  assert.equal(await proofOf({ ...product, 'ark-0.6.0-patched-msm': 40 }), '2.5x (2.5-2.5)');
});
