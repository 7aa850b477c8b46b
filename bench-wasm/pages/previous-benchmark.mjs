/**
 * The tables of the benchmark that this one replaces, made again, and each of its figures beside the row of its replica
 * that makes it. What it published is quoted in previous-figures.json; all else is computed.
 */

import { readFileSync } from 'node:fs';
import { mean, median } from 'simple-statistics';
import { isInterpreter } from '../src/engines/v8.mjs';
import { AFTER, BEFORE, SIMD } from '../src/measure/previous-benchmark.mjs';
import { JS } from '../src/models/js.mjs';
import { JS_CONSTANTS } from '../src/models/replica.mjs';
import { factor, known, ns, percent, times } from '../src/report/format.mjs';
import { escaped, renderSection } from '../src/report/markdown.mjs';
import { figures, pivot, words } from '../src/report/table.mjs';
import { kernelName } from '../src/report/names.mjs';
import { engineOf, marginOf, perSecond } from '../src/report/tables.mjs';
import { mergeResults } from '../src/report/merge.mjs';
import { distinct, isControl } from '../src/stats/index.mjs';
import { stringSortedMedian } from '../src/stats/string-sort.mjs';
import { blockOf, originOf } from './source.mjs';

/** @import { Result } from '../src/result/result.mjs' */
/** @import { Table } from '../src/report/table.mjs' */
/** @import { Section } from '../src/report/outline.mjs' */
/** @import { SummaryRow } from '../src/stats/index.mjs' */

/**
 * @typedef {readonly [model: string, kernel: string, tier?: string]} RowName of the first engine, or, where the tier is
 *   `interpreted`, of the one that interprets JavaScript
 */

/**
 * @typedef {object} Figure
 * @property {string} id
 * @property {readonly number[]} published ns: the average, and the median where it gave one. Of 1,000,000 cases it gave
 *   ms, which are as many ns of a case
 * @property {string} of what it said that it was of
 * @property {string} cause
 * @property {RowName} made the row of the replica that was measured in the same way
 * @property {RowName} work the row of what it was called
 */

/** @type {readonly Figure[]} */
export const FIGURES = Object.freeze(
  JSON.parse(readFileSync(new URL('previous-figures.json', import.meta.url), 'utf8')),
);
/** A figure of another machine agrees with its row when neither is more than so many times the other. */
const AGREES = 1.5;

/** @type {Readonly<Record<string, Figure>>} */
const BY_ID = Object.freeze(Object.fromEntries(FIGURES.map((one) => [one.id, one])));

/** Of the sections that the command prints the last: what makes the figures. */
export const previousBenchmarkBlock = blockOf('published', (run) => {
  const [engine] = mergeResults([{ file: run.source, result: run.result }]).series;
  return [
    ...previousBenchmark(run.result)
      .slice(-1)
      .flatMap((section) => renderSection(section, '##')),
    originOf(run, `${escaped(engineOf(engine))};`),
  ];
});

/** @param {Result} result of `npm run bench -- --as-published` @returns {Section[]} */
export function previousBenchmark(result) {
  /** @param {string} title @param {Table[]} tables @param {string[]} points @returns {Section} */
  const section = (title, tables, points = []) => ({
    ...{ id: '', title },
    parts: [...(points.length > 0 ? [{ points }] : []), ...tables.map((table) => ({ table }))],
  });
  return [
    section(
      'Its tables, as this project measures',
      [BEFORE, AFTER].flatMap((multi3) => [ourTrials(result, multi3), ourTasks(result, multi3)]),
    ),
    section('A replica of how it measured: it says how long that measurement takes, and nothing of a product', [
      mistakes(result),
    ]),
    section('Where its figures come from', [accounts(result)], accountLines(result)),
  ];
}

/** @param {Result} result @param {RowName[2]} tier @returns {string | undefined} id of the engine */
const engineIn = ({ environment: { engines } }, tier) => (tier ? engines.find(isInterpreter) : engines[0])?.id;

/** @param {Result} result @param {RowName} name @returns {SummaryRow | undefined} if it has a time */
function rowOf(result, [model, kernel, tier]) {
  const engine = engineIn(result, tier);
  return result.summary.find(
    (row) => row.engine === engine && row.model === model && row.kernel === kernel && row.median !== null,
  );
}

/** @param {Result} result @param {RowName} name @returns {number | null} ns */
const meanOf = (result, name) => rowOf(result, name)?.mean ?? null;

/** @param {Result} result @param {RowName} name @returns {number[]} ms of each trial, for the cases of the run */
function trialsOf(result, [model, kernel]) {
  const engine = engineIn(result, undefined);
  return result.samples
    .filter((one) => one.engine === engine && one.model === model && one.kernel === kernel && one.check)
    .map((one) => ((one.ns / one.n) * result.plan.cases) / 1e6);
}

