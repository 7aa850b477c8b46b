/** What is running, how long is left and who leads: redrawn on a terminal, a line now and then elsewhere. */

import { clearScreenDown, cursorTo, moveCursor } from 'node:readline';
import { plainName } from '../engines/names.mjs';
import { clockTime, Estimate } from '../measure/estimate.mjs';

/** @typedef {import('../measure/run.mjs').RunEvent} RunEvent */
/** @typedef {import('./standing.mjs').Standing} Standing */

/** ms from one drawing to the next: on a terminal, and elsewhere. */
const [REDRAWN, SAID] = [100, 15_000];
const BAR = 20;

/**
 * @param {ConstructorParameters<typeof Estimate>[0]} plan
 * @param {object} [options]
 * @param {(event: RunEvent) => Standing | null} [options.standing]
 * @param {NodeJS.WriteStream} [options.stream]
 * @param {() => number} [options.now] ms
 * @returns {{ onEvent: (event: RunEvent) => void, stop: () => void }}
 */
export function showProgress(
  plan,
  { standing = () => null, stream = process.stderr, now = () => performance.now() } = {},
) {
  const estimate = new Estimate(plan, now);
  const at = { engine: 'the first engine', what: 'starting', share: 0 };
  /** @type {Standing | null} */
  let latest = null;
  let lines = 0;
  let drawn = -Infinity;

  const round = () => {
    const { finished, total } = estimate.rounds;
    return total === null ? String(finished + 1) : `${Math.min(finished + 1, total)}/${total}`;
  };
  const bar = () => {
    const { finished, total } = estimate.rounds;
    const full = Math.floor(
      (BAR * (finished + at.share)) / Math.max(total ?? plan.rounds * plan.engines, finished + 1),
    );
    return '█'.repeat(full) + '░'.repeat(BAR - full);
  };
  const erase = () => {
    if (lines === 0) return;
    moveCursor(stream, 0, 1 - lines);
    cursorTo(stream, 0);
    clearScreenDown(stream);
    lines = 0;
  };
  const draw = () => {
    const head = `${bar()} round ${round()} on ${plainName(at.engine)} | ${at.what} | ${clockTime(estimate.left)} left`;
    const ranks = latest?.ranks ?? [];
    const width = Math.max(...ranks.map(({ kernel }) => kernel.length));
    const list = ranks.map(
      ({ kernel, ratio }, place) => `${String(place + 1).padStart(2)}  ${kernel.padEnd(width)}  ${ratio}`,
    );
    const text = [head, ...(latest ? [latest.title] : []), ...list].slice(0, Math.max(1, (stream.rows || 24) - 1));
    erase();
    // A line that the terminal breaks would be two.
    stream.write(text.map((line) => line.slice(0, (stream.columns || 80) - 1)).join('\n'));
    lines = text.length;
  };
  const say = () => {
    const ranks = latest?.ranks.map(({ kernel, ratio }) => `${kernel} ${ratio}`).join(', ');
    stream.write(
      `round ${round()} on ${plainName(at.engine)}, ${at.what}, ${clockTime(estimate.left)} left` +
        `${latest ? `; ${latest.title}: ${ranks}` : ''}\n`,
    );
  };
  const show = (/** @type {number} */ after) => {
    if (now() - drawn < after) return;
    drawn = now();
    if (stream.isTTY) draw();
    else say();
  };

  show(0);
  return {
    onEvent(event) {
      estimate.update(event);
      latest = standing(event) ?? latest;
      at.engine = event.engine;
      if (event.type === 'round') at.share = 0;
      if (event.type === 'progress') {
        at.what = `${event.stage} ${event.what}`;
        if (event.stage === 'measure' || event.stage === 'check') at.share = event.done / event.total;
      }
      show(stream.isTTY ? REDRAWN : SAID);
    },
    stop: erase,
  };
}
