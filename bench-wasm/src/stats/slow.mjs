import { median } from 'simple-statistics';
import { fastestByRound } from './pairs.mjs';
import { rowKey } from './rows.mjs';

/** @import { Row } from './rows.mjs' */

/** How many times as long as usual a process takes for a row, by its fastest batch, before it is called slow. */
const SLOW = 1.5;

/**
 * Slow processes: one in ten may take 1.5 to 6 times as long for all batches of a kernel, and not for the others, as an
 * engine lays its code out or compiles it otherwise. A median over rounds does not show them, so they are counted. A
 * round in which all rows are slow is the machine's doing, and none of theirs.
 *
 * @param {readonly Row[]} rows of one engine and model
 * @returns {Map<string, number>} row key -> how many rounds took 1.5 times as long for the row as its median round,
 *   over what they took longer for the rows in general
 */
export function slowProcesses(rows) {
  const excess = rows.map(({ samples }) => {
    const fastest = fastestByRound(samples);
    const usual = median([...fastest.values()]);
    return new Map([...fastest].map(([round, ns]) => [round, ns / usual]));
  });
  /** @type {Map<number, number>} */
  const general = new Map();
  for (const round of new Set(excess.flatMap((own) => [...own.keys()])))
    general.set(round, median(excess.flatMap((own) => own.get(round) ?? [])));
  return new Map(
    rows.map((row, at) => [
      rowKey(row),
      [...excess[at]].filter(([round, value]) => value > SLOW * Math.max(1, general.get(round) ?? 1)).length,
    ]),
  );
}
