/** The pictures of the README and of docs/, each from what is stored: white paper for light and for dark pages. */

import * as Plot from '#charts/plot';
import { parseHTML } from '#charts/linkedom';
import { median } from 'simple-statistics';
import { batchOn } from '../src/batches/peer-rows.mjs';
import { SHIPPED } from '../src/report/findings.mjs';
import { whole } from '../src/report/format.mjs';
import { distinct } from '../src/report/groups.mjs';
import { engineShares, matrices } from '../src/report/matrix.mjs';
import { mergeResults } from '../src/report/merge.mjs';
import { askedIn } from './answer.mjs';
import { CALLS, breakEven, calledIn } from './calls.mjs';
import { timedIn } from './engine-tables.mjs';
import { cachedGas, stepsOf } from './poseidon.mjs';
import { PROOF } from './proof.mjs';
import { SIZES, SIZE_PICTURES, pictureOf, sizedIn } from './sizes.mjs';
import { newest } from './source.mjs';

/** @import { Ladder } from '../src/measure/ladder.mjs' */
/** @import { Machine } from '../src/report/answer.mjs' */
/** @import { Matrix } from '../src/report/matrix.mjs' */
/** @import { Result } from '../src/report/result.mjs' */
/** @import { Family } from './sizes.mjs' */
/** @import { Stored } from './stored-results.mjs' */

/**
 * @typedef {object} Picture
 * @property {string} path from the root of the checkout
 * @property {(stored: Stored[], ladder: Ladder) => string | null} draw gives a file of SVG; null where nothing is
 *   stored of what it shows
 */

/** @param {string} path @param {string} part @param {(run: Stored) => string | null} draw @returns {Picture} */
const ofRun = (path, part, draw) => ({
  path,
  draw(stored) {
    const run = newest(stored, part);
    return run ? draw(run) : null;
  },
});

/** @type {readonly Picture[]} */
export const PICTURES = Object.freeze([
  { path: 'docs/answer.svg', draw: (stored) => drawAnswer(askedIn(stored)) },
  { path: 'docs/poseidon.svg', draw: (_, ladder) => drawPoseidon(ladder) },
  ofRun('docs/proof.svg', PROOF, ({ result }) => drawProofs(result)),
  ofRun('docs/break-even.svg', CALLS, (run) => drawBreakEven(calledIn(run))),
  ofRun('docs/engines.svg', 'engines', ({ source, result }) => {
    const all = matrices(mergeResults([{ file: source, result }]));
    return all.length > 0 ? drawEngines(all) : null;
  }),
  ...SIZE_PICTURES.map(({ family, file }) => ofRun(`docs/${file}`, SIZES, ({ result }) => drawSizes(result, family))),
]);

/** px */
const WIDTH = 960;
const [INK, MUTED, GREY, BLUE, ORANGE] = ['#222', '#666', '#7f7f7f', '#0072b2', '#d55e00'];
/** Told apart without colour, too. */
const MARKS = /** @type {const} */ ([
  { symbol: 'circle', sign: '●' },
  { symbol: 'square', sign: '■' },
  { symbol: 'triangle', sign: '▲' },
  { symbol: 'diamond', sign: '◆' },
  { symbol: 'star', sign: '★' },
  { symbol: 'cross', sign: '✚' },
]);
/** @param {string[]} colors */
const looksOf = (...colors) => colors.map((color, at) => ({ color, ...MARKS[at] }));
/** Of a CPU or of a kernel; and of more than four. */
const LOOKS = looksOf(BLUE, ORANGE, '#009e73', '#cc79a7');
const MORE_LOOKS = looksOf('#222222', BLUE, ORANGE, '#009e73', '#cc79a7', '#e69f00');

/** @typedef {{ text: string, x: number, y: number, fill?: string, bold?: true }} Words in the picture, px */

/**
 * @param {Plot.PlotOptions & { ariaLabel: string }} options
 * @param {readonly Words[]} [words] above the chart
 * @returns {SVGSVGElement} the frame of all pictures, and the chart in it
 */
