/** What waits has a deadline: an engine that hangs costs its round and no more, and leaves nothing behind. */

import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { serve } from '../src/engines/browser.mjs';
import { chromium } from '../src/engines/chromium.mjs';
import { placeOf } from '../src/engines/places.mjs';
import { engineOf } from '../src/engines/engine.mjs';
import { nodeEngine } from '../src/engines/node.mjs';
import { standaloneEngine } from '../src/engines/standalone.mjs';
import { createPlan } from '../src/measure/plan.mjs';
import { run } from '../src/measure/run.mjs';
import { patienceWith, unlessSilent } from '../src/measure/deadline.mjs';
import { StandaloneRound } from '../src/measure/standalone-round.mjs';
import { fakeRow } from './fake-module.mjs';

/** @typedef {import('../src/measure/run.mjs').Engine} Engine */

const FAKE_LOADER = new URL('./fake-loader.mjs', import.meta.url).href;
const PROGRAM = fileURLToPath(new URL('./fake-program.mjs', import.meta.url));
const CHROMIUM = placeOf('chromium');
const folder = mkdtempSync(join(tmpdir(), 'fqmul-silence-'));
after(() => rmSync(folder, { recursive: true, maxRetries: 5 }));

/** @param {Partial<Parameters<typeof createPlan>[0]>} changes */
const planWith = (changes) =>
  createPlan({
    engines: ['x'],
    kernels: [fakeRow({ id: 'multi3' })],
    models: ['stream'],
    js: false,
    cases: 300,
    trials: 2,
    rounds: 2,
    seed: 1,
    baseline: 'multi3',
    ...changes,
  });

/**
 * @param {Engine[]} engines
 * @param {import('../src/measure/deadline.mjs').Patience} patience
 * @param {Partial<Parameters<typeof createPlan>[0]>} [changes]
 */
const measured = (engines, patience, changes) =>
  run(planWith({ engines: engines.map(({ id }) => id), ...changes }), {
    engines,
    journal: join(folder, 'journal.jsonl'),
    header: {},
    patience,
  });

test('an engine that never answers, and does not even stop, costs its rounds; the others have theirs', async () => {
  /** @type {((event: any) => void)[]} */
  const late = [];
  /** @type {Engine} */
  const deaf = {
    id: 'deaf',
    describe: () => Promise.reject(new Error('not asked')),
    run: (_plan, { onEvent }) => {
      late.push(onEvent);
      return new Promise(() => {});
    },
  };
  /** @type {Engine} */
  const quick = { ...deaf, id: 'quick', run: async (_plan, { onEvent }) => onEvent(sample) };
  const sample = /** @type {const} */ ({
    type: 'sample',
    kernel: 'multi3',
    model: 'stream',
    order: 0,
    n: 300,
    ns: 1e6,
    check: true,
  });
  const { events, stopped } = await measured([deaf, quick], { silence: 30, grace: 20 });
  assert.equal(stopped, false);
  assert.deepEqual(
    events.flatMap((event) => (event.type === 'lost' ? [`${event.engine} ${event.round}: ${event.error}`] : [])),
    [0, 1].map((round) => `deaf ${round}: not a word for 0.03 s: it was ended`),
  );
  assert.equal(events.filter(({ type, engine }) => type === 'sample' && engine === 'quick').length, 2);
  // Its journal is closed by now: what it says too late is not heard.
  for (const say of late) say(sample);
});

test('a process that hangs in the middle is ended, with what it had sent, and the next round is measured', async () => {
  const flag = join(folder, 'flag');
  const before = { ...process.env };
  Object.assign(process.env, { FAKE_MISBEHAVIOUR: 'hang', FAKE_FLAG: flag });
  try {
    writeFileSync(flag, '');
    const engine = nodeEngine({ loader: FAKE_LOADER });
    const started = performance.now();
    const { events } = await measured([engine], { silence: 4000 }, { rounds: 1, trials: 2 });
    const lost = String(events.find((event) => event.type === 'lost')?.error);
    assert.match(lost, /^not a word for 4 s: .* \(at: \S+ .+\)$/);
    assert.ok(performance.now() - started < 25_000, 'the process was waited for');
    rmSync(flag);
    const again = await measured([engine], { silence: 10_000 }, { rounds: 1, trials: 2 });
    assert.deepEqual(
      again.events.filter(({ type }) => type === 'lost'),
      [],
    );
  } finally {
    process.env = before;
  }
});

