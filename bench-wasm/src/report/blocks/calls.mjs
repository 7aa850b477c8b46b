/** What a JavaScript caller pays. */

import { JS } from '../../models/js.mjs';
import { readAgain } from '../again.mjs';
import { additionLines, breakEvenLead, breakEvenLines, breakEvenTable, singleLines } from '../break-even.mjs';
import { renderTable } from '../markdown.mjs';
import { engineTables, originOf } from './origin.mjs';

/** @typedef {import('../result.mjs').Result} Result */
/** @typedef {import('../store.mjs').Stored} Stored */

export const CALLS = 'calls';

/** Those of calls that are shown one by one; batches are in the table of the break-even. */
const CALL_MODELS = Object.freeze(['call-io', 'call-bigint', 'call-hex', 'call-add']);

/**
 * @param {Stored[]} stored
 * @returns {Result | undefined} the newest run of calls with BigInts, against BigInt
 */
export function calledIn(stored) {
  const found = stored.find(({ part }) => part === CALLS)?.result;
  return found && readAgain(found, { baseline: JS });
}

/** @param {Stored[]} stored */
export function callsParts(stored) {
  const [whole, result] = [stored.find(({ part }) => part === CALLS), calledIn(stored)];
  if (!whole || !result) return ['Not measured yet: `npm --prefix bench-wasm run evidence -- --only calls`.'];
  return [
    [
      `- **${breakEvenLead(result)}** (from how many products a call on WebAssembly is faster, BigInts in and out):`,
      ...breakEvenLines(result).map((line) => `  - ${line}`),
      '- **One product a call**, BigInts in and out:',
      ...singleLines(result).map((line) => `  - ${line}`),
      '- **One addition a call**, operands inside wasm, in the base field of Pallas:',
      ...additionLines(result).map((line) => `  - ${line}`),
    ].join('\n'),
    '![How many times as fast as BigInt, by products a call](break-even.svg)',
    renderTable(breakEvenTable(result)),
    originOf(whole),
    ...engineTables(result, CALL_MODELS),
  ];
}
