/** Bun: JavaScriptCore, with Node's modules; a fresh `bun` process for each round. */

import { missingEngine } from './engine.mjs';
import { LOADER, SESSION } from './node.mjs';
import { fromNpm } from './npm.mjs';
import { processEngine } from './process.mjs';

/**
 * @param {import('./engine.mjs').EngineOptions} options
 * @returns {import('../measure/run.mjs').Engine}
 */
export function bun({ loader = LOADER }) {
  const { get, install, installed } = fromNpm('bun', { name: 'bun', version: '1.4.5' });
  if (!installed) return missingEngine('bun', get, install);
  return processEngine({
    id: 'bun',
    get,
    install,
    ...installed,
    // Nothing is fetched: what a session imports is in node_modules.
    args: ['run', '--no-install', SESSION],
    flags: [],
    tier: 'omg (tiered up)',
    loader,
  });
}