test('work that says something now and then may take as long as it likes, and a large batch longer', async () => {
  let heard = 0;
  const value = await unlessSilent({ silence: 200 }, { onEvent: () => heard++ }, async ({ onEvent }) => {
    for (let word = 0; word < 6; word++) {
      await delay(60);
      onEvent(word);
    }
    return 'done';
  });
  assert.deepEqual([value, heard], ['done', 6]);
  assert.ok(patienceWith({ cases: 4e9 }).silence > 3600e3);
  assert.ok(patienceWith({ cases: 1e6 }).silence < 200e3);
  // A key of 2^20 rows, of which arkworks makes a proof in two minutes.
  assert.ok(patienceWith({ cases: 1e6, keyBytes: 495e6 }).silence > 480e3);
});

test('why work was ended is what it rejects with, whatever it says itself; and a stop is no silence', async () => {
  const obeys = (/** @type {{ signal: AbortSignal }} */ { signal }) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('killed'))));
  await assert.rejects(unlessSilent({ silence: 20 }, {}, obeys), /^Error: not a word for 0\.02 s/);
  const stop = new AbortController();
  const stopped = unlessSilent({ silence: 60_000 }, { signal: stop.signal }, obeys);
  stop.abort(new Error('Ctrl-C'));
  await assert.rejects(stopped, /^Error: Ctrl-C$/);
  await assert.rejects(unlessSilent({ silence: 60_000 }, { signal: stop.signal }, obeys), /^Error: Ctrl-C$/);
});

test('an engine that does not describe itself is unavailable, and says why', { timeout: 60_000 }, async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const deaf = engineOf({
    id: 'deaf',
    get: '',
    flags: [],
    tier: '',
    version: async () => '1',
    converse: () => new Promise(() => {}),
  });
  const program = standaloneEngine({
    id: 'deaf-program',
    flags: [],
    tier: '',
    probe: async () => ({ version: '1', features: {} }),
    programs: { baseline: 'native' },
    command: () => [process.execPath, PROGRAM, 'hang'],
    install: async () => {},
  });
  for (const engine of [deaf, program]) {
    const description = engine.describe();
    for (let turn = 0; turn < 5; turn++) {
      await new Promise((resolve) => setImmediate(resolve));
      t.mock.timers.tick(150_000);
    }
    const { available, reason } = await description;
    assert.equal(available, false);
    assert.match(String(reason), /^not a word for 120 s/, engine.id);
  }
});

test('the processes of a round are gone when it has been stopped', async () => {
  const file = join(folder, 'pid');
  const [plan] = planWith({}).worklist;
  const turns = new StandaloneRound(plan, () => {});
  await turns.start([process.execPath, PROGRAM, 'linger', file], { rows: plan.rows.map((_, index) => index) });
  const pid = Number(readFileSync(file, 'utf8'));
  assert.equal(process.kill(pid, 0), true);
  await turns.stop();
  assert.throws(() => process.kill(pid, 0), /ESRCH/, 'it runs on beside the next round');
});

test('the server of the modules goes on, whatever it is asked for', async () => {
  const server = await serve('postMessage(1)');
  try {
    for (const path of ['//', '/pkg/../../package.json', '/pkg/nothing.wasm'])
      assert.equal((await fetch(`${server.origin}${path}`)).status, 404, path);
    assert.equal((await fetch(server.origin)).status, 200);
  } finally {
    await server.close();
  }
});

test('a stop that comes while the browser is being started is not missed', { timeout: 60_000 }, async (t) => {
  if (CHROMIUM === null) {
    assert.notEqual(process.env.CI, 'true', 'no Chromium');
    return t.skip('no Chromium');
  }
  const [wrapper, started] = [join(folder, 'chromium'), join(folder, 'started')];
  writeFileSync(wrapper, `#!/bin/sh\ntouch '${started}'\nexec '${CHROMIUM}' "$@"\n`);
  chmodSync(wrapper, 0o755);
  const before = process.env.CHROMIUM_PATH;
  process.env.CHROMIUM_PATH = wrapper;
  t.after(() => {
    if (before === undefined) delete process.env.CHROMIUM_PATH;
    else process.env.CHROMIUM_PATH = before;
  });
  const stop = new AbortController();
  /** @type {string[]} */
  const events = [];
  const [plan] = planWith({ trials: 10_000, rounds: 1 }).worklist;
  const running = chromium({}).run(plan, { signal: stop.signal, onEvent: ({ type }) => events.push(type) });
  const ended = assert.rejects(running, /^Error: Ctrl-C$/);
  while (!existsSync(started)) await delay(5);
  stop.abort(new Error('Ctrl-C'));
  await ended;
  assert.deepEqual(events, []);
});
