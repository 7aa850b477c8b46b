/**
 * The tables of the benchmark that this one replaces, made again, and each of its figures beside the row of its replica
 * that makes it. What it published is quoted here; all else is computed.
 */

import { mean, median } from 'simple-statistics';
import { isInterpreter } from '../engines/v8.mjs';
import { AFTER, BEFORE, SIMD } from '../measure/previous-benchmark.mjs';
import { JS } from '../models/js.mjs';
import { JS_CONSTANTS } from '../models/replica.mjs';
import { isControl } from '../stats/index.mjs';
import { stringSortedMedian } from '../stats/string-sort.mjs';
import { FIGURES, INTERPRETED, published } from './published-figures.mjs';
import { factor, ns, percent, times } from './reading.mjs';

/** @typedef {import('./result.mjs').Result} Result */
/** @typedef {import('./published-figures.mjs').Figure} Figure */
/** @typedef {import('./published-figures.mjs').RowName} RowName */
/** @typedef {import('./tables.mjs').Table} Table */
/** @typedef {import('../stats/index.mjs').SummaryRow} SummaryRow */

/** A figure of another machine agrees with its row when neither is more than so many times the other. */
const AGREES = 1.5;

/**
 * @param {Result} result of `npm run bench -- --as-published`
 * @returns {import('./terminal.mjs').Section[]}
 */
export function publishedSections(result) {
  return [
    {
      heading: 'Its tables, as this project measures',
      tables: [BEFORE, AFTER].flatMap((multi3) => [ourTrials(result, multi3), ourTasks(result, multi3)]),
      lines: [],
    },
    {
      heading: 'A replica of how it measured: what follows says how long that measurement takes, and of no product',
      tables: [
        theirTrials(result),
        theirTasks(result, 'multi3-converted', BEFORE),
        theirTasks(result, 'multi3-mitigated-converted', AFTER),
        mistakes(result),
      ],
      lines: [],
    },
    { heading: 'Where its figures come from', tables: [accounts(result)], lines: accountLines(result) },
  ];
}

/** @param {Result} result @param {RowName[2]} tier @returns {string | undefined} id of the engine */
const engineIn = ({ environment: { engines } }, tier) =>
  (tier === INTERPRETED ? engines.find(isInterpreter) : engines[0])?.id;

/**
 * @param {Result} result
 * @param {RowName} name
 * @returns {SummaryRow | undefined} if it has a time
 */
function rowOf(result, [model, kernel, tier]) {
  const engine = engineIn(result, tier);
  return result.summary.find(
    (row) => row.engine === engine && row.model === model && row.kernel === kernel && row.median !== null,
  );
}

/**
 * @param {Result} result
 * @param {RowName} name
 * @returns {number[]} ms of each trial, for the cases of the run
 */
function trialsOf(result, [model, kernel]) {
  const {
    samples,
    plan: { cases },
  } = result;
  const engine = engineIn(result, undefined);
  return samples
    .filter((one) => one.engine === engine && one.model === model && one.kernel === kernel && one.check)
    .map((one) => ((one.ns / one.n) * cases) / 1e6);
}

/** @param {number} ms */
const inMs = (ms) => ms.toFixed(2);
/** @param {number} part @param {number | undefined} whole */
const share = (part, whole) => (whole ? percent(part / whole) : '-');
/** @param {string} multi3 */
const when = (multi3) => (multi3 === BEFORE ? 'ark-ff 0.4' : 'ark-ff 0.6, which has the mitigation');
/** @param {Result} result @param {string} what */
const size = ({ plan: { cases, trials } }, what) =>
  `${what}: ${cases.toLocaleString('en')} cases, ${trials} trials, average and median in ms`;

