/**
 * One round in one process: load, verify, warm up, time. Knows no engine: the modules, the
 * clock and the way out for events are given to it.
 */

import { Bench } from 'tinybench';
import { isEmitted, needsOf } from '../emit/emitted-rows.mjs';
import { fieldOf } from '../oracle/field.mjs';
import { UnsupportedError } from '../proofs/unsupported.mjs';
import { modelOf, modelsIn } from '../models/index.mjs';
import { JS, JS_CASES } from '../models/js.mjs';
import { MONTGOMERY } from '../models/js-montgomery.mjs';
import { NOOP, noopTask } from '../models/noop.mjs';
import { clockStep, shortestBatch } from './clock.mjs';
import { features } from '../setup/features.mjs';
import { fieldIn } from '../setup/field-module.mjs';
import { ReplacedError } from '../setup/places.mjs';
import { createVerifier } from './verify.mjs';
import { warmUp } from './warmup.mjs';

/** @typedef {import('../models/model.mjs').Row} Row */
/** @typedef {import('./plan.mjs').SessionPlan} SessionPlan */
/** @typedef {import('../emit/interface.mjs').LoadedModule} LoadedModule */
/** @typedef {import('../models/model.mjs').Task} Task */

/**
 * @typedef {{ type: 'progress', stage: 'verify' | 'warm up' | 'measure' | 'check', what: string, done: number, total:
 *   number }} ProgressEvent
 * @typedef {{ type: 'floor', clockStepNs: number, noopNs: number | null }} FloorEvent
 * @typedef {{ type: 'sample', kernel: string, model: string, order: number, n: number, ns: number, check: boolean }}
 *   SampleEvent
 *   ns of a whole batch of n products
 * @typedef {{ type: 'right', kernel: string, model: string, n: number }} RightEvent n operations, not timed, whose
 *   result is what is expected
 * @typedef {{ type: 'error', kernel: string, model: string, message: string, unsupported?: true }} ErrorEvent
 *   unsupported: the engine lacks what the kernel needs, and nothing is broken
 * @typedef {{ type: 'replaced', message: string }} ReplacedEvent a file is not that of the plan: the run ends
 * @typedef {ProgressEvent | FloorEvent | SampleEvent | RightEvent | ErrorEvent | ReplacedEvent} SessionEvent
 */

/** Seed of the short batches of the verification; any will do. */
const VERIFY_SEED = 0x5eedn;
/** Models whose products are the body of a loop in wasm. */
const LOOPS = modelsIn('batches');
/**
 * Turns that such a loop has to have made before it may be warm: JavaScriptCore optimises it after 50,000, however long
 * they take, and in the background. Four products by `dot14-emitted` are one turn.
 */
const LOOP_TURNS = 100_000;
/** How far above the shortest batch a calibrated batch aims: noise must not push it below. */
const MARGIN = 1.5;
/** How often a batch that came out too short is made longer before its row fails. */
const ATTEMPTS = 6;

/**
 * @param {SessionPlan} plan
 * @param {object} context
 * @param {(build: string, instance: number) => Promise<LoadedModule>} context.load the same
 *   arguments always give the same instance
 * @param {import('./clock.mjs').Clock} context.now
 * @param {(event: SessionEvent) => void} context.emit
 * @param {import('../models/model.mjs').Compile} context.compile
 * @param {number} [context.shortestWarmUpNs]
 * @param {() => Promise<void>} [context.breathe] awaited where the engine may do other work
 */
