// What the intervals and verdicts are worth on a machine like the shared ones: simulated runs with a known truth.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { median } from 'simple-statistics';
import { compareRuns, detectableEffect, ratio, summarise } from '../src/stats/index.mjs';

/** @import { Sample, Verdict } from '../src/stats/index.mjs' */
/** @import { RandomGenerator } from 'pure-rand/types/RandomGenerator' */

// Of 400 intervals of true confidence 95 %, 376 or more hold the truth with 83 % certainty; of 92 %, with 9 %. The
// seeds are fixed, so that a run that passed passes again.
const EXPERIMENTS = 400;
const TABLES = 250;
const FULL = { rounds: 33, batches: 3 };
const QUICK = { rounds: 8, batches: 3 };

/** @type {(random: RandomGenerator, lo: number, hi: number) => number} */
const between = (random, lo, hi) => lo + (hi - lo) * uniformFloat64(random);
/** @type {(random: RandomGenerator, lo: number, hi: number) => number} */
const logBetween = (random, lo, hi) => Math.exp(between(random, Math.log(lo), Math.log(hi)));
/** @type {(random: RandomGenerator) => number} */
const normal = (random) =>
  Math.sqrt(-2 * Math.log(1 - uniformFloat64(random))) * Math.cos(2 * Math.PI * uniformFloat64(random));
/** @type {(random: RandomGenerator) => number} */
const cauchy = (random) => Math.tan(Math.PI * (uniformFloat64(random) - 0.5));

/**
 * How unruly a machine is.
 * @typedef {object} Machine
 * @property {number} slow factor of a slow phase
 * @property {number} phase mean length of a phase, in batches
 * @property {number} process log-normal spread between instances of one kernel (memory layout, tiering)
 * @property {number} batch log-normal spread between batches
 * @property {number} outliers fraction of batches that are hit by something else
 * @property {number} [busy] share of the time that is slow; half by default
 * @property {number} [modes] share of processes that are 1.5 to 6 times slow in every batch of a kernel
 * @property {Record<string, string>} [modules] kernel -> the module whose instance it shares: one spread for all of
 *   them
 */

/**
 * @type {(random: RandomGenerator, perRound: number) => Machine} a machine with phases from a part of a round to many
 *   rounds
 */
const anyMachine = (random, perRound) => ({
  slow: between(random, 1.1, 2),
  phase: logBetween(random, 0.3 * perRound, 10 * perRound),
  process: logBetween(random, 0.003, 0.05),
  batch: logBetween(random, 0.003, 0.05),
  outliers: between(random, 0.01, 0.06),
});

/**
 * A run: kernels take turns, shuffled for every turn, on one line of time.
 * @param {RandomGenerator} random
 * @param {{rounds: number, batches: number}} shape
 * @param {Record<string, number>} kernels true ns per product
 * @param {Machine} machine
 * @param {Record<string, number>} [suffering] how much of a slow phase a kernel suffers, on the log scale: 1, all of
 *   it, by default
 * @returns {Sample[]}
 */
function simulate(random, { rounds, batches }, kernels, machine, suffering = {}) {
  const n = 1000;
  const ids = Object.keys(kernels);
  /** @type {Sample[]} */
  const samples = [];
  const { busy = 0.5, modes = 0, modules = {} } = machine;
  let slow = uniformFloat64(random) < busy;
  for (let round = 0; round < rounds; round += 1) {
    const instances = new Map(
      ids.map((kernel) => [modules[kernel] ?? kernel, Math.exp(machine.process * normal(random))]),
    );
    const layout = new Map(
      ids.map((kernel) => [
        kernel,
        Number(instances.get(modules[kernel] ?? kernel)) *
          (uniformFloat64(random) < modes ? logBetween(random, 1.5, 6) : 1),
      ]),
    );
    let order = 0;
    for (let batch = 0; batch < batches; batch += 1) {
      for (let last = ids.length - 1; last > 0; last -= 1) {
        const other = uniformInt(random, 0, last);
        [ids[last], ids[other]] = [ids[other], ids[last]];
      }
      for (const kernel of ids) {
        // Phases last as long as is said on average, slow ones the longer the more of the time is slow.
        if (uniformFloat64(random) < 1 / (machine.phase * 2 * (slow ? busy : 1 - busy))) slow = !slow;
        const hit = uniformFloat64(random) < machine.outliers ? 1 + Math.abs(cauchy(random)) : 1;
        const ns =
          n *
          kernels[kernel] *
          Number(layout.get(kernel)) *
          Math.exp(machine.batch * normal(random)) *
          (slow ? machine.slow ** (suffering[kernel] ?? 1) : 1) *
          hit;
        samples.push({ engine: 'node20', kernel, model: 'chain', round, order: order++, n, ns, check: true });
      }
    }
  }
  return samples;
}

