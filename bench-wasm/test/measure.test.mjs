import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { expectationOf } from '../src/command/expectation.mjs';
import { nodeEngine } from '../src/engines/node.mjs';
import { converse } from '../src/engines/process.mjs';
import { FQ } from '../src/oracle/field.mjs';
import { MODEL_IDS, modelOf, modelsIn } from '../src/models/index.mjs';
import { createJsModule } from '../src/models/js.mjs';
import { batchOf } from '../src/models/loop.mjs';
import { repeated } from '../src/models/model.mjs';
import { clockStep, shortestBatch } from '../src/measure/clock.mjs';
import { fromData } from '../src/measure/compile.mjs';
import { createPlan, planRows } from '../src/measure/plan.mjs';
import { run } from '../src/measure/run.mjs';
import { runSession } from '../src/measure/session.mjs';
import { warmUp } from '../src/measure/warmup.mjs';
import { edgeValues, orderedPairs } from '../src/oracle/vectors.mjs';
import { FakeClock, fakeModule, fakeRow } from './fake-module.mjs';

/** @typedef {import('../src/measure/plan.mjs').SessionPlan} SessionPlan */
/** @typedef {import('../src/measure/session.mjs').SessionEvent} SessionEvent */
/** @typedef {import('./fake-module.mjs').FakeKernel} FakeKernel */

const KERNELS = [fakeRow({ id: 'multi3' }), fakeRow({ id: 'simd', lanes: 2, build: 'simd128' })];
const OPERATION_MODELS = modelsIn('operations');
const PRODUCT_MODELS = MODEL_IDS.filter((id) => modelOf(id).operation === 'product');
const FAKE_LOADER = new URL('./fake-loader.mjs', import.meta.url).href;

/** @param {Partial<Parameters<typeof createPlan>[0]>} [changes] */
const planWith = (changes) =>
  createPlan({
    engines: ['node20'],
    kernels: KERNELS,
    models: ['chain', 'stream'],
    js: false,
    cases: 300,
    trials: 2,
    rounds: 1,
    seed: 1,
    baseline: 'multi3',
    ...changes,
  });

/**
 * A session on the fake module and the fake clock.
 *
 * @param {FakeKernel[]} kernels
 * @param {{ clock?: FakeClock, models?: string[], cases?: number, trials?: number, longestWarmUpNs?: number, onEvent?:
 *   (event: SessionEvent) => void }} [options]
 */
async function session(
  kernels,
  { clock = new FakeClock(), models = ['chain', 'stream'], cases = 300, trials = 2, longestWarmUpNs, onEvent } = {},
) {
  /** @type {SessionEvent[]} */
  const events = [];
  const modules = new Map(
    ['baseline 0', 'baseline 1', 'baseline 2', 'simd128 0'].map((key) => [
      key,
      fakeModule(kernels, { clock, variant: key.split(' ')[0] }),
    ]),
  );
  const [plan] = planWith({ kernels: kernels.map(fakeRow), models, cases, trials, longestWarmUpNs }).worklist;
  await runSession(plan, {
    now: clock.now,
    emit(event) {
      events.push(event);
      onEvent?.(event);
    },
    compile: fromData,
    shortestWarmUpNs: 2e6,
    load: async (build, instance) => {
      const module = modules.get(`${build} ${instance}`);
      if (!module) throw new Error(`no ${build} here`);
      return module;
    },
  });
  return {
    plan,
    modules,
    events,
    samples: events.filter((event) => event.type === 'sample'),
    errors: events.filter((event) => event.type === 'error'),
    floors: events.filter((event) => event.type === 'floor'),
  };
}

