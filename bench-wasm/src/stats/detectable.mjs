import { probit } from 'simple-statistics';

/** @import { Interval } from './interval.mjs' */
/** @import { RowName } from './rows.mjs' */

/**
 * Half-widths between the threshold and the smallest effect that is called in 80 % of runs. One takes the middle of the
 * interval past the
 * threshold by its own half-width, which would be called in half of the runs. The rest is for the scatter of the
 * interval's near end, which is
 * wider than that of the median because the width varies as well. Found by simulation, not derived: the power over runs
 * that each state their own
 * effect is 75 to 83 % at 6 to 40 rounds with normal to Laplace ratios. Where some rounds are far off it is less, as 8
 * rounds show too few of them:
 * Cauchy 71 % at 8 rounds, 77 % at 20; three rounds in ten split by a phase of the machine 68 % and 78 %.
 */
const HALF_WIDTHS = 1.6;
/** The confidence for which that was found. An interval of more is wider, and its end scatters no more for it. */
const FOUND_AT = 0.95;

/**
 * The minimum detectable effect: the smallest true difference e such that a further run like this one would call a row
 * that is 1+e times as
 * fast `faster` (or one that is 1/(1+e) times as fast `slower`) with a probability of 80 %.
 *
 *     ln(1+e) = ln(1+threshold) + 1.6 h,   h = half the width of ln(ci95), for 95 %
 *     ln(1+e) = ln(1+threshold) + (1 + 0.6 z(95 %)/z(confidence)) h,   z the normal quantiles, for any other
 *
 * h carries the spread of the paired log ratios over the rounds. It does not depend on where the interval lies, so the
 * A/A control's interval
 * gives the figure of the run, and each row's interval its own.
 * @param {Interval | null} ci95 of a speed-up
 * @param {number} threshold a fraction > 0
 * @param {number} [confidence] of the interval
 * @returns {number | null} e, a fraction > threshold; null with too few rounds for an interval: nothing can be detected
 */
export function detectableEffect(ci95, threshold, confidence = FOUND_AT) {
  if (ci95 === null) return null;
  const halfWidth = Math.log(ci95[1] / ci95[0]) / 2;
  const [found, given] = [FOUND_AT, confidence].map((it) => probit((1 + it) / 2));
  return Math.exp(Math.log1p(threshold) + (1 + ((HALF_WIDTHS - 1) * found) / given) * halfWidth) - 1;
}

/**
 * @param {readonly (RowName & {speedup: {ci95: Interval | null, confidence?: number} | null})[]} summary
 * @param {number} threshold a fraction > 0
 * @returns {(RowName & {effect: number | null})[]} one for every row that has a speed-up; the run's own figure is that
 *   of `control-aa`
 */
export function detectableEffects(summary, threshold) {
  return summary.flatMap(({ engine, kernel, model, speedup }) =>
    speedup ? [{ engine, kernel, model, effect: detectableEffect(speedup.ci95, threshold, speedup.confidence) }] : [],
  );
}
