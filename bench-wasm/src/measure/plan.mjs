/** What a run will do, decided before it starts: reproducible from the seed. */

import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { FQ } from '../oracle/field.mjs';
import { isCold, modelOf } from '../models/index.mjs';
import { JS, jsIn } from '../models/js.mjs';
import { MONTGOMERY, montgomeryIn } from '../models/js-montgomery.mjs';
import { NOOP } from '../models/noop.mjs';

/** @typedef {import('../models/model.mjs').Candidate} Candidate */
/** @typedef {import('../models/model.mjs').Row} Row */
/** @typedef {import('pure-rand/types/RandomGenerator').RandomGenerator} RandomGenerator */

/** The kernel that others are compared with, and that the controls are made from, if no other is named: ark-ff 0.6. */
export const BASELINE = 'multi3-mitigated';
/** The rows that the answer is made from: what is measured if nothing is asked for. */
export const ANSWER = Object.freeze({
  kernels: Object.freeze([
    ...['multi3', BASELINE, 'limbs29-dropin', 'fma-pair-dropin'],
    ...['limbs29', 'simd', 'fma-pair', 'fma-pair-emitted', JS],
  ]),
  models: Object.freeze(['chain', 'stream', 'call', 'call-io']),
});
/** Products of one in-wasm batch. */
export const CASES = 200_000;
/** A time to fill with rounds, in ms: few rows have many rounds and many rows have few. */
export const BUDGETS = Object.freeze({ usual: 150_000, all: 8 * 60_000 });
/** Samples that a round takes of each row, if nothing else is asked for. */
export const PER_ROUND = 3;
/** Rounds that a run has at least, whatever its budget: from fewer there is no interval of 95 %. */
export const FEWEST_ROUNDS = 6;
/** Rounds that fill any budget. */
export const MOST_ROUNDS = 500;

/**
 * @typedef {object} SessionPlan what one fresh process does: one round on one engine
 * @property {string} engine
 * @property {number} round from 0
 * @property {number} cases products of one in-wasm batch
 * @property {string} operandSeed u64, decimal; the same for all rows, another in each round
 * @property {Row[]} rows
 * @property {number[][]} passes for each trial, the order in which the rows are timed: model by model, shuffled, and
 *   within each its rows, shuffled
 * @property {number} [longestWarmUpNs] how long a row runs at most before it is timed, whether or not it is warm
 * @property {true} [untimed] whether batches are checked and not timed
 * @property {true} [cold] its one row is timed once, before the process has done anything else
 * @property {import('../setup/places.mjs').Artefacts} [artefacts] what it loads, with the sha256 of each file
 *
 * @typedef {SessionPlan & { alone?: Row[] }} Round of an engine: a session, and rows of which each has one of its own
 */

/**
 * @typedef {object} Plan
 * @property {number} seed
 * @property {number} cases
 * @property {number} trials samples of each row and engine, over all rounds
 * @property {number} rounds the most
 * @property {number} [budgetMs] after which no other round starts, once there are FEWEST_ROUNDS
 * @property {string[]} models those that have a row
 * @property {string[]} kernels
 * @property {Row[]} rows
 * @property {Round[]} worklist in the order of execution
 */

/**
 * Rows of a run: the chosen kernels in those of the chosen models that they have, the JS path in the same fields, the
 * controls and the no-op. The baseline and the controls are always there: a run that could not have seen a difference
 * must be able to say so.
 *
 * @param {{ kernels: Candidate[], models: string[], js: boolean, baseline?: string }} choice
 * @returns {Row[]}
 * @throws {RangeError} where the baseline is not measured in a model
 */
