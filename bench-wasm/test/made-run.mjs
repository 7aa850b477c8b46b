/** A run whose every number is known. */

import { createPlan } from '../src/measure/plan.mjs';
import { MODEL_IDS } from '../src/models/index.mjs';
import { createResult, SCHEMA } from '../src/report/result.mjs';
import { fakeRow } from './fake-module.mjs';

/** @typedef {import('../src/measure/run.mjs').RunEvent} RunEvent */

export const ENGINE = 'node20';

const curve = 'e'.repeat(64);
export const KERNELS = [
  { ...fakeRow({ id: 'multi3' }), curve },
  { ...fakeRow({ id: 'simd', lanes: 2, build: 'simd128' }), curve },
];

/** ns per product of a run whose every number is known; a factor of 1 +- 0.001 from round to round. */
export const COSTS = /** @type {Record<string, number>} */ ({
  'multi3 chain': 200,
  'simd chain': 50,
  'js chain': 400,
  'js-montgomery chain': 450,
  'control-aa chain': 200,
  'control-slow5 chain': 210,
  'multi3 stream': 200,
  'simd stream': 40,
  'js stream': 400,
  'control-aa stream': 200,
  'control-slow5 stream': 210,
  'multi3 square': 180,
  'control-aa square': 180,
  'simd square': 60,
  'js square': 380,
  'multi3 add': 20,
  'control-aa add': 20,
  'simd add': 10,
  'js add': 80,
  'multi3 sub': 20,
  'control-aa sub': 20,
  'simd sub': 10,
  'js sub': 80,
  'multi3 sop2': 190,
  'control-aa sop2': 190,
  'simd sop2': 45,
  'js sop2': 300,
  'multi3 call': 210,
  'control-aa call': 210,
  'simd call': 80,
  'js call': 410,
  'noop call': 5,
  'multi3 msm': 40e6,
  'simd msm': 16e6,
  'control-aa msm': 40e6,
  'multi3 pairing': 6e6,
  'simd pairing': 3e6,
  'control-aa pairing': 6e6,
  'multi3 call-io': 500,
  'control-aa call-io': 500,
  'simd call-io': 499,
  'multi3 convert': 100,
  'control-aa convert': 100,
  'simd convert': 110,
});

/**
 * @param {{ rounds?: number, models?: string[], costs?: Record<string, number>, kernels?: typeof KERNELS,
 *   change?: (event: any) => RunEvent[], partial?: boolean }} [options]
 */
export function makeRun({
  rounds = 8,
  models = [...MODEL_IDS],
  costs = COSTS,
  kernels = KERNELS,
  change = (event) => [event],
  partial = false,
} = {}) {
  const plan = createPlan({
    engines: [ENGINE],
    kernels,
    models,
    js: true,
    cases: 1000,
    trials: rounds,
    rounds,
    seed: 3,
  });
  /** @type {import('../src/report/result.mjs').Header} */
  const header = {
    schema: SCHEMA,
    createdAt: '2026-01-02T03:04:05.678Z',
    command: 'npm run bench -- --quick',
    plan: {
      seed: 3,
      cases: 1000,
      trials: rounds,
      rounds,
      engines: [ENGINE],
      models: plan.models,
      kernels: [...plan.kernels, 'js'],
      rows: plan.rows.map(({ kernel, model }) => ({ kernel, model })),
    },
    statistics: { baseline: 'multi3', threshold: 0.02, confidence: 0.95 },
    environment: {
      cpu: 'Abacus',
      cpuFeatures: ['beads'],
      cores: 2,
      os: 'Linux 1',
      arch: 'x64',
      engines: [
        {
          id: ENGINE,
          version: '20.0.0',
          flags: ['--x'],
          tier: 'turbofan (tiered up)',
          clockStepNs: null,
          noopNs: null,
        },
      ],
      rustc: 'rustc 1',
      wasmPack: 'wasm-pack 1',
      wasmOpt: 'wasm-opt 1',
      arkFf: ['0.4.2'],
      commit: 'a'.repeat(40),
      dirty: false,
      clockStepNs: null,
      noopNs: null,
    },
    kernels: kernels.map((row) => ({ ...row, sha256: 'f'.repeat(64) })),
  };
  /** @type {RunEvent[]} */
  const events = plan.worklist.flatMap(({ engine, round, passes, rows }) =>
    [
      { type: 'round', engine, round, state: 'start' },
      { type: 'floor', engine, round, clockStepNs: 60 + round, noopNs: 3 },
      ...passes.flat().map((index, order) => {
        const { kernel, model } = rows[index];
        const wobble = 1 + (((round * 7 + index * 3) % 5) - 2) / 2000;
        return /** @type {const} */ ({
          type: 'sample',
          engine,
          round,
          kernel,
          model,
          order,
          n: 10_000,
          ns: Math.round(1e4 * costs[`${kernel} ${model}`] * wobble),
          check: true,
        });
      }),
      { type: 'round', engine, round, state: 'end' },
    ].flatMap(change),
  );
  return { header, events, result: createResult(header, events, { partial }) };
}
