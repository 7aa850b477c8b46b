/** The picture of a proof: how long it takes by each prover, engine by engine. */

import * as Plot from '#charts/plot';
import { parseHTML } from '#charts/linkedom';
import { WHOLE, timesOf } from './proof-answer.mjs';

/** px */
const WIDTH = 960;
const ROW = 26;
const LABELS = 180;
/** Told apart by their names beside the bars, too. */
const OWN = [
  { color: '#0072b2', is: (/** @type {string} */ id) => id.endsWith('-patched') },
  { color: '#d55e00', is: (/** @type {string} */ id) => id.startsWith('batches-') },
];
const OTHERS = '#7f7f7f';

/**
 * @param {import('./result.mjs').Result} result
 * @returns {string} a file of SVG, readable on light and on dark pages
 */
export function drawProofs(result) {
  const bars = timesOf(result, WHOLE).map(({ engine, kernel, median }) => ({
    engine,
    prover: kernel,
    seconds: Number(median) / 1e9,
  }));
  const engines = [...new Set(bars.map(({ engine }) => engine))];
  const provers = [...new Set(bars.map(({ prover }) => prover))];
  const { document } = parseHTML('<!doctype html><html><body></body></html>');
  const svg = Plot.plot({
    document,
    width: WIDTH,
    height: 70 + engines.length * (provers.length * ROW + 20),
    marginLeft: LABELS,
    marginRight: 110,
    style: { background: '#fff', color: '#222', fontSize: '12px', fontFamily: 'system-ui, sans-serif' },
    x: { grid: true, label: 'seconds a proof →' },
    y: { domain: provers, label: null, tickSize: 0 },
    fy: { domain: engines, label: null },
    ariaLabel: 'Seconds that a proof takes, by each prover on each engine',
    marks: [
      Plot.barX(bars, {
        x: 'seconds',
        y: 'prover',
        fy: 'engine',
        fill: ({ prover }) => OWN.find(({ is }) => is(prover))?.color ?? OTHERS,
        insetTop: 2,
        insetBottom: 2,
      }),
      Plot.text(bars, {
        x: 'seconds',
        y: 'prover',
        fy: 'engine',
        text: ({ seconds }) => seconds.toFixed(2),
        textAnchor: 'start',
        dx: 5,
      }),
    ],
  });
  svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  return `${svg.outerHTML}\n`;
}
