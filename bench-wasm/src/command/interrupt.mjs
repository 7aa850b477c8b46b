/** Ctrl-C: the first ends a run and keeps what it measured, the second ends the program. */

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
/** ms in which one press may arrive again: from the terminal, and from npm, which tells its script, too. */
const SAME_PRESS = 1000;

/**
 * @param {() => void} atOnce what another press does
 * @param {{ now?: () => number }} [options] now: ms
 * @returns {{ signal: AbortSignal, release: () => void }} signal: aborted by the first press; release: signals end the
 *   process again, as they do by default
 */
export function interruptible(atOnce, { now = () => performance.now() } = {}) {
  const stop = new AbortController();
  let first = 0;
  const heard = () => {
    if (!stop.signal.aborted) {
      first = now();
      stop.abort();
    } else if (now() - first > SAME_PRESS) atOnce();
  };
  for (const signal of SIGNALS) process.on(signal, heard);
  return {
    signal: stop.signal,
    release() {
      for (const signal of SIGNALS) process.off(signal, heard);
    },
  };
}
