/** Each engine that is on this machine, on the real modules: what it times is verified in it. */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { execaSync } from 'execa';
import { NOT_INSTALLED } from '../src/engines/engine.mjs';
import { allEngines } from '../src/engines/index.mjs';
import { loadModule } from '../src/setup/modules.mjs';
import { createPlan } from '../src/measure/plan.mjs';
import { run } from '../src/measure/run.mjs';

/** @typedef {import('../src/measure/run.mjs').Engine} Engine */
/** @typedef {import('../src/measure/run.mjs').RunEvent} RunEvent */

/** Where CI runs, these are installed: one that is missing is a failure. */
const IN_CI = ['chromium', 'firefox'];
/** They run another program: test/standalone.test.mjs. */
const WITHOUT_JAVASCRIPT = [
  'wasmer-cranelift',
  'wasmer-singlepass',
  'wasmtime',
  'wazero',
  'wasmi',
  'wasm3',
  'graalwasm',
  'native',
  'native-asm',
  'wasm2c-gcc',
  'wasm2c-clang',
  'wasm2go',
];
/** JavaScriptCore does not fuse relaxed_madd; the others do where the CPU has FMA. */
const UNFUSED = ['bun', 'jsc'];
/** By engine a word of its command line, of a browser its profile; others have the name of the session's program. */
const PROGRAMS = /** @type {Record<string, string>} */ ({
  chromium: 'fqmul-chromium-',
  firefox: 'fqmul-firefox-',
  jsc: 'session.mjs',
});
const KERNELS = ['multi3', 'simd', 'fma-pair', 'multi3-wide'];
const SPOILT_LOADER = new URL('./spoilt-loader.mjs', import.meta.url).href;
const folder = mkdtempSync(join(tmpdir(), 'fqmul-engines-'));
after(() => rmSync(folder, { recursive: true }));

const { kernels: loops, exports } = await loadModule('baseline');
/** @type {import('../src/emit/interface.mjs').HasherRow[]} */
const hashers = JSON.parse(/** @type {() => string} */ (exports.hashers)());
const kernels = loops.map((kernel) => {
  const { hash, build } = hashers.find(({ id }) => id === kernel.id) ?? {};
  return hash === 'poseidon1' ? { ...kernel, hashes: { [hash]: String(build) } } : kernel;
});
const OTHERS = allEngines()
  .slice(1)
  // Of one that is emulated no time is taken: test/emulated.test.mjs.
  .filter(({ id, emulated }) => !emulated && !WITHOUT_JAVASCRIPT.includes(id));
const SPOILT = new Map(allEngines({ loader: SPOILT_LOADER }).map((engine) => [engine.id, engine]));

/**
 * @param {Engine} engine
 * @param {Partial<Parameters<typeof createPlan>[0]>} changes
 * @param {(event: RunEvent) => void} [onEvent]
 */
async function measured(engine, changes, onEvent) {
  const plan = createPlan({
    engines: [engine.id],
    kernels: kernels.filter(({ id }) => KERNELS.includes(id)),
    models: ['stream'],
    js: false,
    cases: 500,
    trials: 2,
    rounds: 1,
    seed: 7,
    // Longer than another program has the processor at a time: a block that waited says little of what it takes.
    longestWarmUpNs: 10e6,
    baseline: 'multi3',
    ...changes,
  });
  const { events } = await run(plan, {
    engines: [engine],
    journal: join(folder, `${engine.id}.jsonl`),
    header: {},
    onEvent,
  });
  return {
    plan,
    samples: events.filter((event) => event.type === 'sample'),
    errors: events.filter((event) => event.type === 'error'),
    lost: events.filter((event) => event.type === 'lost'),
    floors: events.filter((event) => event.type === 'floor'),
  };
}

/** @param {string} word in the command line of a process that this one started */
function childWith(word) {
  const { stdout } = execaSync('ps', ['-ww', '-o', 'pid=,args=', '--ppid', String(process.pid)]);
  const found = stdout.split('\n').find((line) => line.includes(word));
  assert.ok(found, `no child with ${word} among\n${stdout}`);
  return Number.parseInt(found, 10);
}

