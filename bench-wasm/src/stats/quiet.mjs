import { median, quantile } from 'simple-statistics';
import { fastestByRound } from './pairs.mjs';

/** @import { Row, Sample } from './rows.mjs' */

/** Rounds whose rows took longer than in the quietest ones by no more than this are quiet. */
const ALLOWANCE = 0.06;
/**
 * The quietest ones: this share of the rounds. A machine that has fewer quiet moments than that has no quiet to compare
 * with.
 */
const QUIETEST = 0.2;
/** Never fewer rounds than this, if the run has them: as many as the interval of a table needs. */
const FEWEST = 10;

/**
 * The rounds in which the machine was as fast as it gets. On a shared machine there are two kinds: what runs beside us
 * on the same core takes from
 * every row, but from an integer kernel more than from one of floating point (1.4 and 1.1 times as long, say), so that
 * ratios of the two kinds of
 * rounds are two different numbers, and their mixture is the neighbours' doing. Which rounds count is decided by all
 * rows of a model together, the
 * median of what each took above its own fast rounds: no row decides for itself, and a row that is slow alone stays in.
 * On a machine that is quiet throughout, or as slow in every round, all rounds count.
 * @param {readonly (readonly Sample[])[]} rows of one engine and model, of one run
 * @returns {Set<number>} rounds
 */
export function quietRounds(rows) {
  /** @type {Map<number, number[]>} */
  const excesses = new Map();
  for (const samples of rows) {
    const fastest = [...fastestByRound(samples)].map(([round, ns]) => /** @type {const} */ ([round, Math.log(ns)]));
    if (fastest.length === 0) continue;
    const own = quantile(
      fastest.map(([, log]) => log),
      QUIETEST,
    );
    for (const [round, log] of fastest) excesses.set(round, [...(excesses.get(round) ?? []), log - own]);
  }
  const loudness = [...excesses]
    .map(([round, values]) => ({ round, value: median(values) }))
    .sort((a, b) => a.value - b.value || a.round - b.round);
  if (loudness.length === 0) return new Set();
  const limit =
    quantile(
      loudness.map(({ value }) => value),
      QUIETEST,
    ) + Math.log1p(ALLOWANCE);
  return new Set(loudness.filter(({ value }, at) => at < FEWEST || value <= limit).map(({ round }) => round));
}

/**
 * @param {readonly Row[]} rows of a run, those without a fault
 * @returns {(of: { engine: string, model: string }) => Set<number>} the quiet rounds of a model on an engine
 */
export function quietIn(rows) {
  /** @type {Map<string, Set<number>>} */
  const known = new Map();
  return ({ engine, model }) => {
    const key = JSON.stringify([engine, model]);
    const quiet =
      known.get(key) ??
      quietRounds(rows.filter((row) => row.engine === engine && row.model === model).map(({ samples }) => samples));
    known.set(key, quiet);
    return quiet;
  };
}
