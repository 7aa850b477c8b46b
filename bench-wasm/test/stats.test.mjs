// Statistics on data whose answer is known in closed form.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FEWEST_ROUNDS } from '../src/measure/plan.mjs';
import {
  checkControls,
  detectableEffect,
  expectedEffect,
  isMarked,
  narrowerHalf,
  noiseOf,
  ratio,
  summarise,
  verdict,
} from '../src/stats/index.mjs';
import { differenceInterval, fewestRounds, medianInterval } from '../src/stats/interval.mjs';
import { pairRounds } from '../src/stats/pairs.mjs';
import { repeatedPairs } from '../src/stats/repeatability.mjs';

/** @import { Sample } from '../src/stats/index.mjs' */
/** @import { ControlRow } from '../src/stats/controls.mjs' */

/** @type {(actual: number | null | undefined, expected: number, tolerance?: number) => void} */
function near(actual, expected, tolerance = 1e-12) {
  assert.ok(
    typeof actual === 'number' && Math.abs(actual - expected) <= tolerance * Math.abs(expected),
    `${actual} is not ${expected}`,
  );
}

/**
 * Samples from ns per product by round.
 *
 * @type {(kernel: string, nsPerMul: number[][], more?: Partial<Sample>) => Sample[]}
 */
function batches(kernel, nsPerMul, more = {}) {
  return nsPerMul.flatMap((round, index) =>
    round.map((ns, order) => ({
      engine: 'node20',
      kernel,
      model: 'chain',
      round: index,
      order,
      n: 50,
      ns: 50 * ns,
      check: true,
      ...more,
    })),
  );
}

/** @type {(rounds: number, value: (round: number) => number[]) => number[][]} */
const eachRound = (rounds, value) => Array.from({ length: rounds }, (_, round) => value(round));

/** @type {(kernel: string) => {engine: string, kernel: string, model: string}} */
const name = (kernel) => ({ engine: 'node20', kernel, model: 'chain' });

test('times of a row: numbers known by hand, in ns per product', () => {
  // 10 is sorted before 9 by a string sort, and would then be the median.
  const [row] = summarise(batches('multi3', [[9], [10], [1], [2], [100]]));
  assert.deepEqual(row, {
    ...name('multi3'),
    unit: 'ns/mul',
    min: 1,
    median: 9,
    mad: 7,
    mean: 24.4,
    ci95: null,
    outliers: 1,
    rounds: 5,
    samples: 5,
    slow: 0,
    speedup: null,
    verdict: null,
    error: null,
  });
});

test('an even number of samples has the mean of the middle two as median', () => {
  const [row] = summarise(
    batches('multi3', [
      [1, 2],
      [4, 80],
    ]),
  );
  assert.equal(row.median, 3);
  assert.equal(row.rounds, 2);
  assert.equal(row.samples, 4);
});

test('outliers are counted and kept', () => {
  const steady = Array.from({ length: 20 }, (_, at) => 100 + at);
  const [row] = summarise(batches('multi3', [[...steady, 1e6, 1]]));
  assert.equal(row.outliers, 2);
  assert.equal(row.samples, 22);
  assert.equal(row.min, 1);
  near(row.mean, (steady.reduce((sum, ns) => sum + ns) + 1e6 + 1) / 22);
});

test('without noise a ratio and its interval are exact, whatever the phases of the machine', () => {
  const phase = [1, 1, 2, 2, 2, 1.3, 1, 1];
  const samples = [
    ...batches(
      'multi3',
      eachRound(8, (round) => [120 * phase[round], 120 * phase[round], 500]),
    ),
    ...batches(
      'simd',
      eachRound(8, (round) => [30 * phase[round], 30 * phase[round], 290]),
    ),
    ...batches(
      'control-aa',
      eachRound(8, (round) => [120 * phase[round]]),
    ),
  ];
  const [aa, multi3, simd] = summarise(samples);
  assert.equal(simd.speedup?.baseline, 'multi3');
  near(simd.speedup?.median, 4);
  near(simd.speedup?.ci95?.[0], 4);
  near(simd.speedup?.ci95?.[1], 4);
  assert.equal(simd.verdict, 'faster');
  near(aa.speedup?.median, 1);
  assert.equal(aa.verdict, 'equivalent');
  assert.equal(multi3.speedup, null);
  assert.equal(multi3.verdict, null);
});

