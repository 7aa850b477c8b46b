/**
 * Warm-up until a block stops improving.
 *
 * Engines start a function in a fast compiler's code and replace it, in the background, by an
 * optimising compiler's. A long-running wasm call stays in the code it was entered with, so
 * blocks start small and every block enters anew. Rows take turns: while one runs, the
 * background compiler has time for the others.
 */

/** A block is an improvement when it beats the best one by this factor. */
const IMPROVEMENT = 0.98;
/** Blocks without improvement after which a row is warm. */
const STALE_BLOCKS = 5;
/** ns from the first block before a row may be called warm: background compilation takes a while. */
const SHORTEST = 250e6;
/** ns that a row runs at most for the sake of the operations that it has to have run. */
const LONGEST_FOR_OPERATIONS = 200e6;
/** Blocks of one row at most, whatever the noise. */
const MOST_BLOCKS = 400;
/** ns that a row runs at most: what takes seconds has been optimised during the first of them. */
const LONGEST = 2e9;
/** ns of a block after which it is said how many rows are warm; otherwise it is when each has had its turn. */
const LONG_BLOCK = 1e9;
/** Calls per block at most, for a clock that hardly moves. */
const LARGEST_BLOCK = 2 ** 30;

/**
 * @template {{ task: import('../models/model.mjs').Task }} T
 * @param {T[]} rows
 * @param {object} options
 * @param {import('./clock.mjs').Clock} options.now
 * @param {number} options.blockNs how long a block should last at least
 * @param {number} [options.shortestNs]
 * @param {number} [options.longestNs] how long a row runs at most
 * @param {(row: T) => number} [options.least] operations that a row runs before it may be warm
 * @param {(warm: number) => void} [options.onProgress] rows that are warm
 * @param {() => Promise<void>} [options.breathe] after each word
 * @returns {Promise<{ times: Map<T, number>, failed: Map<T, Error> }>} ns per operation of the best
 *   block of each row, and the rows that threw
 */
export async function warmUp(
  rows,
  { now, blockNs, shortestNs = SHORTEST, longestNs = LONGEST, least = () => 0, onProgress, breathe },
) {
  /** @type {Map<T, Error>} */
  const failed = new Map();
  const states = new Map(
    rows.map((row) => [row, { n: 1, best: Infinity, stale: 0, blocks: 0, spent: 0, ran: 0, start: now() }]),
  );
  let cold = [...rows];
  let warmed = 0;
  const say = async () => {
    onProgress?.(warmed);
    await breathe?.();
  };
  while (cold.length > 0) {
    /** @type {T[]} */
    const still = [];
    for (const row of cold) {
      const state = /** @type {NonNullable<ReturnType<typeof states.get>>} */ (states.get(row));
      try {
        row.task.prepare?.();
        const start = now();
        const running = row.task.run(state.n);
        if (running) await running;
        const elapsed = now() - start;
        if (elapsed <= 0 && state.n >= LARGEST_BLOCK) throw new Error('the clock does not advance');
        state.spent += elapsed;
        state.ran += state.n;
        const perOperation = elapsed / state.n;
        state.stale = perOperation < state.best * IMPROVEMENT ? 0 : state.stale + 1;
        if (perOperation > 0) state.best = Math.min(state.best, perOperation);
        state.blocks++;
        // Whoever waits hears of a proof that takes seconds before the next one begins.
        if (elapsed >= LONG_BLOCK) await say();
        if (elapsed < blockNs && state.n < LARGEST_BLOCK) {
          state.n *= 2;
          state.stale = 0;
        }
      } catch (error) {
        failed.set(row, /** @type {Error} */ (error));
        continue;
      }
      const enough = state.ran >= least(row) || state.spent >= LONGEST_FOR_OPERATIONS;
      const warm = enough && state.stale >= STALE_BLOCKS && now() - state.start >= shortestNs;
      if (!warm && state.blocks < MOST_BLOCKS && state.spent < longestNs) still.push(row);
    }
    cold = still;
    warmed = rows.length - cold.length;
    await say();
  }
  for (const row of failed.keys()) states.delete(row);
  return { times: new Map([...states].map(([row, { best }]) => [row, best])), failed };
}
