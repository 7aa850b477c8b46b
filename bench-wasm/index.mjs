#!/usr/bin/env node
/** `npm run bench`: reads the command line, runs the rooms one after the other, shows the result. */

import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import pc from 'picocolors';
import { ENGINES } from './src/engines/index.mjs';
import { checkout, machine } from './src/measure/environment.mjs';
import { BASELINE, createPlan, JS } from './src/measure/plan.mjs';
import { showProgress } from './src/measure/progress.mjs';
import { run } from './src/measure/run.mjs';
import { prepareSubjects } from './src/measure/subjects.mjs';
import { MODEL_IDS } from './src/measure/tasks.mjs';
import { createResult, SCHEMA, writeResult } from './src/report/result.mjs';
import { renderResult } from './src/report/terminal.mjs';
import { SetupError } from './src/toolchain.mjs';

const FULL = { cases: 1_000_000, trials: 100, rounds: 20 };
const QUICK = { cases: 50_000, trials: 30, rounds: 10 };
/** The positive control does 5 % more products than this, and a batch has fewer than 2^32. */
const MOST_CASES = 4_000_000_000;
const STATISTICS = { baseline: BASELINE, threshold: 0.02, confidence: 0.95, resamples: 2000 };
const RESULTS = new URL('.cache/results/', import.meta.url);
const EXIT = { ok: 0, failed: 1, usage: 2, interrupted: 130 };

/** A command line that cannot be obeyed. */
class UsageError extends Error {}

/**
 * @param {number} min
 * @param {number} max
 * @returns {(text: string) => number}
 */
const wholeNumber = (min, max) => (text) => {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max) throw new InvalidArgumentError(`A whole number from ${min} to ${max} is needed.`);
  return value;
};

/** @param {string} text */
const names = (text) => [...new Set(text.split(',').map((name) => name.trim()))];

/** @param {string} text */
const models = (text) => {
  const chosen = names(text);
  const unknown = chosen.find((name) => !MODEL_IDS.includes(/** @type {any} */ (name)));
  if (unknown !== undefined) throw new InvalidArgumentError(`There is no model "${unknown}". There are: ${MODEL_IDS.join(', ')}.`);
  // In the order of the tables, whatever was typed.
  return MODEL_IDS.filter((model) => chosen.includes(model));
};

function commandLine() {
  const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));
  return new Command('bench')
    .usage('[options]   (npm run bench -- [options])')
    .description('Measures BN254 field multiplication in WebAssembly: every kernel, against arkworks\' own, with intervals and verdicts.')
    .addOption(new Option('--quick', `a short run: ${QUICK.cases.toLocaleString('en')} cases, ${QUICK.trials} trials in ${QUICK.rounds} processes`))
    .addOption(new Option('--cases <n>', `products of one in-wasm batch (default: ${FULL.cases.toLocaleString('en')})`).argParser(wholeNumber(1, MOST_CASES)))
    .addOption(new Option('--trials <n>', `samples of each row, over all processes (default: ${FULL.trials})`).argParser(wholeNumber(1, 1_000_000)))
    .addOption(new Option('--rounds <n>', `fresh processes; intervals need at least 6 (default: ${FULL.rounds})`).argParser(wholeNumber(1, 10_000)))
    .addOption(new Option('--kernels <a,b>', `only these kernels, ${JS} being one; ${BASELINE} is always measured (default: all)`).argParser(names))
    .addOption(new Option('--models <a,b>', `only these models: ${MODEL_IDS.join(', ')} (default: all)`).argParser(models))
    .addOption(new Option('--seed <n>', 'of the shuffles and the operands (default: random, and recorded)').argParser(wholeNumber(0, 2 ** 32 - 1)))
    .addOption(new Option('--no-liftoff', 'compile with the optimising compiler only, instead of warming up to it'))
    .addOption(new Option('--json <file>', 'where to write the result (default: a new file in bench-wasm/.cache/results)'))
    .version(version, '--version', 'show the version')
    .helpOption('--help', 'show this')
    .addHelpText('after', '\nExit code: 0 when all was measured, 1 when a product was wrong or a round was lost, 2 for a wrong command line.')
    .allowExcessArguments(false)
    // Said in main, where it is known what else to say.
    .configureOutput({ outputError: () => {} })
    .exitOverride();
}

/**
 * @param {string[]} args what was typed after the program's name
 * @param {object} [parts] tests put fakes here
 * @param {() => Promise<import('./src/measure/subjects.mjs').Subjects>} [parts.prepare]
 * @param {string} [parts.loader] URL of the module from which sessions load theirs
 * @returns {Promise<number>} exit code
 */
export async function main(args, { prepare = prepareSubjects, loader } = {}) {
  const program = commandLine();
  try {
    program.parse(args, { from: 'user' });
    return await measure(program.opts(), args, { prepare, loader });
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return EXIT.ok;
      const options = program.options.map(({ long }) => long).join(', ');
      console.error(error.message + (error.code === 'commander.unknownOption' ? `\nThere are: ${options}, --help.` : ''));
      return EXIT.usage;
    }
    if (error instanceof UsageError) {
      console.error(`error: ${error.message}`);
      return EXIT.usage;
    }
    if (error instanceof SetupError) {
      console.error(error.message);
      return EXIT.failed;
    }
    throw error;
  }
}

/**
 * @param {any} options parsed
 * @param {string[]} args
 * @param {{ prepare: () => Promise<import('./src/measure/subjects.mjs').Subjects>, loader?: string }} parts
 */
