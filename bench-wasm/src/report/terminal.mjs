/** The result as text for a terminal. */

import CliTable from 'cli-table3';
import pc from 'picocolors';
import { mergeResults } from './merge.mjs';
import { engineName, engineNameIn, plainName } from '../engines/names.mjs';
import { NOISE_LEGEND, ns } from './format.mjs';
import { kernelName } from './names.mjs';
import { modelOf } from '../models/index.mjs';
import { duelTable, duels, hasOthers, nativeLines, wasmLines } from './duels.mjs';
import { findings, warnings } from './findings.mjs';
import { answerSections } from './outline.mjs';
import {
  COMPARED,
  TIMES,
  callsTable,
  commitOf,
  comparisonTable,
  controlsTable,
  engineOf,
  machineOf,
  modelTable,
} from './tables.mjs';

/** @import { Comparison, Control, RowName } from '../stats/index.mjs' */
/** @import { Report, Series } from './merge.mjs' */
/** @import { Part, Section } from './outline.mjs' */
/** @import { Result } from '../result/result.mjs' */
/** @import { Cell, Table, Tone } from './table.mjs' */
/** @import { ColumnId } from './tables.mjs' */
/** @typedef {ReturnType<typeof pc.createColors>} Colors */
/**
 * @typedef {{ color?: boolean, width?: number, room?: number }} Layout width: characters of a line of prose; room: of a
 *   table
 */

/** Of what cli-table3 can draw: a rule under the head and space between columns. */
const SIDES = 'top top-mid top-left top-right bottom bottom-mid bottom-left bottom-right left left-mid right right-mid';
const RULES = {
  ...Object.fromEntries(SIDES.split(' ').map((side) => [side, ''])),
  ...{ middle: '  ', mid: '─', 'mid-mid': '──' },
};
/** Characters of a line that a warning stands between. */
const RULE = 78;
/** Characters between two columns. */
const GAP = 2;
/** Characters of what is broken, at least, and of a line of a reason where any has room. */
const [NARROWEST, REASON] = [16, 78];

/** @type {readonly ColumnId[]} */
const COLUMNS = ['kernel', ...COMPARED, ...TIMES];
/** Groups of models that are timed as a whole. */
const WHOLES = ['sizes', 'algorithms', 'sums', 'transforms', 'hashes', 'proofs', 'replicas'];

/** Colours of the words that matter. @type {Partial<Record<Tone, 'green' | 'yellow' | 'red'>>} */
const PAINTS = {
  faster: 'green',
  passed: 'green',
  undecided: 'yellow',
  slower: 'red',
  failed: 'red',
  error: 'red',
};

/**
 * @param {Result} result
 * @param {Layout & { verbose?: boolean }} [options] verbose: every comparison in words, and not the answer alone
 * @returns {string} the tables, and the answer last; ends with a newline
 */
export function renderResult(result, { verbose = false, ...layout } = {}) {
  const report = mergeResults([{ file: '', result }]);
  return renderSections(result, printedOutline(report, verbose), layout);
}

/**
 * @param {Result} result
 * @param {Section[]} sections of it
 * @param {Layout} [layout]
 * @returns {string} the machine, and the sections; ends with a newline
 */
export function renderSections(result, sections, { color = false, width = 100, room = Infinity } = {}) {
  const colors = pc.createColors(color);
  const { series } = mergeResults([{ file: '', result }]);
  const written = sections.map(({ title, parts }) => [
    colors.bold(title),
    ...parts.flatMap((part) => partLines(part, { width, room }, colors)),
  ]);
  const head = wrappedFacts(machine(result, series), width);
  return `${[head, ...written.map((lines) => lines.join('\n'))].join('\n\n')}\n`;
}

/** @param {string} text lines of a term and what is said to it @param {number} width */
const wrappedFacts = (text, width) =>
  text.replaceAll(/^(\S+ +)(.*)$/gm, (_, term, said) =>
    [term, wrap(said, width - term.length, '').replaceAll('\n', `\n${' '.repeat(term.length)}`)].join(''),
  );

/** @param {Part} part @param {{ width: number, room: number }} layout @param {Colors} colors @returns {string[]} */
function partLines(part, { width, room }, colors) {
  if ('text' in part) return [wrap(part.text, width, '')];
  if ('points' in part)
    return part.points.map((point) => {
      const text = typeof point === 'string' ? point : [point.lead, ...point.under].join(' ');
      return wrap(`- ${text}`, width, '  ');
    });
  if (!('table' in part)) return [];
  const { caption, notes = [] } = part.table;
  return [
    ...(part.captioned === false ? [] : ['', caption]),
    writeTable(part.table, colors, room),
    ...notes.map((note) => wrap(note, width, '')),
  ];
}

/**
 * @param {Report} report of one run
 * @param {boolean} verbose every comparison in words, and not the answer alone
 * @returns {Section[]} what a terminal has room for: the tables of each engine, and the answer last
 */
