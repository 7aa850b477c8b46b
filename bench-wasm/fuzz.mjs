#!/usr/bin/env node
/** `npm run fuzz`: every kernel against num-bigint on structured operands, natively and in wasm. */

import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SingleBar } from 'cli-progress';
import { Command, Option } from 'commander';
import pc from 'picocolors';
import { COLOR, EXIT, UsageError, names, obey, wholeNumber } from './src/command/options.mjs';
import { buildNative, buildWasm, removeBuilds, startProgram } from './src/fuzz/program.mjs';
import { fuzz } from './src/fuzz/run.mjs';
import { newTable } from './src/report/terminal.mjs';
import { ensureToolchain, showProgress } from './src/toolchain.mjs';

/** @typedef {import('./src/fuzz/program.mjs').BuildName} BuildName */

/** Where a kernel runs, each with the builds that it has. */
const ENGINES = {
  native: { label: `native ${process.arch}`, builds: ['baseline'] },
  wasm: { label: `node ${process.versions.node}`, builds: ['baseline', 'simd128', 'relaxed-simd'] },
};
/** @typedef {keyof typeof ENGINES} EngineName */
const PRODUCTS = 10_000_000;

/** @param {string} text @returns {EngineName[]} */
const engines = (text) => {
  const chosen = names(text);
  const unknown = chosen.find((name) => !(name in ENGINES));
  if (unknown !== undefined) throw new UsageError(`--engine ${unknown}: there are ${Object.keys(ENGINES).join(', ')}.`);
  return /** @type {EngineName[]} */ (chosen);
};

const commandLine = () =>
  new Command('fuzz')
    .usage('[options]   (npm run fuzz -- [options])')
    .description('Compares products of every kernel with num-bigint, on operands at which limbs, carries and reductions change behaviour.')
    .addOption(new Option('--kernel <a,b>', 'only these kernels (default: all of the registry)').argParser(names))
    .addOption(new Option('--engine <a,b>', 'native: scalar kernels on this machine; wasm: each kernel from its build, in this Node (default: both)').argParser(engines))
    .addOption(new Option('--products <n>', 'of each kernel on each engine').argParser(wholeNumber(1, 2 ** 40)).default(PRODUCTS))
    .addOption(new Option('--seed <n>', 'of the operands').argParser(wholeNumber(0, Number.MAX_SAFE_INTEGER)).default(1))
    .helpOption('--help', 'show this')
    .allowExcessArguments(false)
    .configureOutput({ outputError: () => {} })
    .exitOverride();

/**
 * @param {string[]} args
 * @returns {Promise<number>} exit code: 1 when a product was wrong or a kernel could not be asked
 */
const main = (args) =>
  obey(commandLine(), args, async (options) => {
    const interruption = new AbortController();
    process.once('SIGINT', () => interruption.abort());
    const signal = interruption.signal;
    const env = await ensureToolchain({ onProgress: showProgress() });
    const table = newTable(['kernel', 'engine', 'build', 'products', 'mismatches'], pc.createColors(COLOR));
    const problems = [];
    /** Of the registry, as every build tells it: id and build. @type {string[][] | undefined} */
    let rows;
    /** @param {BuildName} build */
    const chosen = (build) => (rows ?? []).filter(([id, of]) => of === build && (options.kernel ?? [id]).includes(id)).map(([id]) => id);

    for (const engine of /** @type {EngineName[]} */ (options.engine ?? Object.keys(ENGINES))) {
      const { label, builds } = ENGINES[engine];
      for (const build of /** @type {BuildName[]} */ (builds)) {
        if (signal.aborted) break;
        if (rows && chosen(build).length === 0) continue;
        const context = { env, onProgress: showProgress() };
        const program = startProgram(await (engine === 'native' ? buildNative(context) : buildWasm(build, context)));
        try {
          rows ??= (await program.ask('kernels')).split(' ').map((row) => row.split(':'));
          const ids = rows.map(([id]) => id);
          const unknown = options.kernel?.find((/** @type {string} */ id) => !ids.includes(id));
          if (unknown !== undefined) throw new UsageError(`--kernel ${unknown}: there are ${ids.join(', ')}.`);
          for (const kernel of chosen(build)) {
            if (signal.aborted) break;
            const outcome = await withBar(`${kernel} on ${label}`, options.products, (onProgress) =>
              fuzz(program.ask, { kernel, seed: String(options.seed), products: options.products, onProgress, signal }));
            const { products, mismatches, first, block, refused } = outcome;
            table.push([kernel, label, build, products.toLocaleString('en'), refused ? 'no answer' : mismatches]);
            if (refused) problems.push(`${kernel} on ${label}: ${refused}`);
            if (first) problems.push(`${kernel} on ${label}: ${first} (seed ${options.seed}, block ${block})`);
          }
        } finally {
          program.stop();
          await removeBuilds();
        }
      }
    }

    if (table.length === 0 && !signal.aborted) throw new UsageError(`--engine ${options.engine}: has none of the kernels ${options.kernel.join(', ')}.`);
    console.log(table.toString());
    for (const problem of problems) console.log(problem);
    if (signal.aborted) console.log('stopped before the end');
    if (problems.length > 0) return EXIT.failed;
    return signal.aborted ? EXIT.interrupted : EXIT.ok;
  });

/**
 * @template T
 * @param {string} what
 * @param {number} total products
 * @param {(onProgress: (products: number) => void) => Promise<T>} action
 */
async function withBar(what, total, action) {
  const bar = new SingleBar({
    format: '{bar} {what} | {value}/{total} products | {eta_formatted} left',
    barsize: 20,
    hideCursor: true,
    clearOnComplete: true,
    noTTYOutput: true,
    notTTYSchedule: 5000,
    gracefulExit: false,
  });
  bar.start(total, 0, { what });
  try {
    return await action((products) => bar.update(products));
  } finally {
    bar.stop();
  }
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  process.exitCode = await main(process.argv.slice(2));
}
