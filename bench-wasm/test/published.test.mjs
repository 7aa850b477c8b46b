/** The benchmark that this one replaces, run again: its replica does what it says, its page says what was measured. */

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import binaryen from 'binaryen';
import { execa } from 'execa';
import { median } from 'simple-statistics';
import { fromData } from '../src/measure/compile.mjs';
import { OWN } from '../src/engines/node.mjs';
import { AFTER, BEFORE, PUBLISHED_MODELS, preparePublished } from '../src/measure/previous-benchmark.mjs';
import { runSession } from '../src/measure/session.mjs';
import { modelOf, modelsIn } from '../src/models/index.mjs';
import { JS_CONSTANTS } from '../src/models/replica.mjs';
import { createJsModule } from '../src/models/js.mjs';
import { FQ } from '../src/oracle/field.mjs';
import { resummarised } from '../src/result/result.mjs';
import { FIGURES, previousBenchmark } from '../pages/previous-benchmark.mjs';
import { readResult } from '../src/result/result-file.mjs';
import { loadModule } from '../src/setup/modules.mjs';
import { stringSortedMedian } from '../src/stats/string-sort.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'fqmul-published-'));
after(() => rmSync(folder, { recursive: true }));

const { kernels, registry } = await preparePublished();
const SEED = 0x1234_5678_9abc_def0n;

// Before any test: what waits between two of them is not waited for.
const ENDED = await execa(
  process.execPath,
  [join(ROOT, 'bench-wasm/index.mjs'), '--as-published', '--cases', '300', '--trials', '1', '--seed', '4'].concat(
    ...['--json', join(folder, 'run.json')],
  ),
  { cwd: folder, env: { npm_lifecycle_event: '' }, reject: false },
);

/** A number on its way into the field. */
const CONVERSION = /From<u64>>::from|of_number/;

/** @param {string} id */
function kernelOf(id) {
  const kernel = kernels.find((one) => one.id === id);
  assert.ok(kernel, id);
  return { ...kernel, of: kernel.of ?? id };
}

/**
 * @param {string} model
 * @param {string} id
 * @param {(exports: any) => any} [change] of the module
 * @returns {Promise<import('../src/models/model.mjs').Task>}
 */
async function taskOf(model, id, change = (exports) => exports) {
  const { of, build } = kernelOf(id);
  const module = build === 'js' ? createJsModule(FQ) : await loadModule(build);
  return modelOf(model).task({
    ...{ field: FQ, exports: change(module.exports), kernel: of, lanes: 1, seed: SEED, cases: 1000, work: 1 },
    expected: new Map(),
    compile: fromData,
  });
}

const replicas = kernels.flatMap(({ id, models }) =>
  (models ?? []).filter((model) => modelsIn('replicas').includes(model)).map((model) => ({ id, model })),
);

test('every row of the replica does what it says, as BigInt has it, and a reading is some time', async () => {
  assert.ok(replicas.length > 15, `${replicas.length} rows`);
  for (const { id, model } of replicas) {
    const task = await taskOf(model, id);
    for (const n of [task.unit, 3 * task.unit]) {
      await task.run(n);
      assert.equal(await task.check(n), null, `${id} in ${model}`);
      if (model === 'unclocked') assert.equal(task.reading, undefined);
      else assert.ok(Number(task.reading?.()) >= 0, `${id} in ${model}`);
    }
  }
});

test('an outcome that is not BigInt’s is refused before it is timed', async () => {
  const spoilt = (/** @type {any} */ exports) => ({
    ...exports,
    Replica: class extends exports.Replica {
      checksum() {
        return FQ.toBytes((FQ.fromBytes(super.checksum()) + 1n) % FQ.p);
      }
    },
  });
  for (const { id, model } of replicas.filter((row) => row.id !== JS_CONSTANTS))
    await assert.rejects(taskOf(model, id, spoilt), /WRONG OUTCOME: .* gave 0x/, `${id} in ${model}`);
});

