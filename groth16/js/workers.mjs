/** Workers: each answers one message after the other. One that is left is kept for a while, for the next proof. */

import { builtIn } from './built-in.mjs';
import { closed, errorFrom, Groth16Error } from './errors.mjs';
import { moved } from './tasks.mjs';

/** How long a worker without work is kept: to start one takes longer than a small proof. */
const REST_MS = 10_000;
/** A process of Deno does not end while it has a worker. */
const MAY_REST = !('Deno' in globalThis);
/** Workers without work. @type {Set<OwnWorker>} */
const resting = new Set();
/**
 * All that have not ended. A proof waits for an answer that only its worker's listener knows of, and Firefox collects
 * such a worker, at its work or not: the proof would wait for ever. @type {Set<OwnWorker>}
 */
const living = new Set();

/** @typedef {{ id: number, value?: any, error?: { name: string, code: any, message: string } }} Answer */

/** @returns {Promise<OwnWorker>} one that rested, or a new one @throws where there is none to be had */
export async function workerHere() {
  for (const worker of resting) {
    worker.wake();
    return worker;
  }
  return new OwnWorker(await startWorker());
}

class OwnWorker {
  #worker;
  /** @type {Map<number, { resolve: (value: any) => void, reject: (error: unknown) => void }>} */
  #waiting = new Map();
  #next = 0;
  /** Why it answers no more. @type {unknown} */
  #ended;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #rest;

  /** @param {Awaited<ReturnType<typeof startWorker>>} worker */
  constructor(worker) {
    this.#worker = worker;
    living.add(this);
    worker.hear(
      ({ id, value, error }) => {
        const asked = this.#waiting.get(id);
        this.#waiting.delete(id);
        if (error) asked?.reject(errorFrom(error));
        else asked?.resolve(value);
        if (this.#waiting.size === 0) worker.rest();
      },
      (error) => this.#fail(new Groth16Error('UNSUPPORTED', 'a worker ended', { cause: error })),
    );
  }

  /**
   * @param {string} method
   * @param {...any} args arrays of bytes are moved
   * @returns {Promise<any>}
   */
  call(method, ...args) {
    return new Promise((resolve, reject) => {
      // A worker that has ended takes messages, and never answers.
      if (this.#ended) throw this.#ended;
      const id = this.#next++;
      // Where the arguments cannot be sent it throws, and nobody waits.
      this.#worker.post({ id, method, args }, args.flatMap(moved));
      this.#waiting.set(id, { resolve, reject });
      this.#worker.work();
    });
  }

  /** Nobody needs it now. What it is still at nobody waits for: then it ends. */
  leave() {
    if (!MAY_REST || this.#ended || this.#waiting.size > 0) return this.end();
    // What it had is gone before it is asked for anything else.
    this.call('forget').catch(() => this.end());
    this.#rest = setTimeout(() => this.end(), REST_MS);
    // A process with nothing else to do ends before that.
    this.#worker.rest();
    /** @type {any} */ (this.#rest).unref?.();
    resting.add(this);
  }

  wake() {
    clearTimeout(this.#rest);
    resting.delete(this);
  }

  end() {
    this.#worker.end();
    this.#fail(closed());
  }

  /** @param {unknown} error */
  #fail(error) {
    this.wake();
    living.delete(this);
    this.#ended ??= error;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

/**
 * A worker of pages, Deno and Bun, or one of Node, by one interface. While it has nothing to do it keeps no process
 * from ending.
 */
async function startWorker() {
  if (typeof Worker === 'function') {
    const worker = new Worker(new URL('./worker.mjs', import.meta.url), { type: 'module' });
    return {
      /** @param {(answer: Answer) => void} answered @param {(error: unknown) => void} failed */
      hear(answered, failed) {
        worker.addEventListener('message', ({ data }) => answered(data));
        worker.addEventListener('messageerror', () => failed('an answer could not be read'));
        worker.addEventListener('error', (event) => {
          event.preventDefault();
          failed(event.message);
        });
      },
      post: (/** @type {any} */ message, /** @type {ArrayBuffer[]} */ moved) => worker.postMessage(message, moved),
      work: () => /** @type {any} */ (worker).ref?.(),
      rest: () => /** @type {any} */ (worker).unref?.(),
      end: () => worker.terminate(),
    };
  }
  const threads = builtIn('node:worker_threads');
  if (!threads) throw new Error('there are no workers here');
  const worker = new threads.Worker(new URL('./worker.mjs', import.meta.url));
  return {
    /** @param {(answer: Answer) => void} answered @param {(error: unknown) => void} failed */
    hear(answered, failed) {
      worker.on('message', answered).on('messageerror', failed).on('error', failed);
    },
    post: (/** @type {any} */ message, /** @type {ArrayBuffer[]} */ moved) => worker.postMessage(message, moved),
    work: () => worker.ref(),
    rest: () => worker.unref(),
    end: () => void worker.terminate(),
  };
}
