/** A run whose every number is known. */

import { createPlan } from '../src/measure/plan.mjs';
import { MODEL_IDS } from '../src/models/index.mjs';
import { createResult } from '../src/result/result.mjs';
import { fakeRow } from './fake-module.mjs';
import { headerOf } from './made-header.mjs';

/** @typedef {import('../src/measure/run.mjs').RunEvent} RunEvent */

export const ENGINE = 'node20';

const curve = 'e'.repeat(64);
export const KERNELS = [
  { ...fakeRow({ id: 'multi3' }), curve },
  { ...fakeRow({ id: 'simd', lanes: 2, build: 'simd128' }), curve },
];

/** @type {Record<string, Record<string, number>>} */
const BY_MODEL = {
  chain: { multi3: 200, simd: 50, js: 400, 'js-montgomery': 450, 'control-aa': 200, 'control-slow5': 210 },
  stream: { multi3: 200, simd: 40, js: 400, 'control-aa': 200, 'control-slow5': 210 },
  square: { multi3: 180, 'control-aa': 180, simd: 60, js: 380 },
  add: { multi3: 20, 'control-aa': 20, simd: 10, js: 80 },
  sub: { multi3: 20, 'control-aa': 20, simd: 10, js: 80 },
  sop2: { multi3: 190, 'control-aa': 190, simd: 45, js: 300 },
  call: { multi3: 210, 'control-aa': 210, simd: 80, js: 410, noop: 5 },
  msm: { multi3: 40e6, simd: 16e6, 'control-aa': 40e6 },
  pairing: { multi3: 6e6, simd: 3e6, 'control-aa': 6e6 },
  'call-io': { multi3: 500, 'control-aa': 500, simd: 499 },
  convert: { multi3: 100, 'control-aa': 100, simd: 110 },
};
/** ns per product by row; a factor of 1 +- 0.001 from round to round. @type {Record<string, number>} */
export const COSTS = Object.fromEntries(
  Object.entries(BY_MODEL).flatMap(([model, costs]) =>
    Object.entries(costs).map(([kernel, ns]) => [`${kernel} ${model}`, ns]),
  ),
);

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
    baseline: 'multi3',
  });
  const header = headerOf(plan, kernels, {
    sha256: 'f',
    environment: {
      cpu: 'Abacus',
      cpuFeatures: ['beads'],
      os: 'Linux 1',
      arkFf: ['0.4.2'],
      commit: 'a'.repeat(40),
      ...{ rustc: 'rustc 1', wasmPack: 'wasm-pack 1', wasmOpt: 'wasm-opt 1' },
    },
    engines: [ENGINE],
    engine: { version: '20.0.0', flags: ['--x'] },
  });
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