test('a sample of the replica is what its own clock read, not what passed', async () => {
  let time = 0;
  class Replica {
    /** @param {number} n */
    clocked(n) {
      time += 900 * n;
      return (300 * n) / 1e6;
    }

    checksum() {
      return right;
    }
  }
  const { of, build, lanes } = kernelOf('nothing');
  const row = { kernel: 'nothing', model: 'clocked', of, build, field: 'fq', instance: 0, lanes, work: 1 };
  const { exports } = await loadModule('published');
  const real = new /** @type {any} */ (exports).Replica('nothing', SEED);
  real.clocked(4000);
  const right = real.checksum();
  // The checks before the first batch are of fewer operations: theirs is another checksum.
  let checks = 0;
  Replica.prototype.checksum = function () {
    const n = [1, 127, 384][checks++];
    if (n !== undefined) real.clocked(n);
    return n === undefined ? right : real.checksum();
  };
  /** @type {any[]} */
  const events = [];
  await runSession(
    { engine: 'node', round: 0, cases: 16_000, operandSeed: String(SEED), rows: [row], passes: [[0]] },
    {
      load: async () => /** @type {any} */ ({ variant: 'published', kernels: [], exports: { Replica, noop() {} } }),
      now: () => (time += 10),
      emit: (event) => events.push(event),
      compile: fromData,
      shortestWarmUpNs: 0,
    },
  );
  const samples = events.filter(({ type }) => type === 'sample');
  assert.equal(samples.length, 1, JSON.stringify(events));
  assert.equal(samples[0].ns, 300 * samples[0].n);
  assert.equal(samples[0].check, true);
});

