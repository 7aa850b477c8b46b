/** The README’s answer, whether it is the same on every machine, and where a figure of it comes from. */

import { QUESTIONS, answerTable, find, machinesOf } from '../src/report/answer.mjs';
import { distinct, grouped } from '../src/stats/index.mjs';
import { factor } from '../src/report/format.mjs';
import { pivot, words } from '../src/report/table.mjs';
import { STORE } from '../src/result/stored-results.mjs';
import { escaped, renderTable } from '../src/report/markdown.mjs';
import { IN_PLACE } from '../src/report/names.mjs';
import { headlineEngines } from '../src/engines/names.mjs';
import { FQ } from '../src/oracle/field.mjs';
import { fieldOfRun } from '../src/result/summary.mjs';
import { LARGE_PROOF, PROVERS, proofRuns, proversOn } from './proof.mjs';
import { bullets } from './source.mjs';

/** @import { Found } from '../src/report/answer.mjs' */
/** @import { Cell } from '../src/report/table.mjs' */
/** @import { Stored } from '../src/result/stored-results.mjs' */

/**
 * @param {Stored[]} stored the newest first; runs of all kernels behind those of all engines, none of other fields, and
 *   of one circuit
 */
const machinesIn = (stored) =>
  machinesOf(
    stored.filter(({ part, result }) => part !== LARGE_PROOF && fieldOfRun(result) === FQ.id),
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
 * @returns {string[]} the table
 */
function tableOf(stored, files) {
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
  return [renderTable({ ...table, rows: [...table.rows, ...(measured ? [proofs] : [])] })];
}

/** @param {string[]} files of the README @returns {string} */
const definitions = (files) => files.map((source, at) => `[${at + 1}]: ${source}`).join('\n');

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
    ...tableOf(stored, files),
    definitions(files),
    '`npm --prefix bench-wasm run report -- --where ID` prints file, rows and formula of a row: ' +
      `${ids}. [On each CPU](docs/results.md).`,
    `![Milliseconds that a proof takes, by prover and engine](docs/proof.svg)`,
  ];
}

/**
 * @param {Stored[]} stored
 * @returns {string[]} whether each question has the same answer on all CPUs: a row each, over the engines of the README
 */
export function machinesBlock(stored) {
  const engines = headlineEngines(enginesOf(stored));
  const machines = machinesIn(stored).map((machine) => {
    const found = new Map(
      QUESTIONS.map((question) => [question, engines.flatMap((engine) => find(question, [machine], engine) ?? [])]),
    );
    const folders = distinct([...found.values()].flat().map((one) => fileOf(stored)(one).folder));
    return { label: machine.label, found, folders };
  });
  const table = pivot('The answer on each CPU', QUESTIONS, [
    words('question', ({ question }) => question),
    ...machines.map(({ label, found }) =>
      words(label, (/** @type {typeof QUESTIONS[number]} */ question) => overEngines(found.get(question) ?? [])),
    ),
  ]);
  const links = machines.map(
    ({ label, folders }) =>
      `${escaped(label)}: ${folders.map((folder) => `[${escaped(folder)}](../${STORE}/${folder})`).join(', ')}`,
  );
  return [renderTable(table), bullets(links)];
}

/** @param {Found[]} found an engine each @returns {Cell | null} from the lowest median to the highest, and verdicts */
function overEngines(found) {
  if (found.length === 0) return null;
  const medians = found.map(({ ratio }) => ratio.median).sort((a, b) => a - b);
  const ends = distinct([medians[0], Number(medians.at(-1))].map((ratio) => `${factor(ratio)}x`));
  const verdicts = grouped(found, ({ ratio }) => ratio.verdict).map(
    ([verdict, { length }]) => `${verdict} on ${length}`,
  );
  return { text: `${ends.join(' to ')}: ${verdicts.join(', ')}` };
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
