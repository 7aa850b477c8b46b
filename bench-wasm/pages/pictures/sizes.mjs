/** The pictures over size: ns a product, a point and a butterfly, a line a kernel. */

import * as Plot from '#charts/plot';
import { batchOn } from '../../src/batches/peer-rows.mjs';
import { pictureOf, sizedIn } from '../sizes.mjs';
import { MORE_LOOKS, WHISKER, fileOf, picture } from './frame.mjs';

/** @import { Result } from '../../src/report/result.mjs' */
/** @import { Family } from '../sizes.mjs' */

/**
 * @param {Result} result
 * @param {Family} family
 * @returns {string | null} a file of SVG; null where no size was timed
 */
export function drawSizes(result, family) {
  const all = sizedIn(result, family);
  if (all.length === 0) return null;
  const { each, of } = pictureOf(family);
  const engines = [...new Set(all.map(({ engine }) => engine))];
  const alone = (/** @type {string} */ row) => row.replace(batchOn(''), '');
  // A kernel looks the same in the pictures of products, sums and transforms.
  const kernels = [...new Set(all.map(({ kernel }) => kernel))]
    .sort((a, b) => (alone(a) < alone(b) ? -1 : 1))
    .slice(0, MORE_LOOKS.length)
    .map((kernel, at) => ({ kernel, own: all.filter((one) => one.kernel === kernel), ...MORE_LOOKS[at] }));
  const names = kernels.map(({ kernel }) => kernel).join(', ');
  const sizes = [...new Set(all.map(({ log2 }) => log2))];
  const place = { fx: 'engine', x: 'log2' };
  return fileOf(
    picture(
      {
        ...{ height: 340, marginLeft: 64, marginTop: 64, marginBottom: 44 },
        fx: { domain: engines, label: null, padding: 0.12 },
        x: {
          ...{ type: 'linear', domain: [sizes[0] - 0.5, sizes[sizes.length - 1] + 0.5], ticks: sizes },
          tickFormat: (/** @type {number} */ log2) => `2^${log2}`,
          label: `${of} →`,
        },
        y: { type: 'log', grid: true, label: `ns a ${each}`, nice: true },
        ariaLabel: `ns a ${each} by the number of ${of}, for ${names} on ${engines.join(', ')}`,
        marks: kernels.flatMap(({ own, color, symbol }) => [
          Plot.line(own, { ...place, y: 'median', stroke: color }),
          Plot.ruleX(own, { ...place, y1: 'lo', y2: 'hi', stroke: color, ...WHISKER }),
          Plot.dot(own, { ...place, y: 'median', fill: color, symbol, r: 4 }),
        ]),
      },
      kernels.map(({ kernel, color, sign }, at) => ({
        text: `${sign} ${kernel}`,
        // Beside the name of the axis.
        ...{ x: 210 + (at % 3) * 250, y: 18 + Math.floor(at / 3) * 18, fill: color },
      })),
    ),
  );
}