test('vectors: the ends, every limb edge with neighbours and negatives, all ordered pairs', () => {
  const { p } = FQ;
  const values = edgeValues(FQ);
  const set = new Set(values);
  assert.equal(set.size, values.length);
  assert.ok(values.every((x) => x >= 0n && x < p));
  for (const x of [
    0n,
    1n,
    2n,
    p - 1n,
    (p - 1n) / 2n,
    (p + 1n) / 2n,
    (1n << 256n) % p,
    p - (1n << 29n),
    (1n << 232n) - 1n,
    (1n << 204n) + 1n,
    p - (1n << 192n) - 1n,
  ]) {
    assert.ok(set.has(x), `${x} is missing`);
  }
  const pairs = orderedPairs(FQ, [3n, p - 1n]);
  assert.deepEqual(
    pairs.map(({ a, b, product }) => [a, b, product].map((x) => FQ.fromBytes(x))),
    [
      [3n, 3n, 9n],
      [3n, p - 1n, p - 3n],
      [p - 1n, 3n, p - 3n],
      [p - 1n, p - 1n, 1n],
    ],
  );
});

test('the BigInt rows give the checksums of the oracle', () => {
  const { exports } = createJsModule(FQ);
  for (const n of [1, 2, 3, 127, 128, 129, 1000]) {
    // Twice: the operands are remembered, and must not be changed by a batch.
    for (let again = 0; again < 2; again++) {
      for (const id of [...modelsIn('batches'), ...OPERATION_MODELS]) {
        const { loop } = modelOf(id);
        assert.ok(loop);
        const count = n * loop.counts;
        const checksum = batchOf({ id, loop }, exports, 'js', 9n)(count)();
        assert.equal(FQ.fromBytes(checksum), loop.closedForm(FQ, 9n, count, 1), `${id} ${count}`);
      }
    }
  }
  assert.equal(FQ.fromBytes(new exports.Multiplier('js').mul(FQ.toBytes(5n), FQ.toBytes(FQ.p - 1n))), FQ.p - 5n);
});

test('a wrong result among right ones is shown, with whether the comparison, that result or the code was wrong', () => {
  const [good, bad] = [1, 2].map((byte) => new Uint8Array(32).fill(byte));
  /** Results in turns, the first of which is that before the batch. @param {Uint8Array[]} given */
  const after = (given, right = (/** @type {Uint8Array} */ got) => got[0] === 1) => {
    const task = repeated({ compute: () => given.shift() ?? good, right, wrong: 'hash of seed 1 is wrong' });
    task.run(3);
    return task.check(3);
  };
  const shown = `hash of seed 1 is wrong: result 2 of 3 is the bytes ${'02'.repeat(32)}; `;
  assert.equal(after([good, good, good]), null);
  assert.equal(after([good, good, bad]), `${shown}computed again it is right`);
  assert.equal(after([good, good, bad, bad, bad]), `${shown}computed again it is wrong`);
  let compared = 0;
  const unsure = () => ++compared !== 3;
  assert.equal(after([good, good, bad], unsure), `${shown}the same bytes compared again are right`);
});

test('plan: every row in every pass, engines interleaved, rows shuffled', () => {
  const plan = planWith({
    engines: ['node20', 'bun', 'chromium'],
    trials: 20,
    rounds: 4,
    models: [...MODEL_IDS],
    js: true,
  });
  assert.deepEqual(
    plan.worklist.map(({ round }) => round),
    [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3],
  );
  for (let round = 0; round < 4; round++) {
    const items = plan.worklist.slice(3 * round, 3 * round + 3);
    assert.deepEqual(items.map(({ engine }) => engine).sort(), ['bun', 'chromium', 'node20']);
    // The same work on every engine and row, other operands in every round.
    assert.equal(new Set(items.map(({ operandSeed }) => operandSeed)).size, 1);
  }
  assert.equal(new Set(plan.worklist.map(({ operandSeed }) => operandSeed)).size, 4);

  const all = plan.rows.map((_, i) => i);
  const orders = plan.worklist.flatMap(({ passes }) => passes);
  assert.equal(orders.length, 3 * 20);
  for (const order of orders)
    assert.deepEqual(
      [...order].sort((a, b) => a - b),
      all,
    );
  assert.equal(new Set(orders.map(String)).size, orders.length, 'two passes have the same order');
});

test('plan: reproducible from its seed, and from nothing else', () => {
  const options = { engines: ['a', 'b'], trials: 6, rounds: 3 };
  assert.deepEqual(planWith({ ...options, seed: 5 }), planWith({ ...options, seed: 5 }));
  assert.notDeepEqual(planWith({ ...options, seed: 5 }).worklist, planWith({ ...options, seed: 6 }).worklist);
});

