/** A deadline for everything that waits: an engine that falls silent is ended, and costs its round and no more. */

/** ms without a word after which nothing more is expected; verification and warm-up say something every second. */
const SILENCE = 120_000;
/** ms for each case of a run: a batch says nothing until it ends, and an interpreter takes microseconds a product. */
const SILENCE_PER_CASE = 0.01;
/** ms for each byte of a key: arkworks takes a quarter of that for a whole proof, within which nothing is said. */
const SILENCE_PER_KEY_BYTE = 0.001;
/** ms that it may take to end what was told to stop; whatever is not gone then is left behind. */
const GRACE = 10_000;

/**
 * @typedef {object} Patience
 * @property {number} silence ms without an event after which work is told to stop
 * @property {number} [grace] ms that it may take to end then
 */

/**
 * @template Event
 * @typedef {object} Hearing
 * @property {(event: Event) => void} [onEvent]
 * @property {AbortSignal} [signal]
 */

/** With whoever is asked a question. */
export const PATIENCE = Object.freeze({ silence: SILENCE });

/** How much longer that may be under an emulator, which also computes what is expected. */
const EMULATED = 20;

/** @param {{ cases: number, keyBytes?: number, untimed?: true }} plan @returns {Patience} with a round of it */
export const patienceWith = ({ cases, keyBytes = 0, untimed }) => ({
  silence: (SILENCE + cases * SILENCE_PER_CASE + keyBytes * SILENCE_PER_KEY_BYTE) * (untimed ? EMULATED : 1),
});

/**
 * @template Event, Value
 * @param {Patience} patience
 * @param {Hearing<Event>} hearing who is told of the events, and can stop the work as well
 * @param {(context: { onEvent: (event: Event) => void, signal: AbortSignal }) => Promise<Value>} work
 * @returns {Promise<Value>} rejects when the work fails, falls silent or is stopped; no event comes after that
 */
export function unlessSilent({ silence, grace = GRACE }, { onEvent, signal }, work) {
  const stop = new AbortController();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let over = false;
  const working = new Promise((resolve, reject) => {
    /** @param {unknown} reason */
    const end = (reason) => {
      clearTimeout(timer);
      if (stop.signal.aborted || over) return;
      stop.abort(reason);
      timer = setTimeout(() => reject(reason), grace);
    };
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => end(new Error(`not a word for ${silence / 1000} s: it was ended`)), silence);
    };
    wait();
    const aborted = () => end(signal?.reason);
    signal?.addEventListener('abort', aborted, { signal: stop.signal });
    if (signal?.aborted) aborted();
    const heard = (/** @type {Event} */ event) => {
      if (over || stop.signal.aborted) return;
      wait();
      onEvent?.(event);
    };
    work({ onEvent: heard, signal: stop.signal })
      // What is told to stop may end in any way: why it was told is the reason.
      .then(resolve, (error) => reject(stop.signal.aborted ? stop.signal.reason : error));
  });
  return working.finally(() => {
    over = true;
    clearTimeout(timer);
    stop.abort();
  });
}