test('the speed-up is the median over rounds of the ratio of the fastest batches, on the log scale', () => {
  // Fastest 10, 20, 30, 40 against 5, 5, 5, 5: ratios 2, 4, 6, 8.
  const samples = [
    ...batches('multi3', [[99, 10, 11], [20], [35, 30], [40]]),
    ...batches('simd', [[5], [9, 5, 8], [5], [5]]),
  ];
  near(ratio(samples, name('simd'), name('multi3'))?.median, Math.sqrt(24));
  near(ratio([...samples].reverse(), name('simd'), name('multi3'))?.median, Math.sqrt(24));
  near(ratio(samples, name('multi3'), name('simd'))?.median, 1 / Math.sqrt(24));
});

test('a phase of the machine that hits two kernels unequally cancels where a round saw a quiet moment', () => {
  const slow = { multi3: 1.5, simd: 1.2 };
  const phases = eachRound(12, (round) => [1, 1, 1, 1].map((_, turn) => ((round + turn) % 4 === 0 ? 1 : 2)));
  const samples = /** @type {const} */ (['multi3', 'simd']).flatMap((kernel) =>
    batches(
      kernel,
      phases.map((round) => round.map((phase) => (phase === 2 ? slow[kernel] : 1) * (kernel === 'simd' ? 30 : 90))),
    ),
  );
  const found = ratio(samples, name('simd'), name('multi3'));
  for (const value of [found?.median, ...(found?.ci95 ?? [])]) near(value, 3);
});

test(
  'the intervals of a table hold together: each row has the more confidence the more rows there are, as ' +
    'far as its rounds allow',
  () => {
    /** @type {(rows: number, rounds: number) => ReturnType<typeof summarise>} */
    const table = (rows, rounds) =>
      summarise([
        ...batches(
          'multi3',
          eachRound(rounds, () => [10]),
        ),
        ...Array.from({ length: rows }, (_, at) =>
          batches(
            `k${at}`,
            eachRound(rounds, (round) => [5 + ((round * 7 + at) % 11) / 10]),
          ),
        ).flat(),
      ]).filter(({ kernel }) => kernel !== 'multi3');
    for (const { speedup } of table(1, 25)) near(speedup?.confidence, 0.95);
    for (const { speedup } of table(10, 25)) near(speedup?.confidence, 0.995);
    for (const { speedup } of table(10, 8)) near(speedup?.confidence, 1 - 1 / 128);
    for (const { speedup } of table(10, 5)) assert.deepEqual([speedup?.confidence, speedup?.ci95], [0.95, null]);
    const width = (/** @type {ReturnType<typeof summarise>} */ [{ speedup }]) =>
      Number(speedup?.ci95?.[1]) / Number(speedup?.ci95?.[0]);
    assert.ok(width(table(10, 25)) > width(table(1, 25)));
  },
);

test('a row of another field has its times, and neither a ratio nor a verdict; it does not widen the others', () => {
  const samples = ['multi3', 'simd', 'pallas'].flatMap((kernel, at) =>
    batches(
      kernel,
      eachRound(9, (round) => [10 + 5 * at + ((round * 7 + at) % 5)]),
    ),
  );
  const [multi3, pallas, simd] = summarise(samples, { apart: new Set(['pallas']) });
  assert.deepEqual([pallas.kernel, pallas.speedup, pallas.verdict], ['pallas', null, null]);
  assert.ok(pallas.median !== null && pallas.ci95);
  assert.deepEqual([multi3, simd], summarise(samples.filter(({ kernel }) => kernel !== 'pallas')));
});

test('a speed-up is that of all rounds, whatever the machine did in some', () => {
  const rows = summarise([
    ...batches(
      'multi3',
      eachRound(25, (round) => [round < 12 ? 150 : 100]),
    ),
    ...batches(
      'simd',
      eachRound(25, (round) => [round < 12 ? 30 : 25]),
    ),
  ]);
  const simd = rows.find(({ kernel }) => kernel === 'simd');
  near(simd?.speedup?.median, 4);
  assert.equal(simd?.speedup?.rounds, 25);
  // Nearly half of the rounds say 5, and an interval that holds the median must reach there.
  near(simd?.speedup?.ci95?.[0], 4);
  near(simd?.speedup?.ci95?.[1], 5);
});

