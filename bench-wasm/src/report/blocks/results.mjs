/** Every table of a run. */

import { modelOf } from '../../models/index.mjs';
import { readAgain } from '../again.mjs';
import { escaped, renderMatrices, renderTable } from '../markdown.mjs';
import { mergeResults } from '../merge.mjs';
import { pool } from '../pool.mjs';
import { repeatabilityTables } from '../repeatability.mjs';
import { ResultError } from '../result.mjs';
import { commitOf, controlsTable, engineOf, machineOf, modelTable, sizeOf } from '../tables.mjs';
import { COMMAND } from './origin.mjs';

/** @typedef {import('./page.mjs').Page} Page */
/** @typedef {import('../merge.mjs').Report} Report */
/** @typedef {import('../store.mjs').Stored} Stored */

/** @type {import('../tables.mjs').ColumnId[]} */
const COLUMNS = ['kernel', 'ops', 'median', 'min', 'mad', 'speedup', 'speedupInterval', 'verdict', 'detects', 'slow'];

/** @param {Page} page @param {Stored[]} stored */
export function resultParts({ path, part }, stored) {
  const of = (/** @type {import('../store.mjs').Stored} */ one) =>
    [one.part, one.part.replace(/-\d+$/, '')].includes(`${part}`);
  const folder = stored.find(of)?.folder;
  const found = stored.filter((one) => one.folder === folder && of(one));
  if (found.length === 0) throw new ResultError(`there is no result "${part}" for ${path}`);
  const links = found.map(({ source }) => `[${escaped(source)}](${'../'.repeat(path.split('/').length - 1)}${source})`);
  const [{ source }] = found;
  const [result, ...others] = pool(found.map((one) => one.result));
  if (others.length > 0) throw new ResultError(`${links.join(', ')}: not runs of one plan, for ${path}`);
  const report = mergeResults([{ file: source, result }]);
  return [
    `Made from ${links.join(', ')} by ${COMMAND}, which overwrites what stands here.`,
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
    ...repeated(found),
    ...tableParts(report),
  ];
}

/** @param {Stored[]} found runs of one plan @returns {string[]} whether they say the same, if there are several */
function repeated(found) {
  if (found.length < 2) return [];
  const report = mergeResults(found.map(({ source, result }) => ({ file: source, result: readAgain(result) })));
  return repeatabilityTables(report).flatMap((table) => [
    '### Do the runs say the same?',
    `${table.caption}. The tables after this one are made of the rounds of all of them.`,
    renderTable(table),
    ...(table.notes?.length ? [table.notes.map((note) => `- ${escaped(note)}`).join('\n')] : []),
  ]);
}

/** @param {Report} report */
function tableParts(report) {
  // Tables of every engine would bury the page: the first has them here, where no matrix has all.
  const [first, ...others] = report.series;
  const matrices = renderMatrices(report, '###');
  const own = matrices.length > 0 ? [] : first.views;
  return [
    ...matrices,
    ...(own.length > 0 && others.length > 0 ? [`### On ${first.engine.id}`] : []),
    ...own.flatMap((view) => [
      `**${view.model}**: ${modelOf(view.model).title}`,
      renderTable(modelTable(view, first, COLUMNS)),
    ]),
    `**Controls**: what the run could see${matrices.length > 0 ? ` on ${first.engine.id}` : ''}`,
    renderTable(controlsTable(first)),
  ];
}
