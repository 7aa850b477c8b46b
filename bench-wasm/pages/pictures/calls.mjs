/** The picture of the break-even: how many times as fast as BigInt wasm is, by products a call, engine by engine. */

import * as Plot from '#charts/plot';
import { breakEven } from '../calls.mjs';
import { BLUE, ORANGE, WHISKER, fileOf, picture, timesTick } from './frame.mjs';

/** @import { Result } from '../../src/report/result.mjs' */

/** @param {Result} result against BigInt @returns {string} a file of SVG */
export function drawBreakEven(result) {
  const engines = breakEven(result);
  const points = engines.flatMap(({ engine, points: own, from }) =>
    own.map(({ size, speedup: { median, ci95, blind } }) => {
      const wins = from !== null && size >= from;
      const look = wins ? { color: BLUE, symbol: 'circle' } : { color: ORANGE, symbol: 'square' };
      return { engine, size, median, lo: ci95[0], hi: ci95[1], blind, ...look };
    }),
  );
  // BigInt itself is in the picture, however far from it wasm is.
  const [low, high] = [
    Math.min(1, ...points.map(({ lo }) => lo)) / 1.2,
    Math.max(1, ...points.map(({ hi }) => hi)) * 1.2,
  ];
  const place = { fx: 'engine', x: 'size' };
  const color = (/** @type {typeof points[0]} */ point) => point.color;
  return fileOf(
    picture(
      {
        ...{ height: 300, marginLeft: 56, marginTop: 64, marginBottom: 44 },
        // Room for the ends of an axis beside those of the next.
        fx: { domain: engines.map(({ engine }) => engine), label: null, padding: 0.18 },
        x: {
          ...{ type: 'log', base: 2, ticks: [1, 4, 16, 64], tickFormat: String },
          label: 'products a call → (upwards: times as fast as BigInt)',
        },
        y: {
          ...{ type: 'log', grid: true, label: null, domain: [low, high], tickFormat: timesTick },
          ticks: [0.05, 0.1, 0.2, 0.5, 1, 2, 5].filter((tick) => tick >= low && tick <= high),
        },
        ariaLabel: 'How many times as fast as BigInt, with its interval, by products a call, on each engine',
        marks: [
          Plot.ruleY([1], { stroke: '#222' }),
          Plot.line(points, { ...place, y: 'median', stroke: '#999' }),
          Plot.ruleX(points, { ...place, y1: 'lo', y2: 'hi', stroke: color, ...WHISKER }),
          Plot.dot(
            points.filter(({ blind }) => !blind),
            { ...place, y: 'median', fill: color, symbol: 'symbol', r: 4 },
          ),
        ],
      },
      [
        { text: '● wasm is faster, here and with more', x: 56, y: 18, fill: BLUE },
        { text: '■ not shown to be faster', x: 330, y: 18, fill: ORANGE },
        { text: 'a line is the 95 % interval; without a mark the control was blind', x: 530, y: 18 },
      ],
    ),
  );
}