function printedOutline({ runs: [run], series }, verbose) {
  const { result } = run;
  const answers = answerSections([run]);
  // Without the kernel that upstream ships there is no answer to its question, and the run is read out instead.
  const said = verbose || answers.length === 0 ? findings(result) : warnings(result);
  return [
    ...series.flatMap((one) => [
      ...(series.length > 1 ? [{ id: one.id, title: engineName(one.engine), parts: [] }] : []),
      ...printedTables(one),
    ]),
    { id: 'terms', title: 'How to read this', parts: [{ text: legend(result) }] },
    ...neighbourSections(result),
    ...(said.length > 0 ? [{ id: 'reading', title: 'Reading', parts: [{ points: said }] }] : []),
    ...answers,
  ];
}

/** @param {Series} series @returns {Section[]} loops, what is timed as a whole, calls, controls */
function printedTables(series) {
  /** @param {string} title @param {Table} table @returns {Section} */
  const printed = (title, table) => ({ id: '', title, parts: [{ table, captioned: false }] });
  const of = series.views.map((view) => ({ ...modelOf(view.model), table: modelTable(view, series, COLUMNS) }));
  const calls = callsTable(series);
  return [
    ...of.flatMap(({ id, loop, title, table }) => (loop ? [printed(`In-wasm batches, ${id}: ${title}`, table)] : [])),
    ...of.flatMap(({ id, group, title, table }) => (WHOLES.includes(group) ? [printed(`${id}: ${title}`, table)] : [])),
    ...(calls.rows.length > 0 ? [printed(calls.caption, calls)] : []),
    ...(series.controls.length > 0 ? [printed('Controls', controlsTable(series))] : []),
  ];
}

/** @param {Result} result @returns {string} the columns of the tables that are printed */
const legend = ({ plan: { rounds }, statistics }) =>
  `speed-up: how many times as fast as ${kernelName(statistics.baseline)}, by the fastest batches, paired ` +
  `within the ${rounds} rounds; the intervals of a table hold together with 95 %. ns: the median, beside it the ` +
  'fastest sample and the median absolute deviation. margin: half the 95 % interval of the median. ' +
  NOISE_LEGEND;

