/** Which kernel is the fastest, and by how much: claims about intervals, so that it may be several. */

import { confidenceOfEach } from './interval.mjs';
import { noiseOf } from './noise.mjs';
import { pairedRatio, ratio } from './ratio.mjs';

/** @import { Ratio, Settings } from './ratio.mjs' */
/** @import { RowName, Sample } from './rows.mjs' */
/** @import { SummaryRow } from './summary-row.mjs' */

/** @typedef {{ samples: readonly Sample[], summary: readonly SummaryRow[], statistics: Settings }} Run */

/**
 * @template {{ summary: SummaryRow, samples: readonly Sample[] }} Row
 * @param {readonly Row[]} rows of one model on one engine, in one run
 * @param {Settings} settings
 * @returns {Row[]} the row whose fastest batch is the fastest, and after it those that it is not shown to beat:
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
    const { noise } = first.summary.speedup ?? row.summary.speedup ?? {};
    return pairedRatio(first.samples, row.samples, { threshold, confidence: each, noise })?.verdict !== 'faster';
  });
  return [first, ...tied];
}

/**
 * The fastest of one group against the fastest of another. Which two they are is read off the same samples that then
 * judge them: so the interval is as wide as it has to be for all pairs of the two groups to hold together.
 *
 * @param {Run} run
 * @param {readonly SummaryRow[]} own
 * @param {readonly SummaryRow[]} others
 * @returns {{ own: SummaryRow, other: SummaryRow, ratio: Ratio } | null} null where either group has no time
 */
export function fastestAgainst(run, own, others) {
  const [first, second] = [own, others].map((rows) =>
    rows.filter((row) => row.min !== null).sort((a, b) => Number(a.min) - Number(b.min)),
  );
  if (!first[0] || !second[0]) return null;
  const rounds = Math.min(first[0].rounds, second[0].rounds);
  const confidence = confidenceOfEach(run.statistics.confidence, first.length * second.length, rounds);
  const found = ratioIn(run, first[0], second[0], confidence);
  return found && { own: first[0], other: second[0], ratio: found };
}

/**
 * @param {Run} run
 * @param {RowName} row
 * @param {RowName} against the row that is 1.0
 * @param {number} [confidence] the run's, if none is given
 * @returns {Ratio | null} beyond the noise of both rows' tables
 */
export const ratioIn = ({ samples, summary, statistics }, row, against, confidence = statistics.confidence) =>
  ratio(samples, row, against, { ...statistics, confidence, noise: noiseOf(summary, row, against) });
