// Statistics on data whose answer is known in closed form.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { drawRounds, resampleMedians } from '../src/stats/bootstrap.mjs';
import { checkControls, detectableEffect, detectableEffects, ratio, summarise, verdict } from '../src/stats/index.mjs';
import { fewestRounds, medianInterval, percentileInterval, studentQuantile } from '../src/stats/interval.mjs';
import { pairRounds } from '../src/stats/pairs.mjs';
import { quietRounds } from '../src/stats/quiet.mjs';
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

test(
  'quiet rounds are those in which the rows together were near their fastest; a row that is slow alone ' +
    'does not decide',
  () => {
    const slow = new Set([1, 4, 5, 9, 13, 16, 17]);
    const quiet = Array.from({ length: 20 }, (_, round) => round).filter((round) => !slow.has(round));
    /**
     * @param {number} ns
     * @param {number} suffers
     * @param {number} [alone] a round in which only this row is slow
     * @returns {Sample[]}
     */
    const row = (ns, suffers, alone) =>
      batches(
        'x',
        eachRound(20, (round) => [2 * ns, ns * (slow.has(round) ? suffers : 1) * (round === alone ? 3 : 1)]),
      );
    const rows = [row(100, 1.4), row(50, 1.3), row(10, 1.02, 7), row(30, 1.2)];
    assert.deepEqual(
      [...quietRounds(rows)].sort((a, b) => a - b),
      quiet,
    );
    // All rounds alike, fast or slow, all count; so do all of a run of ten.
    assert.equal(
      quietRounds([
        batches(
          'x',
          eachRound(20, (round) => [100 + (round % 5)]),
        ),
      ]).size,
      20,
    );
    assert.equal(quietRounds(rows.map((samples) => samples.filter(({ round }) => round < 10))).size, 10);
    // With more noise than quiet the ten least loud ones count: an interval needs as many.
    const mostly = [1.4, 1.3, 1.5].map((suffers) =>
      batches(
        'x',
        eachRound(20, (round) => [round < 6 ? 100 : 100 * suffers + round]),
      ),
    );
    assert.deepEqual(
      [...quietRounds(mostly)].sort((a, b) => a - b),
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    );
    assert.deepEqual(quietRounds([]), new Set());
  },
);

