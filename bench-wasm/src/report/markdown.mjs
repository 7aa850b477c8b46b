/** The report as markdown: the tables of the HTML report without its charts. */

import { markdownTable } from 'markdown-table';
import { modelOf } from '../models/index.mjs';
import { across, acrossReading, acrossTable, premise, runsTable } from './across.mjs';
import { grouped } from './groups.mjs';
import { matrices, MATRIX_PREMISE, matrixTable, nativeTable, refusals, typicalTable } from './matrix.mjs';
import { ns, percent } from './format.mjs';
import { recordTable } from './record.mjs';
import { repeatabilityTables } from './repeatability.mjs';
import {
  COMPARED,
  TIMES,
  commitOf,
  controlsTable,
  engineOf,
  findingsOf,
  glanceTable,
  machineOf,
  modelTable,
  sizeOf,
} from './tables.mjs';

/** @import { Matrix } from './matrix.mjs' */
/** @import { Report, Run, Series } from './merge.mjs' */
/** @import { Cell, Table } from './table.mjs' */
/** @import { ColumnId } from './tables.mjs' */

/** @type {ColumnId[]} */
const COLUMNS = ['kernel', 'averageMs', 'medianMs', 'ops', ...TIMES, ...COMPARED, 'outliers'];

/** @param {Report} report @returns {string} ends with a newline */
export function renderMarkdown(report) {
  const { series, baseline } = report;
  const several = series.length > 1;
  const parts = [
    '# fqmul: should this field multiplication go upstream?',
    ...(several
      ? ['## Across runs', renderAcross(report), ...renderRecords(report, '##'), ...renderMatrices(report, '##')]
      : [
          ...readingParts(series[0], '##'),
          `## Speed-up over ${baseline}`,
          renderTable(glanceTable(series[0], report)),
        ]),
    ...series.flatMap((one) =>
      several
        ? [`## ${escaped(one.label)}`, ...readingParts(one, '###'), ...seriesParts(one, '###')]
        : seriesParts(one, '##'),
    ),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** @param {Report} report of several series @returns {string} a row for each of them; legible as plain text too */
export function renderAcross(report) {
  return [
    escaped(premise(report)),
    renderTable(runsTable(report)),
    acrossReading(report)
      .map((paragraph) => `- ${escaped(paragraph)}`)
      .join('\n'),
    ...repeatabilityTables(report).flatMap(titled),
    ...across(report).flatMap((one) => titled(acrossTable(one, report))),
  ].join('\n\n');
}

/**
 * @param {Report} report
 * @param {string} level of the heading
 * @param {string[]} head without its level, and what follows it
 * @param {(run: Run, own: Matrix[]) => string[]} say
 * @returns {string[]} what is said of each run that has several engines; none if there are none
 */
function perRun(report, level, [heading, ...premises], say) {
  const runs = grouped(matrices(report), ({ run }) => run.label);
  const parts = runs.flatMap(([label, own]) => [
    ...(runs.length > 1 ? [`${level}# ${escaped(label)}`] : []),
    ...say(own[0].run, own),
  ]);
  return runs.length > 0 ? [`${level} ${heading}`, ...premises, ...parts] : [];
}

/** @param {Report} report @param {string} level of the heading @returns {string[]} the fastest kernel of each engine */
const renderRecords = (report, level) =>
  perRun(report, level, ['The fastest kernel'], (run) => titled(recordTable(report, run)));

/** @param {Report} report @param {string} level of the heading @returns {string[]} kernel by engine */
export const renderMatrices = (report, level) =>
  perRun(report, level, ['Kernel by engine', escaped(MATRIX_PREMISE)], (run, own) => [
    ...listed(refusals(report, run)),
    ...own.flatMap((matrix) =>
      [matrixTable(matrix, report), typicalTable(matrix), nativeTable(matrix)].flatMap((table) =>
        table ? titled(table) : [],
      ),
    ),
  ]);

/** @param {Table} table @returns {string[]} under its caption, with its notes */
export function titled(table) {
  return [`**${escaped(table.caption)}**`, renderTable(table), ...listed(table.notes ?? [])];
}

/** @param {string[]} sentences @returns {string[]} a list of them, if there are any */
const listed = (sentences) =>
  sentences.length > 0 ? [sentences.map((sentence) => `- ${escaped(sentence)}`).join('\n')] : [];

/** @param {Series} series @param {string} level of its heading */
function readingParts(series, level) {
  return [
    ...(series.run.result.partial ? ['**Partial: the run was stopped before its plan was done.**'] : []),
    `${level} Reading`,
    findingsOf(series)
      .map((paragraph) => `- ${escaped(paragraph)}`)
      .join('\n'),
  ];
}

/** @param {Series} series @param {string} level of its headings */
function seriesParts(series, level) {
  const { result } = series.run;
  const { plan, environment, kernels } = result;
  const { engine } = series;
  const { rustc, wasmPack, wasmOpt, arkFf } = environment;
  const builtWith = [rustc, wasmPack, wasmOpt, ...arkFf.map((version) => `ark-ff ${version}`)];
  return [
    ...series.views.flatMap((view) => [
      `${level} ${view.model}: ${modelOf(view.model).title}`,
      modelOf(view.model).meaning,
      renderTable(modelTable(view, series, COLUMNS)),
    ]),
    `${level} Controls`,
    renderTable(controlsTable(series)),
    `${level} Environment`,
    [
      `machine: ${machineOf(result)}`,
      `engine: ${engineOf(series)}`,
      `clock: step ${ns(engine.clockStepNs)} ns, empty call ${ns(engine.noopNs)} ns`,
      `run: ${result.createdAt}, ${sizeOf(result)}, seed ${plan.seed}`,
      `commit: ${commitOf(result)}`,
      `built with: ${builtWith.filter(Boolean).join(', ')}`,
      `practical threshold: ${percent(result.statistics.threshold)}`,
      ...kernels.map(({ id, build, sha256 }) => `${id}: ${build} module, sha256 ${sha256}`),
    ]
      .map((line) => `- ${escaped(line)}`)
      .join('\n'),
    fenced(result.command),
  ];
}

/** @param {Table} table @returns {string} */
export function renderTable({ columns, rows, foot }) {
  const body = rows.map(({ cells, error }) =>
    error === undefined
      ? cells.map(cellText)
      : [cellText(cells[0]), `**no time:** ${escaped(error)}`, ...columns.slice(2).map(() => '')],
  );
  return markdownTable([columns.map(({ label }) => escaped(label)), ...body, ...(foot ? [foot.map(cellText)] : [])], {
    align: columns.map(({ numeric }) => (numeric ? 'r' : 'l')),
  });
}

/** @param {Cell} cell */
function cellText({ text, detail, code, best }) {
  // Ids consist of letters, digits, dot, plus and minus; whatever else comes here is set as text.
  const main = code && /^[\w.+-]+$/.test(text) ? `\`${text}\`` : escaped(text);
  const marked = best ? `**${main}**` : main;
  return detail ? `${marked} (${escaped(detail)})` : marked;
}

/** @param {string} text @returns {string} on one line, and nothing in it is markup */
export function escaped(text) {
  return text.replace(/\s+/g, ' ').replace(/[\\|`*_<>[\]~#]/g, '\\$&');
}

/** @param {string} code @returns {string} in a fence that it does not close */
function fenced(code) {
  const longest = (code.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}sh\n${code}\n${fence}`;
}