test('between two readings of the clock stands what the row says, in the module', () => {
  const module = binaryen.readBinary(readFileSync(new URL('../pkg/published/fqmul_bg.wasm', import.meta.url)));
  module.setFeatures(binaryen.Features.All);
  /** What there is before, between and behind the readings. @type {string[]} */
  const found = [];
  /** Calls of `__multi3` in a conversion, by its name. @type {Map<string, number>} */
  const limbs = new Map();
  /** @type {string[]} */
  const numbers = [];
  for (let i = 0; i < module.getNumFunctions(); i++) {
    const { name, body } = binaryen.getFunctionInfo(module.getFunctionByIndex(i));
    if (body && CONVERSION.test(name)) limbs.set(name, binaryen.emitText(body).split('(call $__multi3').length - 1);
    if (!/replica::Pairs<O> as fqmul::bench::replica::Loops>::clocked::/.test(name) || !body) continue;
    const words = [...binaryen.emitText(body).matchAll(/\(call \$("[^"]*"|\S+)|\((i64x2\.mul)/g)].flatMap(
      ([, callee, instruction]) => {
        if (instruction) return [instruction];
        if (callee.includes('replica::now')) return ['|'];
        if (CONVERSION.test(callee)) numbers.push(callee.replaceAll('"', ''));
        const [word] = /__multi3|Kernel>::mul|From<u64>>::from|of_number/.exec(callee) ?? [];
        return word ? [word] : [];
      },
    );
    found.push(words.join(' '));
  }
  const product = Array(32).fill('__multi3').join(' ');
  assert.deepEqual(
    found.sort(),
    [
      '| |',
      '| i64x2.mul |',
      ...['| Kernel>::mul |', '| Kernel>::mul |', '| From<u64>>::from From<u64>>::from Kernel>::mul |'],
      `| of_number of_number ${product} |`,
      `${product} | |`,
    ].sort(),
  );
  // ark-ff 0.4 leaves out what its compiler knows to be 0; the mitigation has no calls, and leaves out nothing.
  assert.deepEqual(numbers.map((name) => limbs.get(name)).sort(), [0, 0, 20, 20]);
});

test('a sort as strings gives another median where numbers differ in their digits, and the right one elsewhere', () => {
  assert.equal(stringSortedMedian([9, 10, 100]), 100);
  assert.equal(median([9, 10, 100]), 10);
  assert.equal(stringSortedMedian([8.5, 99.5, 100.5, 101.5]), (101.5 + 8.5) / 2);
  assert.equal(stringSortedMedian([31.2, 77.5, 44.1]), 44.1);
});

test('a run: every row has a time, and the tables are those of the other benchmark', () => {
  const { exitCode, stdout, stderr } = ENDED;
  assert.equal(exitCode, 0, stdout + stderr);
  const result = readResult(join(folder, 'run.json'));
  assert.deepEqual(result.plan.models, PUBLISHED_MODELS);
  assert.deepEqual([...new Set(result.kernels.map(({ build }) => build))], ['published'], 'one module');
  assert.equal(new Set(result.kernels.map(({ sha256 }) => sha256)).size, 1);
  assert.equal(result.kernels.length, registry.length);
  for (const { kernel, model, error } of result.summary) assert.equal(error, null, `${kernel} in ${model}`);
  for (const { id, models } of kernels)
    for (const model of models ?? [])
      assert.ok(
        result.summary.some((row) => row.kernel === id && row.model === model),
        `${id} in ${model}`,
      );
  for (const words of [/^function +average +% +median +%$/m, /^task name +ops\/sec +average, ns +margin +samples$/m])
    assert.equal([...stdout.matchAll(new RegExp(words, 'gm'))].length, 2, `${words}`);
  for (const name of ['multi3 no IO', 'multi3 IO', 'simd no IO', 'simd IO', 'js no IO', 'js IO'])
    assert.match(stdout, new RegExp(`^${name} +[\\d,]+ +[\\d.]+ `, 'm'));
  assert.match(stderr, /about/);
});

/**
 * @param {Record<string, number>} costs ns by `kernel model`, with `interpreted` behind it where JavaScript is, if it
 *   is not 100; eight rounds of everything
 */
function made(costs) {
  const run = readResult(join(folder, 'run.json'));
  const samples = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((round) =>
    run.samples.map((one) => {
      const name = `${one.kernel} ${one.model}${one.engine === OWN ? '' : ' interpreted'}`;
      return { ...one, round, ns: one.n * (costs[name] ?? 100) };
    }),
  );
  return resummarised({ ...run, samples });
}

/** @param {import('../src/result/result.mjs').Result} result @returns {any} the sentences, and the table */
function accountsOf(result) {
  const { parts } = previousBenchmark(result).at(-1) ?? assert.fail();
  return parts.map((part) => ('points' in part ? part.points : 'table' in part ? part.table : part));
}

test('each published figure is held against its row: within 1.5 times it agrees, and otherwise not', () => {
  const [lines, table] = accountsOf(
    made({
      [`${BEFORE} clocked`]: 260,
      'control-aa clocked': 260,
      'i64x2-mul clocked': 80,
      'nothing clocked': 70,
      'multi3-moved clocked': 65,
      [`${AFTER} stream`]: 80,
      'multi3-converted clocked-call': 400,
      'multi3-mitigated-converted clocked-call': 200,
      [`${JS_CONSTANTS} clocked-call`]: 110,
      [`${JS_CONSTANTS} clocked-call interpreted`]: 440,
      'i64x2-mul clocked-call-io': 90,
      'i64x2-mul clocked-call-io interpreted': 900,
      [`${JS_CONSTANTS} unclocked`]: 0.5,
    }),
  );
  /** @type {string[][]} */
  const rows = table.rows.map((/** @type {any} */ { cells }) => cells.map((/** @type {any} */ { text }) => text));
  assert.deepEqual(
    rows.map(([published]) => published),
    FIGURES.map(({ published }) => published.join(' and ')),
  );
  const row = (/** @type {string} */ published) => rows.find(([first]) => first === published)?.slice(3);
  assert.deepEqual(row('266.31 and 220.72'), ['260.0', '1.02', 'yes', '100.0']);
  assert.deepEqual(row('85.38 and 83.03'), ['65.0', '1.31', 'yes', '80.0']);
  assert.deepEqual(row('520'), ['200.0', '2.6', 'no', '100.0']);
  assert.deepEqual(row('477'), ['440.0', '1.08', 'yes', '100.0']);
  assert.deepEqual(row('119'), ['110.0', '1.08', 'yes', '100.0']);
  assert.deepEqual(row('310'), ['900.0', '0.34', 'no', '100.0']);
  const text = lines.join('\n');
  assert.match(text, /mitigation makes it 3\.1 times as fast: .* takes 260\.0 ns .* 65\.0 ns, 4\.0x \(4\.0-4\.0\)/);
  assert.match(text, /The mitigation itself makes independent products 1\.25x \(1\.25-1\.25\) as fast/);
  assert.match(text, /SIMD is about 4 times as fast: 3\.5 by its averages, .* in the replica 3\.[23]x \(/);
  assert.match(text, /from 416 to 520 ns: in the replica it went from 400\.0 ns to 200\.0 ns,/);
  assert.match(
    text,
    /477 and 119 ns, 4\.0 times apart\..* 900\.0 and 90\.0 ns, 10\.0 times, .* 440\.0 and 110\.0 ns, 4\.0 times/,
  );
  const apart = rows.filter((cells) => cells[5] === 'no').length;
  assert.ok(apart > 1);
  assert.ok(text.includes(`${apart} of 14 figures are not within 1.5 times of their row: no row here establishes`));
  assert.match(text, /another number than the median in 0 of 7 rows of the replica\. /);
  assert.match(text, / The published 76\.97 ns are readings of the clock\./);
});

test('of a clock that is too fast for the published figures it is not said that they are its readings', () => {
  const [lines] = accountsOf(made({ 'i64x2-mul clocked': 45, 'multi3-moved clocked': 65 }));
  const text = lines.join('\n');
  assert.match(text, / The clock of this machine does not explain the published 76\.97 ns\./);
});

test('the figures are those that its README has', () => {
  const trials = [266.31, 220.72, 76.97, 75.93, 85.38, 83.03, 90.08, 77.88];
  const calls = [416, 427, 60, 310, 477, 520, 518, 64, 85, 119];
  assert.deepEqual(new Set(FIGURES.flatMap(({ published }) => published)), new Set([...trials, ...calls]));
});
