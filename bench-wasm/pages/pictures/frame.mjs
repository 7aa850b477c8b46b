/** What all pictures share: white paper for light and for dark pages, a font, marks, and words above the chart. */

import * as Plot from '#charts/plot';
import { parseHTML } from '#charts/linkedom';

/** px */
export const WIDTH = 960;
export const BLUE = '#0072b2';
export const ORANGE = '#d55e00';
export const GREY = '#7f7f7f';
const MUTED = '#666';
/** Told apart without colour, too. */
const MARKS = /** @type {const} */ ([
  { symbol: 'circle', sign: '●' },
  { symbol: 'square', sign: '■' },
  { symbol: 'triangle', sign: '▲' },
  { symbol: 'diamond', sign: '◆' },
  { symbol: 'star', sign: '★' },
  { symbol: 'cross', sign: '✚' },
]);
/** @param {string[]} colors */
const looksOf = (...colors) => colors.map((color, at) => ({ color, ...MARKS[at] }));
/** Of a CPU or of a kernel; and of more than four. */
export const LOOKS = Object.freeze(looksOf(BLUE, ORANGE, '#009e73', '#cc79a7'));
export const MORE_LOOKS = Object.freeze(looksOf('#222222', BLUE, ORANGE, '#009e73', '#cc79a7', '#e69f00'));
/** An interval, as a line. */
export const WHISKER = Object.freeze(/** @type {const} */ ({ strokeWidth: 3, strokeLinecap: 'round' }));

/** @typedef {{ text: string, x: number, y: number, fill?: string, bold?: true }} Words in the picture, px */

/**
 * @param {Plot.PlotOptions & { ariaLabel: string }} options
 * @param {readonly Words[]} [words]
 * @returns {SVGSVGElement}
 */
export function picture({ style, ...options }, words = []) {
  const { document } = parseHTML('<!doctype html><html><body></body></html>');
  const svg = /** @type {SVGSVGElement} */ (
    Plot.plot({
      document,
      width: WIDTH,
      style: {
        ...{ background: '#fff', color: '#222', fontSize: '13px', fontFamily: 'system-ui, sans-serif' },
        .../** @type {object} */ (style),
      },
      ...options,
    })
  );
  svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  svg.setAttribute('role', 'img');
  for (const { text, x, y, fill = MUTED, bold } of words) {
    const label = document.createElementNS('http://www.w3.org/2000/svg', 'text');
    const attributes = { x, y, 'text-anchor': 'start', fill, ...(bold && { 'font-weight': 600 }) };
    for (const [name, value] of Object.entries(attributes)) label.setAttribute(name, String(value));
    label.textContent = text;
    svg.append(label);
  }
  return svg;
}

/** @param {SVGSVGElement} svg @returns {string} the text of a file */
export const fileOf = (svg) => `${svg.outerHTML}\n`;

/** @param {number} ratio @returns {string} on an axis */
export const timesTick = (ratio) => `${ratio}×`;
