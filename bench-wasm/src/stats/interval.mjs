/**
 * Intervals of medians. One family for every number that the project prints: the order statistics of one value a round.
 * Nothing is drawn, nothing is fitted, no round is chosen, and no distribution is assumed.
 */

/** @typedef {[lo: number, hi: number]} Interval */

/**
 * The interval of a median that the sign test does not reject (Conover, "Practical Nonparametric Statistics", 3.2):
 * from the k-th smallest value to the k-th largest, k as large as the confidence allows. Each value lies below the true
 * median with probability 1/2, so the interval misses it with a probability that the binomial distribution gives
 * exactly, whatever the values are distributed like: values far off on one side cost nothing. Values must be
 * independent of one another; that is what a fresh process for each round is for.
 *
 * @param {readonly number[]} values one a round
 * @param {number} confidence in (0, 1); the interval has at least this much
 * @returns {Interval | null} null below `fewestRounds`: no interval from so few rounds would deserve its name
 */
export function medianInterval(values, confidence) {
  const inset = insetOf(values.length, confidence);
  if (inset === null) return null;
  const sorted = [...values].sort((a, b) => a - b);
  return [sorted[inset], sorted[sorted.length - 1 - inset]];
}

/**
 * @param {number} rounds
 * @param {number} confidence in (0, 1)
 * @returns {number | null} how many values may be left out at either end; null where even all of them are too few
 */
function insetOf(rounds, confidence) {
  const miss = (1 - confidence) / 2;
  // P(at most k of the values lie below the median), for k = 0, 1, ...
  let term = 2 ** -rounds;
  let tail = term;
  let inset = null;
  for (let k = 0; tail <= miss && 2 * k < rounds - 1; k += 1) {
    inset = k;
    term *= (rounds - k) / (k + 1);
    tail += term;
  }
  return inset;
}

/**
 * The fewest rounds for which any interval made of their values can hold the median with this confidence: all n lie on
 * one side of it with probability 2^(1-n). 6 for 95 %.
 *
 * @param {number} confidence in (0, 1)
 * @returns {number}
 */
export function fewestRounds(confidence) {
  return Math.ceil(1 - Math.log2(1 - confidence));
}

/**
 * The difference of two independent estimates that have an interval each, by the method of variance estimates recovery
 * (Zou and Donner, "Construction of confidence limits about effect measures", 2008): the two distances that make the
 * difference smaller are added as errors are, by their squares, and so are the two that make it larger.
 *
 * @param {{ value: number, interval: Interval }} one
 * @param {{ value: number, interval: Interval }} other is taken from the first
 * @returns {Interval} with the confidence that each of the two has
 */
export function differenceInterval(one, other) {
  const difference = one.value - other.value;
  return [
    difference - Math.hypot(one.value - one.interval[0], other.interval[1] - other.value),
    difference + Math.hypot(one.interval[1] - one.value, other.value - other.interval[0]),
  ];
}

/**
 * Bonferroni: a table of k rows is read as a whole, and of k intervals that each hold with 95 % some row's is likely to
 * be off. With this confidence each, all of them hold together with the given one. Few rounds cannot give so much: then
 * it is as much as they can, and not less than the given one.
 *
 * @param {number} confidence in (0, 1), of all
 * @param {number} intervals how many
 * @param {number} rounds that each is made of
 * @returns {number} of each
 */
export function confidenceOfEach(confidence, intervals, rounds) {
  return Math.max(confidence, Math.min(1 - (1 - confidence) / Math.max(1, intervals), 1 - 2 ** (1 - rounds)));
}