/** @param {string} multi3 */
const when = (multi3) => (multi3 === BEFORE ? 'ark-ff 0.4' : 'ark-ff 0.6, which has the mitigation');

/** @param {Result} result @param {string} multi3 @returns {Table} */
function ourTrials(result, multi3) {
  const { cases, trials } = result.plan;
  const rows = Object.entries({ multi3, simd: SIMD }).map(([label, kernel]) => ({
    ...{ label, ms: trialsOf(result, ['stream', kernel]) },
  }));
  const [base] = rows;
  const columns = Object.entries({ average: mean, median }).flatMap(([label, average]) => [
    figures(label, (/** @type {{ ms: number[] }} */ { ms }) => average(ms).toFixed(2)),
    figures('%', (/** @type {{ ms: number[] }} */ { ms }) =>
      base.ms.length > 0 ? percent(average(ms) / average(base.ms)) : '-',
    ),
  ]);
  return pivot(
    `Independent products, ${when(multi3)}: ${cases.toLocaleString('en')} cases, ${trials} trials, average and ` +
      'median in ms',
    rows,
    [words('function', ({ label }) => label), ...columns],
    ({ ms }) => (ms.length === 0 ? 'no time' : null),
  );
}

/** @param {Result} result @param {string} multi3 @returns {Table} */
const ourTasks = (result, multi3) =>
  pivot(
    `One call a product, ${when(multi3)}`,
    Object.entries({ multi3, simd: SIMD, js: JS }).flatMap(([label, kernel]) => [
      { label: `${label} no IO`, row: rowOf(result, ['call', kernel]) },
      { label: `${label} IO`, row: rowOf(result, ['call-io', kernel]) },
    ]),
    [
      words('task name', ({ label }) => label),
      figures('ops/sec', ({ row }) => perSecond(row?.mean ?? null)),
      figures('average, ns', ({ row }) => ns(row?.mean ?? null)),
      figures('margin', ({ row }) => row && marginOf(row)),
      figures('samples', ({ row }) => String(row?.samples)),
    ],
    ({ row }) => (row?.mean ? null : 'no time'),
  );

/** @param {Result} result @param {string} model @returns {string[]} kernels in the order of the plan */
const kernelsIn = ({ plan: { rows } }, model) =>
  rows.filter((row) => row.model === model && !isControl(row.kernel)).map(({ kernel }) => kernel);

/** @param {Result} result @returns {Table} each operation with the clock around it, and without */
function mistakes(result) {
  const models = Object.entries({
    clocked: 'readings around each',
    unclocked: 'around all',
    'clocked-call': 'around each call',
    'clocked-call-io': 'around each call, with IO',
  });
  return pivot(
    'The same operations with each mistake and without it, average in ns',
    distinct(models.flatMap(([model]) => kernelsIn(result, model))),
    [
      words('operation', kernelName),
      ...models.map(([model, label]) =>
        figures(label, (/** @type {string} */ kernel) => ns(meanOf(result, [model, kernel]))),
      ),
    ],
  );
}

/** @param {Result} result @param {Figure} of @returns {number | null} the published figure over the replica's */
function overReplica(result, { published: [average], made }) {
  const own = meanOf(result, made);
  return own ? average / own : null;
}

/** @param {number | null} ratio */
const agrees = (ratio) => ratio !== null && ratio < AGREES && ratio > 1 / AGREES;

/** @param {Result} result @param {RowName} name */
const timeOf = (result, [model, kernel, tier]) => ({
  text: ns(meanOf(result, [model, kernel, tier])),
  detail: `${kernelName(kernel)} in ${model}${tier ? `, ${tier}` : ''}`,
});

/** @param {Result} result @returns {Table} */
const accounts = (result) =>
  pivot(
    'Every published figure, the row of the replica that was measured in the same way, and what the figure was ' +
      'called, measured here',
    FIGURES.map((one) => ({ ...one, ratio: overReplica(result, one) })),
    [
      words('published', ({ published }) => published.join(' and ')),
      words('of', ({ of }) => of),
      { label: 'what makes it', prose: true, cell: ({ cause }) => cause },
      figures('replica, ns', ({ made }) => timeOf(result, made)),
      figures('published / replica', ({ ratio }) => known(ratio, factor)),
      words('agrees', ({ ratio }) => (ratio === null ? 'not measured' : agrees(ratio) ? 'yes' : 'no')),
      figures('the product itself, ns', ({ work }) => timeOf(result, work).text),
    ],
  );

/** @param {string} id of a figure @returns {number} ns */
const averageOf = (id) => BY_ID[id].published[0];

