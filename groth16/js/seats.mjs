/** Where parts of a proof are computed: in workers, or in place where no worker can be had. */

import { builtIn } from './built-in.mjs';
import { Groth16Error, InputError, KeyError, WitnessError } from './errors.mjs';
import { instantiate } from './instance.mjs';
import { bytesHere, moduleHere } from './modules.mjs';
import { moved, perform } from './tasks.mjs';

/**
 * @typedef {object} Seat
 * @property {(method: string, ...args: any[]) => Promise<any>} call one after the other; arrays of bytes are moved
 * @property {() => void} leave
 */

/** A worker that says nothing for so long when it starts is none: a page may refuse it without a word. */
const START_MS = 10_000;

/** @returns {number} threads that this machine runs at the same time */
const threadsHere = () =>
  // Node 20 has no navigator.
  globalThis.navigator?.hardwareConcurrency || builtIn('node:os')?.availableParallelism() || 1;

/** @param {number} [count] as many as the machine has threads by default @returns {Promise<Seat[]>} or one in place */
export async function seatsFor(count) {
  const module = await moduleHere();
  const seats = await Promise.allSettled(Array.from({ length: count ?? threadsHere() }, () => workerSeat(module)));
  const there = seats.flatMap((seat) => (seat.status === 'fulfilled' ? [seat.value] : []));
  return there.length > 0 ? there : [await seatInPlace(module)];
}

/** @param {WebAssembly.Module} module @returns {Promise<Seat>} */
async function seatInPlace(module) {
  const instance = await instantiate(module);
  let last = Promise.resolve();
  let left = false;
  return {
    call(method, ...args) {
      // The page is drawn and its events are heard between two parts.
      const answer = last
        .then(() => new Promise((resolve) => setTimeout(resolve)))
        .then(() => {
          if (left) throw closed();
          return perform(instance, method, args);
        });
      last = answer.catch(() => {});
      return answer;
    },
    leave() {
      left = true;
      last.then(() => instance.forget());
    },
  };
}

const closed = () => new Groth16Error('CLOSED', 'the prover was closed');

/** @typedef {{ id: number, value?: any, error?: { name: string, code: any, message: string } }} Answer */

/** @param {WebAssembly.Module} module @returns {Promise<Seat>} @throws where there is no worker */
async function workerSeat(module) {
  const worker = await startWorker();
  /** @type {Map<number, { resolve: (value: any) => void, reject: (error: unknown) => void }>} */
  const waiting = new Map();
  let next = 0;
  /** Why it answers no more. @type {unknown} */
  let ended;
  /** @param {unknown} error */
  const fail = (error) => {
    ended ??= error;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.hear(
    ({ id, value, error }) => {
      const asked = waiting.get(id);
      waiting.delete(id);
      if (error) asked?.reject(errorFrom(error));
      else asked?.resolve(value);
      if (waiting.size === 0) worker.rest();
    },
    (error) => fail(new Groth16Error('UNSUPPORTED', 'a worker ended', { cause: error })),
  );
  /** @type {Seat} */
  const seat = {
    call(method, ...args) {
      return new Promise((resolve, reject) => {
        // A worker that has ended takes messages, and never answers.
        if (ended) throw ended;
        const id = next++;
        // Where the arguments cannot be sent it throws, and nobody waits.
        worker.post({ id, method, args }, args.flatMap(moved));
        waiting.set(id, { resolve, reject });
        worker.work();
      });
    },
    leave() {
      worker.end();
      fail(closed());
    },
  };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const silent = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error('a worker does not start')), START_MS);
  });
  try {
    // An engine that cannot send a module compiles it again.
    await Promise.race([seat.call('start', module).catch(async () => seat.call('start', await bytesHere())), silent]);
    return seat;
  } catch (error) {
    seat.leave();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** @param {{ name: string, code: any, message: string }} error */
function errorFrom({ name, code, message }) {
  if (name === 'KeyError') return new KeyError(message);
  if (name === 'WitnessError') return new WitnessError(message, code);
  if (name === 'InputError') return new InputError(message);
  return code ? new Groth16Error(code, message) : new Error(message);
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
      worker.on('message', answered).on('error', failed);
    },
    post: (/** @type {any} */ message, /** @type {ArrayBuffer[]} */ moved) => worker.postMessage(message, moved),
    work: () => worker.ref(),
    rest: () => worker.unref(),
    end: () => void worker.terminate(),
  };
}