export function planRows({ kernels, models, js, baseline: against = BASELINE }) {
  const baseline = kernels.find(({ id }) => id === against);
  if (!baseline) throw new RangeError(`the plan has no ${against}, which every row is compared with`);

  return models.flatMap((id) => {
    const {
      row: own = (/** @type {Candidate} */ { models: only }) => ((only?.includes(id) ?? true) ? {} : null),
      ...model
    } = modelOf(id);
    /** @param {Candidate} kernel @returns {Row[]} none where it is not timed */
    const rowOf = (kernel) => {
      const changes = own(kernel);
      const { id: name, of = name, build, field = FQ.id, lanes } = kernel;
      return changes ? [{ kernel: name, model: id, of, build, field, instance: 0, lanes, work: 1, ...changes }] : [];
    };
    const rows = kernels.flatMap(rowOf);
    const [base] = rowOf(baseline);
    if (model.cold) return rows;
    if (!base) throw new RangeError(`the plan has no ${id} of ${against}, which every row is compared with`);
    const fields = js && model.bigint ? [...new Set(rows.map(({ field }) => field))] : [];
    return [
      ...rows,
      ...fields.flatMap((field) =>
        [{ of: JS, id: jsIn(field) }, ...(model.montgomery ? [{ of: MONTGOMERY, id: montgomeryIn(field) }] : [])].map(
          ({ of, id }) => ({ ...base, kernel: id, of, build: id, field, lanes: 1 }),
        ),
      ),
      ...(model.floor ? [{ ...base, kernel: NOOP, of: NOOP }] : []),
      ...model.controls.map(({ id: kernel, instance, work }) => ({ ...base, kernel, instance, work })),
    ];
  });
}

/**
 * @param {object} options
 * @param {string[]} options.engines ids
 * @param {Candidate[]} options.kernels
 * @param {string[]} options.models
 * @param {boolean} options.js whether BigInt is measured too
 * @param {number} options.cases 1 .. 2^32-1
 * @param {number} options.trials at least `rounds`
 * @param {number} options.rounds at least 1
 * @param {number} [options.budgetMs]
 * @param {number} [options.longestWarmUpNs]
 * @param {number} options.seed 0 .. 2^32-1
 * @param {string} [options.baseline] id of one of the kernels
 * @returns {Plan}
 * @throws {RangeError} where the baseline is not measured in a model
 */
export function createPlan({ engines, kernels, models, js, cases, trials, rounds, seed, baseline, ...limits }) {
  const { budgetMs, longestWarmUpNs } = limits;
  const random = xoroshiro128plus(seed);
  const rows = planRows({ kernels, models, js, baseline });
  const own = models.filter((model) => rows.some((row) => row.model === model));
  const [cold, warm] = [true, false].map((is) => rows.filter((row) => isCold(row.model) === is));
  const blocks = own.flatMap((model) => {
    const block = warm.flatMap((row, i) => (row.model === model ? [i] : []));
    return block.length > 0 ? [block] : [];
  });
  /** @type {Round[]} */
  const worklist = [];
  for (let round = 0; round < rounds; round++) {
    const share = Math.floor(trials / rounds) + (round < trials % rounds ? 1 : 0);
    const operandSeed = ((BigInt(seed) << 32n) | BigInt(round)).toString();
    for (const engine of shuffled(engines, random)) {
      // What is compared runs together: the nearer two samples are, the more of the machine's phases they share.
      const passes = Array.from({ length: share }, () =>
        shuffled(blocks, random).flatMap((block) => shuffled(block, random)),
      );
      const alone = cold.length > 0 ? { alone: shuffled(cold, random) } : {};
      const warmUp = longestWarmUpNs === undefined ? {} : { longestWarmUpNs };
      worklist.push({ engine, round, cases, operandSeed, rows: warm, passes, ...warmUp, ...alone });
    }
  }
  const size = { cases, trials, rounds, ...(budgetMs !== undefined && { budgetMs }) };
  return { seed, ...size, models: own, kernels: kernels.map(({ id }) => id), rows, worklist };
}

/** @param {Round} round @returns {SessionPlan[]} what its fresh processes do, one after the other */
export const sessionsOf = ({ alone = [], ...session }) => [
  ...(session.rows.length > 0 ? [session] : []),
  ...alone.map((row) => ({ ...session, rows: [row], passes: [[0]], cold: /** @type {const} */ (true) })),
];

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
