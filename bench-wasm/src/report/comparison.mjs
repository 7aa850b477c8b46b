/** A comparison of two runs as text for a terminal. */

import pc from 'picocolors';
import { factor, interval } from './reading.mjs';
import { newTable } from './terminal.mjs';

/** @typedef {import('./result.mjs').Result} Result */

/**
 * @param {import('../stats/index.mjs').Comparison} comparison
 * @param {{ before: Result, now: Result, name: string, color?: boolean }} runs name: what the user called the baseline
 * @returns {string} ends with a newline
 */
export function renderComparison({ rows, missing, differences }, { before, now, name, color = false }) {
  const colors = pc.createColors(color);
  const parts = [
    `${colors.bold('Against the baseline')} ${name}, of ${before.createdAt}, commit ${before.environment.commit?.slice(0, 12) ?? 'unknown'}`,
  ];
  if (differences.length > 0) {
    parts.push(
      colors.yellow(
        [
          "THE MACHINE OR THE ENGINE IS ANOTHER. What is compared is each kernel's speed-up, not its ns.",
          ...differences.map((difference) => `  ${difference}`),
        ].join('\n'),
      ),
    );
  }
  for (const run of [before, now])
    if (run.partial) parts.push(colors.yellow(`The ${run === before ? 'baseline' : 'current'} run is partial.`));
  const table = newTable(['function', 'model', 'engine', 'speed now/then', '95 %', 'verdict', 'of'], colors);
  for (const row of rows) {
    const paint = { faster: colors.green, slower: colors.red, undecided: colors.yellow, equivalent: String }[
      row.verdict
    ];
    table.push([
      row.kernel,
      row.model,
      row.engine,
      row.ratio === null ? '-' : factor(row.ratio),
      row.ci95 ? interval(row.ci95) : '-',
      paint(row.verdict),
      row.note ? `${row.unit}; ${row.note}` : row.unit,
    ]);
  }
  parts.push(table.toString());
  if (missing.length > 0)
    parts.push(
      missing
        .map(({ kernel, model, engine, run, reason }) =>
          colors.red(`missing in the ${run} run: ${kernel} ${model} on ${engine} (${reason})`),
        )
        .join('\n'),
    );
  if (now.statistics.baseline)
    parts.push(
      `speed is each row's speed-up over ${now.statistics.baseline}, now over then: 0.90 is 10 % slower than the baseline was.`,
    );
  return `${parts.join('\n\n')}\n`;
}