export async function runSession(plan, { load, now, emit, compile, shortestWarmUpNs, breathe }) {
  /** @param {Row} row @param {string} message @param {boolean} [unsupported] */
  const fail = (row, message, unsupported = false) =>
    emit({ type: 'error', kernel: row.kernel, model: row.model, message, ...(unsupported && { unsupported }) });

  const step = clockStep(now);
  if (!Number.isFinite(step)) {
    for (const row of plan.rows) fail(row, 'the clock does not advance');
    return;
  }
  const floor = shortestBatch(step);

  /** @param {unknown} error what is not the row's own fault ends the session */
  const assertRows = (error) => {
    if (!(error instanceof ReplacedError)) return;
    emit({ type: 'replaced', message: error.message });
    throw error;
  };

  const modules = await loadModules(plan.rows, load, { fail, assertRows });
  const verified = verifyKernels(plan.rows, modules, { fail, emit });

  const expected = new Map();
  const timed = [];
  for (const [index, row] of plan.rows.entries()) {
    const module = modules.get(moduleKey(row));
    if (!module || !verified.has(row)) continue;
    // A first proof may take half a minute.
    const what = `${row.kernel} ${row.model}`;
    emit({ type: 'progress', stage: 'verify', what, done: index, total: plan.rows.length });
    try {
      const context = {
        field: fieldOf(row.field),
        exports: module.exports,
        kernel: row.of,
        lanes: row.lanes,
        seed: BigInt(plan.operandSeed),
        cases: [JS, MONTGOMERY].includes(row.of) ? Math.ceil(plan.cases * JS_CASES) : plan.cases,
        work: row.work,
        expected,
        compile,
      };
      const task = row.of === NOOP ? noopTask(module.exports) : await modelOf(row.model).task(context);
      timed.push({ row, index, task, n: 0 });
    } catch (error) {
      assertRows(error);
      const lack = lackOf(row, module);
      fail(row, lack ?? messageOf(error), lack !== null || error instanceof UnsupportedError);
    }
  }

  if (plan.untimed) {
    await checkBatches(plan, timed, { emit, fail, breathe });
    return;
  }
  if (plan.cold) {
    emit({ type: 'floor', clockStepNs: step, noopNs: null });
    for (const entry of timed) await takeFirst(entry, { now, floor, emit, fail });
    return;
  }

  // The no-op is timed in every session, whether or not it has a row: it is part of the environment.
  // It is a call into wasm; that of BigInt and of the emitted kernels is not.
  const wasm = [...modules.values()].find(({ variant }) => variant !== JS && !isEmitted(variant));
  const floorRow = wasm ? [{ row: null, index: -1, task: noopTask(wasm.exports), n: 0 }] : [];
  const { times, failed } = await warmUp([...timed, ...floorRow], {
    now,
    blockNs: Math.max(1e6, 20 * step),
    shortestNs: shortestWarmUpNs,
    longestNs: plan.longestWarmUpNs,
    least: ({ row }) => (row && LOOPS.includes(row.model) ? LOOP_TURNS * row.lanes : 0),
    breathe,
    onProgress: (warm) =>
      emit({
        type: 'progress',
        stage: 'warm up',
        what: `${warm} of ${timed.length} rows warm`,
        done: warm,
        total: timed.length,
      }),
  });
  emit({ type: 'floor', clockStepNs: step, noopNs: floorRow.length > 0 ? (times.get(floorRow[0]) ?? null) : null });

  /** @type {Map<number, typeof timed[number]>} */
  const runnable = new Map();
  for (const entry of timed) {
    const error = failed.get(entry);
    if (error) {
      assertRows(error);
      fail(entry.row, messageOf(error));
      continue;
    }
    const { unit, shortestNs = 0 } = entry.task;
    const perOperation = /** @type {number} */ (times.get(entry));
    entry.n = unit * Math.max(1, Math.ceil(Math.max(MARGIN * floor, shortestNs) / (perOperation * unit)));
    runnable.set(entry.index, entry);
  }

  const total = plan.passes.length * plan.rows.length;
  let order = 0;
  for (const [pass, indices] of plan.passes.entries()) {
    for (const [position, index] of indices.entries()) {
      const entry = runnable.get(index);
      if (!entry) continue;
      const { row } = entry;
      emit({
        type: 'progress',
        stage: 'measure',
        what: `${row.kernel} ${row.model}`,
        done: pass * plan.rows.length + position,
        total,
      });
      const { sample, error } = await takeSample(entry, now, floor);
      if (sample) emit({ type: 'sample', kernel: row.kernel, model: row.model, order: order++, ...sample });
      if (error) {
        fail(row, error);
        runnable.delete(index);
      }
      await breathe?.();
    }
  }
}

/** @param {Row} row */
function moduleKey({ build, instance }) {
  return `${build} ${instance}`;
}

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/**
 * @param {Row[]} rows
 * @param {(build: string, instance: number) => Promise<LoadedModule>} load
 * @param {{ fail: (row: Row, error: string, unsupported?: boolean) => void, assertRows: (error: unknown) => void }}
 *   context
 * @returns {Promise<Map<string, LoadedModule>>}
 */
