/** The head of the result of a run that never happened. */

import { SCHEMA } from '../src/result/result.mjs';

/** @import { Header } from '../src/result/result.mjs' */

/**
 * @param {import('../src/measure/plan.mjs').Plan} plan
 * @param {import('../src/emit/interface.mjs').KernelRow[]} kernels
 * @param {object} own
 * @param {string} own.sha256 what the digits of every module's repeat
 * @param {Omit<Header['environment'], 'engines' | 'cores' | 'arch' | 'dirty' | 'clockStepNs' | 'noopNs'>}
 *   own.environment
 * @param {string[]} own.engines ids
 * @param {{ version: string, flags: string[] }} own.engine of each
 * @param {string} [own.createdAt]
 * @returns {Header}
 */
export function headerOf(
  plan,
  kernels,
  { sha256, environment, engines, engine, createdAt = '2026-01-02T03:04:05.678Z' },
) {
  const { seed, cases, trials, rounds, models, rows } = plan;
  const unknown = { clockStepNs: null, noopNs: null };
  return {
    schema: SCHEMA,
    createdAt,
    command: 'npm run bench',
    plan: {
      ...{ seed, cases, trials, rounds, engines, models },
      kernels: [...plan.kernels, 'js'],
      rows: rows.map(({ kernel, model }) => ({ kernel, model })),
    },
    statistics: { baseline: 'multi3', threshold: 0.02, confidence: 0.95 },
    environment: {
      ...{ cores: 2, arch: 'x64', dirty: false, ...environment, ...unknown },
      engines: engines.map((id) => ({ id, ...engine, tier: 'turbofan (tiered up)', ...unknown })),
    },
    kernels: kernels.map((row) => ({ ...row, sha256: sha256.repeat(64 / sha256.length) })),
  };
}
