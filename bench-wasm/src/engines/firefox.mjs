/** Firefox from the system: SpiderMonkey in a worker of a page; a fresh browser for each round. */

import { browserEngine } from './browser.mjs';
import { placeOf } from './places.mjs';

const PREFERENCES = { 'javascript.options.wasm_wide_arithmetic': true };

/**
 * @param {import('./engine.mjs').EngineOptions} options
 * @returns {import('../measure/run.mjs').Engine}
 */
export const firefox = ({ loader }) =>
  browserEngine({
    id: 'firefox',
    get: 'install Firefox (Debian: apt-get install firefox-esr); or name one in FIREFOX_PATH',
    executablePath: placeOf('firefox'),
    loader,
    flags: Object.entries(PREFERENCES).map(([name, value]) => `${name}=${value}`),
    tier: 'ion (tiered up)',
    launch: {
      browser: 'firefox',
      extraPrefsFirefox: PREFERENCES,
    },
  });