test('plan: trials that do not divide by the rounds are still that many', () => {
  const plan = planWith({ trials: 11, rounds: 4 });
  assert.deepEqual(
    plan.worklist.map(({ passes }) => passes.length),
    [3, 3, 3, 2],
  );
});

test('plan: controls and no-op are in their models, the JS row where it has a meaning', () => {
  const models = [...new Set([...MODEL_IDS, ...OPERATION_MODELS])];
  const rows = planRows({ kernels: KERNELS, models, js: true, baseline: 'multi3' });
  /** @param {string} model */
  const ids = (model) => rows.filter((row) => row.model === model).map(({ kernel }) => kernel);
  assert.deepEqual(ids('chain'), ['multi3', 'simd', 'js', 'js-montgomery', 'control-aa', 'control-slow5']);
  assert.deepEqual(ids('stream'), ['multi3', 'simd', 'js', 'control-aa', 'control-slow5']);
  for (const model of OPERATION_MODELS) assert.deepEqual(ids(model), ['multi3', 'simd', 'js', 'control-aa'], model);
  assert.deepEqual(ids('call'), ['multi3', 'simd', 'js', 'noop', 'control-aa']);
  assert.deepEqual(ids('call-io'), ['multi3', 'simd', 'control-aa']);
  assert.deepEqual(ids('convert'), ['multi3', 'simd', 'control-aa']);
  assert.ok(
    rows
      .filter(({ kernel }) => kernel === 'control-aa')
      .every(({ of, instance, work }) => of === 'multi3' && instance === 1 && work === 1),
  );
  assert.ok(
    rows
      .filter(({ kernel }) => kernel === 'control-slow5')
      .every(({ of, instance, work }) => of === 'multi3' && instance === 2 && work === 1.05),
  );
  assert.throws(() => planRows({ kernels: [KERNELS[1]], models: ['chain'], js: true, baseline: 'multi3' }), /multi3/);
});

test('plan: a kernel is timed in the models of its row, with BigInt in the same field', () => {
  const adders = [
    { ...fakeRow({ id: 'adder' }), models: ['add'] },
    { ...fakeRow({ id: 'adder-pallas' }), models: ['add'], field: 'pallas' },
  ];
  const products = { ...fakeRow({ id: 'products' }), models: ['chain', 'stream'] };
  const rows = planRows({
    kernels: [...KERNELS, products, ...adders],
    models: [...MODEL_IDS],
    js: true,
    baseline: 'multi3',
  });
  /** @param {string} model */
  const ids = (model) => rows.filter((row) => row.model === model).map(({ kernel, field }) => `${kernel} ${field}`);
  assert.deepEqual(ids('stream'), [
    'multi3 fq',
    'simd fq',
    'products fq',
    'js fq',
    'control-aa fq',
    'control-slow5 fq',
  ]);
  assert.deepEqual(ids('call-io'), ['multi3 fq', 'simd fq', 'control-aa fq']);
  assert.deepEqual(ids('add'), [
    'multi3 fq',
    'simd fq',
    'adder fq',
    'adder-pallas pallas',
    'js fq',
    'js-pallas pallas',
    'control-aa fq',
  ]);
});

test("plan: arkworks' algorithms are timed in their own build, on the kernels that have them", () => {
  const curve = 'c'.repeat(64);
  const kernels = [{ ...KERNELS[0], curve }, { ...KERNELS[1], curve }, fakeRow({ id: 'limbs29' })];
  const rows = planRows({ kernels, models: ['msm', 'stream', 'pairing'], js: true, baseline: 'multi3' });
  for (const model of ['msm', 'pairing']) {
    const own = rows.filter((row) => row.model === model);
    assert.deepEqual(
      own.map(({ kernel, of, instance }) => [kernel, of, instance]),
      [
        ['multi3', 'multi3', 0],
        ['simd', 'simd', 0],
        ['control-aa', 'multi3', 1],
      ],
    );
    assert.ok(own.every(({ build, work }) => build === 'work' && work === 1));
  }
  assert.ok(rows.filter(({ model }) => model === 'stream').every(({ build }) => build !== 'work'));
  assert.throws(
    () => planRows({ kernels: KERNELS, models: ['msm'], js: true, baseline: 'multi3' }),
    /no msm of multi3/,
  );
});

