/** The tables of the README and of other pages: spliced in from a stored result, never typed. */

import { modelOf } from '../models/index.mjs';
import { mergeResults } from './merge.mjs';
import { escaped, renderMatrices, renderTable } from './markdown.mjs';
import { ResultError } from './result.mjs';
import { commitOf, controlsTable, engineOf, machineOf, modelTable, sizeOf } from './tables.mjs';

/** @typedef {import('./merge.mjs').Report} Report */
/** @typedef {import('./result.mjs').Result} Result */

/** Where a result must be stored, from the repository's root. */
export const STORE = 'bench-wasm/results';

/** @type {import('./tables.mjs').ColumnId[]} */
const COLUMNS = [
  'kernel',
  'averageMs',
  'medianMs',
  'ops',
  'median',
  'min',
  'mad',
  'speedup',
  'speedupInterval',
  'verdict',
];

/**
 * What a page may have between a pair of markers of its own: all tables of a run, or kernel by engine alone.
 *
 * @type {Readonly<Record<'results' | 'matrix', (report: Report, level: string) => string[]>>}
 */
const BLOCKS = { results: wholeParts, matrix: renderMatrices };
/** @typedef {keyof typeof BLOCKS} BlockId */
const BLOCK_IDS = /** @type {BlockId[]} */ (Object.keys(BLOCKS));

/** @param {BlockId} block */
const markersOf = (block) => ({ begin: `<!-- ${block}:begin -->`, end: `<!-- ${block}:end -->` });

/**
 * @param {string} text of the page
 * @param {Result} result of several engines: the page's matrix is of it, if the page has one apart
 * @param {string} source the result's file, from the repository's root
 * @param {string} [page] the page's file, from the repository's root
 * @returns {string} the page with the tables of this result between its markers; all else is as it was
 * @throws {ResultError} when there are no markers, or more than one pair
 */
export function spliceReadme(text, result, source, page = 'README.md') {
  const apart = result.environment.engines.length > 1 && text.includes(markersOf('matrix').begin);
  const block = apart ? 'matrix' : 'results';
  const { begin, end } = between(text, block);
  return `${text.slice(0, begin)}\n${rendered(block, result, source, page)}\n${text.slice(end)}`;
}

/**
 * @param {string} text of the page
 * @returns {string[]} the results' files that its tables say they were made from
 * @throws {ResultError} as `spliceReadme`
 */
export function sourcesOf(text) {
  return BLOCK_IDS.filter((block) => block === 'results' || text.includes(markersOf(block).begin)).flatMap((block) => {
    const { begin, end } = between(text, block);
    return /\]\((?:\.\.\/)*(bench-wasm\/results\/[^)]+)\)/.exec(text.slice(begin, end))?.[1] ?? [];
  });
}

/**
 * @param {string} text
 * @param {BlockId} block
 * @returns {{ begin: number, end: number }} the part between its markers
 */
function between(text, block) {
  const markers = markersOf(block);
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

/** @param {BlockId} block @param {Result} result @param {string} source @param {string} page */
function rendered(block, result, source, page) {
  const link = '../'.repeat(page.split('/').length - 1) + source;
  const option = page === 'README.md' ? '--readme' : `--page ${page}`;
  const report = mergeResults([{ file: source, result }]);
  const parts = [
    `Made from [${escaped(source)}](${link}) by \`npm --prefix bench-wasm run report -- ${option}\`, ` +
      'which overwrites what stands here.',
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
    ...BLOCKS[block](report, '###'),
  ];
  return `\n${parts.join('\n\n')}\n`;
}

/** @param {Report} report @param {string} level */
function wholeParts(report, level) {
  // Every engine's tables would bury the page: the first has them here, all have the matrix.
  const [first, ...others] = report.series;
  return [
    ...renderMatrices(report, level),
    ...(others.length > 0 ? [`${level} On ${first.engine.id}`] : []),
    ...first.views.flatMap((view) => [
      `**${view.model}**: ${modelOf(view.model).title}`,
      renderTable(modelTable(view, first, COLUMNS)),
    ]),
    `**Controls**: what the run could see`,
    renderTable(controlsTable(first)),
  ];
}