async function loadModules(rows, load, { fail, assertRows }) {
  const has = /** @type {Record<string, boolean | null>} */ (features());
  /** @type {Map<string, LoadedModule>} */
  const modules = new Map();
  /** @type {Map<string, { reason: string, unsupported: boolean }>} */
  const broken = new Map();
  for (const row of rows) {
    const key = moduleKey(row);
    if (!modules.has(key) && !broken.has(key)) {
      try {
        modules.set(key, await load(row.build, row.instance));
      } catch (error) {
        assertRows(error);
        const lacks = has[fieldIn(row.build)?.module ?? row.build] === false;
        const reason = lacks
          ? `this engine has no ${fieldIn(row.build)?.module ?? row.build}`
          : error instanceof UnsupportedError
            ? `not available: ${error.message}`
            : `the ${row.build} module does not load: ${messageOf(error)}`;
        broken.set(key, { reason, unsupported: lacks || error instanceof UnsupportedError });
      }
    }
    const failure = broken.get(key);
    if (failure) fail(row, failure.reason, failure.unsupported);
  }
  return modules;
}

/**
 * @param {Row[]} rows
 * @param {Map<string, LoadedModule>} modules
 * @param {{ fail: (row: Row, error: string, unsupported?: boolean) => void, emit: (event: SessionEvent) => void }}
 *   context
 * @returns {Set<Row>} rows whose kernel is right, in the product or in the row's operation, in the module they are
 *   timed in
 */
function verifyKernels(rows, modules, { fail, emit }) {
  /** Expected values are computed once for each. @type {Map<string, ReturnType<typeof createVerifier>>} */
  const verifiers = new Map();
  /** @param {Row} row */
  const verifierOf = (row) => {
    const verify = verifiers.get(row.field) ?? createVerifier(fieldOf(row.field), VERIFY_SEED);
    verifiers.set(row.field, verify);
    return verify;
  };
  /** @type {Map<string, string | null>} */
  const verdicts = new Map();
  return new Set(
    rows.filter((row, i) => {
      const module = modules.get(moduleKey(row));
      if (!module) return false;
      if (row.of === NOOP) return true;
      const { operation } = modelOf(row.model);
      const key = `${moduleKey(row)} ${row.of} ${row.field} ${operation}`;
      let verdict = verdicts.get(key);
      if (verdict === undefined) {
        emit({ type: 'progress', stage: 'verify', what: row.of, done: i, total: rows.length });
        try {
          verifierOf(row)(module.exports, row.of, row.lanes, operation);
          verdict = null;
        } catch (error) {
          verdict = messageOf(error);
        }
        verdicts.set(key, verdict);
      }
      if (verdict === null) return true;
      const lack = lackOf(row, module);
      fail(row, lack ?? verdict, lack !== null);
      return false;
    }),
  );
}

/**
 * @param {Row} row
 * @param {LoadedModule} module
 * @returns {string | null} what its kernel needs and this engine has not; null where there is nothing
 */
function lackOf({ of }, { kernels }) {
  const has = features();
  // Each emitted kernel is a module of its own, so that one may be refused and not the others.
  const needs = needsOf(of);
  if (needs !== undefined && !has[needs]) return `this engine has no ${needs}`;
  // Where the engine rounds twice it is the module that refuses, not a product that came out wrong.
  const fused = needs === 'relaxed-simd' ? has.fused : kernels.find(({ id }) => id === of)?.fused;
  return fused === false ? 'unfused on this engine' : null;
}

/**
 * The batches of a plan without a clock: each row's shortest, as often as the plan has passes.
 *
 * @param {SessionPlan} plan
 * @param {{ row: Row, index: number, task: Task }[]} rows
 * @param {{ emit: (event: SessionEvent) => void, fail: (row: Row, error: string) => void, breathe?: () =>
 *   Promise<void> }} context
 */
