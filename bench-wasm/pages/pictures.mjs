/** The pictures of the README and of docs/, each from what is stored: white paper for light and for dark pages. */

import * as Plot from '#charts/plot';
import { parseHTML } from '#charts/linkedom';
import { SHIPPED } from '../src/report/findings.mjs';
import { distinct } from '../src/report/groups.mjs';
import { askedIn } from './answer.mjs';
import { timedIn } from './engine-tables.mjs';
import { PROOF } from './proof.mjs';
import { newest } from './source.mjs';

/** @import { Machine } from '../src/report/answer.mjs' */
/** @import { Result } from '../src/report/result.mjs' */
/** @import { Stored } from './stored-results.mjs' */

/**
 * @typedef {object} Picture
 * @property {string} path from the root of the checkout
 * @property {(stored: Stored[]) => string | null} draw gives a file of SVG; null where nothing is
 *   stored of what it shows
 */

/** @type {readonly Picture[]} */
export const PICTURES = Object.freeze([
  { path: 'docs/answer.svg', draw: (stored) => drawAnswer(askedIn(stored)) },
  {
    path: 'docs/proof.svg',
    draw(stored) {
      const run = newest(stored, PROOF);
      return run ? drawProofs(run.result) : null;
    },
  },
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
/** Of a CPU. */
const LOOKS = looksOf(BLUE, ORANGE, '#009e73', '#cc79a7');

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
