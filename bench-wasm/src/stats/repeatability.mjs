/** Whether several runs say the same of every two kernels, not only of each against the baseline. */

import { mean } from 'simple-statistics';
import { defaults, pairedRatio } from './ratio.mjs';

/** @import { Ratio, Settings } from './ratio.mjs' */
/** @import { Sample } from './rows.mjs' */

/**
 * What one run has of one model on one engine.
 * @typedef {object} Timed
 * @property {ReadonlyMap<string, readonly Sample[]>} rows kernel -> its samples; kernels whose product failed are
 *   absent
 * @property {number} confidence of each interval, in (0, 1)
 */

/**
 * Two kernels that several runs have timed.
 * @typedef {object} Pair
 * @property {string} kernel
 * @property {string} against the kernel that is 1.0
 * @property {number} speedup time of `against` / time of `kernel`: the geometric mean of the runs' own
 * @property {Ratio[]} ratios one for each run
 * @property {'same' | 'undecided in some' | 'contradict'} verdicts whether all runs give the same one; contradict: two
 *   runs decide, and differently
 * @property {boolean} overlap some speed-up lies in the intervals of all runs
 */

/**
 * The pairs of kernels whose speeds differ by more than is given, either way round. Left out are pairs that some run
 * has not timed, or not in
 * enough rounds for an interval.
 * @param {readonly Timed[]} runs of the same model and engine, at least two
 * @param {number} beyond a fraction > 0: 0.05 for pairs of which one takes 1.05 times as long as the other, or longer
 * @param {Partial<Settings>} [options] its confidence is each run's own
 * @returns {Pair[]} in the order of the first run's kernels
 */
export function repeatedPairs(runs, beyond, options = {}) {
  const kernels = [...(runs[0]?.rows.keys() ?? [])];
  return kernels.flatMap((kernel, at) =>
    kernels.slice(at + 1).flatMap((against) => {
      const ratios = runs.flatMap(({ rows, confidence }) => {
        const [own, other] = [rows.get(kernel), rows.get(against)];
        const ratio = own && other && pairedRatio(own, other, { ...defaults, ...options, confidence });
        return ratio?.ci95 ? [ratio] : [];
      });
      if (ratios.length < runs.length) return [];
      const speedup = Math.exp(mean(ratios.map(({ median }) => Math.log(median))));
      if (Math.max(speedup, 1 / speedup) <= 1 + beyond) return [];
      return [{ kernel, against, speedup, ratios, verdicts: together(ratios), overlap: overlapping(ratios) }];
    }),
  );
}

/** @param {Ratio[]} ratios @returns {Pair['verdicts']} */
function together(ratios) {
  const verdicts = new Set(ratios.map(({ verdict }) => verdict));
  if (verdicts.size === 1) return 'same';
  return [...verdicts].filter((verdict) => verdict !== 'undecided').length > 1 ? 'contradict' : 'undecided in some';
}

/** @param {readonly Pick<Ratio, 'ci95'>[]} ratios @returns {boolean} some value is in all intervals */
export function overlapping(ratios) {
  const intervals = ratios.flatMap(({ ci95 }) => (ci95 ? [ci95] : []));
  return Math.max(...intervals.map(([lo]) => lo)) <= Math.min(...intervals.map(([, hi]) => hi));
}
