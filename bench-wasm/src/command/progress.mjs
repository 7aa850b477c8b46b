/**
 * What is running and how long is left: a bar on a terminal, a line every five seconds elsewhere.
 */

import { SingleBar } from 'cli-progress';
import { clockTime, Estimate } from '../measure/estimate.mjs';

/** @typedef {import('../measure/run.mjs').RunEvent} RunEvent */

/**
 * @param {ConstructorParameters<typeof Estimate>[0]} plan
 * @param {{ stream?: NodeJS.WriteStream, now?: () => number }} [options]
 * @returns {{ onEvent: (event: RunEvent) => void, stop: () => void }}
 */
export function showProgress(plan, { stream = process.stderr, now = () => performance.now() } = {}) {
  const estimate = new Estimate(plan, now);
  const bar = new SingleBar({
    format: `{bar} round {round} on {engine} | {what} | {left} left`,
    stream,
    barsize: 20,
    hideCursor: true,
    clearOnComplete: true,
    stopOnComplete: false,
    // Without a terminal, a whole line at a time.
    noTTYOutput: true,
    notTTYSchedule: 5000,
    gracefulExit: false,
  });
  // Steps within a round that the bar can show.
  const STEPS = 100;
  /** @param {number} finished @param {number | null} total */
  const roundOf = (finished, total) =>
    total === null ? String(finished + 1) : `${Math.min(finished + 1, total)}/${total}`;
  bar.start(plan.rounds * plan.engines * STEPS, 0, {
    round: roundOf(0, estimate.rounds.total),
    engine: 'the first engine',
    what: 'starting',
    left: clockTime(null),
  });
  return {
    onEvent(event) {
      estimate.update(event);
      const { finished, total } = estimate.rounds;
      if (total !== null) bar.setTotal(Math.max(total, finished + 1) * STEPS);
      const payload = {
        round: roundOf(finished, total),
        engine: event.engine,
        left: clockTime(estimate.left),
        ...(event.type === 'progress' && { what: `${event.stage} ${event.what}` }),
      };
      const inRound =
        event.type === 'progress' && (event.stage === 'measure' || event.stage === 'check')
          ? event.done / event.total
          : 0;
      bar.update(Math.floor((finished + inRound) * STEPS), payload);
    },
    stop: () => bar.stop(),
  };
}
