/** What a process waits for: Node from 24 on ends while a module is compiled, as if nobody needed it. */

/** The longest that a timer takes, nearly. */
const LONG_MS = 2 ** 30;

/** @template T @param {Promise<T>} work @returns {Promise<T>} before which the process does not end by itself */
export async function held(work) {
  // A shell of an engine has no such timers, and ends only where all is done.
  const timer = globalThis.setInterval?.(() => {}, LONG_MS);
  try {
    return await work;
  } finally {
    globalThis.clearInterval?.(timer);
  }
}
