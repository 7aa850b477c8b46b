/** The report as one HTML page that loads nothing and runs nothing. */

import { readFileSync } from 'node:fs';
// A DOM that runs on Node 20 (jsdom no longer does) and is the browser's in what is used here, types included.
import { parseHTML } from '#charts/linkedom';
import { fillDocument } from './html.mjs';

/** @import { Report } from './merge.mjs' */

const STYLE = readFileSync(new URL('report.css', import.meta.url), 'utf8');

/** @param {Report} report @returns {string} a whole document */
export function renderHtml(report) {
  const { document } = parseHTML('<!doctype html><html lang="en"><head></head><body></body></html>');
  fillDocument(document, report, STYLE);
  return `${document.toString()}\n`;
}
