/**
 * Browsers: a fresh browser with a profile of its own for each round, in it a page with a worker.
 * The page comes from a server on this machine, with the headers that give it the fine clock, and
 * each event leaves through a function of this process as it happens.
 */

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
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
/** ms between two questions whether the page is still there: one whose process died may not say so. */
const PULSE = 15_000;
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
    const server = await serve(await worker);
    const profile = await mkdtemp(join(tmpdir(), `fqmul-${id}-`));
    try {
      const browser = await puppeteer.launch({
        headless: true,
        handleSIGINT: false,
        executablePath,
        ...launch,
        userDataDir: profile,
      });
      try {
        version = (await browser.version()).replace(/^\D*/, '');
        await session(browser, server.origin, question, onEvent, signal);
      } finally {
        await browser.close();
      }
    } finally {
      await server.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    }
  };

  return engineOf({ id, get, flags, tier, version: async () => version, converse });
}

/**
 * @param {import('#browsers/puppeteer-core').Browser} browser
 * @param {string} origin
 * @param {import('../measure/answer.mjs').Question} question
 * @param {(event: any) => void} onEvent
 * @param {AbortSignal} [signal]
 */
async function session(browser, origin, question, onEvent, signal) {
  const page = await browser.newPage();
  const stopped = new AbortController();
  /** @type {NodeJS.Timeout | undefined} */
  let pulse;
  /** @type {Promise<void>} */
  const answered = new Promise((resolve, reject) => {
    browser.on('disconnected', () => reject(new Error('the browser was ended')));
    page.on('close', () => reject(new Error('the page was closed')));
    page.on('error', () => reject(new Error('the page crashed')));
    signal?.addEventListener('abort', () => reject(signal.reason), { signal: stopped.signal });
    // It may have come while the browser was being started.
    if (signal?.aborted) reject(signal.reason);
    const receive = (/** @type {string} */ json) => {
      try {
        const event = JSON.parse(json);
        if (event.type === 'failed') return reject(new Error(event.message));
        onEvent(event);
        if (event.type === 'done' || event.type === 'description') resolve();
      } catch (error) {
        reject(error);
      }
    };
    let alive = true;
    const feel = () => {
      if (!alive) reject(new Error('the page does not answer'));
      alive = false;
      page
        .evaluate(() => {})
        .then(
          () => (alive = true),
          () => {},
        );
    };
    page
      .exposeFunction('fqmulEvent', receive)
      .then(() => page.goto(origin))
      .then(() => page.evaluate(startWorker, [WORKER, JSON.stringify(question)]))
      .then(() => {
        // The answer may have been quicker than the driver.
        if (!stopped.signal.aborted) pulse = setInterval(feel, PULSE);
      })
      .catch(reject);
  });
  try {
    await answered;
  } finally {
    clearInterval(pulse);
    stopped.abort();
  }
}

/** In the page. @param {string[]} argument */
function startWorker([url, question]) {
  const send = (/** @type {object} */ event) => /** @type {any} */ (window).fqmulEvent(JSON.stringify(event));
  const worker = new Worker(url, { type: 'module' });
  worker.onmessage = ({ data }) => send(data);
  worker.onerror = ({ message, filename, lineno }) =>
    send({ type: 'failed', message: `${message ?? 'the worker did not start'} (${filename ?? url}:${lineno ?? 0})` });
  worker.postMessage(JSON.parse(question));
}

/**
 * The page, the worker and the built modules, on a free port of this machine. Whatever it is asked for, it goes on.
 *
 * @param {string} worker its source
 * @returns {Promise<{ origin: string, close: () => Promise<void> }>}
 */
export async function serve(worker) {
  const server = createServer(async ({ url = '/' }, response) => {
    const answer = (
      /** @type {number} */ status,
      /** @type {string} */ type,
      /** @type {string | Uint8Array} */ body,
    ) => response.writeHead(status, { ...ISOLATION, 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body);
    try {
      const { pathname } = new URL(url, 'http://localhost');
      if (pathname === '/') return answer(200, 'text/html', '<!doctype html><title>fqmul</title>');
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
