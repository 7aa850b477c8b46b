/** Pages of this machine's browsers, for tests. */

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import puppeteer from '#browsers/puppeteer-core';
import { ARGS } from '../src/engines/chromium.mjs';
import { PROGRAMS, placeOf } from '../src/engines/places.mjs';

/** @typedef {import('node:test').TestContext} TestContext */
/** @typedef {'chromium' | 'firefox'} Browser */
/** @typedef {import('#browsers/puppeteer-core').ElementHandle<HTMLInputElement>} FileInput */

/**
 * @typedef {object} Manner
 * @property {Record<string, boolean>} [preferences] Firefox's
 * @property {string} [jsFlags] V8's
 * @property {'light' | 'dark'} [colorScheme] Chromium's
 * @property {number} [width] of the window, in px
 */

export const BROWSERS = /** @type {Browser[]} */ (['chromium', 'firefox']);

/**
 * @param {TestContext} t
 * @param {Browser} id
 * @returns {boolean} false when the test has been skipped
 */
export function hasBrowser(t, id) {
  if (placeOf(id) !== null) return true;
  const message = `no ${id}: its pages are NOT tested. Install it, or name one in ${PROGRAMS[id].variable}.`;
  assert.notEqual(process.env.CI, 'true', message);
  console.error(`\n*** ${message}\n`);
  t.skip(message);
  return false;
}

/** @typedef {{ browser: import('#browsers/puppeteer-core').Browser, downloads: string }} Open downloads: a folder */

/**
 * Those that are open, by what they were started with: to start one takes seconds. It serves all tests of a file that
 * want it so, one after another.
 *
 * @type {Map<string, Promise<Open>>}
 */
const opened = new Map();
after(async () => {
  for (const open of opened.values()) {
    const { browser, downloads } = await open;
    await browser.close();
    rmSync(downloads, { recursive: true, force: true, maxRetries: 5 });
  }
});

/**
 * @param {Browser} id
 * @param {Pick<Manner, 'preferences' | 'jsFlags'>} own
 * @returns {Promise<Open>}
 */
async function started(id, { preferences, jsFlags = '' }) {
  const downloads = mkdtempSync(join(tmpdir(), 'fqmul-downloads-'));
  const browser = await puppeteer.launch({
    browser: id === 'chromium' ? 'chrome' : id,
    executablePath: /** @type {string} */ (placeOf(id)),
    headless: true,
    ...(id === 'chromium'
      ? { args: [...ARGS, `--js-flags=${jsFlags}`] }
      : {
          extraPrefsFirefox: {
            ...preferences,
            'browser.download.folderList': 2,
            'browser.download.dir': downloads,
            'browser.download.useDownloadDir': true,
            'browser.helperApps.neverAsk.saveToDisk': 'application/json',
          },
        }),
  });
  return { browser, downloads };
}

/**
 * A page that knows of no other, and ends with the test.
 *
 * @param {TestContext} t
 * @param {Browser} id
 * @param {Manner} [manner]
 */
export async function openPage(t, id, { preferences, jsFlags, colorScheme, width = 1280 } = {}) {
  const own = { preferences, jsFlags };
  const key = JSON.stringify([id, own]);
  if (!opened.has(key)) opened.set(key, started(id, own));
  const { browser, downloads } = await /** @type {Promise<Open>} */ (opened.get(key));
  const context = await browser.createBrowserContext();
  t.after(() => context.close());
  const page = await context.newPage();
  const resize = (/** @type {number} */ to) => page.setViewport({ width: to, height: 900 });
  await resize(width);
  if (colorScheme) await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: colorScheme }]);
  if (id === 'chromium') {
    const session = await browser.target().createCDPSession();
    const place = { browserContextId: context.id, downloadPath: downloads };
    await session.send('Browser.setDownloadBehavior', { behavior: 'allow', ...place });
  }
  /** @type {string[]} */
  const complaints = [];
  page.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => complaints.push(String(error)));
  return {
    page,
    /** Of the console. */
    complaints,
    resize,
    goto: (/** @type {string} */ url) => page.goto(url),
    /** @param {string} selector @param {{ timeout?: number }} [options] */
    waitForSelector: (selector, options) => page.waitForSelector(selector, { visible: true, ...options }),
    click: (/** @type {string} */ selector) => page.click(selector),
    /** @template T @param {() => T} look @returns {Promise<Awaited<T>>} */
    evaluate: (look) => page.evaluate(look),
    /** @param {string} keys such as `Shift+Tab` */
    async press(keys) {
      const [key, ...held] = /** @type {import('#browsers/puppeteer-core').KeyInput[]} */ (keys.split('+').reverse());
      for (const one of held) await page.keyboard.down(one);
      await page.keyboard.press(key);
      for (const one of held) await page.keyboard.up(one);
    },
    /** @param {string} selector of a file's input @param {string} path */
    async chooseFile(selector, path) {
      const input = /** @type {FileInput} */ (await page.$(selector));
      await input.uploadFile(path);
    },
    /** @param {string} selector of a link to JSON @returns {Promise<string>} the file */
    async download(selector) {
      await page.click(selector);
      for (;;) {
        const found = readdirSync(downloads).find((name) => name.endsWith('.json'));
        const text = found ? readFileSync(join(downloads, found), 'utf8') : '';
        if (found && text.endsWith('}\n')) {
          rmSync(join(downloads, found));
          return text;
        }
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    },
  };
}