test('plan: a kernel that is timed in some models has rows in those', () => {
  const only = fakeRow({ id: 'limbs29-sop2', models: ['sop2'] });
  const rows = planRows({ kernels: [...KERNELS, only], models: [...MODEL_IDS], js: false, baseline: 'multi3' });
  assert.deepEqual(
    rows.filter(({ kernel }) => kernel === only.id).map(({ model }) => model),
    ['sop2'],
  );
  for (const model of MODEL_IDS)
    assert.ok(
      rows.some((row) => row.model === model && row.kernel === 'simd'),
      model,
    );
});

test('what is said before a run: how long products take, and of longer operations nothing', () => {
  const settings = { threshold: 0.02, confidence: 0.95, resamples: 100, seed: 1, baseline: 'multi3' };
  const said = (/** @type {Partial<import('../src/measure/plan.mjs').Plan>} */ changes) =>
    expectationOf({ ...planWith({ rounds: 8, trials: 8 }), ...changes }, 1, settings);
  assert.match(said({}), /^This run takes about \d+ s: 8 rounds of \d+ rows\. Four times in five /);
  assert.match(
    said({ models: ['chain', 'pairing'] }),
    /^This run has 8 rounds .*; how long .* after the first round\. Four/,
  );
  assert.match(said({ models: ['pairing'], budgetMs: 120_000 }), /^This run takes about 2 min: /);
});

test('clock: its step is found, and a stuck clock is said to be stuck', () => {
  assert.equal(clockStep(new FakeClock({ step: 5000 }).now), 5000);
  assert.equal(
    clockStep(() => 7),
    Infinity,
  );
  assert.equal(shortestBatch(60), 1e6);
  assert.equal(shortestBatch(100_000), 20e6);
});

test('session: samples are whole batches of the fake cost, all checked', async () => {
  const { samples, errors, floors, plan } = await session(
    [
      { id: 'multi3', nsPerProduct: 2000 },
      { id: 'simd', lanes: 2, build: 'simd128', nsPerProduct: 1000 },
    ],
    { models: [...MODEL_IDS], cases: 1000 },
  );
  assert.deepEqual(errors, []);
  assert.equal(samples.length, 2 * plan.rows.length);
  assert.deepEqual(
    samples.map(({ order }) => order),
    samples.map((_, i) => i),
  );
  assert.deepEqual(
    samples.map(({ kernel, model }) => `${kernel} ${model}`),
    plan.passes.flat().map((i) => `${plan.rows[i].kernel} ${plan.rows[i].model}`),
  );
  for (const { kernel, model, n, ns, check } of samples) {
    assert.ok(check);
    assert.ok(ns >= 1e6, `${kernel} ${model}: ${ns}`);
    const cost = { multi3: 2000, 'control-aa': 2000, 'control-slow5': 2100, simd: 1000, noop: 5 }[kernel];
    // Each look at the clock costs 10 ns; nothing else may be inside.
    assert.ok(Math.abs(ns - n * /** @type {number} */ (cost)) <= 20, `${kernel} ${model}: ${ns} for ${n}`);
    const unit =
      { chain: 1000, stream: 1000, square: 250, add: 2000, sub: 2000, sop2: 250 }[/** @type {string} */ (model)] ?? 1;
    assert.equal(n % unit, 0, `${kernel} ${model}: ${n}`);
  }
  assert.equal(floors.length, 1);
  assert.equal(floors[0].clockStepNs, 10);
  assert.ok(Math.abs(Number(floors[0].noopNs) - 5) < 0.1);
});

test('session: each row says that its turn has come before its first result, which may take a minute', async () => {
  const { plan, events } = await session([{ id: 'multi3', nsPerProduct: 2000 }]);
  const warm = events.findIndex((event) => event.type === 'progress' && event.stage === 'warm up');
  const told = events.slice(0, warm).flatMap((event) => (event.type === 'progress' ? event.what : []));
  for (const { kernel, model } of plan.rows) assert.ok(told.includes(`${kernel} ${model}`), `${kernel} ${model}`);
});

