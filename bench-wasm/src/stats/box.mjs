import { max, min, quantile } from 'simple-statistics';

/** @typedef {ReturnType<typeof boxOf>} Box */

/**
 * Quartiles and extremes, and Tukey's fences: 1.5 interquartile ranges outside the quartiles.
 * @param {number[]} values at least one
 */
export function boxOf(values) {
  const [q1, median, q3] = [0.25, 0.5, 0.75].map((p) => quantile(values, p));
  const reach = 1.5 * (q3 - q1);
  /** @param {number} value */
  const isOutside = (value) => value < q1 - reach || value > q3 + reach;
  return { q1, median, q3, min: min(values), max: max(values), isOutside };
}
