// Comparing two runs: one with itself, with a slowed kernel, with rows and controls missing, from other machines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareRuns, summarise } from '../src/stats/index.mjs';

/** @import { Sample } from '../src/stats/index.mjs' */
/** @import { Result } from '../src/stats/compare.mjs' */
/** @import { RunError } from '../src/stats/faults.mjs' */

const KERNELS = { multi3: 100, 'multi3-mitigated': 80, simd: 25, 'control-aa': 100, 'control-slow5': 105 };
const MACHINE = {
  cpu: 'A',
  cores: 4,
  os: 'linux',
  arch: 'x64',
  engines: [{ id: 'node20', version: '20.20.2', flags: ['--no-liftoff'] }],
};

/**
 * @typedef {object} Options
 * @property {(kernel: string) => number} [factor] of the time of a kernel
 * @property {number} [rounds]
 * @property {number} [salt] of the scatter
 * @property {Result['environment']} [environment]
 * @property {RunError[]} [errors]
 */

/** A run with 0.5 % of repeatable scatter. @type {(options?: Options) => Result} */
function run({ factor = () => 1, rounds = 12, salt = 0, environment = MACHINE, errors = [] } = {}) {
  /** @type {Sample[]} */
  const samples = [];
  for (const model of ['chain', 'stream']) {
    for (let round = 0; round < rounds; round += 1) {
      let order = 0;
      for (let batch = 0; batch < 3; batch += 1) {
        for (const [kernel, ns] of Object.entries(KERNELS)) {
          const scatter = 1 + 0.005 * Math.sin(1 + salt + 13 * samples.length);
          samples.push({
            engine: 'node20',
            kernel,
            model,
            round,
            order: order++,
            n: 10,
            ns: 10 * ns * scatter * factor(kernel),
            check: true,
          });
        }
      }
    }
  }
  return { environment, samples, summary: summarise(samples, { errors }) };
}

/** @type {(result: Result, kernel: string) => Result} */
const without = (result, kernel) => ({
  ...result,
  samples: result.samples.filter((sample) => sample.kernel !== kernel),
  summary: result.summary.filter((row) => row.kernel !== kernel),
});

/**
 * @type {(comparison: ReturnType<typeof compareRuns>, kernel: string) => ReturnType<typeof
 *   compareRuns>['rows'][number]}
 */
function find(comparison, kernel) {
  const row = comparison.rows.find((one) => one.kernel === kernel && one.model === 'chain');
  assert.ok(row);
  return row;
}

test('a run compared with itself is equivalent or undecided in every row', () => {
  const result = run();
  const comparison = compareRuns(result, result);
  assert.deepEqual(
    comparison.rows.map(({ model, kernel, unit, ratio }) => [model, kernel, unit, ratio]),
    ['chain', 'stream'].flatMap((model) => [
      [model, 'multi3', 'ns', 1],
      [model, 'multi3-mitigated', 'ratio to multi3', 1],
      [model, 'simd', 'ratio to multi3', 1],
    ]),
  );
  for (const row of comparison.rows) {
    assert.equal(row.verdict, 'equivalent');
    // Each run has its own scatter: the interval has a width.
    assert.ok(row.ci95 && row.ci95[0] < 1 && row.ci95[1] > 1);
  }
  assert.deepEqual([comparison.missing, comparison.failedControls, comparison.differences], [[], [], []]);
  assert.equal(comparison.controls.length, 8);
});

test('a noisy run compared with itself is undecided', () => {
  const result = run({ rounds: 6 });
  const noisy = {
    ...result,
    samples: result.samples.map((sample, at) => ({ ...sample, ns: sample.ns * (1 + ((at * at * 7919) % 13) / 10) })),
  };
  for (const { verdict } of compareRuns(noisy, noisy).rows) assert.equal(verdict, 'undecided');
});