/** @param {Result} result @returns {string[]} what was concluded from the figures, and what made each conclusion */
function accountLines(result) {
  const at = (/** @type {string} */ model, /** @type {string} */ kernel) => rowOf(result, [model, kernel]);
  const time = (/** @type {SummaryRow | undefined} */ row) => `${ns(row?.mean ?? null)} ns`;
  const speedup = (/** @type {SummaryRow | undefined} */ row) => (row?.speedup ? times(row.speedup) : 'not measured');
  const over = (/** @type {string} */ one, /** @type {string} */ other) => factor(averageOf(one) / averageOf(other));
  const [nothing, instruction, held, moved] = ['nothing', 'i64x2-mul', BEFORE, 'multi3-moved'].map((kernel) =>
    at('clocked', kernel),
  );
  const [before, after] = ['multi3-converted', 'multi3-mitigated-converted'].map((kernel) =>
    at('clocked-call', kernel),
  );
  const apart = FIGURES.filter((one) => !agrees(overReplica(result, one)));
  const explained = (/** @type {string} */ id) => agrees(overReplica(result, BY_ID[id]));
  return [
    `The clock: two readings are ${time(nothing)} apart, with one i64x2.mul between them ${time(instruction)}; in a ` +
      `loop without a clock the instruction takes ${time(at('unclocked', 'i64x2-mul'))}. ` +
      (explained('simd-before')
        ? `The published ${averageOf('simd-before')} ns are readings of the clock.`
        : `The clock of this machine does not explain the published ${averageOf('simd-before')} ns.`),
    `The mitigation makes it ${over('multi3-before', 'multi3-after')} times as fast: in the replica a product takes ` +
      `${time(held)} between its readings, and ${time(moved)}, ${speedup(moved)} as fast without less work, where ` +
      'the compiler has moved it before them. The mitigation itself makes independent products ' +
      `${speedup(at('stream', AFTER))} as fast.`,
    `SIMD is about 4 times as fast: ${over('multi3-before', 'simd-before')} by its averages, a clock with a product ` +
      `over a clock; in the replica ${speedup(instruction)}. That ${kernelName(SIMD)}, whose every result is a whole ` +
      `product, are ${speedup(at('stream', SIMD))} as fast as ark-ff 0.4 in independent products is a coincidence.`,
    `A single call became slower by the mitigation, from ${averageOf('call-before')} to ` +
      `${averageOf('call-after')} ns: in the replica it went from ${time(before)} to ${time(after)}, the product ` +
      `itself from ${time(at('call', BEFORE))} to ${time(at('call', AFTER))}. Such a call takes two numbers of ` +
      '64 bits into the field. For ark-ff 0.4 the compiler left out 12 of 32 products of limbs on the way of each, ' +
      'with the mitigation none: a test counts them in the module.',
    interpretedLine(result),
    'js is no product in a field: two constants without a modulus take ' +
      `${time(at('unclocked', JS_CONSTANTS))} in a loop without a clock, (a * b) % p, each made of the one before, ` +
      `${time(at('call', JS))}.`,
    sortLine(result),
    apart.length === 0
      ? `Every figure is within ${AGREES} times of its row of the replica.`
      : `${apart.length} of ${FIGURES.length} figures are not within ${AGREES} times of their row: no row here ` +
        'establishes their cause.',
  ];
}

/** @param {Result} result */
function interpretedLine(result) {
  const [io, js] = ['simd-call-io', 'js'].map((id) => {
    const [before, after] = [`${id}-before`, `${id}-after`].map((id) => BY_ID[id]);
    const [slow, fast] = [before, after].map(({ made }) => meanOf(result, made));
    const ratio = before.published[0] / after.published[0];
    return {
      is: `${before.published[0]} and ${after.published[0]} ns, ${factor(ratio)} times apart`,
      here: slow && fast ? `${ns(slow)} and ${ns(fast)} ns, ${factor(slow / fast)} times` : 'not measured',
    };
  });
  return (
    `The same code twice, and other figures: a call of “simd” with IO, ${io.is}, and js, ${js.is}. Where V8 ` +
    `interprets JavaScript, and where it compiles it, the replica has ${io.here}, and ${js.here}. Why V8 did not ` +
    'compile the first, the figures do not show.'
  );
}

/** @param {Result} result */
function sortLine(result) {
  const rows = kernelsIn(result, 'clocked').flatMap((kernel) => {
    const ms = trialsOf(result, ['clocked', kernel]);
    return ms.length > 0 ? [{ kernel, off: stringSortedMedian(ms) / median(ms) - 1 }] : [];
  });
  const wrong = rows.filter(({ off }) => off !== 0).sort((a, b) => Math.abs(b.off) - Math.abs(a.off));
  const most =
    wrong.length > 0 ? `, by ${percent(Math.abs(wrong[0].off))} at most (${kernelName(wrong[0].kernel)})` : '';
  return (
    `The median after a sort as strings: another number than the median in ${wrong.length} of ${rows.length} rows of ` +
    `the replica${most}. It is right where all trials have as many digits before the point.`
  );
}
