/** Rows that are timed from nothing: a process for each, one sample, no baseline. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { standingOf } from '../src/command/standing.mjs';
import { createPlan, sessionsOf } from '../src/measure/plan.mjs';
import { run } from '../src/measure/run.mjs';
import { runSession } from '../src/measure/session.mjs';
import { fromData } from '../src/measure/compile.mjs';
import { UnsupportedError } from '../src/proofs/unsupported.mjs';
import { judgement } from '../src/report/tables.mjs';
import { summarise } from '../src/stats/index.mjs';
import { FakeClock, fakeModule, fakeRow } from './fake-module.mjs';

/** @typedef {import('../src/emit/interface.mjs').Prover} Prover */

const COLD = 'proof-cold';
const BASELINE = 'ark';
/** Of a proof, by the fake clock: more than a clock needs. */
const PROOF_NS = 5e8;
const KERNELS = [
  { ...fakeRow({ id: BASELINE, models: ['proof'] }), of: 'circuit' },
  ...['own', 'other'].map((id) => ({ ...fakeRow({ id, models: ['proof', COLD] }), of: 'circuit' })),
];

/** @param {string[]} models */
const planOf = (models) =>
  createPlan({
    ...{ engines: ['node20', 'chromium'], kernels: KERNELS, models, js: false, cases: 100, trials: 4, rounds: 2 },
    ...{ seed: 3, baseline: BASELINE },
  });

test('each has a session of its own in each round, beside that of the others', () => {
  const { rows, worklist, models } = planOf(['proof', COLD]);
  assert.deepEqual(models, ['proof', COLD]);
  assert.deepEqual(
    rows.map(({ kernel, model }) => `${kernel} ${model}`),
    ['ark proof', 'own proof', 'other proof', 'control-aa proof', 'own proof-cold', 'other proof-cold'],
  );
  assert.equal(worklist.length, 4);
  for (const round of worklist) {
    const [warm, ...cold] = sessionsOf(round);
    assert.equal(warm.cold, undefined);
    assert.ok(warm.rows.every(({ model }) => model === 'proof'));
    for (const pass of warm.passes) assert.deepEqual(pass.toSorted(), [0, 1, 2, 3]);
    assert.deepEqual(cold.map((session) => session.rows.map(({ kernel }) => kernel).join()).sort(), ['other', 'own']);
    for (const session of cold) {
      assert.deepEqual(
        [session.cold, session.passes, session.engine, session.round],
        [true, [[0]], warm.engine, warm.round],
      );
      assert.equal(session.rows[0].model, COLD);
    }
  }
  assert.deepEqual(
    planOf([COLD])
      .worklist.flatMap(sessionsOf)
      .map(({ cold, rows: { length } }) => [cold, length]),
    Array.from({ length: 8 }, () => [true, 1]),
  );
});

/** @param {(clock: FakeClock, calls: string[]) => Prover} make of the session's prover */
async function session(make) {
  const clock = new FakeClock();
  /** @type {string[]} */
  const calls = [];
  /** @type {any[]} */
  const events = [];
  const module = fakeModule([], { clock });
  const prover = make(clock, calls);
  const [plan] = planOf([COLD]).worklist.flatMap(sessionsOf);
  await runSession(plan, {
    now: clock.now,
    emit: (event) => events.push(event),
    compile: fromData,
    load: async () => ({ ...module, exports: { ...module.exports, openProver: async () => prover } }),
  });
  const of = (/** @type {string} */ type) => events.filter((event) => event.type === type);
  return { calls, samples: of('sample'), errors: of('error'), floors: of('floor') };
}

/** @param {string | null} said @returns {(clock: FakeClock, calls: string[]) => Prover} */
const proving = (said) => (clock, calls) => ({
  compute(part) {
    calls.push(part);
    clock.time += PROOF_NS;
  },
  wrong(part) {
    calls.push(`is ${part} wrong?`);
    return said;
  },
});

test('the sample is the first thing that is computed, once, and checked behind the clock', async () => {
  const { calls, samples, errors, floors } = await session(proving(null));
  assert.deepEqual(calls, ['open', 'is open wrong?']);
  assert.deepEqual(errors, []);
  assert.equal(samples.length, 1);
  const [{ n, ns, check, model }] = samples;
  assert.deepEqual([n, check, model], [1, true, COLD]);
  assert.ok(ns >= PROOF_NS && ns < PROOF_NS + 100, `${ns}`);
  assert.deepEqual(
    floors.map(({ clockStepNs, noopNs }) => [clockStepNs, noopNs]),
    [[10, null]],
  );
});

