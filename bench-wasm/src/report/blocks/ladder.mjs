/** The hash, in ink and in time. */

import { inkLines, timeLines } from '../hash-answer.mjs';
import { evmTable, ladderTable } from '../ladder.mjs';
import { escaped, renderTable } from '../markdown.mjs';
import { COMMAND } from './origin.mjs';

/** @typedef {import('./page.mjs').Page} Page */
/** @typedef {import('../store.mjs').Stored} Stored */

/** @param {Page} page @param {Stored[]} stored @param {import('../../measure/ladder.mjs').Ladder} ladder */
export function ladderParts({ part }, stored, ladder) {
  const newest = (/** @type {string | undefined} */ id) => stored.find((one) => one.part === id);
  const timed = newest(part);
  const everywhere = [timed, newest(`${part}-engines`)].filter((one) => one !== undefined);
  const lines = (/** @type {'poseidon' | 'poseidon-batch'} */ model) =>
    everywhere.flatMap((one) => timeLines(one, model));
  const engine = timed?.result.environment.engines[0];
  const times = new Map(
    timed?.result.summary.flatMap(({ kernel, model, median, ...row }) =>
      row.engine === engine?.id && median !== null && model !== 'poseidon-batch' ? [[kernel, median]] : [],
    ),
  );
  const origin = timed
    ? ` The times are medians on ${engine?.id} ${engine?.version}, ${escaped(timed.machine)}, of ` +
      `[${escaped(timed.source)}](../${timed.source}).`
    : '';
  return [
    [
      '- **On a chain that prices instructions, compute with 29-bit limbs** (Stylus, one hash of two elements):',
      ...inkLines(ladder).map((line) => `  - ${line}`),
      ...said('**In Node and in browsers, one hash at a time**', lines('poseidon')),
      ...said('**Independent hashes, such as the leaves of a tree**', lines('poseidon-batch')),
    ].join('\n'),
    `Counted by \`npm --prefix bench-wasm run poseidon\`, with ${escaped(ladder.rustc)} and ` +
      `${escaped(ladder.wasmOpt)}: the same on every machine.${origin} Spliced in by ${COMMAND}.`,
    renderTable(ladderTable(ladder, 'poseidon1', times)),
    renderTable(ladderTable(ladder, 'poseidon2', times)),
    renderTable(evmTable(ladder)),
    `![Gas of one hash at each step](poseidon.svg)`,
  ];
}

/** @param {string} lead @param {string[]} lines */
const said = (lead, lines) =>
  lines.length > 0 ? [`- ${lead}, Poseidon1:`, ...lines.map((line) => `  - ${line}`)] : [];