test('a kernel slowed by 10 % is slower, the others are not', () => {
  const comparison = compareRuns(run(), run({ salt: 5, factor: (kernel) => (kernel === 'simd' ? 1.1 : 1) }));
  const slowed = find(comparison, 'simd');
  assert.equal(slowed.verdict, 'slower');
  assert.ok(slowed.ratio !== null && Math.abs(slowed.ratio - 1 / 1.1) < 0.005);
  assert.equal(find(comparison, 'multi3-mitigated').verdict, 'equivalent');
  assert.equal(
    find(compareRuns(run({ factor: (kernel) => (kernel === 'simd' ? 1.1 : 1) }), run()), 'simd').verdict,
    'faster',
  );
});

test('a slow phase of the machine that lasts the whole run is no change', () => {
  const comparison = compareRuns(run(), run({ salt: 5, factor: () => 2 }));
  assert.equal(find(comparison, 'simd').verdict, 'equivalent');
  const baseline = find(comparison, 'multi3');
  assert.equal(baseline.unit, 'ns');
  assert.equal(baseline.verdict, 'undecided');
  assert.ok(baseline.ratio !== null && Math.abs(baseline.ratio - 0.5) < 0.005);
});

test('a neighbour who comes and goes in one of the runs, and slows one kernel more, is no change', () => {
  const [before, now] = [run({ rounds: 24 }), run({ rounds: 24, salt: 3 })];
  const here = (/** @type {Sample} */ { round }) => round % 5 > 1;
  const busy = {
    ...now,
    samples: now.samples.map((sample) =>
      here(sample) ? { ...sample, ns: sample.ns * (sample.kernel === 'simd' ? 1.1 : 1.5) } : sample,
    ),
  };
  for (const { kernel, verdict } of compareRuns(before, busy).rows.filter(({ unit }) => unit !== 'ns'))
    assert.ok(['equivalent', 'undecided'].includes(verdict), `${kernel} is ${verdict}`);
});

test('another machine or engine is named and its ns are not compared', () => {
  for (const [environment, difference] of /** @type {[Result['environment'], string][]} */ ([
    [{ ...MACHINE, cpu: 'B' }, 'cpu: A -> B'],
    [{ ...MACHINE, cores: 2 }, 'cores: 4 -> 2'],
    [
      { ...MACHINE, engines: [{ ...MACHINE.engines[0], version: '20.21.0' }] },
      'node20: 20.20.2 --no-liftoff -> 20.21.0 --no-liftoff',
    ],
    [{ ...MACHINE, engines: [{ id: 'node20', version: '20.20.2' }] }, 'node20: 20.20.2 --no-liftoff -> 20.20.2'],
  ])) {
    const comparison = compareRuns(run(), run({ environment }));
    assert.deepEqual(comparison.differences, [difference]);
    assert.deepEqual([find(comparison, 'multi3').ratio, find(comparison, 'multi3').verdict], [null, 'undecided']);
    assert.equal(find(comparison, 'simd').verdict, 'equivalent');
  }
  const more = { ...MACHINE, engines: [...MACHINE.engines, { id: 'bun', version: '1.3' }] };
  assert.deepEqual(compareRuns(run(), run({ environment: more })).differences, ['bun: unknown -> 1.3']);
  assert.equal(find(compareRuns(run(), run({ environment: more })), 'multi3').verdict, 'equivalent');
});

test('a row missing from either run is named', () => {
  const lost = compareRuns(run(), without(run(), 'simd'));
  assert.deepEqual(
    lost.missing,
    ['chain', 'stream'].map((model) => ({
      engine: 'node20',
      kernel: 'simd',
      model,
      reason: 'no such row',
    })),
  );
  assert.ok(!lost.rows.some(({ kernel }) => kernel === 'simd'));
  const added = compareRuns(without(run(), 'simd'), run());
  assert.deepEqual(
    added.added.map(({ kernel, reason }) => [kernel, reason]),
    [
      ['simd', 'no such row'],
      ['simd', 'no such row'],
    ],
  );
  assert.deepEqual([added.missing, lost.added], [[], []]);
  const result = run();
  const unsampled = { ...result, samples: result.samples.filter(({ kernel }) => kernel !== 'simd') };
  assert.equal(compareRuns(run(), unsampled).missing[0].reason, 'no samples');
});

