/** The picture of the ladder: what one hash costs at each step, in gas, each hash on a scale of its own. */

import * as Plot from '#charts/plot';
import { parseHTML } from '#charts/linkedom';
import { cachedGas, stepsOf } from './ladder.mjs';

/** @typedef {import('../measure/ladder.mjs').Ladder} Ladder */

/** Who made what is drawn: told apart by a word in the legend, and by their place in the chart. */
const LOOKS = Object.freeze({
  'the EVM': '#7f7f7f',
  'the published ladder': '#d55e00',
  'this crate': '#0072b2',
});
/** px */
const WIDTH = 960;
const ROW = 26;
const LABELS = 330;

/**
 * @param {Ladder} ladder
 * @returns {string} a file of SVG, readable on light and on dark pages
 */
export function drawLadder(ladder) {
  const { document } = parseHTML('<!doctype html><html><body></body></html>');
  const parts = [
    {
      title: 'Poseidon1',
      bars: [
        ...ladder.evm.map(({ contract, gas }) => ({ name: `EVM: ${contract}`, gas, by: 'the EVM' })),
        ...barsOf(ladder, 'poseidon1'),
      ],
    },
    { title: 'Poseidon2, another hash', bars: barsOf(ladder, 'poseidon2') },
  ];
  const heights = parts.map(({ bars }) => 74 + bars.length * ROW);
  const height = heights.reduce((sum, part) => sum + part, 30);
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  svg.setAttribute('viewBox', `0 0 ${WIDTH} ${height}`);
  svg.setAttribute('width', String(WIDTH));
  svg.setAttribute('height', String(height));
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', 'Gas of one hash at each step, for Poseidon1 and for Poseidon2');
  svg.setAttribute('font-family', 'system-ui, sans-serif');
  const back = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  back.setAttribute('width', '100%');
  back.setAttribute('height', '100%');
  back.setAttribute('fill', '#fff');
  svg.append(back);
  Object.entries(LOOKS).forEach(([by, color], at) =>
    svg.append(textOf(document, LABELS + at * 190, 20, `■ ${by}`, color)),
  );
  parts.forEach(({ title, bars }, at) => {
    const top = 30 + heights.slice(0, at).reduce((sum, part) => sum + part, 0);
    svg.append(textOf(document, 8, top + 24, title, '#222'));
    const chart = /** @type {SVGSVGElement} */ (
      Plot.plot({
        document,
        width: WIDTH,
        height: heights[at],
        marginLeft: LABELS,
        marginRight: 90,
        marginTop: 34,
        marginBottom: 40,
        style: { background: 'transparent', color: '#222', fontSize: '12px', fontFamily: 'system-ui, sans-serif' },
        x: { grid: true, label: 'gas of one hash, with a start from the cache →' },
        y: { domain: bars.map(({ name }) => name), label: null, tickSize: 0 },
        marks: [
          Plot.barX(bars, {
            x: 'gas',
            y: 'name',
            fill: ({ by }) => LOOKS[/** @type {keyof typeof LOOKS} */ (by)],
            insetTop: 2,
            insetBottom: 2,
          }),
          Plot.text(bars, {
            x: 'gas',
            y: 'name',
            text: ({ gas }) => Math.round(gas).toLocaleString('en-US'),
            textAnchor: 'start',
            dx: 5,
          }),
        ],
      })
    );
    chart.setAttribute('y', String(top));
    svg.append(chart);
  });
  return `${svg.outerHTML}\n`;
}

/** @param {Ladder} ladder @param {'poseidon1' | 'poseidon2'} hash */
const barsOf = (ladder, hash) =>
  stepsOf(ladder, hash).map((step) => ({
    name: step.step,
    gas: cachedGas(step),
    by: step.published ? 'the published ladder' : 'this crate',
  }));

/** @param {Document} document @param {number} x @param {number} y @param {string} words @param {string} color */
function textOf(document, x, y, words, color) {
  const text = document.createElementNS('http://www.w3.org/2000/svg', 'text');
  text.setAttribute('x', String(x));
  text.setAttribute('y', String(y));
  text.setAttribute('fill', color);
  text.setAttribute('font-weight', '600');
  text.setAttribute('font-size', '14');
  text.textContent = words;
  return text;
}
