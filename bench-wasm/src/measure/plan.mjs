/** What a run will do, decided before it starts: reproducible from the seed. */

import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { FQ } from '../oracle/field.mjs';
import { BATCH_MODELS, CURVE_MODELS, MODEL_IDS, OPERATION_MODELS } from './tasks.mjs';

/** @typedef {import('./tasks.mjs').KernelRow} KernelRow */
/** @typedef {import('./tasks.mjs').Model} Model */
/** @typedef {import('pure-rand/types/RandomGenerator').RandomGenerator} RandomGenerator */

/** The kernel that others are compared with, and that the controls are made from, if no other is named. */
export const BASELINE = 'multi3';
/** Row ids that are not kernels of the module. */
export const JS = 'js';
export const NOOP = 'noop';
export const CONTROL_SAME = 'control-aa';
export const CONTROL_SLOW = 'control-slow5';
/** The build of the models of arkworks' algorithms. */
export const CURVE_BUILD = 'curve';
/** Products that the positive control does for each one it reports. */
export const SLOW_WORK = 1.05;
/** Sizes of a run. */
export const FULL = { cases: 1_000_000, trials: 100, rounds: 33 };
export const QUICK = { cases: 50_000, trials: 24, rounds: 8 };

/**
 * @typedef {object} Row one line of a result table
 * @property {string} kernel the row's id
 * @property {Model} model
 * @property {string} of the kernel that is called in the module
 * @property {string} build the variant it is called in, or `js`
 * @property {string} field id
 * @property {number} instance rows with another number have a module instance of their own
 * @property {number} lanes
 * @property {number} work products done for each one reported
 */

/**
 * A kernel to be measured; `of` is its id in its module, where that is another one; `curve` the
 * sha256 of the module with arkworks' algorithms on it, if there is one.
 * @typedef {KernelRow & { of?: string, curve?: string }} Candidate
 */

/**
 * @typedef {object} SessionPlan what one fresh process does: one round on one engine
 * @property {string} engine
 * @property {number} round from 0
 * @property {number} cases products of one in-wasm batch
 * @property {string} operandSeed u64, decimal; the same for all rows, another in each round
 * @property {Row[]} rows
 * @property {number[][]} passes for each trial, the order in which the rows are timed: model by model, shuffled, and
 *   within each its rows, shuffled
 */

/**
 * @typedef {object} Plan
 * @property {number} seed
 * @property {number} cases
 * @property {number} trials samples of each row and engine, over all rounds
 * @property {number} rounds
 * @property {Model[]} models those that have a row
 * @property {string[]} kernels
 * @property {Row[]} rows
 * @property {SessionPlan[]} worklist in the order of execution
 */

/**
 * Rows of a run: the chosen kernels in those of the chosen models that they have, the JS path in
 * the same fields, the controls and the no-op. The baseline and the controls are always there: a run that could not
 * have seen a
 * difference must be able to say so.
 *
 * @param {{ kernels: Candidate[], models: Model[], js: boolean, baseline?: string }} choice
 * @returns {Row[]}
 */
export function planRows({ kernels, models, js, baseline: against = BASELINE }) {
  const baseline = kernels.find(({ id }) => id === against);
  if (!baseline) throw new Error(`the plan has no ${against}, which every row is compared with`);
  /** @param {Candidate} kernel @param {Model} model @param {Partial<Row>} [changes] @returns {Row} */
  const row = ({ id, of = id, build, field = FQ.id, lanes }, model, changes) => ({
    kernel: id,
    model,
    of,
    build,
    field,
    instance: 0,
    lanes,
    work: 1,
    ...changes,
  });

  return models.flatMap((model) => {
    if (CURVE_MODELS.includes(model)) {
      if (!baseline.curve) throw new Error(`the plan has no curve of ${against}, which every row is compared with`);
      const inCurve = { build: CURVE_BUILD, lanes: 1 };
      return [
        ...kernels.filter(({ curve }) => curve).map((kernel) => row(kernel, model, inCurve)),
        // 5 % more of a single MSM is no whole number of them: there is no positive control.
        row(baseline, model, { ...inCurve, kernel: CONTROL_SAME, instance: 1 }),
      ];
    }
    const rows = kernels
      .filter((kernel) => (kernel.models ?? MODEL_IDS).includes(model))
      .map((kernel) => row(kernel, model));
    if (js && [...BATCH_MODELS, ...OPERATION_MODELS, 'call'].includes(model)) {
      const fields = [...new Set(rows.map(({ field }) => field))];
      for (const field of fields) {
        const id = field === FQ.id ? JS : `${JS}-${field}`;
        rows.push({ kernel: id, model, of: JS, build: id, field, instance: 0, lanes: 1, work: 1 });
      }
    }
    if (model === 'call') rows.push(row(baseline, model, { kernel: NOOP, of: NOOP }));
    if (BATCH_MODELS.includes(model)) {
      rows.push(row(baseline, model, { kernel: CONTROL_SAME, instance: 1 }));
      rows.push(row(baseline, model, { kernel: CONTROL_SLOW, work: SLOW_WORK }));
    }
    return rows;
  });
}

/**
 * @param {object} options
 * @param {string[]} options.engines ids
 * @param {Candidate[]} options.kernels
 * @param {Model[]} options.models
 * @param {boolean} options.js whether BigInt is measured too
 * @param {number} options.cases 1 .. 2^32-1
 * @param {number} options.trials at least `rounds`
 * @param {number} options.rounds at least 1
 * @param {number} options.seed 0 .. 2^32-1
 * @param {string} [options.baseline] id of one of the kernels
 * @returns {Plan}
 */
export function createPlan({ engines, kernels, models, js, cases, trials, rounds, seed, baseline }) {
  const random = xoroshiro128plus(seed);
  const rows = planRows({ kernels, models, js, baseline });
  const own = models.filter((model) => rows.some((row) => row.model === model));
  const blocks = own.map((model) => rows.flatMap((row, i) => (row.model === model ? [i] : [])));
  /** @type {SessionPlan[]} */
  const worklist = [];
  for (let round = 0; round < rounds; round++) {
    const share = Math.floor(trials / rounds) + (round < trials % rounds ? 1 : 0);
    const operandSeed = ((BigInt(seed) << 32n) | BigInt(round)).toString();
    for (const engine of shuffled(engines, random)) {
      // What is compared runs together: the nearer two samples are, the more of the machine's phases they share.
      const passes = Array.from({ length: share }, () =>
        shuffled(blocks, random).flatMap((block) => shuffled(block, random)),
      );
      worklist.push({ engine, round, cases, operandSeed, rows, passes });
    }
  }
  return { seed, cases, trials, rounds, models: own, kernels: kernels.map(({ id }) => id), rows, worklist };
}

/**
 * Fisher-Yates on a copy.
 *
 * @template T
 * @param {readonly T[]} items
 * @param {RandomGenerator} random advanced
 * @returns {T[]}
 */
function shuffled(items, random) {
  const copy = [...items];
  for (let i = copy.length - 1; i > 0; i--) {
    const j = uniformInt(random, 0, i);
    [copy[i], copy[j]] = [copy[j], copy[i]];
  }
  return copy;
}