/** @param {Result} result @returns {Section[]} who is faster, where other projects were timed */
function neighbourSections(result) {
  if (!hasOthers(result)) return [];
  const all = duels(result);
  const table = duelTable(all);
  const points = [...nativeLines(result), ...wasmLines(all)].map((line) => line.replaceAll(/\*\*|`/g, ''));
  /** @type {Part[]} */
  const parts = [{ points }, ...(all.length > 0 ? [{ table, captioned: /** @type {const} */ (false) }] : [])];
  return [{ id: 'neighbours', title: `Neighbours: ${table.caption}`, parts }];
}

/** @param {Result} result @param {Series[]} series */
function machine(result, series) {
  const { environment, plan, createdAt, partial } = result;
  const { pinned, absent = [], rustc, wasmOpt, arkFf, commit, clockStepNs, noopNs } = environment;
  const built = [
    rustc,
    wasmOpt,
    arkFf.length > 0 && `ark-ff ${arkFf.join(' and ')}`,
    commit !== null && `commit ${commitOf(result)}`,
  ];
  const size = `${plan.cases.toLocaleString('en')} cases, ${plan.trials} trials in ${plan.rounds} processes`;
  return [
    `machine  ${machineOf(result)}${placement(pinned)}`,
    ...series.map((one) => `engine   ${engineOf(one)}`),
    ...absent.map(({ id, reason }) => `without  ${plainName(id)}: ${reason}`),
    `built    ${built.filter(Boolean).join(', ')}`,
    `run      ${createdAt}, ${size}, seed ${plan.seed}${partial ? ', PARTIAL' : ''}`,
    `clock    step ${ns(clockStepNs)} ns, empty call ${ns(noopNs)} ns`,
  ].join('\n');
}

/** @param {number | null | undefined} pinned the CPU; undefined in files that do not say */
function placement(pinned) {
  if (pinned === undefined) return '';
  return pinned === null ? ', not pinned' : `, pinned to CPU ${pinned}`;
}

/**
 * @param {Control[]} failed at least one
 * @param {{ color?: boolean }} [options]
 * @returns {string} a warning that cannot be missed, the last thing that is printed
 */
export function renderAlarm(failed, { color = false } = {}) {
  const colors = pc.createColors(color);
  const rule = '!'.repeat(RULE);
  const lines = [
    rule,
    'A CONTROL FAILED. The run saw a difference that is not there, or missed one that is:',
    ...failed.map(
      ({ kernel, model, engine, reason }) =>
        `  ${kernelName(kernel)} in ${model} on ${plainName(engine)}: ${reason.split('\n')[0]}`,
    ),
    'Do not use its verdicts in these models. Repeat it, on a quieter machine or with a larger --budget.',
    rule,
  ];
  return `\n${colors.red(colors.bold(lines.join('\n')))}`;
}

export const NOTHING_IN_COMMON = 'The earlier run and this one have no row in common: nothing is compared.';

/**
 * @param {Comparison & { unasked?: readonly RowName[] }} comparison unasked: rows of the earlier run that this one was
 *   not asked for
 * @param {{ before: Result, now: Result, name: string, color?: boolean, room?: number }} runs name: what the user
 *   called the earlier one
 * @returns {string} ends with a newline
 */
export function renderComparison(comparison, { before, now, name, color = false, room }) {
  const { missing, added, differences, unasked = [] } = comparison;
  const { createdAt, environment } = before;
  const colors = pc.createColors(color);
  const named = (/** @type {RowName} */ { kernel, model, engine }) =>
    `${kernelName(kernel)} in ${model} on ${engineNameIn(now, engine)}`;
  const partial = [...(before.partial ? ['earlier'] : []), ...(now.partial ? ['current'] : [])];
  const parts = [
    `${colors.bold('Against the run')} ${name}, of ${createdAt}, commit ` +
      (environment.commit?.slice(0, 12) ?? 'unknown'),
    differences.length > 0 &&
      colors.yellow(
        [
          "THE MACHINE OR THE ENGINE IS ANOTHER. What is compared is each kernel's speed-up, not its ns.",
          ...differences.map((difference) => `  ${difference}`),
        ].join('\n'),
      ),
    ...partial.map((run) => colors.yellow(`The ${run} run is partial.`)),
    comparison.rows.length > 0
      ? writeTable(comparisonTable(comparison, { createdAt, name }), colors, room)
      : colors.yellow(NOTHING_IN_COMMON),
    missing.map((row) => colors.red(`missing in this run: ${named(row)} (${row.reason})`)).join('\n'),
    unasked.length > 0 && `in the earlier run, and not asked for in this one: ${unasked.map(named).join(', ')}`,
    added.map((row) => `new: ${named(row)} (in the earlier run: ${row.reason})`).join('\n'),
    `speed is each row's speed-up over ${kernelName(now.statistics.baseline)}, now over then: ` +
      '0.90 is 10 % slower than it was.',
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

/**
 * @param {Table} table without its caption and its notes
 * @param {Colors} colors
 * @param {number} [room] characters of a line: where it is too small, columns are left out and then sentences broken
 * @returns {string}
 */
export function writeTable({ columns, rows }, colors, room = Infinity) {
  const all = columns.flatMap((column, at) => {
    const own = rows.filter(({ error }) => error === undefined || at === 0).map(({ cells }) => plainText(cells[at]));
    return column.prose
      ? []
      : [{ ...column, at, width: Math.max(...[column.label, ...own].map(({ length }) => length)) }];
  });
  const total = () => shown.reduce((sum, { width }) => sum + width, GAP * (shown.length - 1));
  let shown = all;
  for (const least of all.filter(({ spare }) => spare).sort((a, b) => Number(b.spare) - Number(a.spare)))
    if (total() > room) shown = shown.filter((column) => column !== least);
  for (let over = total() - room; over > 0; over = total() - room) {
    const widest = shown.reduce((one, other) => (other.width > one.width ? other : one));
    if (widest.width <= NARROWEST) break;
    widest.width = Math.max(NARROWEST, widest.width - over);
  }

  const table = new CliTable({
    head: shown.map((column) => colors.bold(wrap(column.label, column.width, ''))),
    colAligns: shown.map(({ numeric }) => (numeric ? 'right' : 'left')),
    chars: RULES,
    // Its own colours ignore NO_COLOR and pipes.
    style: { head: [], border: [], compact: true, 'padding-left': 0, 'padding-right': 0 },
  });
  /** @param {Cell} cell @param {number} width */
  const written = (cell, width) => {
    const paint = cell.tone && PAINTS[cell.tone];
    const text = wrap(plainText(cell), width, '');
    return paint ? colors[paint](text.slice(0, cell.text.length)) + text.slice(cell.text.length) : text;
  };
  for (const { cells, error } of rows) {
    const [first, ...others] = shown;
    // Of a gap that a cell reaches over, cli-table3 counts one character.
    const gaps = GAP + (others.length - 1) * (GAP - 1);
    const rest = room === Infinity ? REASON : Math.max(NARROWEST, total() - first.width - gaps);
    table.push([
      written(cells[first.at], first.width),
      ...(error === undefined
        ? others.map((column) => written(cells[column.at], column.width))
        : [
            {
              colSpan: others.length,
              hAlign: /** @type {const} */ ('left'),
              content: colors.red(wrap(error, rest, '')),
            },
          ]),
    ]);
  }
  return table.toString();
}

/** @param {Cell} cell */
const plainText = ({ text, detail }) => text + (detail ? ` (${detail})` : '');

/** @param {string} text @param {number} width @param {string} indent of the lines after the first */
function wrap(text, width, indent) {
  const lines = [''];
  for (const word of text.split(/\s+/)) {
    const last = lines[lines.length - 1];
    if (last !== '' && last.length + 1 + word.length > width) lines.push(indent + word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines.join('\n');
}
