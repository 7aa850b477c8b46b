/**
 * Browsers: a fresh browser with a profile of its own for each round, in it a page with a worker.
 * The page comes from a server on this machine, with the headers that give it the fine clock. It gets its question from
 * there and sends each event there as it happens. The driver leaves before the question is answered: while Firefox has
 * one, a worker that starts workers may wait for ever in the second.
 */

import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { ensurePackages } from '../setup/packages.mjs';
import { bundle } from './bundle.mjs';
import { engineOf, missingEngine } from './engine.mjs';
import { LOADER } from './node.mjs';

const HOME = fileURLToPath(new URL('../..', import.meta.url));
const MAIN = fileURLToPath(new URL('browser-host.mjs', import.meta.url));
/** Where the worker is served: its loader finds pkg/ from there as from its own place in the checkout. */
const WORKER = '/src/worker.mjs';
const TYPES = /** @type {Record<string, string>} */ ({
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
});
/** ms between two signs of life of the page, and after which it is taken for dead: its process may end unseen. */
const PULSE = 5_000;
const LOST = 30_000;
/** Without them the clock of a page moves in steps of 0.1 to 1 ms. */
const ISOLATION = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };

/**
 * @param {object} options
 * @param {string} options.id
 * @param {string} options.get how to get it
 * @param {string} [options.loader] URL of the module that gives instances
 * @param {string[]} options.flags that bear on what is timed; recorded
 * @param {string} options.tier
 * @param {string | null} options.executablePath null where it is not
 * @param {import('#browsers/puppeteer-core').LaunchOptions} options.launch what is the browser's own
 * @returns {import('../measure/run.mjs').Engine}
 */
export function browserEngine({ id, get, loader = LOADER, flags, tier, executablePath, launch }) {
  if (executablePath === null) return missingEngine(id, get);
  let version = '';
  /** @type {Promise<string> | undefined} */
  let worker;

  /**
   * @param {import('../measure/answer.mjs').Question} question
   * @param {(event: any) => void} onEvent
   * @param {AbortSignal} [signal]
   */
  const converse = async (question, onEvent, signal) => {
    signal?.throwIfAborted();
    await ensurePackages(['browsers']);
    // One library that drives both: Chromium by its own protocol, Firefox by WebDriver BiDi.
    const { default: puppeteer } = await import('#browsers/puppeteer-core');
    worker ??= bundle(MAIN, loader, { external: ['node:*'] });
    const page = conversation(question, onEvent);
    const server = await serve(await worker, page.answers);
    const profile = await mkdtemp(join(tmpdir(), `fqmul-${id}-`));
    try {
      const browser = await puppeteer.launch({
        headless: true,
        handleSIGINT: false,
        executablePath,
        ...launch,
        userDataDir: profile,
      });
      const process = /** @type {import('node:child_process').ChildProcess} */ (browser.process());
      const ended = once(process, 'exit');
      try {
        version = (await browser.version()).replace(/^\D*/, '');
        await (await browser.newPage()).goto(server.origin);
        await browser.disconnect();
        await page.had(ended, signal);
      } finally {
        process.kill();
        await ended;
      }
    } finally {
      await server.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    }
  };

  return engineOf({ id, get, flags, tier, version: async () => version, converse });
}

/**
 * What the page asks and says.
 *
 * @param {import('../measure/answer.mjs').Question} question
 * @param {(event: any) => void} onEvent
 */
function conversation(question, onEvent) {
  /** @type {NodeJS.Timeout | undefined} */
  let lost;
  /** @type {() => void} */
  let begin;
  const begun = new Promise((resolve) => (begin = () => resolve(question)));
  /** @type {(error?: unknown) => void} */
  let end;
  const over = new Promise((resolve, reject) => (end = (error) => (error ? reject(error) : resolve(null))));
  // Who waits for it comes later.
  over.catch(() => {});

  const alive = () => {
    clearTimeout(lost);
    lost = setTimeout(() => end(new Error('the page does not answer')), LOST);
  };
  return {
    /** By path. @type {Record<string, (body: () => Promise<any>) => Promise<unknown>>} */
    answers: {
      '/question': () => begun,
      async '/events'(body) {
        alive();
        try {
          for (const event of await body()) {
            if (event.type === 'failed') throw new Error(event.message);
            onEvent(event);
            if (event.type === 'done' || event.type === 'description') end();
          }
        } catch (error) {
          end(error);
        }
        return null;
      },
    },

    /** Until it is over. @param {Promise<unknown>} ended the browser @param {AbortSignal} [signal] */
    async had(ended, signal) {
      const stopped = new AbortController();
      void ended.then(() => end(new Error('the browser was ended')));
      signal?.addEventListener('abort', () => end(signal.reason), { signal: stopped.signal });
      try {
        // It may have come while the browser was being started.
        signal?.throwIfAborted();
        alive();
        begin();
        await over;
      } finally {
        clearTimeout(lost);
        stopped.abort();
      }
    },
  };
}

/** In the page. @param {string} url of the worker @param {number} pulse */
async function startWorker(url, pulse) {
  /** @type {object[]} */
  let events = [];
  let sending = false;
  const leave = async () => {
    if (sending) return;
    sending = true;
    do {
      const body = JSON.stringify(events);
      events = [];
      await fetch('/events', { method: 'POST', body });
    } while (events.length > 0);
    sending = false;
  };
  const send = (/** @type {object} */ event) => {
    events.push(event);
    void leave();
  };
  setInterval(leave, pulse);
  // It comes when the driver has left.
  const question = await (await fetch('/question')).json();
  const worker = new Worker(url, { type: 'module' });
  // Nothing else holds it while it only waits for workers of its own.
  Object.assign(window, { worker });
  worker.onmessage = ({ data }) => send(data);
  worker.onerror = ({ message, filename, lineno }) =>
    send({ type: 'failed', message: `${message ?? 'the worker did not start'} (${filename ?? url}:${lineno ?? 0})` });
  worker.postMessage(question);
}

/**
 * The page, the worker and the built modules, on a free port of this machine. Whatever it is asked for, it goes on.
 *
 * @param {string} worker its source
 * @param {ReturnType<typeof conversation>['answers']} [answers] to what the page asks and says
 * @returns {Promise<{ origin: string, close: () => Promise<void> }>}
 */
export async function serve(worker, answers = {}) {
  const page = `<!doctype html><title>fqmul</title><script>(${startWorker})('${WORKER}', ${PULSE})</script>`;
  const server = createServer(async (request, response) => {
    const answer = (
      /** @type {number} */ status,
      /** @type {string} */ type,
      /** @type {string | Uint8Array} */ body,
    ) => response.writeHead(status, { ...ISOLATION, 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body);
    try {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost');
      if (pathname === '/') return answer(200, 'text/html', page);
      const said = Object.hasOwn(answers, pathname) ? answers[pathname] : undefined;
      if (said) return answer(200, 'application/json', JSON.stringify(await said(() => json(request))));
      if (pathname === WORKER) return answer(200, 'text/javascript', worker);
      // The URL parser has taken out every "..", so that this stays inside the folder.
      if (!pathname.startsWith('/pkg/')) return answer(404, 'text/plain', 'not here');
      answer(200, TYPES[extname(pathname)] ?? 'application/octet-stream', await readFile(join(HOME, pathname)));
    } catch {
      answer(404, 'text/plain', 'not here');
    }
  });
  await new Promise((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', () => resolve(null)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
