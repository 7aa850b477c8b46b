/** Deno: V8, with Node's modules; a fresh `deno` process for each round. */

import { join } from 'node:path';
import { missingEngine } from './engine.mjs';
import { LOADER, SESSION } from './node.mjs';
import { folderOf, fromNpm } from './npm.mjs';
import { processEngine } from './process.mjs';
import { tierOf } from './v8.mjs';

/**
 * Where it is, and how it runs a program that is written for Node. Wide arithmetic is behind a flag of V8.
 *
 * @param {string[]} [flags] further ones of V8
 */
export function denoProgram(flags = []) {
  const { get, install, installed } = fromNpm('deno', { name: 'deno', version: '2.9.6' });
  const v8Flags = [`--v8-flags=${['--experimental-wasm-wide-arithmetic', ...flags].join()}`];
  return {
    get,
    install,
    installed,
    v8Flags,
    // No cached code: a process must be as fresh as on other engines.
    args: ['run', '--allow-all', '--no-code-cache', '--cached-only', ...v8Flags],
    env: { DENO_DIR: join(folderOf('deno'), 'cache'), DENO_NO_UPDATE_CHECK: '1' },
  };
}

/**
 * @param {import('./engine.mjs').EngineOptions} options
 * @returns {import('../measure/run.mjs').Engine}
 */
export function deno({ v8Flags: flags = [], loader = LOADER }) {
  const { get, install, installed, v8Flags, args, env } = denoProgram(flags);
  if (!installed) return missingEngine('deno', get, install);
  return processEngine({
    id: 'deno',
    get,
    install,
    ...installed,
    args: [...args, SESSION],
    flags: v8Flags,
    tier: tierOf(flags),
    loader,
    env,
  });
}
