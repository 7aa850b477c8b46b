/** The tables of the README and of other pages: spliced in from a stored result, never typed. */

import { MODELS } from './models.mjs';
import { mergeResults } from './merge.mjs';
import { escaped, renderMatrices, renderTable } from './markdown.mjs';
import { ResultError } from './result.mjs';
import { commitOf, controlsTable, engineOf, machineOf, modelTable, sizeOf } from './tables.mjs';

/** @typedef {import('./result.mjs').Result} Result */

const BEGIN = '<!-- results:begin -->';
const END = '<!-- results:end -->';
/** Where a result must be stored, from the repository's root. */
export const STORE = 'bench-wasm/results';

/** @type {import('./tables.mjs').ColumnId[]} */
const COLUMNS = ['kernel', 'averageMs', 'medianMs', 'ops', 'median', 'min', 'mad', 'speedup', 'speedupInterval', 'verdict'];

/**
 * @param {string} text of the README
 * @param {Result} result
 * @param {string} source the result's file, from the repository's root
 * @param {string} [page] the page's file, from the repository's root
 * @returns {string} the page with the tables of this result between its markers; all else is as it was
 * @throws {ResultError} when there are no markers, or more than one pair
 */
export function spliceReadme(text, result, source, page = 'README.md') {
  const { begin, end } = markers(text);
  return `${text.slice(0, begin)}\n${block(result, source, page)}\n${text.slice(end)}`;
}

/**
 * @param {string} text of the README
 * @returns {string | null} the result's file that its tables say they were made from
 * @throws {ResultError} as `spliceReadme`
 */
export function sourceOf(text) {
  const { begin, end } = markers(text);
  return /\]\((?:\.\.\/)*(bench-wasm\/results\/[^)]+)\)/.exec(text.slice(begin, end))?.[1] ?? null;
}

/** @param {string} text @returns {{ begin: number, end: number }} the part between the markers */
function markers(text) {
  for (const marker of [BEGIN, END]) {
    const count = text.split(marker).length - 1;
    if (count !== 1) throw new ResultError(`the page has ${count === 0 ? 'no' : count} markers "${marker}"; exactly one is needed`);
  }
  const begin = text.indexOf(BEGIN) + BEGIN.length;
  const end = text.indexOf(END);
  if (end < begin) throw new ResultError(`the page's marker "${END}" comes before "${BEGIN}"`);
  return { begin, end };
}

/** @param {Result} result @param {string} source @param {string} page */
function block(result, source, page) {
  const link = '../'.repeat(page.split('/').length - 1) + source;
  const option = page === 'README.md' ? '--readme' : `--page ${page}`;
  const report = mergeResults([{ file: source, result }]);
  // Every engine's tables would bury the README: the first has them here, all have the matrix.
  const [first, ...others] = report.series;
  const parts = [
    `Made from [${escaped(source)}](${link}) by \`npm --prefix bench-wasm run report -- ${option}\`, which overwrites what stands here.`,
    ...(result.partial ? ['**Partial: the run was stopped before its plan was done.**'] : []),
    [
      `command: \`${result.command.replaceAll('`', '\'')}\``,
      `machine: ${escaped(machineOf(first))}`,
      ...report.series.map((one) => `engine: ${escaped(engineOf(one))}`),
      `commit: ${escaped(commitOf(result))}`,
      `date: ${result.createdAt}, ${escaped(sizeOf(first))}`,
    ].map((line) => `- ${line}`).join('\n'),
    ...renderMatrices(report, '###'),
    ...(others.length > 0 ? [`### On ${first.engine.id}`] : []),
    ...first.views.flatMap((view) => [`**${view.model}**: ${MODELS[view.model].title}`, renderTable(modelTable(view, first, COLUMNS))]),
    `**Controls**: what the run could see`,
    renderTable(controlsTable(first)),
  ];
  return `\n${parts.join('\n\n')}\n`;
}
