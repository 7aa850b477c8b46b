/** What the page on Poseidon says first: sentences whose every figure is computed. */

import { INK_PER_GAS } from '../ink/prices.mjs';
import { readAgain } from './again.mjs';
import { cachedGas, stepsOf, whole } from './ladder.mjs';
import { times } from './reading.mjs';

/** @typedef {import('../measure/ladder.mjs').Ladder} Ladder */
/** @typedef {import('./store.mjs').Stored} Stored */

const NAMES = /** @type {const} */ ({ poseidon1: 'Poseidon1', poseidon2: 'Poseidon2' });
/** What a program would use today: the crate, on ark-ff 0.6. */
const PUBLISHED = 'light-poseidon-0.5';

/** @param {Ladder} ladder @returns {string[]} a line for each hash */
export const inkLines = (ladder) =>
  /** @type {const} */ (['poseidon1', 'poseidon2']).map((hash) => {
    const steps = stepsOf(ladder, hash);
    const ours = steps.filter(({ published }) => !published);
    const best = ours.reduce((least, step) => (step.ink < least.ink ? step : least));
    const last = steps.filter(({ published, product }) => published && product !== 'openzeppelin').at(-1);
    if (!last) throw new Error(`the ladder has no published step of ${hash}`);
    return (
      `${NAMES[hash]}: ${whole(best.ink / INK_PER_GAS)} gas of ink (${best.step}), where the last step of the ladder ` +
      `takes ${whole(last.ink / INK_PER_GAS)}: ${(best.ink / last.ink).toFixed(2)} of it. With memory and a start ` +
      `from the chain's cache ${whole(cachedGas(best))} gas, in ${whole(best.compressed)} bytes compressed.`
    );
  });

/**
 * @param {Stored} timed
 * @param {'poseidon' | 'poseidon-batch'} model
 * @returns {string[]} a line for each engine: the fastest row against what is published
 */
export function timeLines(timed, model) {
  if (!timed.result.plan.rows.some(({ kernel }) => kernel === PUBLISHED)) return [];
  // All intervals of a table hold together, so that the fastest row may be picked from it.
  const { summary } = readAgain(timed.result, { baseline: PUBLISHED });
  return timed.result.environment.engines.flatMap(({ id: engine }) => {
    const rows = summary.filter((row) => row.engine === engine && row.model === model && row.error === null);
    const published = rows.find(({ kernel }) => kernel === PUBLISHED);
    const ours = rows.filter(({ kernel, speedup }) => speedup?.ci95 && isOurs(kernel));
    if (!published?.median || ours.length === 0) return [];
    const best = ours.reduce((first, row) => ((row.speedup?.median ?? 0) > (first.speedup?.median ?? 0) ? row : first));
    const ratio = times(/** @type {NonNullable<typeof best.speedup>} */ (best.speedup));
    return [
      `${engine}, ${timed.machine}: \`${best.kernel}\` ${micro(best.median)}, \`${PUBLISHED}\` ` +
        `${micro(published.median)}: ${ratio} times as fast.`,
    ];
  });
}

/** @param {number | null} ns */
const micro = (ns) => (ns === null ? '-' : `${(ns / 1000).toFixed(1)} µs`);

/** @param {string} id @returns {boolean} whether it is a kernel of this crate */
const isOurs = (id) => /^(limbs29|simd|fma-)/.test(id);