test('a process that is slow for one row alone is counted; a round that is slow for all is the machine’s', () => {
  const rows = summarise(
    ['multi3', 'simd', 'limbs29'].flatMap((kernel, at) =>
      batches(
        kernel,
        eachRound(10, (round) => [
          (10 + at) * (round === 4 ? 2 : 1) * (kernel === 'simd' && [2, 7].includes(round) ? 1.6 : 1),
        ]),
      ),
    ),
  );
  assert.deepEqual(
    rows.map(({ kernel, slow }) => [kernel, slow]),
    [
      ['limbs29', 0],
      ['multi3', 0],
      ['simd', 2],
    ],
  );
});

test('a ratio has the interval of its A/A control, and within it no verdict', () => {
  const simdOf = (/** @type {number} */ scatter) =>
    summarise(
      ['multi3', 'simd', 'control-aa'].flatMap((kernel, at) =>
        batches(
          kernel,
          eachRound(12, (round) => [10 * (1 + scatter * ((round * (at + 3)) % 5))]),
        ),
      ),
    ).find(({ kernel }) => kernel === 'simd');
  const [quiet, noisy] = [simdOf(0.0001), simdOf(0.1)];
  for (const end of quiet?.speedup?.noise ?? []) near(end, 1, 0.001);
  assert.equal(quiet?.verdict, 'equivalent');
  const [low, high] = noisy?.speedup?.noise ?? [1, 1];
  assert.ok(high / low > 1.3, `${low} to ${high}`);
  assert.equal(noisy?.verdict, 'undecided');
  assert.equal(
    summarise([
      ...batches(
        'multi3',
        eachRound(9, () => [10]),
      ),
      ...batches(
        'simd',
        eachRound(9, () => [5]),
      ),
    ])[1].speedup?.noise,
    null,
  );
});

test('faster needs an interval above the noise; what meets the noise is undecided, and marked', () => {
  /** @type {[ci95: [number, number], noise: [number, number] | null, said: string, marked: boolean][]} */
  const cases = [
    [[4.5, 4.9], [0.8, 1.2], 'faster', false],
    [[1.1, 1.3], [0.8, 1.2], 'undecided', true],
    [[1.21, 1.3], [0.8, 1.2], 'faster', false],
    [[0.7, 0.79], [0.8, 1.2], 'slower', false],
    [[0.7, 0.81], [0.8, 1.2], 'undecided', true],
    [[0.995, 1.005], [0.8, 1.2], 'undecided', true],
    [[0.995, 1.005], [0.99, 1.01], 'equivalent', true],
    // The control failed: a difference where there is none.
    [[4.5, 4.9], [1.01, 1.2], 'faster', true],
    [[1.03, 1.05], [1.06, 1.2], 'undecided', true],
    [[1.03, 1.05], null, 'faster', false],
  ];
  for (const [ci95, noise, said, marked] of cases) {
    assert.equal(verdict(ci95, 0.02, noise), said, `${ci95} in ${noise}`);
    assert.equal(isMarked({ ci95, noise }), marked, `${ci95} in ${noise}`);
  }
  const both = [
    { engine: 'a', model: 'chain', kernel: 'control-aa', speedup: speedupOf([0.9, 1.01]) },
    { engine: 'b', model: 'chain', kernel: 'control-aa', speedup: speedupOf([0.99, 1.1]) },
  ];
  const [a, b, c] = ['a', 'b', 'c'].map((engine) => ({ engine, model: 'chain' }));
  assert.deepEqual(noiseOf(both, a, b), [0.9, 1.1]);
  const failed = [both[0], { ...both[1], speedup: speedupOf([1.02, 1.1]) }];
  assert.deepEqual(noiseOf(failed, a, b), [1.02, 1.1]);
  assert.equal(noiseOf(both, a, c), null, 'of one of the two there is no control');
  // By how far an end is from the other: 0.5 to 1 is as wide as 1 to 2.
  // oxfmt-ignore
  assert.deepEqual(narrowerHalf([[0.5, 1], [1, 1.9], [0.9, 1.1]]), [[0.9, 1.1], [1, 1.9]]);
  assert.deepEqual(narrowerHalf([]), []);
});

