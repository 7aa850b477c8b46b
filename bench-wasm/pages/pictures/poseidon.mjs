/** The picture of the ladder: what one hash costs at each step, in gas, each hash on a scale of its own. */

import * as Plot from '#charts/plot';
import { whole } from '../../src/report/format.mjs';
import { cachedGas, stepsOf } from '../poseidon.mjs';
import { BLUE, GREY, ORANGE, fileOf, picture } from './frame.mjs';

/** @import { Ladder } from '../../src/measure/ladder.mjs' */

/** Who made what is drawn: told apart by a word in the legend, and by their place in the chart. */
const MAKERS = Object.freeze({ 'the EVM': GREY, 'the published ladder': ORANGE, 'this crate': BLUE });
/** px */
const ROW = 26;
const LABELS = 330;
const TOP = 30;

/** @param {Ladder} ladder @returns {string} a file of SVG */
export function drawPoseidon(ladder) {
  const evm = ladder.evm.map(({ contract, gas }) => ({ name: `EVM: ${contract}`, gas, fill: MAKERS['the EVM'] }));
  const parts = [
    { title: 'Poseidon1', bars: [...evm, ...barsOf(ladder, 'poseidon1')] },
    { title: 'Poseidon2, another hash', bars: barsOf(ladder, 'poseidon2') },
  ].map((part) => ({ ...part, height: 74 + part.bars.length * ROW }));
  const tops = parts.map((_, at) => parts.slice(0, at).reduce((sum, { height }) => sum + height, TOP));
  const ariaLabel = 'Gas of one hash at each step, for Poseidon1 and for Poseidon2';
  const paper = picture({ height: parts.reduce((sum, { height }) => sum + height, TOP), ariaLabel, marks: [] }, [
    ...Object.entries(MAKERS).map(([maker, fill], at) => ({
      ...{ text: `■ ${maker}`, x: LABELS + at * 190, y: 20, fill, bold: /** @type {const} */ (true) },
    })),
    ...parts.map(({ title }, at) => ({
      ...{ text: title, x: 8, y: tops[at] + 24, fill: '#222', bold: /** @type {const} */ (true) },
    })),
  ]);
  for (const [at, { title, bars, height }] of parts.entries()) {
    const place = { x: 'gas', y: 'name' };
    const chart = picture({
      ...{ height, marginLeft: LABELS, marginRight: 90, marginTop: 34, marginBottom: 40, ariaLabel: title },
      style: { background: 'transparent', fontSize: '12px' },
      x: { grid: true, label: 'gas of one hash, with a start from the cache →' },
      y: { domain: bars.map(({ name }) => name), label: null, tickSize: 0 },
      marks: [
        Plot.barX(bars, { ...place, fill: ({ fill }) => fill, insetTop: 2, insetBottom: 2 }),
        Plot.text(bars, { ...place, text: ({ gas }) => whole(gas), textAnchor: 'start', dx: 5 }),
      ],
    });
    chart.setAttribute('y', String(tops[at]));
    paper.append(chart);
  }
  return fileOf(paper);
}

/** @param {Ladder} ladder @param {'poseidon1' | 'poseidon2'} hash */
const barsOf = (ladder, hash) =>
  stepsOf(ladder, hash).map((step) => ({
    name: step.step,
    gas: cachedGas(step),
    fill: MAKERS[step.published ? 'the published ladder' : 'this crate'],
  }));