for (const engine of OTHERS) {
  const { id } = engine;
  describe(id, async () => {
    const description = await engine.describe();
    if (!description.available) {
      const message = `${id} is NOT tested: ${description.reason}`;
      const demanded = process.env.CI === 'true' && IN_CI.includes(id);
      // One that is there and does not run is a failure anywhere.
      const missing = description.reason?.startsWith(NOT_INSTALLED);
      if (missing && !demanded) console.error(`\n*** ${message}\n`);
      test('is there', { skip: missing && !demanded ? message : false }, () => assert.fail(message));
      return;
    }
    const { features } = description;

    test('says what it is', () => {
      assert.match(description.version, /^\d+\./);
      assert.ok(description.clockStepNs !== null && description.clockStepNs > 0);
      assert.equal(features.simd128, true);
      if (UNFUSED.includes(id)) assert.equal(features.fused, false);
      else assert.equal(typeof features.fused, 'boolean');
    });

    test('times what it verified, and names what it cannot run', async () => {
      // A hash is verified as a hash: its kernel is made, and may be refused, later than that of a product.
      const models = ['chain', 'call', 'poseidon'];
      const { plan, samples, errors, lost, floors } = await measured(engine, { models, js: true });
      assert.deepEqual(lost, []);
      assert.equal(floors.length, 1);
      assert.ok(samples.every(({ check, ns }) => check && ns >= 1e6));
      for (const { kernel, model } of plan.rows) {
        const reason =
          {
            'fma-pair': features.fused ? null : /^unfused on this engine/,
            'multi3-wide': features['wide-arithmetic'] ? null : /^this engine has no wide-arithmetic$/,
          }[kernel] ?? null;
        const [times, failures] = [samples, errors].map((events) =>
          events.filter((event) => event.kernel === kernel && event.model === model),
        );
        assert.equal(times.length, reason ? 0 : 2, `${kernel} ${model}`);
        assert.equal(
          failures.length,
          reason ? 1 : 0,
          `${kernel} ${model}: ${failures.map((event) => 'message' in event && event.message)}`,
        );
        for (const failure of failures) {
          assert.ok('message' in failure && failure.unsupported);
          assert.match(failure.message, /** @type {RegExp} */ (reason));
        }
      }
    });

    test('finds the product that is wrong, and does not time its kernel', async () => {
      const spoilt = /** @type {Engine} */ (SPOILT.get(id));
      const { samples, errors } = await measured(spoilt, {
        kernels: kernels.filter((kernel) => ['multi3', 'simd'].includes(kernel.id)),
      });
      assert.deepEqual(
        errors.map(({ kernel }) => kernel),
        ['simd'],
      );
      assert.match(errors[0].message, /^WRONG PRODUCT: 0x/);
      assert.equal(errors[0].unsupported, undefined);
      assert.ok(samples.length > 0 && samples.every(({ kernel }) => kernel !== 'simd'));
    });

    test('loses the round alone in which it is killed', async () => {
      // Enough that the process is still at work when its first sample has been heard.
      const trials = 100;
      let child = 0;
      let killed = false;
      const { plan, samples, lost } = await measured(
        engine,
        { kernels: kernels.filter((kernel) => kernel.id === 'multi3'), trials: 3 * trials, rounds: 3 },
        (event) => {
          if (killed || event.type === 'round' || event.round !== 1) return;
          // Found before it times anything: to look takes as long as many samples.
          child ||= childWith(PROGRAMS[id] ?? 'process-host.mjs');
          if (event.type !== 'sample') return;
          killed = true;
          process.kill(child, 'SIGKILL');
        },
      );
      assert.ok(killed);
      assert.deepEqual(
        lost.map(({ round }) => round),
        [1],
      );
      /** @param {number} round */
      const count = (round) => samples.filter((sample) => sample.round === round).length;
      assert.equal(count(0), trials * plan.rows.length);
      assert.equal(count(2), trials * plan.rows.length);
      assert.ok(count(1) >= 1 && count(1) < count(0), `${count(1)} samples before the kill`);
    });
  });
}
