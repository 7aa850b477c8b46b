/** Rounds without JavaScript: the program natively and as wasm, and what happens when one goes wrong. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { kernelRow } from '../src/emit/emitted-rows.mjs';
import { graalwasm } from '../src/engines/graalwasm.mjs';
import { native } from '../src/engines/native.mjs';
import { WASI_PROGRAMS, standaloneEngine } from '../src/engines/standalone.mjs';
import { wasm2c } from '../src/engines/wasm2c.mjs';
import { wasm2go } from '../src/engines/wasm2go.mjs';
import { wasm3 } from '../src/engines/wasm3.mjs';
import { wasmi } from '../src/engines/wasmi.mjs';
import { wasmtime } from '../src/engines/wasmtime.mjs';
import { wasmer } from '../src/engines/wasmer.mjs';
import { wazero } from '../src/engines/wazero.mjs';
import { features } from '../src/setup/features.mjs';
import { loadModule } from '../src/setup/modules.mjs';
import { createPlan } from '../src/measure/plan.mjs';
import { StandaloneRound } from '../src/measure/standalone-round.mjs';

/** @typedef {import('../src/measure/session.mjs').SessionEvent} SessionEvent */
/** @typedef {import('../src/measure/plan.mjs').SessionPlan} SessionPlan */

const file = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url));
const { kernels: registry } = await loadModule('baseline');

/** @param {Partial<Parameters<typeof createPlan>[0]>} [changes] @returns {SessionPlan} */
const planWith = (changes) =>
  createPlan({
    engines: ['x'],
    kernels: registry,
    models: ['chain', 'stream'],
    js: false,
    cases: 3000,
    trials: 2,
    rounds: 1,
    seed: 5,
    baseline: 'multi3',
    ...changes,
  }).worklist[0];

/** @param {(onEvent: (event: SessionEvent) => void) => Promise<void>} run */
async function eventsOf(run) {
  /** @type {SessionEvent[]} */
  const events = [];
  await run((event) => events.push(event));
  return {
    samples: events.filter((event) => event.type === 'sample'),
    errors: events.filter((event) => event.type === 'error'),
    floors: events.filter((event) => event.type === 'floor'),
  };
}

/**
 * Every row that has not failed has its samples, right and long enough, in the order of the plan.
 *
 * @param {SessionPlan} plan
 * @param {Awaited<ReturnType<typeof eventsOf>>} events
 */
function assertMeasured({ rows, passes, cases }, { samples, errors, floors }) {
  const failed = new Set(errors.map(({ kernel, model }) => `${kernel} ${model}`));
  const name = (/** @type {{ kernel: string, model: string }} */ { kernel, model }) => `${kernel} ${model}`;
  assert.deepEqual(
    samples.map(name),
    passes
      .flat()
      .map((index) => name(rows[index]))
      .filter((it) => !failed.has(it)),
  );
  assert.deepEqual(
    samples.map(({ order }) => order),
    samples.map((_, i) => i),
  );
  for (const { n, ns, check } of samples) {
    assert.ok(check);
    assert.equal(n % cases, 0);
    assert.ok(ns >= 1e6);
  }
  assert.equal(floors.length, 1);
  assert.ok(floors[0].clockStepNs > 0);
}

test("native: every kernel that is not wasm's own is measured, and checked here", async () => {
  const plan = planWith({ models: ['chain', 'stream', 'call'], js: true });
  const events = await eventsOf((onEvent) => native()[0].run(plan, { onEvent }));
  assertMeasured(plan, events);
  assert.ok(
    events.errors.every(({ unsupported }) => unsupported),
    'nothing is broken',
  );
  const errors = new Map(events.errors.map(({ kernel, model, message }) => [`${kernel} ${model}`, message]));
  for (const { kernel, model, build } of plan.rows) {
    const expected =
      model === 'call'
        ? 'this engine has no JavaScript to call from'
        : build === 'baseline'
          ? undefined
          : `this engine has no ${build} kernels`;
    assert.equal(errors.get(`${kernel} ${model}`), expected, `${kernel} ${model}`);
  }
});

