/** Who leads so far: the kernels of one model, ranked, each with the interval that the rounds up to now give. */

import { isCold } from '../models/index.mjs';
import { plainName } from '../engines/names.mjs';
import { times } from '../report/format.mjs';
import { kernelName } from '../report/names.mjs';
import { isControl, summarise } from '../stats/index.mjs';

/** @typedef {import('../measure/run.mjs').RunEvent} RunEvent */
/** @typedef {import('../stats/index.mjs').Sample} Sample */

/** The model that is shown, where the run has it. */
const SHOWN = 'stream';

/**
 * @typedef {object} Standing
 * @property {string} title what the ratios are
 * @property {{ kernel: string, ratio: string }[]} ranks the fastest first
 */

/**
 * @param {Pick<import('../measure/plan.mjs').Plan, 'models' | 'rows'>} plan
 * @param {import('../stats/index.mjs').Settings & { baseline: string }} statistics of the run
 * @returns {(event: RunEvent) => Standing | null} to be given every event; of the engine whose round has just ended,
 *   null for any other event
 */
export function standingOf({ models, rows }, statistics) {
  const { baseline } = statistics;
  const model = models.includes(SHOWN) ? SHOWN : models.find((id) => !isCold(id));
  const fields = new Map(rows.flatMap((row) => (row.model === model ? [[row.kernel, row.field]] : [])));
  /** @type {Sample[]} */
  const samples = [];
  return (event) => {
    if (model === undefined) return null;
    if (event.type === 'sample' && event.model === model && fields.get(event.kernel) === fields.get(baseline)) {
      const { engine, kernel, round, order, n, ns, check } = event;
      samples.push({ engine, kernel, model, round, order, n, ns, check });
    }
    if (event.type !== 'round' || event.state !== 'end') return null;
    const ranks = summarise(
      samples.filter(({ engine }) => engine === event.engine),
      statistics,
    ).flatMap(({ kernel, speedup }) => {
      if (kernel === baseline) return [{ kernel, ratio: '1', speed: 1 }];
      return speedup && !isControl(kernel) ? [{ kernel, ratio: times(speedup), speed: speedup.median }] : [];
    });
    return {
      title:
        `${model} on ${plainName(event.engine)} after round ${event.round + 1}, ` +
        `times as fast as ${kernelName(baseline)}`,
      ranks: ranks
        .sort((a, b) => b.speed - a.speed)
        .map(({ kernel, ratio }) => ({ kernel: kernelName(kernel), ratio })),
    };
  };
}