test('a row that failed in one run is missing there, with its reason', () => {
  const name = { engine: 'node20', kernel: 'simd', model: 'chain' };
  const failed = run({ errors: [{ ...name, message: 'process died' }] });
  assert.deepEqual(compareRuns(run(), failed).missing, [{ ...name, reason: 'process died' }]);
  const both = compareRuns(failed, failed);
  assert.deepEqual(both.missing, []);
  assert.deepEqual([find(both, 'simd').verdict, find(both, 'simd').note], ['undecided', 'process died']);
});

test('without the baseline kernel the others are compared by ns', () => {
  const same = compareRuns(without(run(), 'multi3'), without(run({ salt: 5 }), 'multi3'));
  assert.deepEqual([find(same, 'simd').unit, find(same, 'simd').verdict], ['ns', 'equivalent']);
  const lost = compareRuns(run(), without(run({ factor: () => 1.5 }), 'multi3'));
  assert.equal(lost.missing[0].kernel, 'multi3');
  assert.deepEqual([find(lost, 'simd').unit, find(lost, 'simd').verdict], ['ns', 'undecided']);
});

test('runs of too few rounds decide nothing', () => {
  const row = find(compareRuns(run(), run({ rounds: 5 })), 'simd');
  assert.deepEqual([row.ci95, row.verdict, row.note], [null, 'undecided', 'too few rounds']);
  assert.ok(row.ratio !== null);
});

test('a failed control of either run is named', () => {
  const broken = run({ factor: (kernel) => (kernel === 'control-aa' ? 1.1 : 1) });
  assert.deepEqual(
    compareRuns(run(), broken).failedControls.map(({ kernel, model, run: side }) => [kernel, model, side]),
    [
      ['control-aa', 'chain', 'current'],
      ['control-aa', 'stream', 'current'],
    ],
  );
  assert.equal(compareRuns(broken, run()).failedControls[0].run, 'earlier');
  assert.deepEqual(
    compareRuns(run(), without(run(), 'control-slow5')).missing.map(({ kernel, reason }) => [kernel, reason]),
    [
      ['control-slow5', 'no such row'],
      ['control-slow5', 'no such row'],
    ],
  );
});

test("a slower no-op is nobody's regression, a missing one is missing", () => {
  /** @type {(ns: number) => Result} */
  const withNoop = (ns) => {
    const { environment, samples } = run();
    const calls = samples
      .filter(({ kernel, model }) => kernel === 'multi3' && model === 'chain')
      .map((sample) => ({ ...sample, model: 'call' }));
    const all = [...samples, ...calls, ...calls.map((sample) => ({ ...sample, kernel: 'noop', ns: sample.ns * ns }))];
    return { environment, samples: all, summary: summarise(all) };
  };
  const comparison = compareRuns(withNoop(0.1), withNoop(0.2));
  assert.ok(comparison.rows.every(({ kernel, verdict }) => kernel !== 'noop' && verdict === 'equivalent'));
  assert.deepEqual(
    compareRuns(withNoop(0.1), without(withNoop(0.1), 'noop')).missing.map(({ kernel }) => kernel),
    ['noop'],
  );
});

test("the threshold is the reader's", () => {
  const slowed = run({ salt: 5, factor: (kernel) => (kernel === 'simd' ? 1.05 : 1) });
  assert.equal(find(compareRuns(run(), slowed), 'simd').verdict, 'slower');
  assert.equal(find(compareRuns(run(), slowed, { threshold: 0.1 }), 'simd').verdict, 'equivalent');
  assert.equal(
    find(compareRuns(run(), run(), { baseline: 'multi3-mitigated' }), 'simd').unit,
    'ratio to multi3-mitigated',
  );
});
