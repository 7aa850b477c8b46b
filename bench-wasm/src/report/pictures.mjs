/** The pictures of the README and of docs/, each from what is stored. */

import { againstShipped } from './answer.mjs';
import { drawBreakEven } from './break-even-picture.mjs';
import { drawEngines } from './engines-picture.mjs';
import { drawLadder } from './ladder-picture.mjs';
import { machinesOf } from './blocks/answer.mjs';
import { SIZE_PICTURES, batchRun } from './blocks/batches.mjs';
import { calledIn } from './blocks/calls.mjs';
import { provedIn } from './blocks/proof.mjs';
import { matrices } from './matrix.mjs';
import { mergeResults } from './merge.mjs';
import { drawAnswer } from './picture.mjs';
import { drawProofs } from './proof-picture.mjs';
import { drawSizes } from './sizes-picture.mjs';

/** @typedef {import('./store.mjs').Stored} Stored */

/**
 * @typedef {object} Picture
 * @property {string} path from the root of the checkout
 * @property {(stored: Stored[], ladder: import('../measure/ladder.mjs').Ladder) => string | null} draw gives a file of
 *   SVG; null where nothing is stored of what it shows
 */

/** @param {import('./sizes.mjs').Family} family @returns {Picture} */
const sizePicture = (family) => ({
  path: `docs/${SIZE_PICTURES[family]}`,
  draw(stored) {
    const run = batchRun(stored, 'sizes');
    return run ? drawSizes(run.result, family) : null;
  },
});

/** @type {readonly Picture[]} */
export const PICTURES = Object.freeze([
  { path: 'docs/answer.svg', draw: (stored) => drawAnswer(againstShipped(machinesOf(stored))) },
  { path: 'docs/poseidon.svg', draw: (_, ladder) => drawLadder(ladder) },
  {
    path: 'docs/proof.svg',
    draw(stored) {
      const result = provedIn(stored);
      return result ? drawProofs(result) : null;
    },
  },
  {
    path: 'docs/break-even.svg',
    draw(stored) {
      const result = calledIn(stored);
      return result ? drawBreakEven(result) : null;
    },
  },
  {
    path: 'docs/engines.svg',
    draw(stored) {
      const found = stored.find(({ part }) => part === 'engines');
      const all = found ? matrices(mergeResults([{ file: found.source, result: found.result }])) : [];
      return all.length > 0 ? drawEngines(all) : null;
    },
  },
  sizePicture('sizes'),
  sizePicture('sums'),
  sizePicture('transforms'),
]);
