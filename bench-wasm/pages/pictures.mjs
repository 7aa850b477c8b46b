/** The picture of the README and of docs/proof.md, from what is stored: white paper for light and for dark pages. */

import * as Plot from '#charts/plot';
import { parseHTML } from '#charts/linkedom';
import { headlineName, headlineEngines } from '../src/engines/names.mjs';
import { PROVERS, proofRuns, proversOn } from './proof.mjs';

/** @import { Result } from '../src/result/result.mjs' */
/** @import { Stored } from '../src/result/stored-results.mjs' */

/**
 * Where each goes, from the root of the checkout, and a file of SVG; null where nothing is stored of what it shows.
 *
 * @type {readonly { path: string, draw: (stored: Stored[]) => string | null }[]}
 */
export const PICTURES = Object.freeze([
  {
    path: 'docs/proof.svg',
    draw(stored) {
      const [run] = proofRuns(stored);
      return run ? drawProofs(run.result) : null;
    },
  },
]);

/** Of a bar, px. */
const ROW = 26;
/** Of a character at most, px. */
const CHARACTER = 8;
/** In the order of the provers; told apart by the name beside the bar, too. */
const COLORS = ['#7f7f7f', '#b0b0b0', '#0072b2', '#d55e00'];

/** How long a proof takes by each prover, engine by engine. @param {Result} result @returns {string} a file of SVG */
export function drawProofs(result) {
  const { engines } = result.environment;
  const asked = headlineEngines(engines).map((id) => engines.filter((one) => one.id === id)[0]);
  const bars = asked.flatMap((engine) =>
    proversOn(result, engine.id).flatMap((one, at) =>
      one === null ? [] : [{ engine: headlineName(engine), prover: PROVERS[at].name, ...one, fill: COLORS[at] }],
    ),
  );
  const { document } = parseHTML('<!doctype html><html><body></body></html>');
  const said = (/** @type {typeof bars[number]} */ { ms, threads }) =>
    [`${Math.round(ms)} ms`, threads].filter(Boolean).join(', ');
  const room = (/** @type {string[]} */ words) => CHARACTER * (2 + Math.max(...words.map((word) => word.length)));
  const place = { x: 'ms', y: 'prover', fy: 'engine' };
  const svg = Plot.plot({
    document,
    width: 960,
    height: 70 + asked.length * (PROVERS.length * ROW + 20),
    ...{ marginLeft: 110, marginRight: room(asked.map(headlineName)), marginBottom: 46 },
    style: { background: '#fff', color: '#222', fontSize: '14px', fontFamily: 'system-ui, sans-serif' },
    x: {
      grid: true,
      label: 'ms a proof, on one thread where it does not say all threads →',
      labelOffset: 40,
      // For the words behind the longest bar, which the name of an engine stands beside.
      insetRight: room(bars.map(said)),
    },
    y: { domain: PROVERS.map(({ name }) => name), label: null, tickSize: 0 },
    fy: { domain: asked.map(headlineName), label: null },
    ariaLabel: 'Milliseconds that a proof takes, by each prover on each engine',
    marks: [
      Plot.barX(bars, { ...place, fill: ({ fill }) => fill, insetTop: 2, insetBottom: 2 }),
      Plot.text(bars, {
        ...place,
        text: said,
        textAnchor: 'start',
        dx: 5,
      }),
    ],
  });
  svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  svg.setAttribute('role', 'img');
  return `${svg.outerHTML}\n`;
}
