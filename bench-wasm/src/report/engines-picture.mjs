/** The picture of the engines: how many times as fast as the median engine each is, kernel by kernel. */

import * as Plot from '#charts/plot';
import { parseHTML } from '#charts/linkedom';
import { median } from 'simple-statistics';
import { engineShares } from './matrix.mjs';
import { LOOKS, SIGNS } from './picture.mjs';

/** @typedef {import('./matrix.mjs').Matrix} Matrix */

/** One a kind: arkworks' own, the scalar kernel, and one for each proposal of SIMD. */
const KERNELS = Object.freeze(['multi3', 'limbs29', 'simd', 'fma-pair']);
/** px */
const WIDTH = 960;
const ROW = 42;
const APART = 8.5;
const LEFT = 116;
const LABEL = 130;

/**
 * @param {readonly Matrix[]} matrices of one run
 * @returns {string} a file of SVG, readable on light and on dark pages
 */
export function drawEngines(matrices) {
  const points = matrices.flatMap((matrix) =>
    engineShares(matrix)
      .filter(({ kernel }) => KERNELS.includes(kernel))
      .flatMap(({ kernel, ratios }) =>
        ratios.flatMap((ratio, i) =>
          ratio === null ? [] : [{ model: matrix.model, kernel, engine: matrix.engines[i], ratio }],
        ),
      ),
  );
  const middle = (/** @type {string} */ engine) =>
    median(points.filter((point) => point.engine === engine).map(({ ratio }) => ratio));
  const engines = [...new Set(points.map(({ engine }) => engine))].sort((a, b) => middle(b) - middle(a));
  const [low, high] = [Math.min, Math.max].map((end) => end(...points.map(({ ratio }) => ratio)));
  const { document } = parseHTML('<!doctype html><html><body></body></html>');
  const svg = Plot.plot({
    document,
    width: WIDTH,
    height: 128 + engines.length * ROW,
    marginLeft: LEFT,
    marginRight: 28,
    marginTop: 84,
    marginBottom: 44,
    style: { background: '#fff', color: '#222', fontSize: '13px', fontFamily: 'system-ui, sans-serif' },
    x: {
      type: 'log',
      // To the base 10 the ticks at 5 would have no labels.
      base: 2,
      grid: true,
      label: 'times as fast as the median engine →',
      domain: [low / 1.2, high * 1.2],
      tickFormat: (/** @type {number} */ x) => `${x}×`,
      ticks: [0.01, 0.05, 0.2, 1, 5].filter((tick) => tick > low / 1.2 && tick < high * 1.2),
    },
    y: { domain: engines, label: null, padding: 0.5 },
    fx: { domain: matrices.map(({ model }) => model), label: null, padding: 0.08 },
    ariaLabel: `How many times as fast as the median engine, for ${KERNELS.join(', ')} on each engine`,
    marks: [
      Plot.gridY({ stroke: '#222' }),
      Plot.ruleX([1], { stroke: '#222' }),
      ...KERNELS.map((kernel, i) =>
        Plot.dot(
          points.filter((point) => point.kernel === kernel),
          {
            ...{ fx: 'model', x: 'ratio', y: 'engine', dy: (i - (KERNELS.length - 1) / 2) * APART },
            ...{ fill: LOOKS[i].color, symbol: LOOKS[i].symbol, r: 4 },
          },
        ),
      ),
    ],
  });
  svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  svg.setAttribute('role', 'img');
  const labels = [
    ...KERNELS.map((kernel, i) => ({
      text: `${SIGNS[LOOKS[i].symbol]} ${kernel}`,
      x: LEFT + i * LABEL,
      y: 20,
      fill: LOOKS[i].color,
    })),
    {
      text: 'at 1× is the median engine of each kernel, native code left out; by the fastest batch, without intervals',
      ...{ x: LEFT, y: 42, fill: '#666' },
    },
  ];
  for (const { text, x, y, fill } of labels) {
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
