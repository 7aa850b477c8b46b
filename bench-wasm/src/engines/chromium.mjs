/** Chromium, or Chrome, from the system: V8 in a worker of a page; a fresh browser for each round. */

import { browserEngine } from './browser.mjs';
import { placeOf } from './places.mjs';
import { tierOf } from './v8.mjs';

/** Quiet, and able to run as root in a container. */
export const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * @param {import('./engine.mjs').EngineOptions} options
 * @returns {import('../measure/run.mjs').Engine}
 */
export function chromium({ v8Flags = [], loader }) {
  const flags = [`--js-flags=${['--wasm-wide-arithmetic', ...v8Flags].join()}`];
  return browserEngine({
    id: 'chromium',
    get: 'install Chrome or Chromium (Debian: apt-get install chromium); or name one in CHROMIUM_PATH',
    executablePath: placeOf('chromium'),
    loader,
    flags,
    tier: tierOf(v8Flags),
    launch: {
      browser: 'chrome',
      args: [...ARGS, ...flags],
    },
  });
}
