/** The picture of the break-even: how many times as fast as BigInt wasm is, by products a call, engine by engine. */

import * as Plot from '#charts/plot';
import { parseHTML } from '#charts/linkedom';
import { breakEven } from './break-even.mjs';

/** px */
const WIDTH = 960;
const HEIGHT = 300;
const WINS = '#0072b2';
const LOSES = '#d55e00';

/**
 * @param {import('./result.mjs').Result} result against BigInt
 * @returns {string} a file of SVG, readable on light and on dark pages
 */
export function drawBreakEven(result) {
  const engines = breakEven(result);
  const points = engines.flatMap(({ engine, points: own, from }) =>
    own.map(({ size, speedup: { median, ci95, blind } }) => ({
      ...{ engine, size, median, lo: ci95[0], hi: ci95[1], blind },
      wins: from !== null && size >= from,
    })),
  );
  // BigInt itself is in the picture, however far from it wasm is.
  const [low, high] = [
    Math.min(1, ...points.map(({ lo }) => lo)) / 1.2,
    Math.max(1, ...points.map(({ hi }) => hi)) * 1.2,
  ];
  const { document } = parseHTML('<!doctype html><html><body></body></html>');
  const color = (/** @type {{ wins: boolean }} */ { wins }) => (wins ? WINS : LOSES);
  const svg = Plot.plot({
    document,
    width: WIDTH,
    height: HEIGHT,
    marginLeft: 56,
    marginTop: 64,
    marginBottom: 44,
    style: { background: '#fff', color: '#222', fontSize: '13px', fontFamily: 'system-ui, sans-serif' },
    // Room for the ends of an axis beside those of the next.
    fx: { domain: engines.map(({ engine }) => engine), label: null, padding: 0.18 },
    x: {
      type: 'log',
      base: 2,
      label: 'products a call → (upwards: times as fast as BigInt)',
      ticks: [1, 4, 16, 64],
      tickFormat: String,
    },
    y: {
      type: 'log',
      grid: true,
      label: null,
      domain: [low, high],
      tickFormat: (/** @type {number} */ y) => `${y}×`,
      ticks: [0.05, 0.1, 0.2, 0.5, 1, 2, 5].filter((tick) => tick >= low && tick <= high),
    },
    ariaLabel: 'How many times as fast as BigInt, with its interval, by products a call, on each engine',
    marks: [
      Plot.ruleY([1], { stroke: '#222' }),
      Plot.line(points, { fx: 'engine', x: 'size', y: 'median', stroke: '#999' }),
      Plot.ruleX(points, {
        ...{ fx: 'engine', x: 'size', y1: 'lo', y2: 'hi' },
        ...{ stroke: color, strokeWidth: 3, strokeLinecap: 'round' },
      }),
      Plot.dot(
        points.filter(({ blind }) => !blind),
        {
          fx: 'engine',
          x: 'size',
          y: 'median',
          fill: color,
          symbol: (/** @type {{ wins: boolean }} */ { wins }) => (wins ? 'circle' : 'square'),
          r: 4,
        },
      ),
    ],
  });
  svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  svg.setAttribute('role', 'img');
  for (const { text, x, y, fill } of [
    { text: '● wasm is faster, here and with more', x: 56, y: 18, fill: WINS },
    { text: '■ not shown to be faster', x: 330, y: 18, fill: LOSES },
    { text: 'a line is the 95 % interval; without a mark the control was blind', x: 530, y: 18, fill: '#666' },
  ]) {
    const label = document.createElementNS('http://www.w3.org/2000/svg', 'text');
    label.setAttribute('x', String(x));
    label.setAttribute('y', String(y));
    label.setAttribute('text-anchor', 'start');
    label.setAttribute('fill', fill);
    label.textContent = text;
    svg.append(label);
  }
  return `${svg.outerHTML}\n`;
}
