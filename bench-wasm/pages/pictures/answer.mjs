/** The picture of the answer: what the kernels gain over what upstream ships, engine by engine and CPU by CPU. */

import * as Plot from '#charts/plot';
import { SHIPPED } from '../../src/report/findings.mjs';
import { LOOKS, WHISKER, WIDTH, fileOf, picture, timesTick } from './frame.mjs';

/** @import { Machine } from '../../src/report/answer.mjs' */
/** @import { Result } from '../../src/report/result.mjs' */

/** One scalar, one SIMD, and arkworks' own code where the engine has what it needs. */
const KERNELS = Object.freeze(['limbs29-dropin', 'simd', 'multi3-wide']);
const MODEL = 'stream';
/** Room for the longest name of an engine, px. */
const LEFT = 116;
/** What is slower than this would press all others together: it is told in words. */
const SLOWEST = 0.25;
const ROW = 34;
const APART = 8;

/** @param {Machine[]} asked as `againstShipped` gives them @returns {string} a file of SVG */
export function drawAnswer(asked) {
  const all = asked.flatMap(({ label, results }, at) => rowsOf(results).map((row) => ({ ...row, label, at })));
  const rows = all.filter(({ lo }) => lo >= SLOWEST);
  const slower = all.filter(({ lo }) => lo < SLOWEST);
  const engines = [...new Set(rows.map(({ engine }) => engine))].sort();
  const told = slower.map(
    ({ kernel, engine, label, lo, hi }) => `${kernel} on ${engine}, ${label}, ${lo.toFixed(3)} to ${hi.toFixed(3)}`,
  );
  return fileOf(
    picture(
      {
        height: 116 + engines.length * ROW,
        ...{ marginLeft: LEFT, marginRight: 28, marginTop: 90, marginBottom: 40 },
        x: {
          ...{ type: 'log', grid: true, tickFormat: timesTick, ticks: [1, 2, 4, 8] },
          label: `times as fast as ${SHIPPED}, ${MODEL} →`,
        },
        y: { domain: engines, label: null },
        // Room for the last tick of an axis beside the first one of the next.
        fx: { domain: [...KERNELS], label: null, padding: 0.2 },
        ariaLabel: `Ratio to ${SHIPPED} with its interval, for ${KERNELS.join(', ')} on each engine`,
        marks: [
          Plot.ruleX([1], { stroke: '#222' }),
          ...LOOKS.slice(0, asked.length).flatMap(({ color, symbol }, at) => {
            const own = rows.filter((row) => row.at === at);
            const place = { fx: 'kernel', y: 'engine', dy: (at - (asked.length - 1) / 2) * APART };
            return [
              Plot.ruleY(own, { ...place, x1: 'lo', x2: 'hi', stroke: color, ...WHISKER }),
              Plot.dot(
                own.filter(({ blind }) => !blind),
                { ...place, x: 'median', fill: color, symbol, r: 4.5 },
              ),
            ];
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
          text: 'a line is the 95 % interval; without a mark the control was blind, and the interval alone counts',
          ...{ x: LEFT, y: 40 },
        },
        ...(told.length > 0 ? [{ text: `not drawn: ${told.join('; ')}`, x: LEFT, y: 56 }] : []),
      ],
    ),
  );
}

/** @param {Result[]} results of one machine, to what is shipped; the first with a row counts */
function rowsOf(results) {
  /** @type {Map<string, { kernel: string, engine: string, median: number, lo: number, hi: number, blind: boolean }>} */
  const rows = new Map();
  for (const { engine, kernel, model, speedup } of results.flatMap(({ summary }) => summary)) {
    const key = `${kernel} ${engine}`;
    // Code for the machine itself is no WebAssembly.
    if (engine.startsWith('native') || model !== MODEL || !KERNELS.includes(kernel)) continue;
    if (!speedup?.ci95 || rows.has(key)) continue;
    const [lo, hi] = speedup.ci95;
    rows.set(key, { kernel, engine, median: speedup.median, lo, hi, blind: speedup.blind });
  }
  return [...rows.values()];
}
