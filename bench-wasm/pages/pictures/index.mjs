/** The pictures of the README and of docs/, each from what is stored. */

import { matrices } from '../../src/report/matrix.mjs';
import { mergeResults } from '../../src/report/merge.mjs';
import { askedIn } from '../answer.mjs';
import { CALLS, calledIn } from '../calls.mjs';
import { PROOF } from '../proof.mjs';
import { SIZES, SIZE_PICTURES } from '../sizes.mjs';
import { newest } from '../source.mjs';
import { drawAnswer } from './answer.mjs';
import { drawBreakEven } from './calls.mjs';
import { drawEngines } from './engines.mjs';
import { drawPoseidon } from './poseidon.mjs';
import { drawProofs } from './proof.mjs';
import { drawSizes } from './sizes.mjs';

/** @import { Ladder } from '../../src/measure/ladder.mjs' */
/** @import { Stored } from '../stored-results.mjs' */

/**
 * @typedef {object} Picture
 * @property {string} path from the root of the checkout
 * @property {(stored: Stored[], ladder: Ladder) => string | null} draw gives a file of SVG; null where nothing is
 *   stored of what it shows
 */

/** @param {string} path @param {string} part @param {(run: Stored) => string | null} draw @returns {Picture} */
const ofRun = (path, part, draw) => ({
  path,
  draw(stored) {
    const run = newest(stored, part);
    return run ? draw(run) : null;
  },
});

/** @type {readonly Picture[]} */
export const PICTURES = Object.freeze([
  { path: 'docs/answer.svg', draw: (stored) => drawAnswer(askedIn(stored)) },
  { path: 'docs/poseidon.svg', draw: (_, ladder) => drawPoseidon(ladder) },
  ofRun('docs/proof.svg', PROOF, ({ result }) => drawProofs(result)),
  ofRun('docs/break-even.svg', CALLS, (run) => drawBreakEven(calledIn(run))),
  ofRun('docs/engines.svg', 'engines', ({ source, result }) => {
    const all = matrices(mergeResults([{ file: source, result }]));
    return all.length > 0 ? drawEngines(all) : null;
  }),
  ...SIZE_PICTURES.map(({ family, file }) => ofRun(`docs/${file}`, SIZES, ({ result }) => drawSizes(result, family))),
]);
