#!/usr/bin/env node
/** `npm run engines`: what can be measured here, and how to get more. */

import { Command, CommanderError } from 'commander';
import { allEngines } from './src/engines/index.mjs';
import { NOT_INSTALLED } from './src/engines/engine.mjs';
import { OWN } from './src/engines/node.mjs';
import { EXIT, UsageError, exitCodeOf, isProgram, typedWords } from './src/command/options.mjs';
import { tableOf } from './src/command/print-table.mjs';
import { ns } from './src/report/format.mjs';
import { showProgress } from './src/setup/toolchain.mjs';

async function list() {
  const columns = ['engine', 'version', 'simd128', 'relaxed-simd', 'wide-arithmetic', 'clock step', 'how to get it'];
  const rows = [];
  /** @param {boolean | undefined} has */
  const word = (has) => (has === undefined ? '' : has ? 'yes' : 'no');
  /** @param {Partial<import('./src/setup/features.mjs').Features>} features */
  const relaxed = ({ fused, 'relaxed-simd': there }) => {
    if (fused === undefined) return there ? 'fused or not: untested' : '';
    return fused === null ? 'absent' : fused ? 'fused' : 'unfused';
  };
  const missing = [];
  // One after the other: the step of the clock is measured.
  for (const engine of allEngines()) {
    const { emulated } = engine;
    const { id, version, available, features, clockStepNs, get, reason } = await engine.describe();
    if (!available && !reason?.startsWith(NOT_INSTALLED)) missing.push(`${id}: ${reason}`);
    const step = clockStepNs === null ? '' : emulated ? 'not timed' : `${ns(clockStepNs / 1000)} us`;
    rows.push([
      id,
      available ? version : 'not found',
      word(features.simd128),
      relaxed(features),
      word(features['wide-arithmetic']),
      step,
      get,
    ]);
  }
  console.log(tableOf(columns, rows, () => false));
  for (const line of missing) console.log(line);
}

/** @param {string[]} names of engines, or how several begin: `wasm2c` for `wasm2c-gcc` and `wasm2c-clang` */
async function install(names) {
  const installers = new Map(allEngines().flatMap(({ id, install: get }) => (get ? [[id, get]] : [])));
  const known = `Can be: ${[...installers.keys()].join(', ')}.`;
  if (names.length === 0) throw new UsageError(`name what to install. ${known}`);
  const others = names.filter((name) => name !== OWN);
  const ids = others.flatMap((name) => {
    const family = [...installers.keys()].filter((id) => id.startsWith(`${name}-`));
    return installers.has(name) || family.length === 0 ? [name] : family;
  });
  const unknown = ids.find((id) => !installers.has(id));
  if (unknown !== undefined) {
    const get = (
      await allEngines()
        .find(({ id }) => id === unknown)
        ?.describe()
    )?.get;
    const how = get === undefined ? '' : ` To get it: ${get}.`;
    throw new UsageError(`${unknown} cannot be installed by this command.${how} ${known}`);
  }
  if (others.length < names.length) console.error(`${OWN}: it runs this command, and is there.`);
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
    .argument('[id...]')
    .action(install);
  try {
    const [word] = args;
    if (word !== undefined && !word.startsWith('-') && !['list', 'install', 'help'].includes(word))
      throw new UsageError(`there is no command ${word}. There are: list, install.`);
    await program.parseAsync(args, { from: 'user' });
    return EXIT.ok;
  } catch (error) {
    // Commander has said what is wrong with the command line.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    return exitCodeOf(error, program);
  }
}

if (isProgram(import.meta.url)) process.exitCode = await main(typedWords());