/** @param {Result} result @param {string} multi3 @returns {Table} */
function ourTrials(result, multi3) {
  const rows = [
    ['multi3', multi3],
    ['simd', SIMD],
  ].map(([label, kernel]) => ({ label, ms: trialsOf(result, ['stream', kernel]) }));
  const [base] = rows;
  const whole = base.ms.length > 0 ? { mean: mean(base.ms), median: median(base.ms) } : undefined;
  return {
    caption: size(result, `Independent products, ${when(multi3)}`),
    columns: [{ label: 'function' }, ...['average', '%', 'median', '%'].map((label) => ({ label, numeric: true }))],
    rows: rows.map(({ label, ms }) =>
      ms.length === 0
        ? { cells: [{ text: label }], error: 'no time' }
        : {
            cells: [
              label,
              ...[inMs(mean(ms)), share(mean(ms), whole?.mean)],
              ...[inMs(median(ms)), share(median(ms), whole?.median)],
            ].map((text) => ({ text })),
          },
    ),
  };
}

/** @param {string} caption @param {{ label: string, row: SummaryRow | undefined }[]} tasks @returns {Table} */
const tasksTable = (caption, tasks) => ({
  caption,
  columns: [
    { label: 'task name' },
    ...['ops/sec', 'average, ns', 'margin', 'samples'].map((label) => ({ label, numeric: true })),
  ],
  rows: tasks.map(({ label, row }) => {
    if (!row || row.mean === null || row.median === null) return { cells: [{ text: label }], error: 'no time' };
    const { mean: average, median: middle, ci95, samples } = row;
    const margin = ci95 ? `± ${percent((ci95[1] - ci95[0]) / 2 / middle)}` : 'too few rounds';
    const texts = [label, Math.round(1e9 / average).toLocaleString('en'), ns(average), margin, String(samples)];
    return { cells: texts.map((text) => ({ text })) };
  }),
});

/** @param {Result} result @param {string} multi3 @returns {Table} */
const ourTasks = (result, multi3) =>
  tasksTable(
    `One call a product, ${when(multi3)}`,
    [
      ['multi3', multi3],
      ['simd', SIMD],
      ['js', JS],
    ].flatMap(([label, kernel]) => [
      { label: `${label} no IO`, row: rowOf(result, ['call', kernel]) },
      { label: `${label} IO`, row: rowOf(result, ['call-io', kernel]) },
    ]),
  );

/** @param {Result} result @param {string} converted @param {string} multi3 @returns {Table} */
const theirTasks = (result, converted, multi3) =>
  tasksTable(`Replica, a pair of clock readings around each call, ${when(multi3)}`, [
    { label: 'multi3 no IO', row: rowOf(result, ['clocked-call', converted]) },
    { label: 'multi3 IO', row: rowOf(result, ['clocked-call-io', converted]) },
    { label: 'simd no IO', row: rowOf(result, ['clocked-call', 'i64x2-mul']) },
    { label: 'simd IO', row: rowOf(result, ['clocked-call-io', 'i64x2-mul']) },
    { label: 'js', row: rowOf(result, ['clocked-call', JS_CONSTANTS]) },
  ]);

/** @param {Result} result @param {string} model @returns {string[]} kernels in the order of the plan */
const kernelsIn = ({ plan: { rows } }, model) =>
  rows.filter((row) => row.model === model && !isControl(row.kernel)).map(({ kernel }) => kernel);

/** @param {Result} result @returns {Table} */
function theirTrials(result) {
  return {
    caption: size(result, 'Replica, a pair of clock readings around each operation'),
    columns: [
      { label: 'function' },
      ...['average', 'median after a sort as strings', 'median'].map((label) => ({ label, numeric: true })),
    ],
    rows: kernelsIn(result, 'clocked').map((kernel) => {
      const ms = trialsOf(result, ['clocked', kernel]);
      const name = { text: kernel, code: /** @type {const} */ (true) };
      if (ms.length === 0) return { cells: [name], error: 'no time' };
      return { cells: [name, ...[mean(ms), stringSortedMedian(ms), median(ms)].map((one) => ({ text: inMs(one) }))] };
    }),
  };
}

/** @param {Result} result @returns {Table} each operation with the clock around it, and without */
function mistakes(result) {
  const models = ['clocked', 'unclocked', 'clocked-call', 'clocked-call-io'];
  const kernels = [...new Set(models.flatMap((model) => kernelsIn(result, model)))];
  return {
    caption: 'The same operations with each mistake and without it, average in ns',
    columns: [
      { label: 'operation' },
      ...['readings around each', 'around all', 'around each call', 'around each call, with IO'].map((label) => ({
        label,
        numeric: true,
      })),
    ],
    rows: kernels.map((kernel) => ({
      cells: [
        { text: kernel, code: /** @type {const} */ (true) },
        ...models.map((model) => ({ text: ns(rowOf(result, [model, kernel])?.mean ?? null) })),
      ],
    })),
  };
}

