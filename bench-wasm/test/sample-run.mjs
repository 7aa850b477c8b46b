/** Runs that never happened: noise from a seed, numbers from src/stats. For tests of reports. */

import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { probit } from 'simple-statistics';
import { createPlan } from '../src/measure/plan.mjs';
import { MODEL_IDS } from '../src/models/index.mjs';
import { createResult } from '../src/result/result.mjs';
import { fakeRow } from './fake-module.mjs';
import { headerOf } from './made-header.mjs';

/** @typedef {import('../src/measure/run.mjs').RunEvent} RunEvent */
/** @typedef {import('../src/result/result.mjs').Header} Header */

/** True ns per product. @type {Record<string, Record<string, number>>} */
const COSTS = {
  multi3: { chain: 48, stream: 46, square: 44, add: 8, sub: 8, sop2: 47, call: 55, 'call-io': 900, convert: 560 },
  'multi3-mitigated': {
    chain: 36,
    stream: 36,
    square: 35,
    add: 7,
    sub: 7,
    sop2: 36,
    call: 44,
    'call-io': 893,
    convert: 558,
  },
  limbs29: { chain: 15.5, stream: 15.2, square: 13, add: 6, sub: 5, sop2: 18, call: 24, 'call-io': 800, convert: 490 },
  simd: { chain: 13.6, stream: 11.4, square: 11, add: 4, sub: 4, sop2: 14, call: 30, 'call-io': 880, convert: 540 },
  'simd-dropin': {
    chain: 20,
    stream: 16,
    square: 15,
    add: 8,
    sub: 8,
    sop2: 19,
    call: 45,
    'call-io': 1200,
    convert: 700,
  },
  js: { chain: 118, stream: 120, square: 115, add: 40, sub: 40, sop2: 100, call: 119 },
  'js-montgomery': { chain: 130 },
  noop: { call: 3 },
};
const KERNELS = Object.keys(COSTS).filter((id) => !id.startsWith('js') && id !== 'noop');

/**
 * @param {object} [options]
 * @param {number} [options.seed]
 * @param {number} [options.rounds]
 * @param {number} [options.trials]
 * @param {string[]} [options.engines]
 * @param {string} [options.cpu]
 * @param {string} [options.createdAt]
 * @param {number} [options.noise] of the logarithm of a sample
 * @param {Record<string, number>} [options.slower] factor for a kernel
 * @param {(event: RunEvent) => RunEvent[]} [options.change] drops, replaces or adds events
 * @param {Partial<Header>} [options.header] instead of what would be there
 */
export function sampleRun({
  seed = 1,
  rounds = 8,
  trials = 24,
  engines = ['node20'],
  cpu = 'Abacus 3000',
  createdAt,
  noise = 0.01,
  slower = {},
  change = (event) => [event],
  header: changes = {},
} = {}) {
  const kernels = KERNELS.map((id) =>
    fakeRow(
      /** @type {any} */ ({
        id,
        lanes: id.startsWith('simd') ? 2 : 1,
        build: id.startsWith('simd') ? 'simd128' : 'baseline',
      }),
    ),
  );
  const models = [...MODEL_IDS];
  const plan = createPlan({
    engines,
    kernels,
    models,
    js: true,
    cases: 50_000,
    trials,
    rounds,
    seed,
    baseline: 'multi3',
  });
  /** @type {Header} */
  const header = {
    ...headerOf(plan, kernels, {
      sha256: 'f0',
      environment: {
        cpu,
        cpuFeatures: ['avx2', 'beads'],
        os: 'Linux 6.1',
        arkFf: ['0.4.2', '0.6.0'],
        commit: 'ab12cd34ef56'.padEnd(40, '0'),
        ...{ rustc: 'rustc 1.95.0', wasmPack: 'wasm-pack 0.15.1', wasmOpt: 'wasm-opt 132' },
      },
      engines,
      engine: { version: '20.20.2', flags: ['--experimental-wasm-relaxed-simd'] },
      createdAt,
    }),
    ...changes,
  };

  const random = xoroshiro128plus(seed);
  const normal = () => probit(Math.min(0.999, Math.max(0.001, uniformFloat64(random))));
  /** @type {RunEvent[]} */
  const events = plan.worklist
    .flatMap(({ engine, round, passes, rows }) => {
      // The machine has a slow phase in one round of eight, and now and then something else runs.
      const phase = round % 8 === 5 ? 1.4 : 1 + 0.01 * normal();
      return /** @type {RunEvent[]} */ ([
        { type: 'round', engine, round, state: 'start' },
        { type: 'floor', engine, round, clockStepNs: 60, noopNs: 3 },
        ...passes.flat().map((index, order) => {
          const { kernel, model, of, work } = rows[index];
          const disturbed = uniformFloat64(random) < 0.02 ? 1.8 : 1;
          const ns =
            50_000 * COSTS[of][model] * work * (slower[kernel] ?? 1) * phase * disturbed * Math.exp(noise * normal());
          return { type: 'sample', engine, round, kernel, model, order, n: 50_000, ns: Math.round(ns), check: true };
        }),
        { type: 'round', engine, round, state: 'end' },
      ]);
    })
    .flatMap(change);
  return { header, events, result: createResult(header, events, { partial: false }) };
}

/**
 * The journal that such a run leaves when it is killed.
 *
 * @param {ReturnType<typeof sampleRun>} run
 * @param {number} share of its events that were written
 */
export function journalOf({ header, events }, share) {
  const lines = [{ type: 'header', ...header }, ...events].map((event) => `${JSON.stringify(event)}\n`);
  const kept = Math.floor(share * lines.length);
  return lines.slice(0, kept).join('') + lines[kept].slice(0, 20);
}

/**
 * Error rows of three kinds: a wrong product before timing, a wrong checksum while timing, a round that was lost with
 * its last samples.
 */
export const FAULTS = {
  message: 'WRONG PRODUCT: <script>alert("1")</script> | 0x1 & 0x2 gave `0x3`, not 0x2',
  /** @param {RunEvent} event @returns {RunEvent[]} */
  change(event) {
    if (event.type === 'sample' && event.kernel === 'simd-dropin') {
      return event.round === 0 && event.model === 'chain'
        ? [
            {
              type: 'error',
              engine: event.engine,
              round: 0,
              kernel: 'simd-dropin',
              model: event.model,
              message: FAULTS.message,
            },
          ]
        : [];
    }
    if (event.type === 'sample' && event.kernel === 'limbs29' && event.model === 'stream')
      return [{ ...event, check: event.round !== 2 }];
    if (event.type === 'round' && event.round === 3 && event.state === 'end')
      return [{ type: 'lost', engine: event.engine, round: 3, error: 'the process ended with SIGKILL' }];
    return [event];
  },
};