/** @type {(kernel: string) => {engine: string, kernel: string, model: string}} */
const row = (kernel) => ({ engine: 'node20', kernel, model: 'chain' });
const KERNELS = { multi3: 100, limbs29: 50, simd: 25, js: 900 };

for (const [name, shape, seed] of /** @type {const} */ ([
  ['33 rounds of 3 batches', FULL, 11],
  ['8 rounds of 3 batches', QUICK, 12],
])) {
  test(`A/A on machines with drift and outliers, ${name}: few false verdicts, honest intervals`, (t) => {
    const random = xoroshiro128plus(seed);
    let wrong = 0;
    let covered = 0;
    let decided = 0;
    for (let experiment = 0; experiment < EXPERIMENTS; experiment += 1) {
      const samples = simulate(random, shape, { ...KERNELS, 'control-aa': 100 }, anyMachine(random, 5 * shape.batches));
      const found = ratio(samples, row('control-aa'), row('multi3'));
      assert.ok(found?.ci95);
      if (found.verdict === 'faster' || found.verdict === 'slower') wrong += 1;
      if (found.verdict === 'equivalent') decided += 1;
      if (found.ci95[0] <= 1 && 1 <= found.ci95[1]) covered += 1;
    }
    t.diagnostic(
      `false faster/slower ${wrong}, equivalent ${decided}, intervals that hold 1.0 ${covered} of ${EXPERIMENTS}`,
    );
    assert.ok(wrong <= 0.01 * EXPERIMENTS, `${wrong} false verdicts`);
    assert.ok(covered >= 0.94 * EXPERIMENTS, `${covered} intervals hold the truth`);
  });

  test(`two runs of unchanged code, ${name}: few false verdicts`, (t) => {
    const random = xoroshiro128plus(seed + 100);
    let wrong = 0;
    let covered = 0;
    for (let experiment = 0; experiment < EXPERIMENTS; experiment += 1) {
      const [before, now] = [0, 1].map(() => {
        const samples = simulate(random, shape, KERNELS, anyMachine(random, 4 * shape.batches));
        const summary = ['multi3', 'limbs29'].map((kernel) => ({ ...row(kernel), speedup: null, error: null }));
        return { samples, summary, environment: { engines: [{ id: 'node20', version: '20' }] } };
      });
      const found = compareRuns(before, now).rows.find(({ kernel }) => kernel === 'limbs29');
      assert.ok(found?.ci95);
      if (found.verdict === 'faster' || found.verdict === 'slower') wrong += 1;
      if (found.ci95[0] <= 1 && 1 <= found.ci95[1]) covered += 1;
    }
    t.diagnostic(`false faster/slower ${wrong}, intervals that hold 1.0 ${covered} of ${EXPERIMENTS}`);
    assert.ok(wrong <= 0.01 * EXPERIMENTS, `${wrong} false verdicts`);
    assert.ok(covered >= 0.94 * EXPERIMENTS, `${covered} intervals hold the truth`);
  });

  test(`a difference of 5 %, ${name}: the stated detectable effect is honest`, (t) => {
    // On this machine the median run states 5 %, by its A/A control.
    const machine = { slow: 1.5, phase: 300, process: shape === FULL ? 0.0233 : 0.0025, batch: 0.01, outliers: 0.03 };
    const random = xoroshiro128plus(seed + 200);
    const down = { faster: 0, slower: 0, equivalent: 0, undecided: 0 };
    const up = { ...down };
    /** @type {number[]} */
    const stated = [];
    for (let experiment = 0; experiment < EXPERIMENTS; experiment += 1) {
      const samples = simulate(
        random,
        shape,
        { ...KERNELS, 'control-aa': 100, limbs29: 105, simd: 100 / 1.05 },
        machine,
      );
      stated.push(statedEffect(samples));
      down[call(samples, 'limbs29')] += 1;
      up[call(samples, 'simd')] += 1;
    }
    t.diagnostic(
      `stated ${(100 * median(stated)).toFixed(2)} %; 5 % slower is ${JSON.stringify(down)}, 5 % faster ` +
        `${JSON.stringify(up)}`,
    );
    assert.ok(Math.abs(median(stated) - 0.05) < 0.003, `states ${median(stated)}`);
    for (const seen of [down.slower, up.faster]) assertHonest(seen);
    assert.equal(down.faster + up.slower, 0, 'called the wrong way round');
  });

  test(`a difference of what the run stated, on any machine, ${name}: seen again in about four of five runs`, (t) => {
    const random = xoroshiro128plus(seed + 300);
    let seen = 0;
    for (let experiment = 0; experiment < EXPERIMENTS; experiment += 1) {
      const machine = anyMachine(random, 5 * shape.batches);
      const effect = statedEffect(simulate(random, shape, { ...KERNELS, 'control-aa': 100 }, machine));
      if (call(simulate(random, shape, { ...KERNELS, simd: 100 / (1 + effect) }, machine), 'simd') === 'faster')
        seen += 1;
    }
    t.diagnostic(`seen in ${seen} of ${EXPERIMENTS}`);
    assertHonest(seen);
  });
}

