#!/usr/bin/env node
/** `npm run engines`: what can be measured here, and how to get more. */

import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Command, CommanderError } from 'commander';
import pc from 'picocolors';
import { allEngines } from './src/engines/index.mjs';
import { NODE_MAJORS, installNode } from './src/engines/npm.mjs';
import { RUNTIME_INSTALLERS } from './src/engines/runtimes.mjs';
import { COLOR, EXIT } from './src/command/options.mjs';
import { newTable } from './src/report/terminal.mjs';
import { SetupError, showProgress } from './src/toolchain.mjs';

async function list() {
  const table = newTable(['engine', 'version', 'simd128', 'relaxed-simd', 'wide-arithmetic', 'note'], pc.createColors(COLOR));
  /** @param {boolean | undefined} has */
  const word = (has) => (has === undefined ? '' : has ? 'yes' : 'no');
  for (const { id, version, features, reason } of await Promise.all(allEngines().map((engine) => engine.describe()))) {
    table.push([id, version, word(features.simd128), word(features['relaxed-simd']), word(features['wide-arithmetic']), reason ?? '']);
  }
  console.log(table.toString());
}

/** @param {string[]} ids */
async function install(ids) {
  /** @type {Map<string, (onProgress: import('./src/toolchain.mjs').OnProgress) => Promise<void>>} */
  const installers = new Map(NODE_MAJORS.map((major) => [`node${major}`, (onProgress) => installNode(major, onProgress)]));
  for (const [id, installer] of Object.entries(RUNTIME_INSTALLERS)) installers.set(id, installer);
  const unknown = ids.find((id) => !installers.has(id));
  if (unknown !== undefined) throw new CommanderError(EXIT.usage, 'engines', `error: ${unknown} cannot be installed. Can be: ${[...installers.keys()].join(', ')}.`);
  const onProgress = showProgress();
  for (const id of ids) await installers.get(id)?.(onProgress);
  await list();
}

/** @param {string[]} args */
async function main(args) {
  const program = new Command('engines').usage('list | install <id...>   (npm run engines -- ...)').exitOverride().allowExcessArguments(false);
  program.command('list', { isDefault: true }).description('what is there').allowExcessArguments(false).action(list);
  program.command('install').description('fetch or build engines, into an ignored folder').argument('<id...>').action(install);
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.code === 'engines') console.error(error.message);
      return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    }
    if (!(error instanceof SetupError)) throw error;
    console.error(error.message);
    return EXIT.failed;
  }
  return EXIT.ok;
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  process.exitCode = await main(process.argv.slice(2));
}