async function checkBatches(plan, rows, { emit, fail, breathe }) {
  const left = new Map(rows.map((entry) => [entry.index, entry]));
  const total = plan.passes.length * rows.length;
  let done = 0;
  for (const pass of plan.passes) {
    for (const index of pass) {
      const entry = left.get(index);
      // A no-op has no result.
      if (!entry || entry.row.of === NOOP) continue;
      const { row, task } = entry;
      emit({ type: 'progress', stage: 'check', what: `${row.kernel} ${row.model}`, done: done++, total });
      try {
        task.prepare?.();
        await task.run(task.unit);
        const wrong = await task.check(task.unit);
        if (wrong !== null) throw new Error(`WRONG ${modelOf(row.model).result.toUpperCase()}: ${wrong}`);
        emit({ type: 'right', kernel: row.kernel, model: row.model, n: task.unit });
      } catch (error) {
        fail(row, messageOf(error));
        left.delete(index);
      }
      await breathe?.();
    }
  }
}

/**
 * The first batch of a row that nothing was done for: there is no second one to make longer.
 *
 * @param {{ row: Row, task: Task, n: number }} entry
 * @param {object} context
 * @param {import('./clock.mjs').Clock} context.now
 * @param {number} context.floor ns
 * @param {(event: SessionEvent) => void} context.emit
 * @param {(row: Row, error: string, unsupported?: boolean) => void} context.fail
 */
async function takeFirst({ row, task }, { now, floor, emit, fail }) {
  const n = task.unit;
  try {
    const start = now();
    await task.run(n);
    const ns = Math.round(now() - start);
    const wrong = await task.check(n);
    emit({ type: 'sample', kernel: row.kernel, model: row.model, order: 0, n, ns, check: wrong === null });
    if (wrong !== null) fail(row, `WRONG ${modelOf(row.model).result.toUpperCase()}: ${wrong}`);
    else if (ns < floor) fail(row, `its only batch did not last the ${floor / 1e6} ms that the clock needs`);
  } catch (error) {
    fail(row, messageOf(error), error instanceof UnsupportedError);
  }
}

/**
 * One batch, recorded by tinybench. A batch that is too short for the clock is thrown away and
 * made longer, by what it lacks; n grows for the row's later samples too.
 *
 * One sample at a time, and not tinybench's own loop of samples: the rows of a round are shuffled and take turns, where
 * tinybench ends a task before the next one, and each batch is verified before the next is timed.
 *
 * @param {{ row: Row, task: Task, n: number }} entry
 * @param {import('./clock.mjs').Clock} now
 * @param {number} floor ns
 * @returns {Promise<{ sample?: { n: number, ns: number, check: boolean }, error?: string }>}
 */
async function takeSample(entry, now, floor) {
  const { row, task } = entry;
  const warnings = /** @type {string[]} */ ([]);
  for (let attempt = 0; attempt <= ATTEMPTS; attempt++) {
    const { n } = entry;
    /** @type {string | null} */
    let wrong = null;
    const bench = new Bench({
      iterations: 1,
      time: 0,
      warmup: false,
      retainSamples: true,
      throws: true,
      now: () => now() / 1e6,
    });
    bench.addEventListener('warning', ({ reason }) => warnings.push(reason ?? 'timer'));
    bench.add(
      `${row.kernel} ${row.model}`,
      async () => {
        task.prepare?.();
        const start = now();
        const running = task.run(n);
        // Only what is asynchronous is waited for: a turn of the event loop takes time.
        if (running) await running;
        const passed = now() - start;
        const ms = (task.reading?.() ?? passed) / 1e6;
        wrong = await task.check(n);
        return { overriddenDuration: ms / n, overriddenIterationCost: ms / n };
      },
      { async: true },
    );
    try {
      await bench.run();
    } catch (error) {
      return { error: messageOf(error) };
    }
    const [{ latency }] = /** @type {import('tinybench').TaskResultCompleted[]} */ (bench.results);
    // Back from tinybench's ms per operation to the batch; whole ns, of a million at least.
    const ns = Math.round(/** @type {number[]} */ (latency.samples)[0] * n * 1e6);
    if (wrong !== null) {
      const { result } = modelOf(row.model);
      return { sample: { n, ns, check: false }, error: `WRONG ${result.toUpperCase()}: ${wrong}` };
    }
    if (warnings.length > 0) return { error: `the clock is too coarse for this row: ${warnings[0]}` };
    if (ns >= floor) return { sample: { n, ns, check: true } };
    // What took no time does not say what it lacks.
    entry.n *= ns > 0 ? Math.max(2, Math.ceil((MARGIN * floor) / ns)) : 2;
  }
  return { error: `no batch lasted the ${floor / 1e6} ms that the clock needs` };
}