test('session: a batch of `cases` products that is long enough is timed as it is', async () => {
  const { samples } = await session([{ id: 'multi3', nsPerProduct: 5000 }], { cases: 600 });
  assert.ok(samples.every(({ n }) => n === 600));
});

test('session: a batch of sums of products is a whole number of sums', async () => {
  for (const [model, products, batch] of /** @type {const} */ ([
    ['sop2', 2, 196],
    ['sop3', 3, 195],
    ['sop4', 4, 196],
  ])) {
    const { modules, samples, errors } = await session([{ id: 'multi3' }], { models: [model], cases: 777 });
    assert.deepEqual(errors, []);
    assert.ok(samples.length > 0 && samples.every(({ n }) => n % batch === 0));
    const counts = (modules.get('baseline 0')?.calls ?? [])
      .filter((call) => call.startsWith(model))
      .map((call) => Number(call.split(' ')[2]));
    assert.ok(counts.length > 0 && counts.every((n) => n % products === 0), `${model}: ${counts}`);
  }
});

test('session: an operation that is wrong is found before the kernel is timed', async () => {
  for (const operation of OPERATION_MODELS) {
    const kernels = [
      { id: 'multi3' },
      { id: 'simd', wrongBatch: (/** @type {string} */ model) => model === operation },
    ];
    const { samples, errors } = await session(kernels, { models: ['stream', ...OPERATION_MODELS] });
    assert.deepEqual(
      errors.map(({ kernel, model }) => `${kernel} ${model}`),
      [`simd ${operation}`],
    );
    assert.match(
      errors[0].message,
      new RegExp(`^WRONG ${modelOf(operation).result.toUpperCase()}: ${operation} of [1-4] with seed`),
    );
    assert.ok(samples.every(({ kernel, model }) => kernel !== 'simd' || model !== operation));
    assert.ok(
      samples.some(({ kernel, model }) => kernel === 'simd' && model === 'stream'),
      'its product is right',
    );
  }
});

test('session: a wrong product makes error rows and the kernel is never timed', async () => {
  const { p } = FQ;
  const { samples, errors, modules } = await session(
    [
      { id: 'multi3' },
      { id: 'simd', build: 'simd128', wrong: (a, b) => (a === p - 1n && b === 1n << 29n ? 1n : null) },
    ],
    { models: [...PRODUCT_MODELS] },
  );
  assert.deepEqual(
    errors.map(({ kernel, model }) => `${kernel} ${model}`),
    PRODUCT_MODELS.map((model) => `simd ${model}`),
  );
  for (const { message } of errors)
    assert.match(message, /^WRONG PRODUCT: 0x30644e72\w+ \* 0x20000000 gave 0x1, not 0x/);
  assert.ok(samples.length > 0 && samples.every(({ kernel }) => kernel !== 'simd'));
  assert.deepEqual(modules.get('simd128 0')?.calls, ['multiplier simd'], 'more was asked of it than the verification');
});

test('session: swapped lanes are found before timing', async () => {
  // Right for every single product and for every batch that fills one lane only.
  const { samples, errors } = await session([
    { id: 'multi3' },
    { id: 'simd', lanes: 2, wrongBatch: (model, n) => model === 'stream' && n === 129 },
  ]);
  assert.deepEqual(
    errors.map(({ kernel, model }) => `${kernel} ${model}`),
    ['simd chain', 'simd stream'],
  );
  assert.match(errors[0].message, /WRONG PRODUCT: stream of 129/);
  assert.ok(samples.every(({ kernel }) => kernel !== 'simd'));
});

