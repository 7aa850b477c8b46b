/** The command lines: what is common to the commands that run a measurement, and how they fail. */

import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import pc from 'picocolors';
import { BUDGETS, CASES, MOST_ROUNDS, PER_ROUND } from '../measure/plan.mjs';
import { inThousands } from '../models/in-thousands.mjs';
import { MODEL_IDS } from '../models/index.mjs';
import { ResultError } from '../result/result.mjs';
import { SetupError } from '../setup/toolchain.mjs';
import { SMALLEST } from './smallest.mjs';

/** The positive control does 5 % more products than this, and a batch has fewer than 2^32. */
const MOST_CASES = 4_000_000_000;
/** Products of one in-wasm batch at the smallest size. */
const FEWEST_CASES = 1000;
/** Bytes for which the disk must have room before a run. */
const FEWEST_BYTES = 2 ** 20;
const HARNESS = fileURLToPath(new URL('../..', import.meta.url));
const RESULTS = new URL('../../.cache/results/', import.meta.url);
const PACKAGE = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

/** Whether to colour what is printed. picocolors alone would colour pipes where CI is set. */
export const COLOR = process.stdout.isTTY === true && pc.isColorSupported;
export const COLORS = pc.createColors(COLOR);

// A pager that is quit, `| head` or a closed terminal ends no run: the result is stored all the same.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

/** Characters of a line of a table; whatever reads a pipe has room for any. */
export const ROOM = process.stdout.columns || Infinity;

/** @param {{ columns?: number }} [stream] @returns {number} characters of a line of prose; some terminals say 0 */
export const textWidth = ({ columns } = process.stdout) => Math.min(columns || 100, 120);

export const EXIT = { ok: 0, failed: 1, usage: 2, interrupted: 130 };

/**
 * For a command whose result is what it prints: where that is not written, as on a full disk, it fails, and says so. A
 * reader that wants no more is no failure.
 */
export function failUnlessPrinted() {
  process.stdout.once('error', (/** @type {NodeJS.ErrnoException} */ { code, message }) => {
    if (code === 'EPIPE') return;
    console.error(`error: standard output: ${message}`);
    process.once('exit', () => (process.exitCode ||= EXIT.failed));
  });
}

/**
 * Prints the result of a command, and waits for it.
 *
 * @param {string} text
 * @throws {SetupError} where it is not written, as on a full disk; a reader that wants no more is no failure
 */
export async function print(text) {
  const error = await new Promise((resolve) => process.stdout.write(text, resolve));
  if (error && error.code !== 'EPIPE') throw new SetupError(`error: standard output: ${error.message}`);
}

/** A command line that cannot be obeyed. */
export class UsageError extends Error {
  name = 'UsageError';
}

/**
 * @param {number} min
 * @param {number} max
 * @returns {(text: string) => number}
 */
export const wholeNumber = (min, max) => (text) => {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max)
    throw new InvalidArgumentError(`A whole number from ${min} to ${max} is needed.`);
  return value;
};

/** @param {string} text @returns {number} a fraction */
export const percentage = (text) => {
  const value = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || !(value >= 0.1 && value <= 50))
    throw new InvalidArgumentError('A percentage from 0.1 to 50 is needed, such as 2 or 0.5.');
  return value / 100;
};

/** @param {string} text @returns {number} ms */
const duration = (text) => {
  const [, amount, unit] = /^(\d+)(s|m|h)$/.exec(text) ?? [];
  const ms = Number(amount) * { s: 1000, m: 60_000, h: 3_600_000 }[/** @type {'s' | 'm' | 'h'} */ (unit)];
  if (!(ms >= 1000 && ms <= 86_400_000))
    throw new InvalidArgumentError('A time from 1s to 24h is needed: a whole number and s, m or h.');
  return ms;
};

/** @param {number} ms @returns {string} */
export const inWords = (ms) => (ms % 60_000 === 0 ? `${ms / 60_000} min` : `${Math.round(ms / 1000)} s`);

/** @param {string} text */
export const names = (text) => [...new Set(text.split(',').map((name) => name.trim()))];

/**
 * @param {string} noun what they are
 * @param {readonly string[]} known
 * @returns {(text: string) => string[]}
 */
export const namesOf = (noun, known) => (text) => {
  const chosen = names(text);
  const unknown = chosen.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new InvalidArgumentError(`There is no ${noun} "${unknown}". There are: ${known.join(', ')}.`);
  // In the order of the tables, whatever was typed.
  return known.filter((name) => chosen.includes(name));
};

/** @param {Command} command @returns {Command} with an option that says which version this is */
export const withVersion = (command) => command.version(PACKAGE.version, '--version', 'show the version');

/**
 * A command with what all commands have.
 *
 * @param {string} name of the npm script
 * @param {string} description
 * @param {string} [usage] what is typed behind its name
 */
