/** The README’s answer, the same of each machine by itself, and where a figure of it comes from. */

import { QUESTIONS, answerTable, find, machinesOf } from '../src/report/answer.mjs';
import { distinct } from '../src/stats/index.mjs';
import { escaped, renderTable } from '../src/report/markdown.mjs';
import { IN_PLACE } from '../src/report/names.mjs';
import { headlineEngines } from '../src/engines/names.mjs';
import { FQ } from '../src/oracle/field.mjs';
import { fieldOfRun } from '../src/result/summary.mjs';
import { PROVERS, proofRuns, proversOn } from './proof.mjs';
import { newestOfMachines } from './source.mjs';

/** @import { Found } from '../src/report/answer.mjs' */
/** @import { Cell } from '../src/report/table.mjs' */
/** @import { Stored } from '../src/result/stored-results.mjs' */

/** The column of the answer's table that says it. */
const ANSWER = 1;

/** @param {Stored[]} stored the newest first; runs of all kernels behind those of all engines, none of other fields */
const machinesIn = (stored) =>
  machinesOf(
    stored.filter(({ result }) => fieldOfRun(result) === FQ.id),
    ({ machine }) => machine,
  );

/** @param {readonly Stored[]} stored */
const enginesOf = (stored) => stored.flatMap(({ result }) => result.environment.engines);

/** @param {readonly Stored[]} stored @returns {(found: Pick<Found, 'result'>) => Stored} the file of a result */
const fileOf =
  (stored) =>
  ({ result }) =>
    /** @type {Stored} */ (stored.find((one) => one.result.createdAt === result.createdAt));

/**
 * @param {Stored[]} stored
 * @param {string[]} files of the figures of a page; those of this table come behind them
 * @param {{ withAnswers: boolean }} choice whether each question has its answer beside it
 * @returns {string[]} the table
 */
function tableOf(stored, files, { withAnswers }) {
  const link = (/** @type {Stored} */ { source }) => {
    if (!files.includes(source)) files.push(source);
    return String(files.indexOf(source) + 1);
  };
  const engines = headlineEngines(enginesOf(stored));
  const table = answerTable(machinesIn(stored), engines, (found) => link(fileOf(stored)(found)));
  if (!table) return [];
  const cells = engines.map((engine) => proofTimes(stored, engine, link));
  const question = `A whole proof, ms: ${PROVERS.map((prover) => prover.name).join(' / ')}`;
  const measured = cells.some((cell) => cell.link);
  const proofs = { cells: [{ text: question }, { text: 'Install fqmul-groth16' }, ...cells] };
  const rows = [...table.rows, ...(measured ? [proofs] : [])];
  const said = (/** @type {unknown} */ _, /** @type {number} */ column) => withAnswers || column !== ANSWER;
  return [
    renderTable({
      ...table,
      columns: table.columns.filter(said),
      rows: rows.map((row) => ({ ...row, cells: row.cells.filter(said) })),
    }),
  ];
}

/** @param {string[]} files @param {string} root from the page to the root of the checkout @returns {string} */
const definitions = (files, root) => files.map((source, at) => `[${at + 1}]: ${root}${source}`).join('\n');

/** @param {Stored[]} stored @param {string} engine @param {(run: Stored) => string} link @returns {Cell} */
function proofTimes(stored, engine, link) {
  for (const run of proofRuns(stored)) {
    const proved = proversOn(run.result, engine);
    const times = proved.map((one) => (one === null ? '-' : String(Math.round(one.ms))));
    const notes = [
      ...(proved.some((one) => one?.threads === IN_PLACE) ? [IN_PLACE] : []),
      ...(run.machine !== stored[0].machine ? [run.machine] : []),
    ];
    if (times.some((ms) => ms !== '-'))
      return {
        ...{ text: times.join(' / '), link: link(run) },
        ...(notes.length > 0 && { detail: notes.join(', ') }),
      };
  }
  return { text: 'not measured' };
}

/** @param {Stored[]} stored */
export function answerBlock(stored) {
  const [{ machine, result }] = stored;
  /** @type {string[]} */
  const files = [];
  const ids = QUESTIONS.map(({ id }) => `\`${id}\``).join(', ');
  return [
    `Ratios with their 95 % interval, on ${escaped(machine)} (${result.environment.arch}) unless a cell names ` +
      'another CPU; each links to its result.',
    ...tableOf(stored, files, { withAnswers: true }),
    definitions(files, ''),
    '`npm --prefix bench-wasm run report -- --where ID` prints file, rows and formula of a row: ' +
      `${ids}. [Each CPU by itself](docs/results.md#the-answer-of-each-cpu).`,
    `![Milliseconds that a proof takes, by prover and engine](docs/proof.svg)`,
  ];
}

/** @param {Stored[]} stored @returns {string[]} a table for each machine but that of the README, of figures alone */
export function machinesBlock(stored) {
  /** @type {string[]} */
  const files = [];
  const [first, ...others] = distinct(stored.map(({ machine }) => machine));
  const tables = others.flatMap((label) => {
    const own = stored.filter(({ machine }) => machine === label);
    const dates = distinct(newestOfMachines(own).map(({ folder }) => folder.slice(0, 10)));
    return [`### ${escaped(label)}`, `Measured ${dates.join(', ')}.`, ...tableOf(own, files, { withAnswers: false })];
  });
  return [
    `That of ${escaped(first)} is in the [README](../README.md), with what each figure answers.`,
    ...tables,
    definitions(files, '../'),
  ];
}

/**
 * @param {Stored[]} stored
 * @param {string} asked id of a row of the answer
 * @returns {string[]} for each engine the figure, its file, its rows and how it is made of them; none of another id
 */
export function whereOf(stored, asked) {
  const question = QUESTIONS.find(({ id }) => id === asked);
  if (!question) return [];
  const machines = machinesIn(stored);
  return headlineEngines(enginesOf(stored)).flatMap((engine) => {
    const found = find(question, machines, engine);
    if (!found) return [`${engine}: no stored result has it`];
    const { own, other, ratio, result } = found;
    const [median, low, high] = [ratio.median, ...(ratio.ci95 ?? [])].map((value) => value.toFixed(3));
    const noise = ratio.noise?.map((end) => end.toFixed(3)).join(' to ') ?? 'not measured';
    return [
      `${engine}: ${median}, 95 % interval ${low} to ${high}, ${ratio.verdict}; noise ${noise}`,
      `  file     ${fileOf(stored)(found).source}`,
      ...[own, other].map((row, at) => `  row ${at === 0 ? 'a' : 'b'}    ${row.engine} ${row.model} ${row.kernel}`),
      `  formula  median over ${ratio.rounds} of ${result.plan.rounds} rounds of (fastest batch of b / fastest of a)`,
    ];
  });
}