test('a proof that is wrong, that fails or is too short for the clock is an error', async () => {
  const wrong = await session(proving('it is another'));
  assert.deepEqual(
    wrong.samples.map(({ check }) => check),
    [false],
  );
  assert.match(wrong.errors[0].message, /^WRONG PROOF: proof-cold of circuit: it is another$/);

  const lacking = await session(() => ({
    compute: () => Promise.reject(new UnsupportedError('no workers')),
    wrong: () => null,
  }));
  assert.deepEqual(lacking.samples, []);
  assert.deepEqual([lacking.errors[0].message, lacking.errors[0].unsupported], ['no workers', true]);

  const broken = await session(() => ({ compute: () => Promise.reject(new Error('it broke')), wrong: () => null }));
  assert.deepEqual([broken.errors[0].message, broken.errors[0].unsupported], ['it broke', undefined]);

  const short = await session(() => ({ compute() {}, wrong: () => null }));
  assert.match(short.errors[0].message, /^its only batch did not last the 1 ms that the clock needs$/);
});

test('a round is one for whoever waits, and one of its processes that dies loses it', async () => {
  /** @type {string[]} */
  const asked = [];
  /** @param {string} id */
  const engine = (id) => ({
    ...{ id, describe: () => Promise.reject(new Error('not asked')) },
    /** @param {import('../src/measure/plan.mjs').SessionPlan} plan */
    async run({ round, cold, rows }) {
      const name = cold ? `${rows[0].kernel} alone` : 'together';
      asked.push(`${id} ${round} ${name}`);
      if (id === 'chromium' && round === 1 && cold) throw new Error('the browser was ended');
    },
  });
  const plan = planOf(['proof', COLD]);
  const { events } = await run(plan, { engines: ['node20', 'chromium'].map(engine), journal: null });
  const rounds = events.filter((event) => event.type === 'round').map(({ engine: id, state }) => `${id} ${state}`);
  assert.deepEqual(rounds.toSorted(), [
    ...['chromium end', 'chromium start', 'chromium start'],
    ...['node20 end', 'node20 end', 'node20 start', 'node20 start'],
  ]);
  assert.deepEqual(
    events.flatMap((event) => (event.type === 'lost' ? [`${event.engine} ${event.round} ${event.error}`] : [])),
    ['chromium 1 the browser was ended'],
  );
  assert.deepEqual(asked.filter((one) => one.startsWith('node20 0')).toSorted(), [
    'node20 0 other alone',
    'node20 0 own alone',
    'node20 0 together',
  ]);
});

test('its times stand alone: there is no verdict, and nobody leads', () => {
  const samples = Array.from({ length: 6 }, (_, round) =>
    ['own', 'other'].map((kernel, i) => ({
      ...{ engine: 'node20', kernel, model: COLD, round, order: 0, n: 1, ns: (i + 1) * PROOF_NS, check: true },
    })),
  ).flat();
  const rows = summarise(samples, { baseline: BASELINE });
  assert.deepEqual(
    rows.map(({ kernel, median, speedup, verdict }) => [kernel, median, speedup, verdict]),
    [
      ['other', 2 * PROOF_NS, null, null],
      ['own', PROOF_NS, null, null],
    ],
  );
  for (const row of rows) assert.equal(judgement(row, BASELINE).word, 'not compared');
  const plan = planOf([COLD]);
  const given = standingOf(plan, /** @type {any} */ ({ baseline: BASELINE }));
  assert.equal(given({ type: 'round', engine: 'node20', round: 0, state: 'end' }), null);
});

test('a lost round says what the session that ended was at, and not the one before it', async () => {
  let sessions = 0;
  const engines = ['node20', 'chromium'].map((id) => ({
    id,
    describe: () => Promise.reject(new Error('not asked')),
    /** @type {import('../src/measure/run.mjs').Engine['run']} */
    run: async (_plan, { onEvent }) => {
      if (++sessions % 2 === 0) throw new Error('it ended');
      onEvent({ type: 'progress', stage: 'verify', what: 'own', done: 0, total: 1 });
    },
  }));
  const { events } = await run(planOf([COLD]), { engines, journal: null });
  assert.deepEqual(
    events.flatMap((event) => (event.type === 'lost' ? [event.error] : [])),
    Array.from({ length: 4 }, () => 'it ended'),
  );
});