export const commandNamed = (name, description, usage = '[options]') =>
  new Command(name)
    .usage(`${usage}   (npm run ${name} -- ${usage})`)
    .description(description)
    .helpOption('--help', 'show this')
    .allowExcessArguments(false)
    // Said by exitCodeOf, which knows what else to say.
    .configureOutput({ outputError: () => {} })
    .exitOverride();

/**
 * A command that measures, with the options that all of those have.
 *
 * @param {string} name of the npm script
 * @param {string} description
 * @param {readonly string[]} [onDemand] models that are measured only where they are named
 * @param {readonly string[]} [usual] those that are measured otherwise
 */
export function measuringCommand(name, description, onDemand = [], usual = MODEL_IDS) {
  const models = `${usual.join(', ')} (default: all)${onDemand.map((model) => `, ${model}`).join('')}`;
  return withVersion(
    commandNamed(name, description)
      .option(
        '--budget <time>',
        `how long to measure, such as 90s or 20m: as many rounds as fit (default: ${inWords(BUDGETS.usual)})`,
        duration,
      )
      .option(
        '--cases <n>',
        `products of one in-wasm batch (default: ${inThousands(CASES)})`,
        wholeNumber(1, MOST_CASES),
      )
      .option(
        '--trials <n>',
        `samples of each row, over all processes (default: ${PER_ROUND} a process)`,
        wholeNumber(1, 1_000_000),
      )
      .option(
        '--rounds <n>',
        'exactly so many fresh processes, whatever their time; intervals need at least 6, good ones 20',
        wholeNumber(1, 10_000),
      )
      .option('--models <a,b>', `only these models: ${models}`, namesOf('model', [...usual, ...onDemand]))
      .option(
        '--engines <a,b>',
        'on these engines, or all that are there (default: the Node that runs this); see npm run engines',
        names,
      )
      .option('--threshold <percent>', 'differences up to this are called equivalent (default: 2)', percentage)
      .option(
        '--pin <cpu>',
        'keep every engine on this CPU, where the OS can (default: wherever the OS puts them)',
        wholeNumber(0, 4095),
      )
      .option(
        '--seed <n>',
        'of the shuffles and the operands (default: random, and recorded)',
        wholeNumber(0, 2 ** 32 - 1),
      )
      .option('--no-liftoff', 'compile with the optimising compiler only, instead of warming up to it')
      .option(
        '--json <file>',
        'where to write the result (default: a new file in bench-wasm/.cache/results)',
        (typed) => {
          // Before anything is built; the default has a name when the run begins.
          resultPath(typed, '');
          return typed;
        },
      )
      .option('--html <file>', 'write the report of the result too: one HTML page with charts', (typed) =>
        writable(typed, '--html'),
      ),
  );
}

/**
 * Whatever the user can put right becomes a message and an exit code.
 *
 * @param {unknown} error thrown again where it is of another kind
 * @param {Command} program
 * @returns {number}
 */
export function exitCodeOf(error, program) {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return EXIT.ok;
    const options = program.options.map(({ long }) => long).join(', ');
    const excess = error.code === 'commander.excessArguments';
    const surplus = program.args.slice(program.registeredArguments.length).join(' ');
    const what = excess ? `error: ${surplus} is not expected here.` : error.message;
    const known = excess || error.code === 'commander.unknownOption' ? `\nThere are: ${options}, --help.` : '';
    console.error(what + known);
    return EXIT.usage;
  }
  if (error instanceof UsageError) {
    console.error(`error: ${error.message}`);
    return EXIT.usage;
  }
  if (!(error instanceof SetupError || error instanceof ResultError)) throw error;
  console.error(error.message);
  return EXIT.failed;
}

/**
 * Parses and acts.
 *
 * @param {Command} program
 * @param {string[]} args what was typed after the program's name
 * @param {(options: any) => Promise<number>} action
 * @returns {Promise<number>} exit code
 */
export async function obey(program, args, action) {
  try {
    program.parse(args, { from: 'user' });
    return await action(program.opts());
  } catch (error) {
    return exitCodeOf(error, program);
  }
}

/** @param {string} url of a file @returns {boolean} whether it is the program that was started */
export const isProgram = (url) => process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(url);

/**
 * @param {{ all?: boolean, budget?: number, cases?: number, trials?: number, rounds?: number }} options
 * @returns {{ cases: number, trials: number, rounds: number, budgetMs?: number }} without a budget exactly these rounds
 */