test('session: a kernel that is wrong only in a timed batch loses its row, the others go on', async () => {
  const { samples, errors, plan } = await session(
    [{ id: 'multi3' }, { id: 'simd', nsPerProduct: 4000, wrongBatch: (model, n) => model === 'chain' && n === 600 }],
    { cases: 600 },
  );
  assert.deepEqual(
    errors.map(({ kernel, model }) => `${kernel} ${model}`),
    ['simd chain'],
  );
  assert.match(errors[0].message, /^WRONG PRODUCT: chain of 600 with seed \d+ gave 0x/);
  const bad = samples.filter(({ check }) => !check);
  assert.deepEqual(
    bad.map(({ kernel, model }) => `${kernel} ${model}`),
    ['simd chain'],
  );
  assert.equal(samples.filter(({ kernel, model }) => kernel === 'simd' && model === 'chain').length, 1);
  assert.equal(samples.length, 2 * plan.rows.length - 1);
});

test('session: a module that does not load and a kernel that is not there are error rows', async () => {
  const { samples, errors } = await session([
    { id: 'multi3' },
    { id: 'fma-pair', build: 'relaxed-simd' },
    { id: 'gone', available: false },
  ]);
  assert.deepEqual(errors.map(({ kernel }) => kernel).sort(), ['fma-pair', 'fma-pair', 'gone', 'gone']);
  assert.match(
    errors.find(({ kernel }) => kernel === 'fma-pair')?.message ?? '',
    /the relaxed-simd module does not load: no relaxed-simd here/,
  );
  assert.match(errors.find(({ kernel }) => kernel === 'gone')?.message ?? '', /gone is not here/);
  assert.equal(samples.length, 2 * 6);
});

test('session: a coarse clock makes longer batches', async () => {
  const { samples, errors } = await session([{ id: 'multi3', nsPerProduct: 100_000 }], {
    clock: new FakeClock({ step: 100_000 }),
    cases: 50,
  });
  assert.deepEqual(errors, []);
  assert.ok(samples.length > 0);
  for (const { ns, n } of samples) {
    assert.ok(ns >= 20e6, `${ns} ns is less than 200 steps`);
    assert.equal(n % 50, 0);
  }
});

test('session: a row that was slow before it was timed gets batches that are long enough', async () => {
  let timed = false;
  const clock = new FakeClock();
  // As where another program had the processor meanwhile.
  const kernel = { id: 'multi3', nsPerProduct: 10, onBatch: () => void (clock.time += timed ? 0 : 5e6) };
  const { samples, errors } = await session([kernel], {
    ...{ clock, cases: 1000, longestWarmUpNs: 2e6 },
    onEvent: ({ type }) => void (timed ||= type === 'floor'),
  });
  assert.deepEqual(errors, []);
  assert.ok(samples.length > 0 && samples.every(({ ns }) => ns >= 1e6));
});

test('session: a clock that stops during the run fails the rows it can no longer time', async () => {
  const clock = new FakeClock();
  // Warm-up blocks are powers of two: the first batch of 600 is a timed one.
  const kernel = {
    id: 'multi3',
    nsPerProduct: 4000,
    onBatch: (/** @type {string} */ _model, /** @type {number} */ n) => void (clock.stopped ||= n === 600),
  };
  const { samples, errors, plan } = await session([kernel], { clock, cases: 600, trials: 1 });
  assert.ok(errors.length > 0);
  assert.equal(samples.length + errors.length, plan.rows.length);
  for (const { message } of errors) assert.match(message, /no batch lasted the 1 ms that the clock needs/);
});

test('warm-up: a clock that stops in it fails the rows, however long a block may be', async () => {
  let runs = 0;
  const row = { task: { unit: 1, run: () => void runs++, check: () => null } };
  const { times, failed } = await warmUp([row], { now: () => 7, blockNs: 1e6 });
  assert.equal(failed.get(row)?.message, 'the clock does not advance');
  assert.equal(times.size, 0);
  assert.equal(runs, 31, 'blocks of 1, 2, 4 and so on to 2^30');
});

test('warm-up: a row runs as many operations as it has to, but no longer than 200 ms for them', async () => {
  for (const { ns, operations } of [
    { ns: 100, operations: 1e6 },
    { ns: 1e5, operations: 2000 },
  ]) {
    let clock = 0;
    let ran = 0;
    const run = (/** @type {number} */ n) => {
      ran += n;
      clock += n * ns;
    };
    const row = { task: { unit: 1, run, check: () => null } };
    await warmUp([row], { now: () => clock, blockNs: 1e6, shortestNs: 0, least: () => 1e6 });
    const block = Math.max(1e6 / ns, 16);
    assert.ok(ran >= operations && ran < operations + 2 * block, `${ran} at ${ns} ns`);
  }
});