test('controls are held against the kernel they were made from, whatever the others are compared with', () => {
  const rows = summarise(
    [
      ['multi3', 12],
      ['multi3-mitigated', 8],
      ['simd', 4],
      ['control-aa', 12],
    ].flatMap(([kernel, ns]) =>
      batches(
        String(kernel),
        eachRound(8, () => [Number(ns)]),
      ),
    ),
    { baseline: 'multi3-mitigated', controlled: 'multi3' },
  );
  assert.deepEqual(
    rows.map(({ kernel, speedup }) => [kernel, speedup?.baseline, speedup && Math.round(100 * speedup.median)]),
    [
      ['control-aa', 'multi3', 100],
      ['multi3', 'multi3-mitigated', 67],
      ['multi3-mitigated', undefined, null],
      ['simd', 'multi3-mitigated', 200],
    ],
  );
});

test('rounds that miss one side are dropped and counted', () => {
  const samples = [
    ...batches('multi3', [[10], [], [10], [10], [10], []]),
    ...batches('simd', [[5], [1], [], [5], [5], []]),
  ];
  const pairs = pairRounds(batches('simd', [[5], [1]]), batches('multi3', [[10], []]));
  assert.deepEqual(pairs, { logRatios: [Math.log(2)], rounds: [0], dropped: 1 });
  const found = ratio(samples, name('simd'), name('multi3'));
  near(found?.median, 2);
  assert.equal(found?.rounds, 3);
  assert.equal(found?.dropped, 2);
});

test('below six rounds there is no interval and no verdict but undecided', () => {
  assert.equal(fewestRounds(0.95), 6);
  assert.equal(fewestRounds(0.5), 2);
  for (const [rounds, expected] of /** @type {const} */ ([
    [1, 'undecided'],
    [5, 'undecided'],
    [6, 'faster'],
  ])) {
    const simd = summarise([
      ...batches(
        'multi3',
        eachRound(rounds, () => [10]),
      ),
      ...batches(
        'simd',
        eachRound(rounds, () => [5]),
      ),
    ])[1];
    assert.equal(simd.verdict, expected);
    assert.equal(simd.speedup?.ci95 === null, expected === 'undecided');
    assert.equal(simd.ci95 === null, expected === 'undecided');
    near(simd.speedup?.median, 2);
  }
});

test('a ratio between any two rows; none where there is nothing to divide', () => {
  const samples = [
    ...batches(
      'multi3-mitigated',
      eachRound(6, () => [8]),
    ),
    ...batches(
      'simd',
      eachRound(6, () => [2]),
    ),
    ...batches(
      'wrong',
      eachRound(6, () => [2]),
      { check: false },
    ),
    ...batches(
      'simd',
      eachRound(6, () => [1]),
      { model: 'stream' },
    ),
  ];
  near(ratio(samples, name('simd'), name('multi3-mitigated'))?.median, 4);
  near(ratio(samples, { ...name('simd'), model: 'stream' }, name('simd'))?.median, 2);
  assert.equal(ratio(samples, name('simd'), name('multi3')), null);
  assert.equal(ratio(samples, name('simd'), name('wrong')), null);
  assert.equal(ratio([...batches('a', [[1], []]), ...batches('b', [[], [1]])], name('a'), name('b')), null);
});

test('speed-ups stay within engine and model', () => {
  const samples = ['node20', 'bun'].flatMap((engine, e) =>
    ['chain', 'stream'].flatMap((model, m) => [
      ...batches(
        'multi3',
        eachRound(6, () => [100]),
        { engine, model },
      ),
      ...batches(
        'simd',
        eachRound(6, () => [100 / (2 + e + 10 * m)]),
        { engine, model },
      ),
    ]),
  );
  const rows = summarise(samples).filter(({ kernel }) => kernel === 'simd');
  assert.deepEqual(
    rows.map(({ engine, model }) => `${engine} ${model}`),
    ['bun chain', 'bun stream', 'node20 chain', 'node20 stream'],
  );
  [3, 13, 2, 12].forEach((expected, at) => near(rows[at].speedup?.median, expected));
});