const programs = process.env.FQMUL_STANDALONE === 'all' ? /** @type {const} */ (['baseline', 'relaxed-simd']) : [];
for (const one of programs)
  test(`as wasm in a WASI host: every kernel of the program ${one}, their batches alternating`, async () => {
    const relaxed = features()['relaxed-simd'];
    const flags = relaxed ? process.execArgv.filter((flag) => flag.includes('relaxed')) : [];
    const engine = standaloneEngine({
      id: 'node-wasi',
      flags: [],
      tier: '',
      probe: async () => ({ version: '', features: {} }),
      programs: Object.fromEntries(Object.keys(WASI_PROGRAMS).map((build) => [build, one])),
      install: async () => {},
      command: (program) => [process.execPath, '--no-warnings', ...flags, file('wasi.mjs'), program],
    });
    const kernels = registry.filter(({ build }) => (one === 'baseline' ? build === one : build !== 'wide-arithmetic'));
    const plan = planWith({ kernels, models: ['chain', 'stream', 'limb-chain', 'limb-stream'] });
    const events = await eventsOf((onEvent) => engine.run(plan, { onEvent }));
    assert.deepEqual(
      events.errors.map(({ kernel }) => kernel),
      plan.rows.filter(({ build }) => build === 'relaxed-simd' && !relaxed).map(({ kernel }) => kernel),
    );
    assertMeasured(plan, events);
  });

const ONE_OF_EACH_BUILD = ['multi3', 'multi3-wide', 'simd', 'fma-pair'];
/** With products. */
const EMITTED = /** @type {const} */ (['fma-pair-emitted', 'limbs29-emitted', 'wide-emitted']).map((id) =>
  kernelRow(id),
);
/** Those that link modules to a program. */
const LINKING = ['wasmtime'];
for (const engine of [graalwasm(), ...wasm2c(), wasm2go(), wasm3(), ...wasmer(), wasmi(), wasmtime(), wazero()]) {
  test(`${engine.id}: measures what it can, and says what it cannot`, async (t) => {
    const { available, reason, features } = await engine.describe();
    if (!available) {
      assert.match(String(reason), new RegExp(`npm run engines -- install ${engine.id}`));
      t.skip(String(reason));
      return;
    }
    await engine.prepare?.([EMITTED[0].build]);
    const plan = planWith({ kernels: [...registry.filter(({ id }) => ONE_OF_EACH_BUILD.includes(id)), ...EMITTED] });
    const events = await eventsOf((onEvent) => engine.run(plan, { onEvent }));
    const wide = events.errors.filter(({ kernel }) => kernel === 'multi3-wide');
    assert.equal(wide.length, features['wide-arithmetic'] ? 0 : 2);
    assert.ok(wide.every(({ unsupported }) => unsupported));
    const emitted = events.errors.filter(({ kernel }) => EMITTED.some(({ id }) => id === kernel));
    if (LINKING.includes(engine.id)) assert.deepEqual(emitted, []);
    else
      assert.deepEqual(new Set(emitted.map(({ message }) => message)), new Set(['this engine has no emitted kernels']));
    const errors = events.errors.filter((error) => !wide.includes(error) && !emitted.includes(error));
    for (const { kernel, message, unsupported } of errors) {
      const build = kernel.startsWith('fma-') ? 'relaxed-simd' : 'simd128';
      assert.ok(unsupported, `${kernel}: ${message}`);
      assert.match(message, features[build] ? /unfused/ : new RegExp(`^this engine has no ${build}$`));
    }
    for (const build of /** @type {const} */ (['simd128', 'relaxed-simd']))
      if (!features[build])
        assert.equal(
          errors.filter(({ message }) => message.endsWith(build)).length,
          plan.rows.filter((row) => row.build === build).length,
        );
    assertMeasured(plan, events);
  });
}

test('a translator whose tool is not there is not installed, and says how to get it', async (t) => {
  const { PATH } = process.env;
  t.after(() => (process.env.PATH = PATH));
  process.env.PATH = '';
  const { available, reason } = await wasm2c()[0].describe();
  assert.equal(available, false);
  const get = 'Debian: apt-get install wabt gcc; then npm run engines -- install wasm2c-gcc';
  assert.equal(reason, `not installed: wasm2c was not found; ${get}`);
});