async function measure(options, args, { prepare, loader }) {
  const createdAt = new Date().toISOString();
  const size = sizeOf(options);
  const path = resultPath(options.json, createdAt);
  const seed = options.seed ?? randomInt(2 ** 32);

  const { kernels: registry, versions } = await prepare();
  const { kernels, js } = chooseKernels(registry, options.kernels);

  const engines = Object.values(ENGINES).map((engine) => engine({ v8Flags: options.liftoff ? [] : ['--no-liftoff'], loader }));
  const descriptions = await Promise.all(engines.map((engine) => engine.describe()));
  const present = descriptions.filter(({ available }) => available);
  for (const { id, reason } of descriptions.filter(({ available }) => !available)) console.error(`${id} is not measured: ${reason}`);
  if (present.length === 0) throw new SetupError('No engine can be measured.');

  const plan = createPlan({
    engines: present.map(({ id }) => id),
    kernels,
    models: options.models ?? [...MODEL_IDS],
    js,
    ...size,
    seed,
  });
  /** @type {import('./src/report/result.mjs').Header} */
  const header = {
    schema: SCHEMA,
    createdAt,
    command: commandOf(args),
    plan: {
      seed,
      ...size,
      engines: present.map(({ id }) => id),
      models: plan.models,
      kernels: js ? [...plan.kernels, JS] : plan.kernels,
      rows: plan.rows.map(({ kernel, model }) => ({ kernel, model })),
    },
    statistics: { ...STATISTICS, seed },
    environment: {
      ...machine(),
      engines: present.map(({ id, version, flags, tier }) => ({ id, version, flags, tier, clockStepNs: null, noopNs: null })),
      ...versions,
      ...(await checkout()),
      clockStepNs: null,
      noopNs: null,
    },
    kernels: registry,
  };

  const journal = `${path}.partial.jsonl`;
  const stop = new AbortController();
  // The second Ctrl-C ends everything at once; the journal stays.
  const interrupt = () => (stop.signal.aborted ? process.exit(EXIT.interrupted) : stop.abort());
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  const progress = showProgress(plan.worklist.length);
  const { events, stopped } = await run(plan, { engines, journal, header, signal: stop.signal, onEvent: progress.onEvent })
    .finally(() => {
      progress.stop();
      process.off('SIGINT', interrupt);
      process.off('SIGTERM', interrupt);
    });

  const result = createResult(header, events, { partial: stopped });
  writeResult(path, result);
  rmSync(journal);
  process.stdout.write(renderResult(result, { color: pc.isColorSupported, width: Math.min(process.stdout.columns ?? 100, 120) }));
  console.log(`\nresult   ${relative(typedIn(), path) || path}`);

  if (stopped) return EXIT.interrupted;
  return result.lost.length > 0 || result.summary.some(({ error }) => error !== null) ? EXIT.failed : EXIT.ok;
}

/**
 * @param {{ quick?: boolean, cases?: number, trials?: number, rounds?: number }} options
 * @returns {{ cases: number, trials: number, rounds: number }}
 */
function sizeOf({ quick, cases, trials, rounds }) {
  const preset = quick ? QUICK : FULL;
  if (trials !== undefined && rounds !== undefined && rounds > trials) {
    throw new UsageError(`--rounds ${rounds} is more than --trials ${trials}: every process takes at least one sample of each row.`);
  }
  return {
    cases: cases ?? preset.cases,
    trials: trials ?? Math.max(preset.trials, rounds ?? 0),
    rounds: rounds ?? Math.min(preset.rounds, trials ?? Infinity),
  };
}

/**
 * @param {import('./src/measure/subjects.mjs').Subjects['kernels']} registry
 * @param {string[] | undefined} chosen
 */
function chooseKernels(registry, chosen) {
  const known = [...registry.map(({ id }) => id), JS];
  const unknown = chosen?.filter((id) => !known.includes(id)) ?? [];
  if (unknown.length > 0) {
    throw new UsageError(`there is no kernel ${unknown.map((id) => JSON.stringify(id)).join(', ')}. There are: ${known.join(', ')}.`);
  }
  return {
    kernels: registry.filter(({ id }) => id === BASELINE || (chosen?.includes(id) ?? true)),
    js: chosen?.includes(JS) ?? true,
  };
}

/** The folder in which the command was typed: npm changes to its own before it starts this. */
function typedIn() {
  return process.env.npm_lifecycle_event === 'bench' && process.env.INIT_CWD ? process.env.INIT_CWD : process.cwd();
}

/** @param {string | undefined} typed @param {string} createdAt */
function resultPath(typed, createdAt) {
  const path = typed === undefined ? fileURLToPath(new URL(`${createdAt.replaceAll(':', '-')}.json`, RESULTS)) : resolve(typedIn(), typed);
  try {
    if (existsSync(path) && statSync(path).isDirectory()) throw new Error('it is a folder');
    mkdirSync(dirname(path), { recursive: true });
  } catch (error) {
    throw new UsageError(`--json ${typed ?? path}: cannot be written: ${error instanceof Error ? error.message : error}`);
  }
  return path;
}

/** @param {string[]} args @returns {string} what to type to run this again */
function commandOf(args) {
  const quoted = args.map((arg) => (/^[\w.,/=:@-]+$/.test(arg) ? arg : `'${arg.replaceAll('\'', '\'\\\'\'')}'`));
  const start = process.env.npm_lifecycle_event === 'bench' ? ['npm run bench', ...(args.length > 0 ? ['--'] : [])] : ['node bench-wasm/index.mjs'];
  return [...start, ...quoted].join(' ');
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  process.exitCode = await main(process.argv.slice(2));
}
