/** Deno: V8, with Node's modules; a fresh `deno` process for each round. */

import { join } from 'node:path';
import { missingEngine } from './engine.mjs';
import { LOADER, SESSION } from './node.mjs';
import { folderOf, installCommand, installedFromNpm } from './npm.mjs';
import { processEngine } from './process.mjs';
import { tierOf } from './v8.mjs';

/**
 * @param {object} [options]
 * @param {string[]} [options.flags] V8 options
 * @param {string} [options.loader] URL of the module that gives instances
 * @returns {import('./index.mjs').Engine}
 */
export function denoEngine({ flags = [], loader = LOADER } = {}) {
  const install = installCommand('deno');
  const deno = installedFromNpm('deno');
  if (!deno) return missingEngine('deno', install);
  const v8Flags = [`--v8-flags=${['--experimental-wasm-wide-arithmetic', ...flags].join()}`];
  return processEngine({
    id: 'deno',
    install,
    ...deno,
    // No cached code: a process must be as fresh as on other engines.
    args: ['run', '--allow-all', '--no-code-cache', '--cached-only', ...v8Flags, SESSION],
    flags: v8Flags,
    tier: tierOf(flags),
    loader,
    env: { DENO_DIR: join(folderOf('deno'), 'cache'), DENO_NO_UPDATE_CHECK: '1' },
  });
}