test('a difference of 2.5 % is not called equivalent more often than the confidence allows', (t) => {
  const random = xoroshiro128plus(450);
  let equivalent = 0;
  for (let experiment = 0; experiment < EXPERIMENTS; experiment += 1) {
    const machine = { slow: 1.5, phase: 60, process: logBetween(random, 0.003, 0.02), batch: 0.01, outliers: 0.03 };
    const samples = simulate(random, FULL, { ...KERNELS, simd: 100 / 1.025 }, machine);
    if (call(samples, 'simd') === 'equivalent') equivalent += 1;
  }
  t.diagnostic(`${equivalent} of ${EXPERIMENTS}`);
  // The upper end of an interval of 95 % lies below the truth in one of forty.
  assert.ok(equivalent <= 0.025 * EXPERIMENTS, `${equivalent} called equivalent`);
});

/** @param {number} rows @returns {Record<string, number>} the baseline and so many kernels of other speeds */
const tableOf = (rows) =>
  Object.fromEntries([['multi3', 100], ...Array.from({ length: rows }, (_, at) => [`k${at}`, 20 + 15 * at])]);

/** @param {ReturnType<typeof summarise>} table @param {Record<string, number>} kernels @param {number} [slack] */
const together = (table, kernels, slack = 0) =>
  table.every(({ kernel, speedup }) => {
    const truth = kernels.multi3 / kernels[kernel];
    return speedup?.ci95 && speedup.ci95[0] <= truth * (1 + slack) && truth <= speedup.ci95[1] * (1 + slack);
  });