test('warm-up says a word after every block of a second, and otherwise when each row has had its turn', async () => {
  for (const { seconds, words } of [
    { seconds: 26, words: 3 },
    // The first block, and five that are no better.
    { seconds: 0.3, words: 6 },
  ]) {
    let clock = 0;
    const run = () => void (clock += seconds * 1e9);
    const rows = [1, 2].map(() => ({ task: { unit: 1, run, check: () => null } }));
    /** @type {number[]} */
    const said = [];
    const onProgress = (/** @type {number} */ warm) => said.push(warm);
    await warmUp(rows, { now: () => clock, blockNs: 1e6, onProgress });
    assert.equal(said.length, words, `${said} with blocks of ${seconds} s`);
    assert.equal(said.at(-1), 2);
  }
});

test('a row runs no longer before it is timed than the plan lets it', async () => {
  for (const ns of [5e5, 5e6]) {
    let clock = 0;

    const row = { task: { unit: 1, run: () => void (clock += ns), check: () => null } };
    const { times } = await warmUp([row], { now: () => clock, blockNs: 1e6, longestNs: 2e6 });
    assert.equal(clock, Math.max(2e6, ns), `${ns} ns`);
    assert.ok(Number(times.get(row)) <= ns);
  }
  const [plan] = planWith({ models: ['stream'], longestWarmUpNs: 1 }).worklist;
  assert.equal(plan.longestWarmUpNs, 1);
});

test('a process that dies in colours is quoted without them', async () => {
  const script = "console.error('\\x1b[31mTypeError: it broke\\x1b[0m'); process.exit(3)";
  await assert.rejects(
    converse({ executable: process.execPath, args: ['--eval', script], input: {}, onEvent() {} }),
    (/** @type {Error} */ error) => {
      assert.match(error.message, /^the process ended with exit code 3: TypeError: it broke\n/);
      assert.doesNotMatch(error.message, /[^\P{Cc}\n]/u);
      return true;
    },
  );
});

test('session: a clock that never moves fails every row', async () => {
  const clock = new FakeClock();
  clock.now = () => 0;
  const { samples, errors, plan } = await session([{ id: 'multi3' }], { clock });
  assert.equal(errors.length, plan.rows.length);
  assert.match(errors[0].message, /does not advance/);
  assert.deepEqual(samples, []);
});

