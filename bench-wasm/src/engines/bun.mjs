/** Bun: JavaScriptCore, with Node's modules; a fresh `bun` process for each round. */

import { missingEngine } from './engine.mjs';
import { LOADER, SESSION } from './node.mjs';
import { installCommand, installedFromNpm } from './npm.mjs';
import { processEngine } from './process.mjs';

/**
 * @param {object} [options]
 * @param {string} [options.loader] URL of the module that gives instances
 * @returns {import('./index.mjs').Engine}
 */
export function bunEngine({ loader = LOADER } = {}) {
  const install = installCommand('bun');
  const bun = installedFromNpm('bun');
  if (!bun) return missingEngine('bun', install);
  return processEngine({
    id: 'bun',
    install,
    ...bun,
    // Nothing is fetched: what a session imports is in node_modules.
    args: ['run', '--no-install', SESSION],
    flags: [],
    tier: 'omg (tiered up)',
    loader,
  });
}
