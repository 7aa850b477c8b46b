/** Chromium, or Chrome, from the system: V8 in a worker of a page; a fresh browser for each round. */

import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { browserEngine } from './browser.mjs';
import { missingEngine } from './engine.mjs';
import { LOADER } from './node.mjs';
import { tierOf } from './v8.mjs';

const INSTALL = 'Debian: apt-get install chromium; or name one in CHROMIUM_PATH';
/** Quiet, and able to run as root in a container. */
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * @param {object} [options]
 * @param {string[]} [options.flags] V8 options
 * @param {string} [options.loader] URL of the module that gives instances
 * @returns {import('./index.mjs').Engine}
 */
export function chromiumEngine({ flags = [], loader = LOADER } = {}) {
  const executablePath = process.env.CHROMIUM_PATH || '/usr/bin/chromium';
  if (!existsSync(executablePath)) return missingEngine('chromium', INSTALL);
  const jsFlags = [`--js-flags=${['--wasm-wide-arithmetic', ...flags].join()}`];
  return browserEngine({
    id: 'chromium',
    install: INSTALL,
    loader,
    flags: jsFlags,
    tier: tierOf(flags),
    async launch(profile) {
      const context = await chromium.launchPersistentContext(profile, {
        executablePath,
        args: [...ARGS, ...jsFlags],
        handleSIGINT: false,
      });
      const page = await context.newPage();
      return {
        page,
        version: context.browser()?.version() ?? '',
        ended: new Promise((resolve) => {
          context.on('close', () => resolve('the browser was ended'));
          page.on('crash', () => resolve('the page crashed'));
        }),
        close: () => context.close(),
      };
    },
  });
}
