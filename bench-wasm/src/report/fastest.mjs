/** Which kernel is the fastest: a claim about intervals, so that it may be several. */

import { confidenceOfEach, pairedRatio } from '../stats/index.mjs';

/** @import { Settings } from '../stats/index.mjs' */
/** @import { ReportRow } from './merge.mjs' */

/**
 * @param {readonly ReportRow[]} rows of one model on one engine, in one run
 * @param {Settings} settings
 * @returns {ReportRow[]} the row whose fastest batch is the fastest, and after it those that it is not shown to beat:
 *   their ratio to it has an interval that does not lie beyond the threshold. Empty where nothing was timed.
 */
export function fastestRows(rows, { threshold, confidence }) {
  const timed = rows
    .filter(({ summary }) => summary.min !== null)
    .sort((a, b) => Number(a.summary.min) - Number(b.summary.min));
  const [first, ...others] = timed;
  if (!first) return [];
  const tied = others.filter((row) => {
    const each = confidenceOfEach(confidence, others.length, first.summary.rounds);
    return pairedRatio(first.samples, row.samples, { threshold, confidence: each })?.verdict !== 'faster';
  });
  return [first, ...tied];
}
