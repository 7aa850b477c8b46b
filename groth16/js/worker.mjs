/** A worker: an instance of its own, which answers one message after the other. No memory is shared. */

import { builtIn } from './built-in.mjs';
import { instantiate } from './instance.mjs';
import { moved, perform } from './tasks.mjs';

/** @typedef {{ id: number, method: string, args: any[] }} Message */
/** @typedef {{ postMessage: (message: any, moved: ArrayBuffer[]) => void }} Port */

// Deno and Bun have workers as pages have them, and those of Node beside.
const inNode = typeof (/** @type {any} */ (globalThis).postMessage) !== 'function';
/** @type {Port} */
const port = inNode ? /** @type {any} */ (builtIn('node:worker_threads')?.parentPort) : globalThis;

/** @type {Promise<import('./instance.mjs').Instance> | undefined} */
let instance;
let last = Promise.resolve();

/** @param {string} method @param {any[]} args */
async function valueOf(method, args) {
  if (method === 'greet') return;
  if (method === 'start') return void (await (instance = instantiate(args[0])));
  const started = await instance;
  if (method !== 'forget') return perform(started ?? null, method, args);
  started?.forget();
  // Its memory, which cannot shrink, goes with it.
  instance = undefined;
}

/** @param {Message} message */
async function answer({ id, method, args }) {
  try {
    const value = await valueOf(method, args);
    port.postMessage({ id, value }, moved(value));
  } catch (error) {
    const { name, code, message } = /** @type {any} */ (Object(error));
    port.postMessage({ id, error: { name, code, message: String(message ?? error) } }, []);
  }
}

/** @param {Message} message */
const take = (message) => void (last = last.then(() => answer(message)));

/** Nobody can be told which message it was: the worker ends with an error. */
const unreadable = () => {
  throw new Error('a message could not be read');
};

if (inNode) /** @type {any} */ (port).on('message', take).on('messageerror', unreadable);
else {
  addEventListener('message', ({ data }) => take(data));
  addEventListener('messageerror', unreadable);
}