function picture({ style, ...options }, words = []) {
  const { document } = parseHTML('<!doctype html><html><body></body></html>');
  const svg = /** @type {SVGSVGElement} */ (
    Plot.plot({
      document,
      width: WIDTH,
      style: {
        ...{ background: '#fff', color: INK, fontSize: '13px', fontFamily: 'system-ui, sans-serif' },
        .../** @type {object} */ (style),
      },
      ...options,
    })
  );
  svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  svg.setAttribute('role', 'img');
  for (const { text, x, y, fill = MUTED, bold } of words) {
    const label = document.createElementNS('http://www.w3.org/2000/svg', 'text');
    const attributes = { x, y, 'text-anchor': 'start', fill, ...(bold && { 'font-weight': 600 }) };
    for (const [name, value] of Object.entries(attributes)) label.setAttribute(name, String(value));
    label.textContent = text;
    svg.append(label);
  }
  return svg;
}

/** @param {SVGSVGElement} svg @returns {string} the text of a file */
const fileOf = (svg) => `${svg.outerHTML}\n`;

/** @param {number} ratio @returns {string} on an axis */
const timesTick = (ratio) => `${ratio}x`;

/**
 * @param {{ lo: number, hi: number }[]} points
 * @param {'x' | 'y'} value the axis of their medians
 * @param {object} place on the others
 * @param {{ color: any, symbol: any }} look
 * @returns {Plot.Markish[]} intervals as lines, and a mark for each median
 */
const intervals = (points, value, place, { color, symbol }) => [
  (value === 'x' ? Plot.ruleY : Plot.ruleX)(points, {
    ...{ ...place, [`${value}1`]: 'lo', [`${value}2`]: 'hi', stroke: color, strokeWidth: 3, strokeLinecap: 'round' },
  }),
  Plot.dot(points, { ...place, [value]: 'median', fill: color, symbol, r: 4 }),
];

/**
 * @template {{ fill: string }} Bar
 * @param {Bar[]} bars
 * @param {object} place
 * @param {(bar: Bar) => string} say
 * @returns {Plot.Markish[]} bars with their figures at their ends
 */
const labelledBars = (bars, place, say) => [
  Plot.barX(bars, { ...place, fill: ({ fill }) => fill, insetTop: 2, insetBottom: 2 }),
  Plot.text(bars, { ...place, text: say, textAnchor: 'start', dx: 5 }),
];

/** Room for the longest name of an engine, px. */
const LEFT = 116;

/** One scalar, one SIMD, and arkworks' own code where the engine has what it needs. */
const ANSWERING = ['limbs29-dropin', 'simd', 'multi3-wide'];
/** What is slower than this would press all others together: it is told in words. */
const SLOWEST = 0.25;

/**
 * What the kernels gain over what upstream ships, engine by engine and CPU by CPU.
 *
 * @param {Machine[]} asked as `againstShipped` gives them
 */
export function drawAnswer(asked) {
  const all = asked.flatMap(({ label, results }, at) => {
    const own = results
      .flatMap(({ summary }) => summary)
      // Code for the machine itself is no WebAssembly.
      .filter(
        ({ engine, model, kernel }) => !engine.startsWith('native') && model === 'stream' && ANSWERING.includes(kernel),
      )
      .flatMap(({ engine, kernel, speedup }) =>
        speedup?.ci95 ? [{ ...speedup, engine, kernel, lo: speedup.ci95[0], hi: speedup.ci95[1], label, at }] : [],
      );
    // Of two results with a row the first counts.
    return [...new Map(own.toReversed().map((row) => [`${row.kernel} ${row.engine}`, row])).values()].toReversed();
  });
  const rows = all.filter(({ lo }) => lo >= SLOWEST);
  const told = all
    .filter(({ lo }) => lo < SLOWEST)
    .map(
      ({ kernel, engine, label, lo, hi }) => `${kernel} on ${engine}, ${label}, ${lo.toFixed(3)} to ${hi.toFixed(3)}`,
    );
  const engines = distinct(rows.map(({ engine }) => engine)).sort();
  return fileOf(
    picture(
      {
        height: 116 + engines.length * 34,
        ...{ marginLeft: LEFT, marginRight: 28, marginTop: 90, marginBottom: 40 },
        x: {
          ...{ type: 'log', grid: true, tickFormat: timesTick, ticks: [1, 2, 4, 8] },
          label: `times as fast as ${SHIPPED}, stream →`,
        },
        y: { domain: engines, label: null },
        // Room for the last tick of an axis beside the first one of the next.
        fx: { domain: ANSWERING, label: null, padding: 0.2 },
        ariaLabel: `Ratio to ${SHIPPED} with its interval, for ${ANSWERING.join(', ')} on each engine`,
        marks: [
          Plot.ruleX([1], { stroke: INK }),
          ...LOOKS.slice(0, asked.length).flatMap((look, at) => {
            const place = { fx: 'kernel', y: 'engine', dy: (at - (asked.length - 1) / 2) * 8 };
            return intervals(
              rows.filter((row) => row.at === at),
              'x',
              place,
              look,
            );
          }),
        ],
      },
      [
        ...asked.map(({ label }, at) => ({
          text: `${LOOKS[at % LOOKS.length].sign} ${label}`,
          ...{ x: LEFT + at * Math.floor((WIDTH - LEFT) / asked.length), y: 20 },
          ...{ fill: LOOKS[at % LOOKS.length].color, bold: /** @type {const} */ (true) },
        })),
        {
          text: 'a line is the 95 % interval',
          ...{ x: LEFT, y: 40 },
        },
        ...(told.length > 0 ? [{ text: `not drawn: ${told.join('; ')}`, x: LEFT, y: 56 }] : []),
      ],
    ),
  );
}

