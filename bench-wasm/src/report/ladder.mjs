/** What the page on Poseidon and its command say of the contracts, cell by cell. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { INK_PER_GAS } from '../ink/prices.mjs';
import { ResultError } from './result.mjs';
import { STORE } from './store.mjs';

/** @typedef {import('../measure/ladder.mjs').Ladder} Ladder */
/** @typedef {import('../measure/ladder.mjs').Step} Step */
/** @typedef {import('./tables.mjs').Table} Table */

/** From the root of the checkout: the counted figures have no machine and no commit, and a test counts them again. */
export const LADDER_FILE = `${STORE}/ladder.json`;

/** @param {string} root of the checkout @returns {Ladder} @throws {ResultError} when there is none */
export function readLadder(root) {
  try {
    return JSON.parse(readFileSync(join(root, LADDER_FILE), 'utf8'));
  } catch (error) {
    throw new ResultError(`${LADDER_FILE}: ${error instanceof Error ? error.message : error}`);
  }
}

const NAMES = { poseidon1: 'Poseidon1', poseidon2: 'Poseidon2' };

/** @param {number} value */
export const whole = (value) => Math.round(value).toLocaleString('en-US');

/** @param {Step} step @returns {number} gas of one hash: its ink, memory and a start from the chain's cache */
export const cachedGas = ({ ink, memory, start }) => ink / INK_PER_GAS + memory.gas + start.cached;

/** @param {Ladder} ladder @param {keyof typeof NAMES} hash */
export const stepsOf = ({ contracts }, hash) => contracts.filter(({ computes }) => computes === hash);

/**
 * @param {Ladder} ladder
 * @param {keyof typeof NAMES} hash
 * @param {Map<string, number>} [times] ns of a hash, by the contract's id
 * @returns {Table}
 */
export function ladderTable(ladder, hash, times) {
  const steps = stepsOf(ladder, hash);
  const last = steps.findLast(({ published, product }) => published && product !== 'openzeppelin');
  return {
    caption: `${NAMES[hash]} as a contract, one hash of two elements`,
    columns: [
      { label: NAMES[hash] },
      { label: 'ink', numeric: true },
      { label: 'gas of the ink', numeric: true },
      { label: 'gas, cached', numeric: true },
      { label: 'gas, uncached', numeric: true },
      { label: 'of the last published step', numeric: true },
      { label: 'bytes', numeric: true },
      { label: 'compressed', numeric: true },
      ...(times ? [{ label: 'µs', numeric: true }] : []),
    ],
    rows: steps.map((step) => ({
      cells: [
        { text: step.step },
        { text: whole(step.ink) },
        { text: whole(step.ink / INK_PER_GAS) },
        { text: whole(cachedGas(step)) },
        { text: whole(cachedGas(step) - step.start.cached + step.start.uncached) },
        { text: last ? (step.ink / last.ink).toFixed(3) : '' },
        { text: whole(step.bytes) },
        { text: whole(step.compressed) },
        ...(times ? [{ text: timeOf(times.get(step.id)) }] : []),
      ],
    })),
  };
}

/** @param {number | undefined} ns */
const timeOf = (ns) => (ns === undefined ? '' : (ns / 1000).toFixed(1));

/** @param {Ladder} ladder @returns {Table} */
export const evmTable = ({ evm }) => ({
  caption: 'Poseidon1 on the EVM, one hash of two elements',
  columns: [{ label: 'Poseidon1 on the EVM' }, { label: 'source' }, { label: 'gas, execution only', numeric: true }],
  rows: evm.map(({ contract, source, gas }) => ({
    cells: [{ text: contract }, { text: source }, { text: whole(gas) }],
  })),
});
