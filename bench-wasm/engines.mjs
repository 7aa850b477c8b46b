#!/usr/bin/env node
/** `npm run engines`: what can be measured here, and how to get more. */

import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Command, CommanderError } from 'commander';
import pc from 'picocolors';
import { allEngines } from './src/engines/index.mjs';
import { NOT_INSTALLED } from './src/engines/engine.mjs';
import { COLOR, EXIT, typedWords } from './src/command/options.mjs';
import { ns } from './src/report/format.mjs';
import { writeTable } from './src/report/terminal.mjs';
import { SetupError, showProgress } from './src/setup/toolchain.mjs';

async function list() {
  const columns = ['engine', 'version', 'simd128', 'relaxed-simd', 'wide-arithmetic', 'clock step', 'how to get it'];
  const rows = [];
  /** @param {boolean | undefined} has */
  const word = (has) => (has === undefined ? '' : has ? 'yes' : 'no');
  /** @param {Partial<import('./src/setup/features.mjs').Features>} features */
  const relaxed = ({ fused, 'relaxed-simd': there }) =>
    fused === undefined
      ? there
        ? 'fused or not: untested'
        : ''
      : fused === null
        ? 'absent'
        : fused
          ? 'fused'
          : 'unfused';
  const missing = [];
  // One after the other: the step of the clock is measured.
  for (const engine of allEngines()) {
    const { id, version, available, features, clockStepNs, get, reason } = await engine.describe();
    if (!available && !reason?.startsWith(NOT_INSTALLED)) missing.push(`${id}: ${reason}`);
    const step = clockStepNs === null ? '' : `${ns(clockStepNs / 1000)} us`;
    const cells = [
      id,
      available ? version : 'not found',
      word(features.simd128),
      relaxed(features),
      word(features['wide-arithmetic']),
      step,
      get,
    ];
    rows.push({ cells: cells.map((text) => ({ text })) });
  }
  const table = { caption: 'Engines', columns: columns.map((label) => ({ label })), rows };
  console.log(writeTable(table, pc.createColors(COLOR)));
  for (const line of missing) console.log(line);
}

/** @param {string[]} ids */
async function install(ids) {
  const installers = new Map(allEngines().flatMap(({ id, install: get }) => (get ? [[id, get]] : [])));
  const unknown = ids.find((id) => !installers.has(id));
  if (unknown !== undefined)
    throw new CommanderError(
      EXIT.usage,
      'engines',
      `error: ${unknown} cannot be installed. Can be: ${[...installers.keys()].join(', ')}.`,
    );
  const onProgress = showProgress();
  for (const id of ids) await installers.get(id)?.(onProgress);
  await list();
}

/** @param {string[]} args */
async function main(args) {
  const program = new Command('engines')
    .usage('list | install <id...>   (npm run engines -- ...)')
    .exitOverride()
    .allowExcessArguments(false);
  program.command('list', { isDefault: true }).description('what is there').allowExcessArguments(false).action(list);
  program
    .command('install')
    .description('fetch or build engines, into an ignored folder')
    .argument('<id...>')
    .action(install);
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
  process.exitCode = await main(typedWords());
}