/** @param {Result} result @param {Figure} of @returns {number | null} the published figure over the replica's */
function overReplica(result, { published: [average], made }) {
  const own = rowOf(result, made)?.mean;
  return own ? average / own : null;
}

/** @param {number | null} ratio */
const agrees = (ratio) => ratio !== null && ratio < AGREES && ratio > 1 / AGREES;

/** @param {RowName} name */
const words = ([model, kernel, tier]) => [kernel, 'in', model, ...(tier ? [`(${tier})`] : [])].join(' ');

/** @param {Result} result @returns {Table} */
function accounts(result) {
  return {
    caption:
      'Every published figure, beside the row of the replica that was measured in the same way, and beside what it ' +
      'was called, measured here',
    columns: [
      { label: 'published' },
      { label: 'of' },
      { label: 'what makes it', prose: true },
      { label: 'replica, ns', numeric: true },
      { label: 'published / replica', numeric: true },
      { label: 'agrees' },
      { label: 'the product itself, ns', numeric: true },
    ],
    rows: FIGURES.map((one) => {
      const [made, work] = [one.made, one.work].map((name) => rowOf(result, name)?.mean ?? null);
      const ratio = overReplica(result, one);
      return {
        cells: [
          { text: one.published.join(' and ') },
          { text: one.of },
          { text: one.cause },
          { text: ns(made), detail: words(one.made) },
          { text: ratio === null ? '-' : factor(ratio) },
          { text: ratio === null ? 'not measured' : agrees(ratio) ? 'yes' : 'no' },
          { text: ns(work), detail: words(one.work) },
        ],
      };
    }),
  };
}

/** @param {Result} result @returns {string[]} what was concluded from the figures, and what made each conclusion */
function accountLines(result) {
  const at = (/** @type {string} */ model, /** @type {string} */ kernel) => rowOf(result, [model, kernel]);
  const time = (/** @type {SummaryRow | undefined} */ row) => `${ns(row?.mean ?? null)} ns`;
  const speedup = (/** @type {SummaryRow | undefined} */ row) => (row?.speedup ? times(row.speedup) : 'not measured');
  const over = (/** @type {string} */ one, /** @type {string} */ other) =>
    factor(published(one).published[0] / published(other).published[0]);
  const [nothing, instruction, held, moved] = ['nothing', 'i64x2-mul', BEFORE, 'multi3-moved'].map((kernel) =>
    at('clocked', kernel),
  );
  const [before, after] = ['multi3-converted', 'multi3-mitigated-converted'].map((kernel) =>
    at('clocked-call', kernel),
  );
  const apart = FIGURES.filter((one) => !agrees(overReplica(result, one)));
  const averageOf = (/** @type {string} */ id) => published(id).published[0];
  const explained = (/** @type {string} */ id) => agrees(overReplica(result, published(id)));
  return [
    `The clock: two readings with nothing between them are ${time(nothing)} apart, with one i64x2.mul between them ` +
      `${time(instruction)}; the instruction takes ${time(at('unclocked', 'i64x2-mul'))} in a loop without a clock. ` +
      (explained('simd-before')
        ? `The published ${averageOf('simd-before')} ns are readings of the clock.`
        : `The clock of this machine does not explain the published ${averageOf('simd-before')} ns.`),
    `The mitigation makes it ${over('multi3-before', 'multi3-after')} times as fast: in the replica a product ` +
      `between its readings takes ${time(held)}, and the same product, which the compiler has moved before them, ` +
      `${time(moved)}, ${speedup(moved)} times as fast though no work is saved. The mitigation itself makes ` +
      `independent products ${speedup(at('stream', AFTER))} times as fast; between readings, a product with it takes ` +
      `${time(at('clocked', AFTER))}.`,
    `SIMD is about 4 times as fast: ${over('multi3-before', 'simd-before')} by its averages, which is a clock with a ` +
      `product over a clock; in the replica ${speedup(instruction)}. The SIMD kernel of this project, whose every ` +
      `result is a whole product, is ${speedup(at('stream', SIMD))} times as fast as multi3 in independent products. ` +
      'That the two are alike is a coincidence.',
    `A tie after the mitigation, ${averageOf('multi3-after')} and ${averageOf('simd-after')} ns: in the replica both ` +
      `are the clock, ${time(moved)} and ${time(instruction)}` +
      (explained('multi3-after') && explained('simd-after') ? ', and so are the published ones, and scatter.' : '.'),
    `A single call became slower by the mitigation, from ${published('call-before').published[0]} to ` +
      `${published('call-after').published[0]} ns: in the replica it went from ${time(before)} to ${time(after)}, ` +
      `while the product itself went from ${time(at('call', BEFORE))} to ${time(at('call', AFTER))}. Such a call ` +
      'takes two numbers of 64 bits into the field before it multiplies them. For ark-ff 0.4 the compiler knew that ' +
      'three of their four limbs are zero, and left out 12 of 32 products of limbs on the way of each; with the ' +
      'mitigation it left out none. A test counts them in the module.',
    interpretedLine(result),
    jsLine(result),
    sortLine(result),
    apart.length === 0
      ? `Every figure is within ${AGREES} times of its row of the replica.`
      : `Not within ${AGREES} times of its row, so that no row here establishes the cause: ` +
        `${apart.map(({ published: [average], of }) => `${average} (${of})`).join('; ')}.`,
  ];
}

