/** The picture of a proof: how long it takes by each prover, engine by engine. */

import * as Plot from '#charts/plot';
import { timedIn } from '../engine-tables.mjs';
import { PROOF } from '../proof.mjs';
import { BLUE, GREY, ORANGE, fileOf, picture } from './frame.mjs';

/** @import { Result } from '../../src/report/result.mjs' */

/** px */
const ROW = 26;

/** @param {string} prover told apart by its name beside the bar, too */
const colorOf = (prover) => (prover.endsWith('-patched') ? BLUE : prover.startsWith('batches-') ? ORANGE : GREY);

/** @param {Result} result @returns {string} a file of SVG */
export function drawProofs(result) {
  const bars = timedIn(result, PROOF).map(({ engine, kernel: prover, median }) => ({
    ...{ engine, prover, seconds: Number(median) / 1e9 },
  }));
  const engines = [...new Set(bars.map(({ engine }) => engine))];
  const provers = [...new Set(bars.map(({ prover }) => prover))];
  const place = { x: 'seconds', y: 'prover', fy: 'engine' };
  return fileOf(
    picture({
      height: 70 + engines.length * (provers.length * ROW + 20),
      ...{ marginLeft: 180, marginRight: 110, style: { fontSize: '12px' } },
      x: { grid: true, label: 'seconds a proof →' },
      y: { domain: provers, label: null, tickSize: 0 },
      fy: { domain: engines, label: null },
      ariaLabel: 'Seconds that a proof takes, by each prover on each engine',
      marks: [
        Plot.barX(bars, { ...place, fill: ({ prover }) => colorOf(prover), insetTop: 2, insetBottom: 2 }),
        Plot.text(bars, { ...place, text: ({ seconds }) => seconds.toFixed(2), textAnchor: 'start', dx: 5 }),
      ],
    }),
  );
}
