/** The picture of the answer: what the kernels gain over what upstream ships, engine by engine and CPU by CPU. */

import * as Plot from '#charts/plot';
import { parseHTML } from '#charts/linkedom';
import { SHIPPED } from './reading.mjs';

/** @typedef {import('./answer.mjs').Machine} Machine */

/** One scalar, one SIMD, and arkworks' own code where the engine has what it needs. */
const KERNELS = Object.freeze(['limbs29-dropin', 'simd', 'multi3-wide']);
const MODEL = 'stream';
/** Of a CPU, or of a kernel: told apart without colour, too. */
export const LOOKS = Object.freeze(
  /** @type {const} */ ([
    { color: '#0072b2', symbol: 'circle' },
    { color: '#d55e00', symbol: 'square' },
    { color: '#009e73', symbol: 'triangle' },
    { color: '#cc79a7', symbol: 'diamond' },
  ]),
);
export const SIGNS = Object.freeze({ circle: '●', square: '■', triangle: '▲', diamond: '◆' });
/** px */
const WIDTH = 960;
/** Room for the longest name of an engine. */
const LEFT = 116;
/** What is slower than this would press all others together: it is told in words. */
const SLOWEST = 0.25;
const ROW = 34;
const APART = 8;

/**
 * @param {Machine[]} asked as `againstShipped` gives them
 * @returns {string} a file of SVG, readable on light and on dark pages
 */
export function drawAnswer(asked) {
  const { document } = parseHTML('<!doctype html><html><body></body></html>');
  const all = asked.flatMap(({ label, results }, at) => rowsOf(results).map((row) => ({ ...row, label, at })));
  const rows = all.filter(({ lo }) => lo >= SLOWEST);
  const slower = all.filter(({ lo }) => lo < SLOWEST);
  const engines = [...new Set(rows.map(({ engine }) => engine))].sort();
  const shown = LOOKS.slice(0, asked.length);
  const offset = (/** @type {number} */ at) => (at - (asked.length - 1) / 2) * APART;
  const svg = /** @type {SVGSVGElement} */ (
    Plot.plot({
      document,
      width: WIDTH,
      height: 116 + engines.length * ROW,
      marginLeft: LEFT,
      marginRight: 28,
      marginTop: 90,
      marginBottom: 40,
      style: { background: '#fff', color: '#222', fontSize: '13px', fontFamily: 'system-ui, sans-serif' },
      x: {
        type: 'log',
        grid: true,
        label: `times as fast as ${SHIPPED}, ${MODEL} →`,
        tickFormat: (/** @type {number} */ x) => `${x}×`,
        ticks: [1, 2, 4, 8],
      },
      y: { domain: engines, label: null },
      // Room for the last tick of an axis beside the first one of the next.
      fx: { domain: [...KERNELS], label: null, padding: 0.2 },
      marks: [
        Plot.ruleX([1], { stroke: '#222' }),
        ...shown.flatMap(({ color, symbol }, at) => {
          const own = rows.filter((row) => row.at === at);
          const place = { fx: 'kernel', y: 'engine', dy: offset(at) };
          return [
            Plot.ruleY(own, { ...place, x1: 'lo', x2: 'hi', stroke: color, strokeWidth: 3, strokeLinecap: 'round' }),
            Plot.dot(
              own.filter(({ blind }) => !blind),
              { ...place, x: 'median', fill: color, symbol, r: 4.5 },
            ),
          ];
        }),
      ],
    })
  );
  svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', `Ratio to ${SHIPPED} with its interval, for ${KERNELS.join(', ')} on each engine`);
  for (const [at, { label }] of asked.entries()) {
    const text = document.createElementNS('http://www.w3.org/2000/svg', 'text');
    text.setAttribute('x', String(LEFT + at * Math.floor((WIDTH - LEFT) / asked.length)));
    text.setAttribute('y', '20');
    text.setAttribute('text-anchor', 'start');
    text.setAttribute('fill', LOOKS[at % LOOKS.length].color);
    text.setAttribute('font-weight', '600');
    text.textContent = `${SIGNS[LOOKS[at % LOOKS.length].symbol]} ${label}`;
    svg.append(text);
  }
  const note = document.createElementNS('http://www.w3.org/2000/svg', 'text');
  note.setAttribute('x', String(LEFT));
  note.setAttribute('y', '40');
  note.setAttribute('text-anchor', 'start');
  note.setAttribute('fill', '#666');
  note.textContent = 'a line is the 95 % interval; without a mark the control was blind, and the interval alone counts';
  svg.append(note);
  if (slower.length > 0) {
    const left = /** @type {SVGTextElement} */ (note.cloneNode());
    left.setAttribute('y', '56');
    left.textContent = `not drawn: ${slower
      .map(
        ({ kernel, engine, label, lo, hi }) => `${kernel} on ${engine}, ${label}, ${lo.toFixed(3)} to ${hi.toFixed(3)}`,
      )
      .join('; ')}`;
    svg.append(left);
  }
  return `${svg.outerHTML}\n`;
}

/** @param {import('./result.mjs').Result[]} results of one machine, to what is shipped; the first with a row counts */
function rowsOf(results) {
  /** @type {Map<string, { kernel: string, engine: string, median: number, lo: number, hi: number, blind: boolean }>} */
  const rows = new Map();
  for (const result of results) {
    for (const { engine, kernel, model, speedup } of result.summary) {
      const key = `${kernel} ${engine}`;
      // Code for the machine itself is no WebAssembly.
      if (engine.startsWith('native')) continue;
      if (model !== MODEL || !KERNELS.includes(kernel) || !speedup?.ci95 || rows.has(key)) continue;
      const [lo, hi] = speedup.ci95;
      rows.set(key, { kernel, engine, median: speedup.median, lo, hi, blind: speedup.blind });
    }
  }
  return [...rows.values()];
}