/**
 * How many times as fast as BigInt wasm is, by products a call, engine by engine.
 *
 * @param {Result} result against BigInt
 */
export function drawBreakEven(result) {
  const engines = breakEven(result);
  const points = engines.flatMap(({ engine, points: own, from }) =>
    own.map(({ size, speedup: { median: ratio, ci95 } }) => {
      const wins = from !== null && size >= from;
      const look = wins ? { color: BLUE, symbol: 'circle' } : { color: ORANGE, symbol: 'square' };
      return { engine, size, median: ratio, lo: ci95[0], hi: ci95[1], ...look };
    }),
  );
  // BigInt itself is in the picture, however far from it wasm is.
  const low = Math.min(1, ...points.map(({ lo }) => lo)) / 1.2;
  const high = Math.max(1, ...points.map(({ hi }) => hi)) * 1.2;
  const place = { fx: 'engine', x: 'size' };
  const look = { color: (/** @type {typeof points[0]} */ { color }) => color, symbol: 'symbol' };
  return fileOf(
    picture(
      {
        ...{ height: 300, marginLeft: 56, marginTop: 64, marginBottom: 44 },
        // Room for the ends of an axis beside those of the next.
        fx: { domain: engines.map(({ engine }) => engine), label: null, padding: 0.18 },
        x: {
          ...{ type: 'log', base: 2, ticks: [1, 4, 16, 64], tickFormat: String },
          label: 'products a call → (upwards: times as fast as BigInt)',
        },
        y: {
          ...{ type: 'log', grid: true, label: null, domain: [low, high], tickFormat: timesTick },
          ticks: [0.05, 0.1, 0.2, 0.5, 1, 2, 5].filter((tick) => tick >= low && tick <= high),
        },
        ariaLabel: 'How many times as fast as BigInt, with its interval, by products a call, on each engine',
        marks: [
          Plot.ruleY([1], { stroke: INK }),
          Plot.line(points, { ...place, y: 'median', stroke: '#999' }),
          ...intervals(points, 'y', place, look),
        ],
      },
      [
        { text: '● wasm is faster, here and with more', x: 56, y: 18, fill: BLUE },
        { text: '■ not shown to be faster', x: 330, y: 18, fill: ORANGE },
        { text: 'a line is the 95 % interval', x: 530, y: 18 },
      ],
    ),
  );
}

/** One a kind: arkworks' own, the scalar kernel, and one for each proposal of SIMD. */
const KINDS = ['multi3', 'limbs29', 'simd', 'fma-pair'];

/**
 * How many times as fast as the median engine each is, kernel by kernel.
 *
 * @param {readonly Matrix[]} all of one run
 */