for (const [what, rows, seed, machineOf, least] of /**
 * @type {[string, number, number, (random: RandomGenerator) => Machine, number][]}
 */ ([
  ['ten kernels on any machine', 10, 500, (random) => anyMachine(random, 11 * FULL.batches), 0.94],
  [
    'three kernels, two of them in the baseline’s instance, processes that scatter by 5 %',
    3,
    520,
    () => ({
      ...{ slow: 1, phase: 100, process: 0.05, batch: 0.01, outliers: 0.03 },
      modules: { multi3: 'baseline', k0: 'baseline', k1: 'baseline' },
    }),
    0.94,
  ],
  [
    'twelve kernels, one process in ten slow',
    12,
    540,
    () => ({ slow: 1, phase: 100, process: 0.015, batch: 0.01, outliers: 0.03, modes: 0.1 }),
    0.94,
  ],
])) {
  test(`a table of ${what}: its intervals hold the truth together, and overlap with those of the next run`, (t) => {
    const random = xoroshiro128plus(seed);
    const kernels = tableOf(rows);
    let covered = 0;
    let met = 0;
    for (let experiment = 0; experiment < TABLES; experiment += 1) {
      const [first, second] = [0, 1].map(() =>
        summarise(simulate(random, FULL, kernels, machineOf(random))).filter(({ speedup }) => speedup),
      );
      assert.equal(first.length, rows);
      if (together(first, kernels)) covered += 1;
      if (first.every(({ speedup }, at) => overlap(speedup?.ci95, second[at].speedup?.ci95))) met += 1;
    }
    t.diagnostic(`hold together in ${covered} of ${TABLES}; overlap in all rows in ${met}`);
    assert.ok(covered >= least * TABLES, `${covered} tables hold the truth`);
    assert.ok(met >= 0.97 * TABLES, `${met} tables overlap with the next`);
  });
}

for (const [busy, slack] of /** @type {const} */ ([
  [0.25, 0],
  [0.5, 0.02],
])) {
  test(`a neighbour ${100 * busy} % of the time, and slow processes: within ${100 * slack} % of quiet ratios`, (t) => {
    const random = xoroshiro128plus(600 + 100 * busy);
    const kernels = tableOf(12);
    // From all of 1.5 times for integer code to a fifth of it, on the log scale, for code of few loads.
    const suffering = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`k${at}`, 1 - 0.07 * (at + 1)]));
    let covered = 0;
    for (let experiment = 0; experiment < TABLES; experiment += 1) {
      const phase = 13 * FULL.batches * between(random, 0.3, 2);
      const machine = { slow: 1.5, process: 0.015, batch: 0.01, outliers: 0.03, modes: 0.1, busy, phase };
      const table = summarise(simulate(random, FULL, kernels, machine, suffering)).filter(({ speedup }) => speedup);
      if (together(table, kernels, slack)) covered += 1;
    }
    t.diagnostic(`hold together in ${covered} of ${TABLES}`);
    assert.ok(covered >= 0.94 * TABLES, `${covered} tables hold the truth`);
  });
}

test('the interval of a median time holds the true one', (t) => {
  // Log-normal with median 100 at every level, so that the true median of a row is 100.
  const machine = { slow: 1, phase: 100, process: 0.2, batch: 0.5, outliers: 0 };
  const random = xoroshiro128plus(400);
  for (const shape of [FULL, QUICK]) {
    let covered = 0;
    for (let experiment = 0; experiment < EXPERIMENTS; experiment += 1) {
      const [{ ci95 }] = summarise(simulate(random, shape, { multi3: 100 }, machine));
      assert.ok(ci95);
      if (ci95[0] <= 100 && 100 <= ci95[1]) covered += 1;
    }
    t.diagnostic(`${shape.rounds} rounds: ${covered} of ${EXPERIMENTS}`);
    assert.ok(covered >= 0.94 * EXPERIMENTS, `${covered} intervals hold the truth`);
  }
});

/** @type {(samples: Sample[]) => number} */
function statedEffect(samples) {
  const effect = detectableEffect(ratio(samples, row('control-aa'), row('multi3'))?.ci95 ?? null, 0.02);
  assert.ok(effect !== null);
  return effect;
}

/** @type {(samples: Sample[], kernel: string) => Verdict} */
function call(samples, kernel) {
  const found = ratio(samples, row(kernel), row('multi3'));
  assert.ok(found);
  return found.verdict;
}

/** @type {(one: [number, number] | null | undefined, other: [number, number] | null | undefined) => boolean} */
const overlap = (one, other) => Boolean(one && other && Math.max(one[0], other[0]) <= Math.min(one[1], other[1]));

/** Nominally 80 %, and rather more than less. @type {(seen: number) => void} */
function assertHonest(seen) {
  assert.ok(seen >= 0.7 * EXPERIMENTS && seen <= 0.97 * EXPERIMENTS, `seen in ${seen} of ${EXPERIMENTS}`);
}