test('a wrong checksum takes every number of the kernel, in all its models', () => {
  const good = eachRound(6, () => [10]);
  const samples = [
    ...batches('multi3', good),
    ...batches('multi3', good, { model: 'stream' }),
    ...batches('simd', good),
    ...batches('simd', good, { model: 'stream' }),
    ...batches('simd', good, { engine: 'bun' }),
  ];
  const wrong = samples.findIndex(({ kernel, model }) => kernel === 'simd' && model === 'stream');
  samples[wrong] = { ...samples[wrong], check: false };
  const rows = summarise(samples).filter(({ kernel }) => kernel === 'simd');
  assert.deepEqual(
    rows.map(({ error }) => error),
    [null, '1 of 6 checksums in stream are wrong', '1 of 6 checksums in stream are wrong'],
  );
  assert.deepEqual(rows[1], {
    ...name('simd'),
    unit: 'ns/mul',
    min: null,
    median: null,
    mad: null,
    mean: null,
    ci95: null,
    outliers: 0,
    rounds: 6,
    samples: 6,
    slow: 0,
    speedup: null,
    verdict: null,
    error: rows[1].error,
  });
});

test('a baseline that failed leaves times without speed-ups, and the question undecided', () => {
  const rows = summarise([...batches('multi3', [[10]], { check: false }), ...batches('simd', [[5]])]);
  assert.equal(rows[1].median, 5);
  assert.equal(rows[1].speedup, null);
  assert.equal(rows[1].verdict, 'undecided');
});

test('errors become rows, with or without samples', () => {
  const errors = [
    { ...name('fma-pair'), message: 'no relaxed-simd' },
    { ...name('simd'), message: 'clock saturated' },
    { ...name('simd'), message: 'clock saturated' },
    { ...name('simd'), message: 'process died' },
  ];
  const rows = summarise([...batches('multi3', [[10]]), ...batches('simd', [[5]])], { errors });
  assert.deepEqual(
    rows.map(({ kernel, error, median, samples }) => [kernel, error, median, samples]),
    [
      ['fma-pair', 'no relaxed-simd', null, 0],
      ['multi3', null, 10, 1],
      ['simd', 'clock saturated; process died', null, 1],
    ],
  );
});

test('a duration that is not above zero is an error, not a number', () => {
  for (const ns of [0, -1, NaN, Infinity]) {
    const [row] = summarise([...batches('multi3', [[10]]), ...batches('multi3', [[1]], { ns })]);
    assert.equal(row.error, '1 of 2 samples have no duration above zero');
    assert.equal(row.min, null);
  }
});

test('no samples, no rows', () => {
  assert.deepEqual(summarise([]), []);
});

test('the four verdicts, and their limits at a threshold of 2 %', () => {
  assert.equal(verdict([1.03, 1.5], 0.02), 'faster');
  assert.equal(verdict([0.5, 0.97], 0.02), 'slower');
  assert.equal(verdict([0.99, 1.01], 0.02), 'equivalent');
  assert.equal(verdict([1 / 1.02, 1.02], 0.02), 'equivalent');
  assert.equal(verdict([1.02, 1.5], 0.02), 'undecided');
  assert.equal(verdict([0.5, 1 / 1.02], 0.02), 'undecided');
  assert.equal(verdict([0.9, 1.1], 0.02), 'undecided');
  assert.equal(verdict([0.99, 1.03], 0.02), 'undecided');
  assert.equal(verdict([0.97, 1.01], 0.02), 'undecided');
  assert.equal(verdict([1.03, 1.5], 0.05), 'undecided');
  assert.equal(verdict(null, 0.02), 'undecided');
});

test('a row and its inverse get opposite verdicts', () => {
  const samples = [
    ...batches(
      'multi3',
      eachRound(6, () => [10]),
    ),
    ...batches(
      'simd',
      eachRound(6, () => [9.5]),
    ),
  ];
  assert.equal(ratio(samples, name('simd'), name('multi3'))?.verdict, 'faster');
  assert.equal(ratio(samples, name('multi3'), name('simd'))?.verdict, 'slower');
});