export function drawEngines(all) {
  const points = all.flatMap((matrix) =>
    engineShares(matrix)
      .filter(({ kernel }) => KINDS.includes(kernel))
      .flatMap(({ kernel, ratios }) =>
        ratios.flatMap((ratio, i) =>
          ratio === null ? [] : [{ model: matrix.model, kernel, engine: matrix.engines[i], ratio }],
        ),
      ),
  );
  const middle = (/** @type {string} */ engine) =>
    median(points.filter((point) => point.engine === engine).map(({ ratio }) => ratio));
  const engines = distinct(points.map(({ engine }) => engine)).sort((a, b) => middle(b) - middle(a));
  const ratios = points.map(({ ratio }) => ratio);
  const [low, high] = [Math.min(...ratios) / 1.2, Math.max(...ratios) * 1.2];
  return fileOf(
    picture(
      {
        height: 128 + engines.length * 42,
        ...{ marginLeft: LEFT, marginRight: 28, marginTop: 84, marginBottom: 44 },
        x: {
          // To the base 10 the ticks at 5 would have no labels.
          ...{ type: 'log', base: 2, grid: true, domain: [low, high], tickFormat: timesTick },
          label: 'times as fast as the median engine →',
          ticks: [0.01, 0.05, 0.2, 1, 5].filter((tick) => tick > low && tick < high),
        },
        y: { domain: engines, label: null, padding: 0.5 },
        fx: { domain: all.map(({ model }) => model), label: null, padding: 0.08 },
        ariaLabel: `How many times as fast as the median engine, for ${KINDS.join(', ')} on each engine`,
        marks: [
          Plot.gridY({ stroke: INK }),
          Plot.ruleX([1], { stroke: INK }),
          ...KINDS.map((kernel, i) =>
            Plot.dot(
              points.filter((point) => point.kernel === kernel),
              {
                ...{ fx: 'model', x: 'ratio', y: 'engine', dy: (i - (KINDS.length - 1) / 2) * 8.5 },
                ...{ fill: LOOKS[i].color, symbol: LOOKS[i].symbol, r: 4 },
              },
            ),
          ),
        ],
      },
      [
        ...KINDS.map((kernel, i) => ({
          ...{ text: `${LOOKS[i].sign} ${kernel}`, x: LEFT + i * 130, y: 20, fill: LOOKS[i].color },
        })),
        {
          text:
            'at 1x is the median engine of each kernel, native code left out; by the fastest batch, without ' +
            'intervals',
          ...{ x: LEFT, y: 42 },
        },
      ],
    ),
  );
}

/**
 * ns a product, a point and a butterfly over size, a line a kernel.
 *
 * @param {Result} result
 * @param {Family} family
 * @returns {string | null} null where no size was timed
 */
export function drawSizes(result, family) {
  const all = sizedIn(result, family);
  if (all.length === 0) return null;
  const { each, of } = pictureOf(family);
  const engines = distinct(all.map(({ engine }) => engine));
  const alone = (/** @type {string} */ row) => row.replace(batchOn(''), '');
  // A kernel looks the same in the pictures of products, sums and transforms.
  const kernels = distinct(all.map(({ kernel }) => kernel))
    .sort((a, b) => (alone(a) < alone(b) ? -1 : 1))
    .slice(0, MORE_LOOKS.length)
    .map((kernel, at) => ({ kernel, own: all.filter((one) => one.kernel === kernel), look: MORE_LOOKS[at] }));
  const names = kernels.map(({ kernel }) => kernel).join(', ');
  const sizes = distinct(all.map(({ log2 }) => log2));
  const place = { fx: 'engine', x: 'log2' };
  return fileOf(
    picture(
      {
        ...{ height: 340, marginLeft: 64, marginTop: 64, marginBottom: 44 },
        fx: { domain: engines, label: null, padding: 0.12 },
        x: {
          ...{ type: 'linear', domain: [sizes[0] - 0.5, sizes[sizes.length - 1] + 0.5], ticks: sizes },
          ...{ tickFormat: (/** @type {number} */ log2) => `2^${log2}`, label: `${of} →` },
        },
        y: { type: 'log', grid: true, label: `ns a ${each}`, nice: true },
        ariaLabel: `ns a ${each} by the number of ${of}, for ${names} on ${engines.join(', ')}`,
        marks: kernels.flatMap(({ own, look }) => [
          Plot.line(own, { ...place, y: 'median', stroke: look.color }),
          ...intervals(own, 'y', place, look),
        ]),
      },
      kernels.map(({ kernel, look: { color, sign } }, at) => ({
        text: `${sign} ${kernel}`,
        // Beside the name of the axis.
        ...{ x: 210 + (at % 3) * 250, y: 18 + Math.floor(at / 3) * 18, fill: color },
      })),
    ),
  );
}