export function sizeOf({ all = false, budget, cases = CASES, trials, rounds }) {
  if (trials !== undefined && rounds !== undefined && rounds > trials) {
    throw new UsageError(
      `--rounds ${rounds} is more than --trials ${trials}: every process takes at least one sample of each row.`,
    );
  }
  const fixed = trials !== undefined || rounds !== undefined;
  if (fixed && budget !== undefined)
    throw new UsageError(
      '--budget fits the rounds to a time, and --rounds or --trials say how many: give one of them.',
    );
  if (SMALLEST) return { cases: FEWEST_CASES, trials: 1, rounds: 1 };
  if (!fixed) {
    const budgetMs = budget ?? BUDGETS[all ? 'all' : 'usual'];
    return { cases, trials: MOST_ROUNDS * PER_ROUND, rounds: MOST_ROUNDS, budgetMs };
  }
  const processes = rounds ?? Math.ceil(/** @type {number} */ (trials) / PER_ROUND);
  return { cases, trials: trials ?? processes * PER_ROUND, rounds: processes };
}

/** @returns {string[]} what was typed after the program's name: pnpm hands the `--` on that npm takes for itself */
export function typedWords() {
  const [first, ...rest] = process.argv.slice(2);
  const handedOn = first === '--' && /^pnpm\//.test(process.env.npm_config_user_agent ?? '');
  return handedOn ? rest : process.argv.slice(2);
}

/** The folder in which the command was typed: npm changes to its own before it starts a script. */
export function typedIn() {
  return process.env.npm_lifecycle_event && process.env.INIT_CWD ? process.env.INIT_CWD : process.cwd();
}

/**
 * @param {string | undefined} typed
 * @param {string} createdAt
 * @returns {string} where the result goes; of a symbolic link, the file that it leads to
 * @throws {UsageError}
 */
export const resultPath = (typed, createdAt) =>
  writable(typed ?? fileURLToPath(new URL(`${createdAt.replaceAll(':', '-')}.json`, RESULTS)), '--json');

/**
 * Whatever makes a file unwritable is found here, before anything is built.
 *
 * @param {string} typed
 * @param {string} option
 * @returns {string} its path; of a symbolic link, that of the file that it leads to
 * @throws {UsageError}
 */
function writable(typed, option) {
  const path = resolve(typedIn(), typed);
  try {
    if (typed === '-') throw new Error('tables go to standard output, so a file is needed');
    const place = replaceable(path);
    makeFolder(dirname(place));
    // As long a name as any that is made of it.
    tryWriting(`${place}.being-checked`);
    return place;
  } catch (error) {
    throw new UsageError(`${option} ${typed}: cannot be written: ${error instanceof Error ? error.message : error}`);
  }
}

/**
 * Makes a folder and those above it, one by one: asked for all at once, Node tries for ever in /proc.
 *
 * @param {string} path
 */
export function makeFolder(path) {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Another program may have made it meanwhile.
    if (!existsSync(path)) throw error;
  }
}

/** @param {string} path @returns {string} itself where nothing is there yet @throws {Error} that says what is there */
function replaceable(path) {
  const there = statSync(path, { throwIfNoEntry: false });
  if (!there) return path;
  if (there.isDirectory()) throw new Error('it is a folder');
  // The result takes the place of what is there, and a device or a pipe is to stay what it is.
  if (!there.isFile()) throw new Error('it is not a file');
  for (const stream of [1, 2])
    if (isSameFile(there, stream)) throw new Error('what is printed goes there, so another file is needed');
  return realpathSync(path);
}

/** @param {import('node:fs').Stats} file @param {number} stream */
function isSameFile({ dev, ino }, stream) {
  try {
    const other = fstatSync(stream);
    return other.dev === dev && other.ino === ino;
  } catch {
    return false;
  }
}

/** As much as a short result has. @param {string} path @throws {Error} where the folder or the disk does not take it */
function tryWriting(path) {
  const file = openSync(path, 'w');
  try {
    for (let written = 0; written < FEWEST_BYTES;)
      written += writeSync(file, Buffer.alloc(FEWEST_BYTES - written, ' '));
  } finally {
    closeSync(file);
    rmSync(path);
  }
}

/**
 * @param {string} name of the npm script
 * @param {string} file that it runs
 * @param {string[]} args
 * @returns {string} what to type to run this again
 */
export function commandOf(name, file, args) {
  const start =
    process.env.npm_lifecycle_event === name
      ? [`npm run ${name}`, ...(args.length > 0 ? ['--'] : [])]
      : [`node bench-wasm/${file}`];
  return [...start, ...args.map(quoted)].join(' ');
}

/** @param {string} path of a result @returns {string} what to type where this was typed for its page */
export function reportCommand(path) {
  const folder = relative(typedIn(), HARNESS);
  const words = ['npm', ...(folder === '' ? [] : ['--prefix', folder]), 'run', 'report', '--', shown(path)];
  return [...words, '--html', 'report.html'].map(quoted).join(' ');
}

/** @param {string} path @returns {string} as short as it is where the command was typed */
export const shown = (path) => relative(typedIn(), path) || path;

/** @param {string} word @returns {string} for a shell */
const quoted = (word) => (/^[\w.,/=:@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
