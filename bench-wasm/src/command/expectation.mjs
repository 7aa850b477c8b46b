/** What is said before a run starts: how long it takes, and how small a difference it can be expected to see. */

import { FEWEST_ROUNDS } from '../measure/plan.mjs';
import { modelOf } from '../models/index.mjs';
import { confidenceOfEach, expectedEffect } from '../stats/index.mjs';
import { inWords } from './options.mjs';

/**
 * How much the ratio of two kernels scatters between processes (1.48 median absolute deviations, of the median row): 2
 * % in three full runs on an AMD Zen 5 that was left alone, 8 and 14 % in two on a shared Intel Sapphire Rapids.
 */
const SPREADS = Object.freeze({ quiet: 0.02, busy: 0.1 });
/** ms of a round, fitted by hand to quick and full runs on a Zen 5: of the process, of a row, and of a product. */
const COSTS = Object.freeze({ process: 450, row: 50, product: 26e-6 });
/** ns: operations that are told in this unit or a longer one are no products, and their cost is not known before. */
const LONG = 1e6;

/**
 * @param {import('../measure/plan.mjs').Plan} plan
 * @param {number} engines
 * @param {import('../stats/index.mjs').Settings} settings
 * @returns {string} sentences
 */
export function expectationOf({ rows, models, cases, trials, rounds, budgetMs }, engines, { threshold, confidence }) {
  const perRound = trials / rounds;
  const roundMs = engines * (COSTS.process + rows.length * (COSTS.row + perRound * cases * COSTS.product));
  const fit = budgetMs === undefined ? rounds : Math.max(FEWEST_ROUNDS, Math.floor(budgetMs / roundMs));
  const size = `${fit} ${fit === 1 ? 'round' : 'rounds'} of ${rows.length} rows`;
  const unknown = budgetMs === undefined && models.some((id) => modelOf(id).unit.ns >= LONG);
  const length = unknown
    ? `This run has ${size}; how long it takes is known after the first round. `
    : `This run takes about ${inWords(budgetMs ?? Math.max(1000, fit * roundMs))}: ${size}. `;
  const largest = Math.max(...models.map((model) => rows.filter((row) => row.model === model).length - 1));
  const each = confidenceOfEach(confidence, largest, fit);
  const [quiet, busy] = [SPREADS.quiet, SPREADS.busy].map((spread) => expectedEffect(spread, fit, threshold, each));
  return (
    length +
    (quiet === null || busy === null
      ? `That is too few rounds for an interval, which needs ${FEWEST_ROUNDS}.`
      : `Four times in five it calls a difference of ${percent(quiet)} on a quiet machine, of ${percent(busy)} on a ` +
        'busy one. A larger --budget, or fewer rows, see smaller ones.')
  );
}

/** @param {number} fraction */
const percent = (fraction) => `${Math.ceil(100 * fraction)} %`;
