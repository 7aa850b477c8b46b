/** The pages with figures: spliced in from the stored results, never typed. */

import { ResultError } from '../src/result/result.mjs';
import { NOISE_LEGEND } from '../src/report/format.mjs';
import { answerBlock, machinesBlock } from './answer.mjs';
import { patchBlock, productBlock, wideBlock } from './arkworks-patch.mjs';
import { bigIntBlock } from './bigint.mjs';
import { callsBlock } from './calls.mjs';
import { limbBlock } from './limb-products.mjs';
import { msmAndNttBlock } from './msm-and-ntt.mjs';
import { otherFieldsBlock } from './other-fields.mjs';
import { otherProjectsBlock } from './other-projects.mjs';
import { poseidonBlock } from './poseidon.mjs';
import { previousBenchmarkBlock } from './previous-benchmark.mjs';
import { proofBlock } from './proof.mjs';
import { recordBlock } from './record.mjs';
import { firstProductBlock, operationsBlock, resultBlock, wasmOptBlock } from './results.mjs';
import { runtimeClassesBlock } from './runtime-classes.mjs';

/** What a page of docs/ says of the mark and the noise, which the README and the text of a pull request explain. */
const NOISE_LINK = '† marks a figure [not to decide by](methodology.md#statistics).';

/** A table whose figures are to be explained. */
const NOISE = /^- Noise /m;

/** @import { Ladder } from '../src/measure/ladder.mjs' */
/** @import { Stored } from '../src/result/stored-results.mjs' */

/**
 * @typedef {object} Block
 * @property {string} path of its page, from the root of the checkout
 * @property {string} block its name in the two comments that it stands between
 * @property {(stored: Stored[], ladder: Ladder) => string[]} make gives its paragraphs, from all that is stored
 */

/** @type {readonly Block[]} */
export const BLOCKS = Object.freeze([
  { path: 'README.md', block: 'answer', make: answerBlock },
  { path: 'docs/results.md', block: 'machines', make: machinesBlock },
  { path: 'docs/kernels.md', block: 'results', make: (stored) => resultBlock('full', stored) },
  { path: 'docs/kernels.md', block: 'operations', make: operationsBlock },
  { path: 'docs/kernels.md', block: 'fields', make: otherFieldsBlock },
  { path: 'docs/engines.md', block: 'record', make: recordBlock },
  { path: 'docs/engines.md', block: 'classes', make: runtimeClassesBlock },
  { path: 'docs/engines.md', block: 'start', make: firstProductBlock },
  { path: 'docs/engines.md', block: 'wasm-opt', make: wasmOptBlock },
  { path: 'docs/upstreaming.md', block: 'gains', make: patchBlock },
  { path: 'patches/1-wide-arithmetic/PULL_REQUEST.md', block: 'wide', make: wideBlock },
  { path: 'patches/2-limbs29/PULL_REQUEST.md', block: 'product', make: productBlock },
  { path: 'docs/poseidon.md', block: 'ladder', make: poseidonBlock },
  { path: 'docs/proof.md', block: 'proof', make: proofBlock },
  { path: 'docs/neighbours.md', block: 'neighbours', make: otherProjectsBlock },
  { path: 'docs/previous-benchmark.md', block: 'published', make: previousBenchmarkBlock },
  { path: 'docs/previous-benchmark.md', block: 'javascript', make: bigIntBlock },
  { path: 'docs/why.md', block: 'limb', make: limbBlock },
  { path: 'docs/why.md', block: 'calls', make: callsBlock },
  { path: 'docs/batches.md', block: 'batches', make: msmAndNttBlock },
]);

/** @param {string} path of a page @returns {string} what it says of the mark and the noise */
export const legendOf = (path) => (path.startsWith('docs/') ? NOISE_LINK : NOISE_LEGEND);

/**
 * @param {string} text of the page
 * @param {Block} block
 * @param {Stored[]} stored all results
 * @param {Ladder} ladder
 * @returns {string} the page with the figures of these results; all else is as it was
 * @throws {ResultError} when there are no markers, or more than one pair, or nothing is stored for it
 */
export function splice(text, { path, block, make }, stored, ladder) {
  const markers = ['begin', 'end'].map((end) => `<!-- ${block}:${end} -->`);
  for (const marker of markers) {
    const count = text.split(marker).length - 1;
    if (count !== 1)
      throw new ResultError(`the page has ${count === 0 ? 'no' : count} markers "${marker}"; exactly one is needed`);
  }
  const begin = text.indexOf(markers[0]) + markers[0].length;
  const end = text.indexOf(markers[1]);
  if (end < begin) throw new ResultError(`the page's marker "${markers[1]}" comes before "${markers[0]}"`);
  const made = make(stored, ladder);
  const first = made.findIndex((paragraph) => NOISE.test(paragraph));
  // Once a page, behind its first table that has noise.
  const legend = legendOf(path);
  const explained = first < 0 || text.slice(0, begin).includes(legend);
  const paragraphs = explained ? made : made.toSpliced(first + 1, 0, legend);
  return [text.slice(0, begin), ...paragraphs, text.slice(end)].join('\n\n');
}
