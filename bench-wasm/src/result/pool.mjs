/** Runs of one plan, made one after another: the one longer run that they are together. */

import { grouped, rowKey } from '../stats/index.mjs';
import { resummarised } from './summary.mjs';

/** @import { Result } from './summary.mjs' */

/**
 * Every round of every run is a set of fresh processes, so that three runs of 28 rounds are 84 rounds. Runs are put
 * together when they measured the same: equal modules by their sha256, from clean checkouts, on the same machine and
 * versions of engines, the same rows. The commit alone does not tell: a module is what a compiler made of it, and a
 * later commit may have changed prose.
 *
 * @param {readonly Result[]} results
 * @returns {Result[]} in the order of the first of each
 */
export function pool(results) {
  const runs = grouped(results, (result) => {
    const { environment, plan, statistics } = result;
    const { cpu, os, dirty } = environment;
    const engines = environment.engines.map(({ id, version, flags }) => [id, version, flags]);
    // A changed checkout has no name: what it measured is put together with nothing.
    const alone = dirty === true ? results.indexOf(result) : null;
    return JSON.stringify([modulesOf(result), alone, cpu, os, engines, plan.rows, plan.cases, statistics]);
  });
  return runs.map(([, same]) => (same.length === 1 ? same[0] : joined(same)));
}

/** @param {Result} result @returns {[string, string][]} the sha256 of the module of each kernel that was measured */
const modulesOf = ({ kernels, plan }) =>
  kernels
    .filter(({ id }) => plan.rows.some(({ kernel }) => kernel === id))
    .map(({ id, sha256 }) => /** @type {[string, string]} */ ([id, sha256]))
    .sort(([a], [b]) => (a < b ? -1 : 1));

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
  return resummarised({
    ...first,
    plan: { ...first.plan, rounds: before, trials: runs.reduce((sum, { plan }) => sum + plan.trials, 0) },
    partial: runs.some(({ partial }) => partial),
    samples: runs.flatMap(({ samples }, at) => samples.map((sample) => ({ ...sample, ...shifted(sample, at) }))),
    lost: runs.flatMap(({ lost }, at) => lost.map((one) => ({ ...one, ...shifted(one, at) }))),
    // Only what a run was told, not what it computed, is read of these.
    summary: distinctRows(runs.flatMap(({ summary }) => summary)),
  });
}

/**
 * @param {Result['summary']} rows of several runs
 * @returns {Result['summary']} one for each row, with an error where any run had one
 */
const distinctRows = (rows) =>
  grouped(rows, rowKey).map(([, same]) => same.find(({ error }) => error !== null) ?? same[0]);
