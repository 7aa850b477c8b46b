/** Runs of one plan, made one after another: the one longer run that they are together. */

import { rowKey } from '../stats/index.mjs';
import { readAgain } from './again.mjs';

/** @typedef {import('./shape.mjs').Result} Result */

/**
 * Every round of every run is a set of fresh processes, so that three runs of 28 rounds are 84 rounds. Runs are put
 * together when they have the same commit, machine, engines and rows; each other one stays as it is.
 *
 * @param {readonly Result[]} results
 * @returns {Result[]} in the order of the first of each
 */
export function pool(results) {
  /** @type {Map<string, Result[]>} */
  const groups = new Map();
  for (const result of results) {
    const { environment, plan, statistics } = result;
    const { commit, cpu, os } = environment;
    const engines = environment.engines.map(({ id, version, flags }) => [id, version, flags]);
    const key = JSON.stringify([commit, cpu, os, engines, plan.rows, plan.cases, statistics]);
    groups.set(key, [...(groups.get(key) ?? []), result]);
  }
  return [...groups.values()].map((runs) => (runs.length === 1 ? runs[0] : joined(runs)));
}

/** @param {Result[]} runs two at least @returns {Result} */
function joined(runs) {
  let before = 0;
  const rounds = runs.map((run) => {
    const first = before;
    before += run.plan.rounds;
    return first;
  });
  /** @param {{ round: number }} of @param {number} at of the run */
  const shifted = ({ round }, at) => ({ round: round + rounds[at] });
  const [first] = runs;
  return readAgain({
    ...first,
    plan: { ...first.plan, rounds: before, trials: runs.reduce((sum, { plan }) => sum + plan.trials, 0) },
    partial: runs.some(({ partial }) => partial),
    samples: runs.flatMap(({ samples }, at) => samples.map((sample) => ({ ...sample, ...shifted(sample, at) }))),
    lost: runs.flatMap(({ lost }, at) => lost.map((one) => ({ ...one, ...shifted(one, at) }))),
    // Only what a run was told, not what it computed, is read of these.
    summary: distinct(runs.flatMap(({ summary }) => summary)),
  });
}

/**
 * @param {Result['summary']} rows of several runs
 * @returns {Result['summary']} one for each row, with an error where any run had one
 */
function distinct(rows) {
  /** @type {Map<string, Result['summary'][number]>} */
  const found = new Map();
  for (const row of rows) {
    const key = rowKey(row);
    const other = found.get(key);
    if (!other || (other.error === null && row.error !== null)) found.set(key, row);
  }
  return [...found.values()];
}
