/** The pages with figures: spliced in from the stored results, never typed. */

import { answerParts, machineParts } from './blocks/answer.mjs';
import { batchesParts } from './blocks/batches.mjs';
import { callsParts } from './blocks/calls.mjs';
import { gainsParts } from './blocks/gains.mjs';
import { javaScriptParts } from './blocks/javascript.mjs';
import { ladderParts } from './blocks/ladder.mjs';
import { limbParts } from './blocks/limb.mjs';
import { neighbourParts } from './blocks/neighbours.mjs';
import { operationsParts } from './blocks/operations.mjs';
import { proofParts } from './blocks/proof.mjs';
import { publishedParts } from './blocks/published.mjs';
import { recordParts } from './blocks/record.mjs';
import { resultParts } from './blocks/results.mjs';
import { startParts } from './blocks/start.mjs';
import { wasmOptParts } from './blocks/wasm-opt.mjs';
import { ResultError } from './result.mjs';

/** @typedef {import('./blocks/page.mjs').Page} Page */
/** @typedef {import('./store.mjs').Stored} Stored */

/** @type {readonly Page[]} */
export const PAGES = Object.freeze([
  { path: 'README.md', block: 'answer' },
  { path: 'docs/results.md', block: 'machines' },
  { path: 'docs/results.md', block: 'record', part: 'engines' },
  { path: 'docs/results.md', block: 'results', part: 'full' },
  { path: 'docs/results.md', block: 'operations' },
  { path: 'docs/engines.md', block: 'start', part: 'start' },
  { path: 'docs/engines.md', block: 'wasm-opt', part: 'wasm-opt' },
  { path: 'docs/engines.md', block: 'results', part: 'engines' },
  { path: 'docs/upstreaming.md', block: 'gains' },
  { path: 'docs/poseidon.md', block: 'ladder', part: 'poseidon' },
  { path: 'docs/poseidon.md', block: 'results', part: 'poseidon' },
  { path: 'docs/proof.md', block: 'proof', part: 'proof' },
  { path: 'docs/neighbours.md', block: 'neighbours', part: 'neighbours' },
  { path: 'docs/previous-benchmark.md', block: 'published', part: 'published' },
  { path: 'docs/previous-benchmark.md', block: 'javascript', part: 'engines' },
  { path: 'docs/javascript.md', block: 'calls', part: 'calls' },
  { path: 'docs/limb.md', block: 'limb', part: 'limb' },
  { path: 'docs/batches.md', block: 'batches', part: 'msm' },
]);

/**
 * @param {string} text of the page
 * @param {Page} page
 * @param {Stored[]} stored all results
 * @param {import('../measure/ladder.mjs').Ladder} ladder
 * @returns {string} the page with the figures of these results; all else is as it was
 * @throws {ResultError} when there are no markers, or more than one pair, or nothing is stored for it
 */
export function splice(text, page, stored, ladder) {
  const { begin, end } = between(text, page.block);
  /** @type {Record<string, () => string[]>} */
  const blocks = {
    answer: () => answerParts(stored),
    machines: () => machineParts(stored),
    record: () => recordParts(page, stored),
    results: () => resultParts(page, stored),
    operations: () => operationsParts(stored),
    gains: () => gainsParts(stored),
    ladder: () => ladderParts(page, stored, ladder),
    proof: () => proofParts(page, stored),
    start: () => startParts(stored),
    'wasm-opt': () => wasmOptParts(page, stored),
    neighbours: () => neighbourParts(page, stored),
    published: () => publishedParts(page, stored),
    javascript: () => javaScriptParts(page, stored),
    calls: () => callsParts(stored),
    limb: () => limbParts(stored),
    batches: () => batchesParts(stored),
  };
  return [text.slice(0, begin), ...blocks[page.block](), text.slice(end)].join('\n\n');
}

/**
 * @param {string} text
 * @param {string} block
 * @returns {{ begin: number, end: number }} the part between its markers
 */
function between(text, block) {
  const markers = { begin: `<!-- ${block}:begin -->`, end: `<!-- ${block}:end -->` };
  for (const marker of Object.values(markers)) {
    const count = text.split(marker).length - 1;
    if (count !== 1)
      throw new ResultError(`the page has ${count === 0 ? 'no' : count} markers "${marker}"; exactly one is needed`);
  }
  const begin = text.indexOf(markers.begin) + markers.begin.length;
  const end = text.indexOf(markers.end);
  if (end < begin) throw new ResultError(`the page's marker "${markers.end}" comes before "${markers.begin}"`);
  return { begin, end };
}
