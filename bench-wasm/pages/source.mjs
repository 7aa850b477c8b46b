/** The run that a block is made from: found in the store, and named in the page. */

import { escaped } from '../src/report/markdown.mjs';
import { commitOf, sizeOf } from '../src/report/tables.mjs';

/** @import { Stored } from '../src/result/stored-results.mjs' */

/** @param {Stored[]} stored the newest first @param {string} part @returns {Stored | undefined} */
export const newest = (stored, part) => stored.find((one) => one.part === part);

/** @param {Stored[]} stored @returns {Stored[]} of each part on each machine the newest */
export const newestOfMachines = (stored) =>
  stored.filter(
    ({ part, machine }, at) => stored.findIndex((other) => other.part === part && other.machine === machine) === at,
  );

/** @param {string[]} parts @returns {string[]} what stands where a run is missing */
export const notMeasured = (...parts) => [
  `Not measured yet: \`npm --prefix bench-wasm run evidence -- --only ${parts.join(' ')}\`.`,
];

/**
 * @param {string} part
 * @param {(run: Stored) => string[]} make
 * @returns {(stored: Stored[]) => string[]} a block of the newest run of it, or how to measure it
 */
export const blockOf = (part, make) => (stored) => {
  const run = newest(stored, part);
  return run ? make(run) : notMeasured(part);
};

/** @param {Stored} run @returns {string} from a page in docs/ */
export const link = ({ source, folder, part }) => `[${escaped(`${folder}/${part}`)}](../${source})`;

/** @param {Stored} run @param {string} [before] what is said of the figures @returns {string} a paragraph */
export function originOf(run, before = '') {
  const { machine, result } = run;
  const of = [machine, result.createdAt.slice(0, 10), `commit ${commitOf(result)}`, sizeOf(result)].map(escaped);
  return `${before === '' ? '' : `${before} `}${of.join(', ')}: ${link(run)}.`;
}

/** @param {string[]} lines in markdown @returns {string} */
export const bullets = (lines) => lines.map((line) => `- ${line}`).join('\n');

/** @param {string} lead @param {string[]} lines @returns {string[]} a point and what is under it; none without those */
export const point = (lead, lines) =>
  lines.length > 0 ? [[`- ${lead}:`, ...lines.map((line) => `  - ${line}`)].join('\n')] : [];