test('pairs of kernels in several runs: what all say, what some leave open, and what they deny one another', () => {
  /**
   * A run of three kernels: a takes `ns`, b 10, c 10.3; in a noisy one every third round of a is 1.5 times as long.
   *
   * @type {(ns: number, noisy?: true) => import('../src/stats/repeatability.mjs').Timed}
   */
  const run = (ns, noisy) => ({
    confidence: 0.95,
    rows: new Map(
      Object.entries({
        a: (/** @type {number} */ round) => (noisy && round % 3 === 1 ? 1.5 * ns : ns),
        b: () => 10,
        c: () => 10.3,
      }).map(([kernel, time]) => [
        kernel,
        batches(
          kernel,
          eachRound(12, (round) => [time(round)]),
        ),
      ]),
    ),
  });
  /** @param {import('../src/stats/repeatability.mjs').Timed[]} runs */
  const said = (...runs) =>
    repeatedPairs(runs, 0.05).map(
      ({ kernel, against, verdicts, overlap }) => `${kernel}/${against}: ${verdicts}, ${overlap ? 'overlap' : 'apart'}`,
    );

  // b and c are 3 % apart: no pair for this question.
  assert.deepEqual(said(run(20), run(20)), ['a/b: same, overlap', 'a/c: same, overlap']);
  assert.deepEqual(said(run(9), run(9, true)), ['a/b: undecided in some, overlap', 'a/c: undecided in some, overlap']);
  assert.deepEqual(said(run(20), run(22)), ['a/b: same, apart', 'a/c: same, apart']);
  assert.deepEqual(said(run(20), run(9)), ['a/b: contradict, apart', 'a/c: contradict, apart']);
  const [{ speedup, ratios }] = repeatedPairs([run(20), run(22)], 0.05);
  near(speedup, 10 / Math.sqrt(20 * 22));
  assert.deepEqual(
    ratios.map(({ verdict }) => verdict),
    ['slower', 'slower'],
  );
  near(ratios[1].median, 10 / 22);
  // Too few rounds for an interval, or a kernel that one run has not: nothing can be said of it again.
  const short = {
    ...run(20),
    rows: new Map([...run(20).rows].map(([kernel, samples]) => [kernel, samples.filter(({ round }) => round < 4)])),
  };
  assert.deepEqual(said(run(20), short), []);
  const without = { ...run(20), rows: new Map([...run(20).rows].filter(([kernel]) => kernel !== 'b')) };
  assert.deepEqual(said(run(20), without), ['a/c: same, overlap']);
});

test('the interval of a median: the ranks that tables of the sign test give', () => {
  // Conover, table A3, and any table of the sign test at 95 %: the k-th smallest and the k-th largest of n.
  for (const [n, k] of /** @type {const} */ ([
    [6, 1],
    [8, 1],
    [9, 2],
    [10, 2],
    [12, 3],
    [15, 4],
    [20, 6],
    [25, 8],
    [30, 10],
    [50, 18],
  ])) {
    const values = Array.from({ length: n }, (_, at) => ((at * 7) % n) + 1);
    const distinct = [...new Set(values)].length === n ? values : Array.from({ length: n }, (_, at) => n - at);
    assert.deepEqual(medianInterval(distinct, 0.95), [k, n + 1 - k], `n = ${n}`);
  }
  assert.equal(medianInterval([1, 2, 3, 4, 5], 0.95), null);
  assert.equal(FEWEST_ROUNDS, fewestRounds(0.95));
  // As much as eight rounds can give, and not a bit more.
  assert.deepEqual(medianInterval([1, 2, 3, 4, 5, 6, 7, 8], 1 - 2 ** -7), [1, 8]);
  assert.equal(medianInterval([1, 2, 3, 4, 5, 6, 7, 8], 1 - 2 ** -8), null);
});

test('the interval of a difference: distances by their squares', () => {
  // 10 [7, 14] less 4 [1, 8]: down by hypot(3, 4), up by hypot(4, 3).
  assert.deepEqual(differenceInterval({ value: 10, interval: [7, 14] }, { value: 4, interval: [1, 8] }), [1, 11]);
  assert.deepEqual(differenceInterval({ value: 1, interval: [1, 1] }, { value: 1, interval: [1, 1] }), [0, 0]);
});

