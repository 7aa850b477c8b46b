/** The pictures over size: ns a product, a point and a butterfly, a line a kernel. */

import * as Plot from '#charts/plot';
import { parseHTML } from '#charts/linkedom';
import { batchOn } from '../batches/peer-rows.mjs';
import { COUNTED, sizedIn } from './sizes.mjs';

/** px */
const WIDTH = 960;
const HEIGHT = 340;
/** Told apart without colour, too. */
const LOOKS = Object.freeze(
  /** @type {const} */ ([
    { color: '#222222', symbol: 'circle', sign: '●' },
    { color: '#0072b2', symbol: 'square', sign: '■' },
    { color: '#d55e00', symbol: 'triangle', sign: '▲' },
    { color: '#009e73', symbol: 'diamond', sign: '◆' },
    { color: '#cc79a7', symbol: 'star', sign: '★' },
    { color: '#e69f00', symbol: 'cross', sign: '✚' },
  ]),
);

/**
 * @param {import('./result.mjs').Result} result
 * @param {import('./sizes.mjs').Family} family
 * @returns {string | null} a file of SVG, readable on light and on dark pages; null where no size was timed
 */
export function drawSizes(result, family) {
  const all = sizedIn(result, family);
  if (all.length === 0) return null;
  const { each, of } = COUNTED[family];
  const engines = [...new Set(all.map(({ engine }) => engine))];
  // A kernel looks the same in the pictures of products, sums and transforms.
  const kernels = [...new Set(all.map(({ kernel }) => kernel))]
    .sort((a, b) => (alone(a) < alone(b) ? -1 : 1))
    .slice(0, LOOKS.length);
  const sizes = [...new Set(all.map(({ log2 }) => log2))];
  const { document } = parseHTML('<!doctype html><html><body></body></html>');
  const svg = Plot.plot({
    document,
    width: WIDTH,
    height: HEIGHT,
    marginLeft: 64,
    marginTop: 64,
    marginBottom: 44,
    style: { background: '#fff', color: '#222', fontSize: '13px', fontFamily: 'system-ui, sans-serif' },
    fx: { domain: engines, label: null, padding: 0.12 },
    x: {
      type: 'linear',
      domain: [sizes[0] - 0.5, sizes[sizes.length - 1] + 0.5],
      ticks: sizes,
      tickFormat: (/** @type {number} */ log2) => `2^${log2}`,
      label: `${of} →`,
    },
    y: { type: 'log', grid: true, label: `ns a ${each}`, nice: true },
    ariaLabel: `ns a ${each} by the number of ${of}, for ${kernels.join(', ')} on ${engines.join(', ')}`,
    marks: kernels.flatMap((kernel, at) => {
      const own = all.filter((one) => one.kernel === kernel);
      const { color, symbol } = LOOKS[at];
      return [
        Plot.line(own, { fx: 'engine', x: 'log2', y: 'median', stroke: color }),
        Plot.ruleX(own, {
          ...{ fx: 'engine', x: 'log2', y1: 'lo', y2: 'hi' },
          ...{ stroke: color, strokeWidth: 3, strokeLinecap: 'round' },
        }),
        Plot.dot(own, { fx: 'engine', x: 'log2', y: 'median', fill: color, symbol, r: 4 }),
      ];
    }),
  });
  svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  svg.setAttribute('role', 'img');
  for (const [at, kernel] of kernels.entries()) {
    const { color, sign } = LOOKS[at];
    const label = document.createElementNS('http://www.w3.org/2000/svg', 'text');
    // Beside the name of the axis.
    label.setAttribute('x', String(210 + (at % 3) * 250));
    label.setAttribute('y', String(18 + Math.floor(at / 3) * 18));
    label.setAttribute('text-anchor', 'start');
    label.setAttribute('fill', color);
    label.textContent = `${sign} ${kernel}`;
    svg.append(label);
  }
  return `${svg.outerHTML}\n`;
}

/** @param {string} row */
const alone = (row) => row.replace(batchOn(''), '');
