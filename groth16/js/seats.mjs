/** Where parts of a proof are computed: in workers, or in place where no worker can be had. */

import { builtIn } from './built-in.mjs';
import { closed } from './errors.mjs';
import { instantiate } from './instance.mjs';
import { bytesHere, moduleHere } from './modules.mjs';
import { perform } from './tasks.mjs';
import { workerHere } from './workers.mjs';

/**
 * @typedef {object} Seat
 * @property {(method: string, ...args: any[]) => Promise<any>} call one after the other; arrays of bytes are moved
 * @property {() => void} leave the key and what was computed with it are gone
 * @property {() => void} end the same at once, in the middle of a call
 */

/** A worker that says nothing for so long when it starts is none: a page may refuse it without a word. */
const START_MS = 10_000;

/** @returns {number} threads that this machine runs at the same time */
const threadsHere = () =>
  // Node 20 has no navigator.
  globalThis.navigator?.hardwareConcurrency || builtIn('node:os')?.availableParallelism() || 1;

/**
 * Seats that may be asked for a witness at once. What needs the module waits until it is loaded and compiled, and fails
 * where it cannot be.
 *
 * @param {number} [count] as many as the machine has threads by default
 * @returns {Promise<Seat[]>} or one in place
 */
export async function seatsFor(count = threadsHere()) {
  const module = moduleHere();
  const seats = await Promise.allSettled(Array.from({ length: count }, () => workerSeat(module)));
  const there = seats.flatMap((seat) => (seat.status === 'fulfilled' ? [seat.value] : []));
  return there.length > 0 ? there : [seatInPlace(module)];
}

/** @param {string} method @returns {boolean} whether only an instance of the module can do it */
const needsModule = (method) => method !== 'calculate';

/** @param {Promise<WebAssembly.Module>} module @returns {Seat} */
function seatInPlace(module) {
  const started = module.then(instantiate);
  let last = Promise.resolve();
  let left = false;
  const leave = () => {
    left = true;
    last
      .then(() => started)
      .then(
        (instance) => instance.forget(),
        () => {},
      );
  };
  return {
    call(method, ...args) {
      // The page is drawn and its events are heard between two parts.
      const answer = last
        .then(() => new Promise((resolve) => setTimeout(resolve)))
        .then(async () => {
          const instance = needsModule(method) ? await started : null;
          if (left) throw closed();
          return perform(instance, method, args);
        });
      last = answer.catch(() => {});
      return answer;
    },
    leave,
    end: leave,
  };
}

/** @param {Promise<WebAssembly.Module>} module @returns {Promise<Seat>} @throws where there is no worker */
async function workerSeat(module) {
  const worker = await workerHere();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  try {
    const silent = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error('a worker does not start')), START_MS);
    });
    await Promise.race([worker.call('greet'), silent]);
  } catch (error) {
    worker.end();
    throw error;
  } finally {
    clearTimeout(timer);
  }
  let left = false;
  /** @param {string} method @param {...any} args */
  const ask = async (method, ...args) => {
    // It may be somebody else's by now.
    if (left) throw closed();
    return worker.call(method, ...args);
  };
  // An engine that cannot send a module compiles it again.
  const started = module.then((one) => ask('start', one).catch(async () => ask('start', await bytesHere())));
  started.catch(() => {});
  return {
    async call(method, ...args) {
      if (needsModule(method)) await started;
      return ask(method, ...args);
    },
    leave() {
      if (!left) worker.leave();
      left = true;
    },
    end() {
      if (!left) worker.end();
      left = true;
    },
  };
}