/** @param {Result} result */
function interpretedLine(result) {
  const [io, js] = ['simd-call-io', 'js'].map((id) => {
    const [before, after] = [`${id}-before`, `${id}-after`].map(published);
    const [slow, fast] = [before, after].map(({ made }) => rowOf(result, made)?.mean ?? null);
    const ratio = before.published[0] / after.published[0];
    return {
      is: `${before.published[0]} and ${after.published[0]} ns, ${factor(ratio)} times apart`,
      here: slow && fast ? `${ns(slow)} and ${ns(fast)} ns, ${factor(slow / fast)} times` : 'not measured',
    };
  });
  return (
    'The same code, with and without the mitigation, which neither of them uses: a call of “simd” with IO, ' +
    `${io.is}, and js, ${js.is}. They ran last, one after the other. Where V8 interprets JavaScript, and where it ` +
    `compiles it, the replica has ${io.here}, for the first, and ${js.here}, for the other. Each published figure ` +
    'was an average of a million calls or more with a margin below 2 %, so that it was no short disturbance; why V8 ' +
    'did not compile, or compiled no longer, the figures do not show.'
  );
}

/** @param {Result} result */
function jsLine(result) {
  const [alone, reduced] = [
    ['unclocked', JS_CONSTANTS],
    ['call', JS],
  ].map(([model, kernel]) => ns(rowOf(result, [model, kernel])?.mean ?? null));
  return (
    `js is no product in a field: that product of two constants takes ${alone} ns in a loop without a clock, and ` +
    `(a * b) % p, where each product is made of the one before, ${reduced} ns.`
  );
}

/** @param {Result} result */
function sortLine(result) {
  const rows = kernelsIn(result, 'clocked').flatMap((kernel) => {
    const ms = trialsOf(result, ['clocked', kernel]);
    return ms.length > 0 ? [{ kernel, off: stringSortedMedian(ms) / median(ms) - 1 }] : [];
  });
  const wrong = rows.filter(({ off }) => off !== 0).sort((a, b) => Math.abs(b.off) - Math.abs(a.off));
  const most = wrong.length > 0 ? `, by ${percent(Math.abs(wrong[0].off))} at most (${wrong[0].kernel})` : '';
  return (
    `The median after a sort as strings: another number than the median in ${wrong.length} of ${rows.length} rows of ` +
    `the replica${most}. It is right as long as all trials have as many digits before the point, and no published ` +
    'figure shows whether they did.'
  );
}