const TWO = planWith({
  kernels: registry.filter(({ id }) => ['multi3', 'limbs29'].includes(id)),
  models: ['chain'],
  cases: 300,
  trials: 3,
});

/**
 * All rows in one process of the fake program.
 *
 * @param {string} misbehaviour
 * @param {(event: SessionEvent) => void} onEvent
 */
async function converse(misbehaviour, onEvent) {
  const turns = new StandaloneRound(TWO, onEvent);
  try {
    await turns.start([process.execPath, file('fake-program.mjs'), misbehaviour], {
      rows: TWO.rows.map((_, index) => index),
    });
    await turns.take();
  } finally {
    await turns.stop();
  }
}

test('a program that behaves is measured', async () => {
  const events = await eventsOf((onEvent) => converse('', onEvent));
  assert.deepEqual(events.errors, []);
  assertMeasured(TWO, events);
});

test('a short batch with a wrong checksum: an error row that is never timed', async () => {
  const events = await eventsOf((onEvent) => converse('wrong short batch', onEvent));
  assert.deepEqual(
    events.errors.map(({ kernel }) => kernel),
    [TWO.rows[1].kernel],
  );
  assert.match(events.errors[0].message, /^WRONG PRODUCT: chain of 3 with seed 24301 gave/);
  assertMeasured(TWO, events);
});

for (const [misbehaviour, message] of /** @type {const} */ ([
  ['a wrong product', /^WRONG PRODUCT: 0x\w+ \* 0x\w+ gave 0x\w+, not 0x\w+$/],
  ['a wrong conversion', /^WRONG CONVERSION: 0x\w+ came back as 0x0$/],
  ['fewer products', /^its products were not all shown$/],
])) {
  test(`${misbehaviour} of a pair of edge values: an error row that is never timed`, async () => {
    const events = await eventsOf((onEvent) => converse(misbehaviour, onEvent));
    const { of } = TWO.rows[1];
    assert.deepEqual(
      events.errors.map(({ kernel }) => kernel),
      TWO.rows.flatMap((row) => (row.of === of ? [row.kernel] : [])),
    );
    for (const { message: said } of events.errors) assert.match(said, message);
    assertMeasured(TWO, events);
  });
}

for (const [misbehaviour, message] of /** @type {const} */ ([
  ['a wrong checksum', /^WRONG PRODUCT: chain of 300 with seed \d+ gave/],
  ['less work', /^WRONG PRODUCT: a batch of 600 was calls of 299, not of 300/],
])) {
  test(`a timed batch with ${misbehaviour}: marked, and the row is not timed again`, async () => {
    const { samples, errors } = await eventsOf((onEvent) => converse(misbehaviour, onEvent));
    const { kernel } = TWO.rows[1];
    assert.deepEqual(
      errors.map((it) => it.kernel),
      [kernel],
    );
    assert.match(errors[0].message, message);
    assert.deepEqual(
      samples.filter((sample) => sample.kernel === kernel).map(({ check }) => check),
      [false],
    );
    assert.equal(samples.filter(({ check }) => check).length, 3 * (TWO.rows.length - 1));
  });
}

test('a program that does not load is a reason for its rows; one that is killed loses the round', async () => {
  const { errors, samples } = await eventsOf((onEvent) => converse('refuse', onEvent));
  assert.equal(errors.length, TWO.rows.length);
  assert.ok(errors.every(({ unsupported }) => !unsupported));
  for (const { message } of errors)
    assert.match(message, /^the baseline program does not run: the process ended with exit code 3: unknown opcode$/);
  assert.deepEqual(samples, []);

  /** @type {SessionEvent[]} */
  const before = [];
  await assert.rejects(
    converse('die', (event) => before.push(event)),
    /the process was ended by SIGKILL/,
  );
  assert.equal(before.filter(({ type }) => type === 'sample').length, 2);
});
