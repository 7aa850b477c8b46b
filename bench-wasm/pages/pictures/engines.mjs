/** The picture of the engines: how many times as fast as the median engine each is, kernel by kernel. */

import * as Plot from '#charts/plot';
import { median } from 'simple-statistics';
import { engineShares } from '../../src/report/matrix.mjs';
import { LOOKS, fileOf, picture, timesTick } from './frame.mjs';

/** @import { Matrix } from '../../src/report/matrix.mjs' */

/** One a kind: arkworks' own, the scalar kernel, and one for each proposal of SIMD. */
const KERNELS = Object.freeze(['multi3', 'limbs29', 'simd', 'fma-pair']);
/** px */
const ROW = 42;
const APART = 8.5;
const LEFT = 116;
const LABEL = 130;

/** @param {readonly Matrix[]} matrices of one run @returns {string} a file of SVG */
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
  const ratios = points.map(({ ratio }) => ratio);
  const [low, high] = [Math.min(...ratios) / 1.2, Math.max(...ratios) * 1.2];
  return fileOf(
    picture(
      {
        height: 128 + engines.length * ROW,
        ...{ marginLeft: LEFT, marginRight: 28, marginTop: 84, marginBottom: 44 },
        x: {
          // To the base 10 the ticks at 5 would have no labels.
          ...{ type: 'log', base: 2, grid: true, domain: [low, high], tickFormat: timesTick },
          label: 'times as fast as the median engine →',
          ticks: [0.01, 0.05, 0.2, 1, 5].filter((tick) => tick > low && tick < high),
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
      },
      [
        ...KERNELS.map((kernel, i) => ({
          ...{ text: `${LOOKS[i].sign} ${kernel}`, x: LEFT + i * LABEL, y: 20, fill: LOOKS[i].color },
        })),
        {
          text:
            'at 1× is the median engine of each kernel, native code left out; by the fastest batch, without ' +
            'intervals',
          ...{ x: LEFT, y: 42 },
        },
      ],
    ),
  );
}
