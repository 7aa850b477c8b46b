/** Workers with a module instance each, between which the points of a sum are split. They share no memory. */

import { ELEMENT_BYTES } from '../oracle/field.mjs';
import { POINT_BYTES } from '../oracle/curve.mjs';
import { UnsupportedError } from '../proofs/unsupported.mjs';

/** @typedef {import('../emit/interface.mjs').Sum} Sum */
/** @typedef {import('./worker.mjs').Request} Request */
/** @typedef {import('./worker.mjs').Reply} Reply */
/** @typedef {import('./library.mjs').Operands} Operands */

/**
 * @typedef {object} Channel to a worker
 * @property {(request: Request) => Promise<Uint8Array>} ask
 */

/**
 * @param {number} count of workers
 * @param {URL} script
 * @param {{ glue: string, bytes: Uint8Array }} module that each has an instance of
 * @returns {Promise<{ sum: (kernel: string, operands: Operands, kept: boolean) => Promise<Sum> }>}
 */
export async function poolOfWorkers(count, script, module) {
  const workers = await Promise.all(Array.from({ length: count }, () => openWorker(script)));
  await Promise.all(workers.map(({ ask }) => ask({ start: module })));
  let opened = 0;
  return {
    async sum(kernel, operands, kept) {
      const shares = split(operands, count);
      const name = opened++;
      if (kept) await Promise.all(workers.map(({ ask }, i) => ask({ keep: { name, operands: shares[i] } })));
      return {
        async sum() {
          const sums = await Promise.all(
            workers.map(({ ask }, i) => ask({ sum: { kernel, operands: kept ? name : shares[i] } })),
          );
          if (count === 1) return sums[0];
          // The sums are points, and theirs is one more sum.
          return workers[0].ask({ sum: { kernel, operands: { points: joined(sums), scalars: ones(count) } } });
        },
      };
    },
  };
}

/**
 * @param {Operands} operands
 * @param {number} count of shares
 * @returns {Operands[]}
 */
export function split({ points, scalars }, count) {
  const total = scalars.length / ELEMENT_BYTES;
  const edges = Array.from({ length: count + 1 }, (_, i) => Math.round((i * total) / count));
  return edges.slice(1).map((end, i) => ({
    points: points.slice(edges[i] * POINT_BYTES, end * POINT_BYTES),
    scalars: scalars.slice(edges[i] * ELEMENT_BYTES, end * ELEMENT_BYTES),
  }));
}

/** @param {Uint8Array[]} parts of one length */
function joined(parts) {
  const bytes = new Uint8Array(parts.length * parts[0].length);
  parts.forEach((part, i) => bytes.set(part, i * part.length));
  return bytes;
}

/** @param {number} count @returns {Uint8Array} so many scalars */
function ones(count) {
  const bytes = new Uint8Array(count * ELEMENT_BYTES);
  for (let i = 0; i < count; i++) bytes[i * ELEMENT_BYTES] = 1;
  return bytes;
}

/**
 * @param {URL} script
 * @returns {Promise<Channel>}
 * @throws {UnsupportedError} where there are no workers
 */
async function openWorker(script) {
  /** @type {Map<number, (reply: Reply) => void>} */
  const waiting = new Map();
  /** What every request hears that is not answered any more. @type {string | null} */
  let died = null;
  const worker = await start(script, {
    receive({ id, ...reply }) {
      waiting.get(id)?.(reply);
    },
    fail(message) {
      died = message;
      for (const answered of waiting.values()) answered({ error: message });
    },
  });
  let asked = 0;
  return {
    async ask(request) {
      if (died !== null) throw new Error(died);
      const id = asked++;
      // A worker that nobody waits for does not keep a process from ending.
      worker.ref?.();
      /** @type {Reply} */
      const reply = await new Promise((resolve) => {
        waiting.set(id, resolve);
        worker.postMessage({ id, ...request });
      });
      waiting.delete(id);
      if (waiting.size === 0) worker.unref?.();
      if (reply.error !== undefined) throw new Error(reply.error);
      return reply.bytes;
    },
  };
}

/**
 * @param {URL} script
 * @param {{ receive: (reply: Reply & { id: number }) => void, fail: (message: string) => void }} heard
 * @returns {Promise<{ postMessage: (request: Request & { id: number }) => void, ref?: () => void, unref?: () =>
 *   void }>}
 * @throws {UnsupportedError} where there are no workers
 */
async function start(script, { receive, fail }) {
  if (globalThis.process?.versions?.node) {
    const { Worker } = await import('node:worker_threads');
    const worker = new Worker(script);
    worker.on('message', receive);
    worker.on('error', ({ message }) => fail(message));
    worker.unref();
    return worker;
  }
  if (!globalThis.Worker) throw new UnsupportedError('this engine has no workers');
  const worker = new Worker(script, { type: 'module' });
  worker.onmessage = ({ data }) => receive(data);
  worker.onerror = ({ message }) => fail(message ?? 'the worker did not start');
  return worker;
}
