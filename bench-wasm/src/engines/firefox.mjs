/** Firefox from the system, over WebDriver BiDi: SpiderMonkey in a worker of a page; a fresh browser for each round. */

import { existsSync } from 'node:fs';
import puppeteer from 'puppeteer-core';
import { browserEngine } from './browser.mjs';
import { missingEngine } from './engine.mjs';
import { LOADER } from './node.mjs';

const INSTALL = 'Debian: apt-get install firefox-esr; or name one in FIREFOX_PATH';
const PREFERENCES = { 'javascript.options.wasm_wide_arithmetic': true };

/**
 * @param {object} [options]
 * @param {string} [options.loader] URL of the module that gives instances
 * @returns {import('./index.mjs').Engine}
 */
export function firefoxEngine({ loader = LOADER } = {}) {
  const executablePath = process.env.FIREFOX_PATH || '/usr/bin/firefox-esr';
  if (!existsSync(executablePath)) return missingEngine('firefox', INSTALL);
  return browserEngine({
    id: 'firefox',
    install: INSTALL,
    loader,
    flags: Object.entries(PREFERENCES).map(([name, value]) => `${name}=${value}`),
    tier: 'ion (tiered up)',
    async launch(profile) {
      // Playwright drives a Firefox of its own only.
      const browser = await puppeteer.launch({
        browser: 'firefox',
        executablePath,
        headless: true,
        userDataDir: profile,
        extraPrefsFirefox: PREFERENCES,
        handleSIGINT: false,
      });
      const page = await browser.newPage();
      return {
        page: /** @type {import('./browser.mjs').Page} */ (/** @type {unknown} */ (page)),
        version: (await browser.version()).replace(/^\D*/, ''),
        ended: new Promise((resolve) => {
          browser.on('disconnected', () => resolve('the browser was ended'));
          page.on('close', () => resolve('the page was closed'));
        }),
        close: () => browser.close(),
      };
    },
  });
}
