import { probit } from 'simple-statistics';
import { fewestRounds } from './interval.mjs';

/** @import { Interval } from './interval.mjs' */

/**
 * Half-widths between the threshold and the smallest effect that is called in 80 % of runs. One takes the middle of the
 * interval past the threshold by its own half-width, which would be called in half of the runs. The rest is for the
 * scatter of the interval's near end. Found by simulation, not derived: over runs that each state their own effect it
 * is seen in 80 to 90 % from 12 rounds up with normal to Laplace ratios, whatever the confidence. From 6 to 8 rounds,
 * whose interval is all they saw, it is 80 % with Laplace ratios and about 65 % where some rounds are far off, as
 * Cauchy's.
 */
const HALF_WIDTHS = 1.8;

/**
 * The minimum detectable effect: the smallest true difference e such that a further run like this one would call a row
 * that is 1+e times as fast `faster` (or one that is 1/(1+e) times as fast `slower`) with a probability of 80 %.
 *
 *     ln(1+e) = ln(1+threshold) + 1.8 h,   h = half the width of ln(ci95)
 *
 * h carries the spread of the paired log ratios over the rounds. It does not depend on where the interval lies, so each
 * row's interval gives its own figure.
 * @param {Interval | null} ci95 of a speed-up
 * @param {number} threshold a fraction > 0
 * @returns {number | null} e, a fraction > threshold; null with too few rounds for an interval: nothing can be detected
 */
export function detectableEffect(ci95, threshold) {
  if (ci95 === null) return null;
  const halfWidth = Math.log(ci95[1] / ci95[0]) / 2;
  return Math.exp(Math.log1p(threshold) + HALF_WIDTHS * halfWidth) - 1;
}

/**
 * The same before there is a run: the half-width of an interval of a median is that of the normal distribution.
 *
 * @param {number} spread standard deviation of the paired log ratios over rounds
 * @param {number} rounds
 * @param {number} threshold a fraction > 0
 * @param {number} confidence of each interval
 * @returns {number | null} a fraction; null with too few rounds for an interval
 */
export function expectedEffect(spread, rounds, threshold, confidence) {
  if (rounds < fewestRounds(confidence)) return null;
  const halfWidth = probit((1 + confidence) / 2) * Math.sqrt(Math.PI / 2 / rounds) * spread;
  return detectableEffect([Math.exp(-halfWidth), Math.exp(halfWidth)], threshold);
}