/** @param {(folder: string) => Promise<void>} body */
async function inFolder(body) {
  const folder = mkdtempSync(join(tmpdir(), 'fqmul-'));
  try {
    await body(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param {Record<string, string>} variables @param {() => Promise<void>} body */
async function withEnvironment(variables, body) {
  const before = Object.fromEntries(Object.keys(variables).map((key) => [key, process.env[key]]));
  Object.assign(process.env, variables);
  try {
    await body();
  } finally {
    for (const [key, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[key];
      else process.env[key] = value;
    }
  }
}

/** @param {string} path */
const linesOf = (path) =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

test('node engine: says what it is, and records its flags', async () => {
  const description = await nodeEngine({ flags: ['--no-liftoff'] }).describe();
  assert.equal(description.id, `node${process.versions.node.split('.')[0]}`);
  assert.equal(description.version, process.versions.node);
  assert.equal(description.tier, 'turbofan (no liftoff)');
  assert.ok(description.flags.includes('--no-liftoff'));
  assert.equal(description.available, true);
  assert.equal(description.features.simd128, true);
  assert.equal(description.features['relaxed-simd'], true);
  assert.equal((await nodeEngine().describe()).tier, 'turbofan (tiered up)');
});

test('node engine: one that cannot start is unavailable, with the reason', async () => {
  const description = await nodeEngine({ executable: '/nonexistent/node' }).describe();
  assert.equal(description.available, false);
  assert.match(String(description.reason), /ENOENT/);
});

test('node engine: a session that throws is reported with its error, on the first line', async () => {
  const [plan] = planWith({ models: ['stream'] }).worklist;
  const loader = 'data:text/javascript,throw new RangeError("no module today")';
  await assert.rejects(
    nodeEngine({ loader }).run(plan, { onEvent() {} }),
    /^Error: the process ended with exit code 1: RangeError: no module today\n/,
  );
});

test('node engine: an event that cannot be handled ends the round with that error', async () => {
  const [plan] = planWith({ models: ['stream'] }).worklist;
  const full = () => {
    throw new SyntaxError('no space left');
  };
  await assert.rejects(nodeEngine({ loader: FAKE_LOADER }).run(plan, { onEvent: full }), /no space left/);
});

test('node engine: a session that ends early without a word is not a finished one', () =>
  inFolder((folder) =>
    withEnvironment({ FAKE_MISBEHAVIOUR: 'quit', FAKE_FLAG: folder }, async () => {
      const [plan] = planWith({ models: ['stream'] }).worklist;
      await assert.rejects(
        nodeEngine({ loader: FAKE_LOADER }).run(plan, { onEvent() {} }),
        /ended before its plan was done/,
      );
    }),
  ));

test('run: a round whose process is killed is lost alone, with its samples kept', () =>
  inFolder((folder) =>
    withEnvironment({ FAKE_MISBEHAVIOUR: 'crash', FAKE_FLAG: join(folder, 'flag') }, async () => {
      const engine = nodeEngine({ loader: FAKE_LOADER });
      const plan = planWith({ engines: [engine.id], models: ['stream'], trials: 60, rounds: 3 });
      const journal = join(folder, 'journal.jsonl');
      let seen = 0;
      const { events, stopped } = await run(plan, {
        engines: [engine],
        journal,
        header: { schema: 'x' },
        onEvent(event) {
          if (event.type === 'sample' && event.round === 1 && ++seen === 3) writeFileSync(join(folder, 'flag'), '');
          if (event.type === 'lost') rmSync(join(folder, 'flag'));
        },
      });

      assert.equal(stopped, false);
      const lost = events.filter((event) => event.type === 'lost');
      assert.deepEqual(
        lost.map(({ round }) => round),
        [1],
      );
      assert.match(lost[0].error, /SIGKILL/);
      /** @param {number} round */
      const count = (round) => events.filter((event) => event.type === 'sample' && event.round === round).length;
      assert.equal(count(0), 20 * plan.rows.length);
      assert.equal(count(2), 20 * plan.rows.length);
      assert.ok(count(1) >= 3 && count(1) < count(0), `${count(1)} samples before the kill`);
      assert.deepEqual(linesOf(journal), [{ type: 'header', schema: 'x' }, ...events]);
    }),
  ));

test('run: samples are on disk while the run goes on, and a stop keeps them', () =>
  inFolder((folder) =>
    withEnvironment({ FAKE_MISBEHAVIOUR: 'hang', FAKE_FLAG: join(folder, 'flag') }, async () => {
      const engine = nodeEngine({ loader: FAKE_LOADER });
      const plan = planWith({ engines: [engine.id], models: ['stream'], trials: 40, rounds: 2 });
      const journal = join(folder, 'journal.jsonl');
      const stop = new AbortController();
      let seen = 0;
      const { events, stopped } = await run(plan, {
        engines: [engine],
        journal,
        header: {},
        signal: stop.signal,
        onEvent(event) {
          if (event.type !== 'sample') return;
          if (++seen !== 5) return;
          // The event of the fifth sample is being handled; the four before it must be on disk.
          assert.equal(linesOf(journal).filter(({ type }) => type === 'sample').length, 4);
          writeFileSync(join(folder, 'flag'), '');
          setTimeout(() => stop.abort(), 200);
        },
      });
      assert.equal(stopped, true);
      const samples = events.filter((event) => event.type === 'sample');
      assert.ok(samples.length >= 5 && samples.length < 20 * plan.rows.length);
      assert.deepEqual(
        linesOf(journal).filter(({ type }) => type === 'sample'),
        samples,
      );
      assert.ok(!events.some((event) => event.type === 'lost'), 'a stop is not a crash');
    }),
  ));
