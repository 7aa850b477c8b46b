/**
 * What is running and how long is left: a bar on a terminal, a line every five seconds elsewhere.
 */

import { SingleBar } from 'cli-progress';
import { clockTime, Estimate } from '../measure/estimate.mjs';

/** @typedef {import('../measure/run.mjs').RunEvent} RunEvent */

/**
 * @param {number} total rounds over all engines
 * @param {{ stream?: NodeJS.WriteStream, now?: () => number }} [options]
 * @returns {{ onEvent: (event: RunEvent) => void, stop: () => void }}
 */
export function showProgress(total, { stream = process.stderr, now = () => performance.now() } = {}) {
  const estimate = new Estimate(total, now);
  const bar = new SingleBar({
    format: `{bar} round {round}/${total} on {engine} | {what} | {left} left`,
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
  bar.start(total * STEPS, 0, { round: 1, engine: 'the first engine', what: 'starting', left: clockTime(null) });
  return {
    onEvent(event) {
      estimate.update(event);
      const { finished } = estimate.rounds;
      const payload = {
        round: Math.min(finished + 1, total),
        engine: event.engine,
        left: clockTime(estimate.left),
        ...(event.type === 'progress' && { what: `${event.stage} ${event.what}` }),
      };
      const inRound = event.type === 'progress' && event.stage === 'measure' ? event.done / event.total : 0;
      bar.update(Math.floor((finished + inRound) * STEPS), payload);
    },
    stop: () => bar.stop(),
  };
}
