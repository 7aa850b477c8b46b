/** A whole proof, and its parts. */

import { escaped, renderTable } from '../markdown.mjs';
import { mergeResults } from '../merge.mjs';
import { factsTable, partsTable, proofLines, proofTable } from '../proof-answer.mjs';
import { commitOf, sizeOf } from '../tables.mjs';
import { COMMAND } from './origin.mjs';

/** @typedef {import('./page.mjs').Page} Page */
/** @typedef {import('../store.mjs').Stored} Stored */

export const PROOF_PART = 'proof';

/**
 * @param {Stored[]} stored
 * @returns {import('../result.mjs').Result | undefined} the newest run of whole proofs
 */
export const provedIn = (stored) => stored.find(({ part }) => part === PROOF_PART)?.result;

/** @param {Page} page @param {Stored[]} stored */
export function proofParts({ part }, stored) {
  const whole = stored.find((one) => one.part === part);
  if (!whole) return ['Not measured yet: `npm --prefix bench-wasm run evidence -- --only proof proof-parts`.'];
  const parts = stored.find((one) => one.part === `${part}-parts`);
  const link = (/** @type {Stored} */ { source }) => `[${escaped(source)}](../${source})`;
  const [series] = mergeResults([{ file: whole.source, result: whole.result }]).series;
  return [
    [
      '- **A proof for Semaphore with a tree of depth 20, in one thread**:',
      ...proofLines(whole.result).map((line) => `  - ${line}`),
    ].join('\n'),
    renderTable(proofTable(whole.result)),
    'A ratio is followed by its interval of 95 %; where the control of the run saw a difference between a prover and ' +
      'itself, or could have missed one of 2 %, the ratio is called blind and is its interval alone. Every proof ' +
      `that was timed was verified. ${escaped(whole.machine)}, ${whole.result.createdAt.slice(0, 10)}, commit ` +
      `${escaped(commitOf(whole.result))}, ${escaped(sizeOf(series))}. Made from ${link(whole)} by ${COMMAND}.`,
    `![Seconds that a proof takes](proof.svg)`,
    ...(parts ? [`The parts apart, of ${link(parts)}:`, renderTable(partsTable(parts.result))] : []),
    renderTable(factsTable(whole.result)),
  ];
}