/** Of a bar, px. */
const ROW = 26;

/** How long a proof takes by each prover, engine by engine. @param {Result} result */
export function drawProofs(result) {
  // Told apart by the name beside the bar, too.
  const colorOf = (/** @type {string} */ prover) =>
    prover.endsWith('-patched') ? BLUE : prover.startsWith('batches-') ? ORANGE : GREY;
  const bars = timedIn(result, PROOF).map(({ engine, kernel: prover, median: time }) => ({
    ...{ engine, prover, seconds: Number(time) / 1e9, fill: colorOf(prover) },
  }));
  const engines = distinct(bars.map(({ engine }) => engine));
  const provers = distinct(bars.map(({ prover }) => prover));
  return fileOf(
    picture({
      height: 70 + engines.length * (provers.length * ROW + 20),
      ...{ marginLeft: 180, marginRight: 110, style: { fontSize: '12px' } },
      x: { grid: true, label: 'seconds a proof →' },
      y: { domain: provers, label: null, tickSize: 0 },
      fy: { domain: engines, label: null },
      ariaLabel: 'Seconds that a proof takes, by each prover on each engine',
      marks: labelledBars(bars, { x: 'seconds', y: 'prover', fy: 'engine' }, ({ seconds }) => seconds.toFixed(2)),
    }),
  );
}

/** Who made what is drawn of the ladder. */
const MAKERS = Object.freeze({ 'the EVM': GREY, 'the published ladder': ORANGE, 'this crate': BLUE });

/** What one hash costs at each step, in gas, each hash on a scale of its own. @param {Ladder} ladder */
export function drawPoseidon(ladder) {
  const barsOf = (/** @type {'poseidon1' | 'poseidon2'} */ hash) =>
    stepsOf(ladder, hash).map((step) => ({
      ...{ name: step.step, gas: cachedGas(step) },
      fill: MAKERS[step.published ? 'the published ladder' : 'this crate'],
    }));
  const evm = ladder.evm.map(({ contract, gas }) => ({ name: `EVM: ${contract}`, gas, fill: MAKERS['the EVM'] }));
  const [labels, top] = [330, 30];
  const parts = [
    { title: 'Poseidon1', bars: [...evm, ...barsOf('poseidon1')] },
    { title: 'Poseidon2, another hash', bars: barsOf('poseidon2') },
  ].map((part) => ({ ...part, height: 74 + part.bars.length * ROW }));
  const tops = [...parts, null].map((_, at) => parts.slice(0, at).reduce((sum, { height }) => sum + height, top));
  const ariaLabel = 'Gas of one hash at each step, for Poseidon1 and for Poseidon2';
  const bold = /** @type {const} */ (true);
  const paper = picture({ height: tops[parts.length], ariaLabel, marks: [] }, [
    ...Object.entries(MAKERS).map(([maker, fill], at) => ({
      text: `■ ${maker}`,
      x: labels + at * 190,
      y: 20,
      fill,
      bold,
    })),
    ...parts.map(({ title }, at) => ({ text: title, x: 8, y: tops[at] + 24, fill: INK, bold })),
  ]);
  for (const [at, { title, bars, height }] of parts.entries()) {
    const chart = picture({
      ...{ height, marginLeft: labels, marginRight: 90, marginTop: 34, marginBottom: 40, ariaLabel: title },
      style: { background: 'transparent', fontSize: '12px' },
      x: { grid: true, label: 'gas of one hash, with a start from the cache →' },
      y: { domain: bars.map(({ name }) => name), label: null, tickSize: 0 },
      marks: labelledBars(bars, { x: 'gas', y: 'name' }, ({ gas }) => whole(gas)),
    });
    chart.setAttribute('y', String(tops[at]));
    paper.append(chart);
  }
  return fileOf(paper);
}