test('what a run can be expected to see: the threshold, and less of the spread the more rounds there are', () => {
  assert.equal(expectedEffect(0.02, 5, 0.02, 0.95), null);
  near(expectedEffect(0, 30, 0.02, 0.95), 0.02);
  // 1.8 x 1.96 x sqrt(pi/2) x 0.02 / sqrt(25), on the log scale, above the threshold.
  near(expectedEffect(0.02, 25, 0.02, 0.95), 1.02 * Math.exp(0.0176866) - 1, 1e-3);
});

test('the detectable effect comes from the width of the interval only', () => {
  near(detectableEffect([1, 1], 0.02), 0.02);
  near(detectableEffect([4, 4], 0.02), 0.02);
  near(detectableEffect([1 / 1.01, 1.01], 0.02), 1.02 * 1.01 ** 1.8 - 1);
  near(detectableEffect([3 / 1.01, 3 * 1.01], 0.02), 1.02 * 1.01 ** 1.8 - 1);
  assert.equal(detectableEffect(null, 0.02), null);
  const [, simd] = summarise([
    ...batches(
      'multi3',
      eachRound(6, () => [10]),
    ),
    ...batches(
      'simd',
      eachRound(6, () => [5]),
    ),
  ]);
  near(simd.speedup?.detects, 0.02);
});

/** @param {[number, number] | null} ci95 */
const speedupOf = (ci95) => ({
  ...{ baseline: 'multi3', median: 1, ci95, confidence: 0.95, rounds: 9, noise: null, detects: 0.03 },
});

test('controls: what passes, fails, stays undecided', () => {
  /** @type {(kernel: string, ci95: [number, number] | null, error?: string | null) => ControlRow} */
  const control = (kernel, ci95, error = null) => ({
    ...name(kernel),
    speedup: speedupOf(ci95),
    error,
  });
  /** @type {(aa: [number, number] | null, slow: [number, number] | null, threshold?: number) => string[]} */
  const states = (aa, slow, threshold) =>
    checkControls([control('control-aa', aa), control('control-slow5', slow)], threshold).map(({ state }) => state);
  assert.deepEqual(states([0.99, 1.01], [0.945, 0.96]), ['passed', 'passed']);
  assert.deepEqual(states([1.03, 1.04], [0.99, 1.01]), ['failed', 'failed']);
  assert.deepEqual(states([0.9, 0.97], [0.8, 0.9]), ['failed', 'failed']);
  assert.deepEqual(states([0.9, 1.1], [0.9, 1.0]), ['undecided', 'undecided']);
  assert.deepEqual(states(null, null), ['undecided', 'undecided']);
  // A difference of 5 % is of no matter at a threshold of 10 %.
  assert.deepEqual(states([0.99, 1.01], [0.945, 0.96], 0.1), ['passed', 'passed']);
  assert.deepEqual(
    checkControls([control('control-aa', [1, 1])]).map(({ kernel, state, reason }) => [
      kernel,
      state,
      reason.slice(0, 7),
    ]),
    [
      ['control-aa', 'passed', 'measure'],
      ['control-slow5', 'undecided', 'not par'],
    ],
  );
  const died = control('control-aa', null, 'died');
  const [ours] = checkControls([control('limbs29', [1, 1]), died]);
  assert.deepEqual([ours.state, ours.reason], ['failed', 'died']);
  assert.deepEqual(
    checkControls([control('limbs29', null, 'WRONG PRODUCT: 1'), died]).map(({ state }) => state),
    ['failed', 'undecided'],
  );
  // An engine that lacks what the model needs has nothing to be judged by.
  const lacking = ['limbs29', 'control-aa'].map((id) =>
    control(id, null, 'this engine has no JavaScript to call from'),
  );
  assert.deepEqual(checkControls(lacking), []);
  assert.deepEqual(
    checkControls([{ ...name('multi3'), model: 'call', speedup: null, error: null }]).map(({ kernel }) => kernel),
    ['control-aa'],
  );
});