test('a speed-up is that of the quiet rounds, and says how many they are; times are of all', () => {
  const loud = (/** @type {number} */ round) => round % 3 === 0;
  const rows = summarise([
    ...batches(
      'multi3',
      eachRound(24, (round) => [loud(round) ? 150 : 100]),
    ),
    ...batches(
      'simd',
      eachRound(24, (round) => [loud(round) ? 30 : 25]),
    ),
  ]);
  const simd = rows.find(({ kernel }) => kernel === 'simd');
  near(simd?.speedup?.median, 4);
  assert.equal(simd?.speedup?.rounds, 16);
  near(simd?.speedup?.ci95?.[1], 4);
  assert.equal(simd?.rounds, 24);
  near(simd?.mean, 25 + 5 / 3);
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

test('the seed alone decides the draws, not the order of the samples', () => {
  const samples = [
    ...batches(
      'multi3',
      eachRound(9, (round) => [100 + ((round * 37) % 11), 103 + ((round * 29) % 7)]),
    ),
    ...batches(
      'simd',
      eachRound(9, (round) => [50 + ((round * 31) % 13), 52]),
    ),
  ];
  // Few draws, so that other draws would show.
  /** @type {(order: Sample[], seed: number) => unknown[]} */
  const intervals = (order, seed) =>
    summarise(order, { resamples: 9, seed }).flatMap(({ ci95, speedup }) => [ci95, speedup]);
  const [timeOfMulti3, , timeOfSimd, speedupOfSimd] = intervals(samples, 1);
  assert.deepEqual(intervals([...samples].reverse(), 1), [timeOfMulti3, null, timeOfSimd, speedupOfSimd]);
  assert.notDeepEqual(intervals(samples, 5)[0], timeOfMulti3);
  assert.notDeepEqual(intervals(samples, 5)[3], speedupOfSimd);
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

test('the bootstrap draws medians with the probabilities that arithmetic gives', () => {
  // Of 3 rounds with 3 draws the median is the lowest value when at least two draws hit it: 3 (1/3)^2 (2/3) + (1/3)^3 =
  // 7/27.
  const draws = resampleMedians([30, 10, 20], [5, 6, 7], drawRounds(3, 54000, xoroshiro128plus(1)));
  const share = (/** @type {number} */ value) => draws.filter((median) => median === value).length / draws.length;
  near(share(10), 7 / 27, 0.02);
  near(share(20), 13 / 27, 0.02);
  near(share(30), 7 / 27, 0.02);
});

test('the bootstrap draws whole rounds', () => {
  // Two rounds, each of equal values: with both drawn the median is between them, else it is one of them.
  const draws = resampleMedians([1, 3, 1, 3, 1, 3], [0, 1, 0, 1, 0, 1], drawRounds(2, 20000, xoroshiro128plus(1)));
  assert.deepEqual([...new Set(draws)].sort(), [1, 2, 3]);
  near(draws.filter((median) => median === 2).length, 10000, 0.03);
  // Rounds of unequal size weigh what they have: 1 1 1 1 9 has the median 1.
  assert.deepEqual(
    [...new Set(resampleMedians([1, 1, 1, 1, 9], [0, 0, 0, 0, 1], drawRounds(2, 1000, xoroshiro128plus(1))))].sort(),
    [1, 9],
  );
});

test('pairs of kernels in several runs: what all say, what some leave open, and what they deny one another', () => {
  /**
   * A run of three kernels: a takes `ns`, b 10, c 10.3; in a noisy one every third round of a is 1.5 times as long.
   *
   * @type {(ns: number, noisy?: true) => import('../src/stats/repeatability.mjs').Timed}
   */
  const run = (ns, noisy) => ({
    confidence: 0.95,
    quiet: new Set(Array.from({ length: 12 }, (_, round) => round)),
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
    repeatedPairs(runs, 0.05, { resamples: 500 }).map(
      ({ kernel, against, verdicts, overlap }) => `${kernel}/${against}: ${verdicts}, ${overlap ? 'overlap' : 'apart'}`,
    );

  // b and c are 3 % apart: no pair for this question.
  assert.deepEqual(said(run(20), run(20)), ['a/b: same, overlap', 'a/c: same, overlap']);
  assert.deepEqual(said(run(9), run(9, true)), ['a/b: undecided in some, overlap', 'a/c: undecided in some, overlap']);
  assert.deepEqual(said(run(20), run(22)), ['a/b: same, apart', 'a/c: same, apart']);
  assert.deepEqual(said(run(20), run(9)), ['a/b: contradict, apart', 'a/c: contradict, apart']);
  const [{ speedup, ratios }] = repeatedPairs([run(20), run(22)], 0.05, { resamples: 500 });
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

test('draws of another number of rounds are refused', () => {
  assert.throws(
    () => resampleMedians([1, 2], [0, 1], drawRounds(3, 10, xoroshiro128plus(1))),
    /RangeError: draws: of 3 rounds, and the values have 2/,
  );
});

test('percentiles read further out for fewer rounds', () => {
  near(studentQuantile(1.959964, 5), 2.570582, 2e-3);
  near(studentQuantile(1.959964, 7), 2.364624, 1e-3);
  near(studentQuantile(1.959964, 19), 2.093024, 1e-4);
  const draws = () => Float64Array.from({ length: 10001 }, (_, at) => ((at * 7919) % 10001) / 10000);
  const [lo, hi] = percentileInterval(draws(), 0.95);
  near(lo, 0.025, 1e-9);
  near(hi, 0.975, 1e-9);
  // Tails by hand: t quantile times sqrt(n/(n-1)), then the normal tail: 2.528 -> 0.0057, 2.147 -> 0.0159.
  near(medianInterval(draws(), 8, 0.95)?.[0], 0.0057, 0.05);
  near(medianInterval(draws(), 20, 0.95)?.[1], 1 - 0.0159, 0.001);
  assert.equal(medianInterval(draws(), 5, 0.95), null);
});

test('the detectable effect comes from the width of the interval only', () => {
  near(detectableEffect([1, 1], 0.02), 0.02);
  near(detectableEffect([4, 4], 0.02), 0.02);
  near(detectableEffect([1 / 1.01, 1.01], 0.02), 1.02 * 1.01 ** 1.6 - 1);
  near(detectableEffect([3 / 1.01, 3 * 1.01], 0.02), 1.02 * 1.01 ** 1.6 - 1);
  assert.equal(detectableEffect(null, 0.02), null);
  const rows = summarise([
    ...batches(
      'multi3',
      eachRound(6, () => [10]),
    ),
    ...batches(
      'simd',
      eachRound(6, () => [5]),
    ),
    ...batches('x', [[1]], { check: false }),
  ]);
  assert.deepEqual(
    detectableEffects(rows, 0.02).map(({ kernel }) => kernel),
    ['simd'],
  );
  near(detectableEffects(rows, 0.02)[0].effect, 0.02);
});

test('controls: what passes, fails, is blind', () => {
  /** @type {(kernel: string, ci95: [number, number] | null, error?: string | null) => ControlRow} */
  const control = (kernel, ci95, error = null) => ({
    ...name(kernel),
    speedup: { baseline: 'multi3', median: 1, ci95 },
    error,
  });
  /** @type {(aa: [number, number] | null, slow: [number, number] | null, threshold?: number) => string[]} */
  const states = (aa, slow, threshold) =>
    checkControls([control('control-aa', aa), control('control-slow5', slow)], threshold).map(({ state }) => state);
  assert.deepEqual(states([0.99, 1.01], [0.945, 0.96]), ['passed', 'passed']);
  assert.deepEqual(states([1.03, 1.04], [0.99, 1.01]), ['failed', 'failed']);
  assert.deepEqual(states([0.9, 0.97], [0.8, 0.9]), ['failed', 'failed']);
  assert.deepEqual(states([0.9, 1.1], [0.9, 1.0]), ['blind', 'blind']);
  assert.deepEqual(states(null, null), ['blind', 'blind']);
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
      ['control-slow5', 'failed', 'missing'],
    ],
  );
  assert.equal(checkControls([control('control-aa', null, 'died')])[0].reason, 'died');
  assert.deepEqual(checkControls([{ ...name('multi3'), model: 'call', speedup: null, error: null }]), []);
});
