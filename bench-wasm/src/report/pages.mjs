/** The pages with figures: spliced in from the stored results, never typed. */

import { modelOf } from '../models/index.mjs';
import { answer, answerTable } from './answer.mjs';
import { escaped, renderMatrices, renderTable } from './markdown.mjs';
import { mergeResults } from './merge.mjs';
import { ResultError } from './result.mjs';
import { commitOf, controlsTable, engineOf, machineOf, modelTable, sizeOf } from './tables.mjs';

/** @typedef {import('./merge.mjs').Report} Report */
/** @typedef {import('./result.mjs').Result} Result */
/** @typedef {import('./store.mjs').Stored} Stored */

/**
 * @typedef {object} Page
 * @property {string} path from the root of the checkout
 * @property {'answer' | 'results'} block its name in the two comments that the block stands between
 * @property {string} [part] of which it shows the newest; without one it is about all that is stored
 */

/** @type {readonly Page[]} */
export const PAGES = Object.freeze([
  { path: 'README.md', block: 'answer' },
  { path: 'docs/results.md', block: 'results', part: 'full-1' },
  { path: 'docs/engines.md', block: 'results', part: 'engines' },
  { path: 'docs/upstreaming.md', block: 'results', part: 'curve' },
]);
/** The picture of the answer, from the root of the checkout. */
export const PICTURE = 'docs/answer.svg';

const COMMAND = '`npm --prefix bench-wasm run report -- --pages`';

/** @type {import('./tables.mjs').ColumnId[]} */
const COLUMNS = ['kernel', 'ops', 'median', 'min', 'mad', 'speedup', 'speedupInterval', 'verdict', 'detects', 'slow'];

/**
 * @param {string} text of the page
 * @param {Page} page
 * @param {Stored[]} stored all results
 * @returns {string} the page with the figures of these results; all else is as it was
 * @throws {ResultError} when there are no markers, or more than one pair, or nothing is stored for it
 */
export function splice(text, page, stored) {
  const { begin, end } = between(text, page.block);
  const block = page.block === 'answer' ? answerParts(stored) : resultParts(page, stored);
  return `${text.slice(0, begin)}\n\n${block.join('\n\n')}\n\n${text.slice(end)}`;
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

/** @param {Stored[]} stored */
function answerParts(stored) {
  const machines = machinesOf(stored);
  const commits = machines.map(({ label, results: [{ environment, createdAt }] }) => {
    const commit = environment.commit?.slice(0, 8) ?? 'unknown';
    return `${label} (${createdAt.slice(0, 10)}, commit ${commit})`;
  });
  return [
    ...answer(machines)
      .map(({ text }) => `- ${text}`)
      .join('\n')
      .split('\n\n'),
    renderTable(answerTable(machines)),
    `Times as fast as \`multi3-mitigated\`, with an interval of 95 % for the whole of a table, on Node 20: ` +
      `${escaped(commits.join(', '))}. \`blind\`: the run could not tell a kernel from itself by 2 %, so the ` +
      `interval alone counts. Made by ${COMMAND}.`,
    `![Ratio and interval on each engine](${PICTURE})`,
  ];
}

/**
 * @param {Stored[]} stored
 * @returns {import('./answer.mjs').Machine[]} the newest first
 */
export function machinesOf(stored) {
  const labels = [...new Set(stored.map(({ machine }) => machine))];
  return labels.map((label) => ({
    label,
    // The long runs of every kernel first: of two results that have a row the first counts.
    results: stored
      .filter(({ machine }) => machine === label)
      .sort((a, b) => Number(b.part.startsWith('full')) - Number(a.part.startsWith('full')))
      .map(({ result }) => result),
  }));
}

/** @param {Page} page @param {Stored[]} stored */
function resultParts({ path, part }, stored) {
  const found = stored.find((one) => one.part === part);
  if (!found) throw new ResultError(`there is no result "${part}" for ${path}`);
  const { source, result } = found;
  const link = '../'.repeat(path.split('/').length - 1) + source;
  const report = mergeResults([{ file: source, result }]);
  return [
    `Made from [${escaped(source)}](${link}) by ${COMMAND}, which overwrites what stands here.`,
    ...(result.partial ? ['**Partial: the run was stopped before its plan was done.**'] : []),
    [
      `command: \`${result.command.replaceAll('`', "'")}\``,
      `machine: ${escaped(machineOf(report.series[0]))}`,
      ...report.series.map((one) => `engine: ${escaped(engineOf(one))}`),
      ...(result.environment.absent ?? []).map(({ id, reason }) => `not there: ${escaped(`${id}: ${reason}`)}`),
      `commit: ${escaped(commitOf(result))}`,
      `date: ${result.createdAt}, ${escaped(sizeOf(report.series[0]))}`,
    ]
      .map((line) => `- ${line}`)
      .join('\n'),
    ...tableParts(report),
  ];
}

/** @param {Report} report */
function tableParts(report) {
  // Every engine's tables would bury the page: the first has them here, all have the matrix.
  const [first, ...others] = report.series;
  return [
    ...renderMatrices(report, '###'),
    ...(others.length > 0 ? [`### On ${first.engine.id}`] : []),
    ...first.views.flatMap((view) => [
      `**${view.model}**: ${modelOf(view.model).title}`,
      renderTable(modelTable(view, first, COLUMNS)),
    ]),
    `**Controls**: what the run could see`,
    renderTable(controlsTable(first)),
  ];
}
