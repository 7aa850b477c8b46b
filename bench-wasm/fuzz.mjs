#!/usr/bin/env node
/** `npm run fuzz`: every kernel against big integers on structured operands, natively and in wasm. */

import { SingleBar } from 'cli-progress';
import {
  EXIT,
  UsageError,
  commandNamed,
  failUnlessPrinted,
  names,
  isProgram,
  obey,
  typedWords,
  wholeNumber,
} from './src/command/options.mjs';
import { EMITTED, EMITTED_IDS, needsOf } from './src/emit/emitted-rows.mjs';
import { tableOf } from './src/command/print-table.mjs';
import { SMALLEST, fewOf } from './src/command/smallest.mjs';
import { denoProgram } from './src/engines/deno.mjs';
import { nodeArm64Program } from './src/engines/node-arm64.mjs';
import { modelsIn } from './src/models/index.mjs';
import {
  buildNative,
  buildWasm,
  emittedProgram,
  inDeno,
  inNode,
  inNodeArm64,
  startProgram,
} from './src/fuzz/program.mjs';
import { fuzz } from './src/fuzz/run.mjs';
import { ensureToolchain, showProgress } from './src/setup/toolchain.mjs';

/** @typedef {import('./src/fuzz/program.mjs').BuildName} BuildName */

const NODE = `node ${process.versions.node}`;
const DENO = denoProgram();
const ARM64 = nodeArm64Program();
const WIDE_ARITHMETIC = 'wide-arithmetic';

/**
 * Where a kernel runs, each with the builds that it has there, and what runs wasm, null where it is not installed.
 * First what needs no build. Natively, kernels for wide arithmetic are scalar ones like others. Node has no wide
 * arithmetic, and Deno has.
 *
 * @type {Record<
 *   'emitted' | 'native' | 'wasm' | 'wide' | 'arm64',
 *   { label: string, builds: string[], host?: import('./src/fuzz/program.mjs').Host | null }
 * >}
 */
const ENGINES = {
  emitted: { label: NODE, builds: [EMITTED], host: inNode },
  native: { label: `native ${process.arch}`, builds: ['baseline', WIDE_ARITHMETIC] },
  wasm: { label: NODE, builds: ['baseline', 'simd128', 'relaxed-simd'], host: inNode },
  wide: { label: `deno ${DENO.installed?.version}`, builds: [WIDE_ARITHMETIC, EMITTED], host: inDeno(DENO) },
  arm64: {
    label: `node ${ARM64.command?.version} arm64`,
    builds: ['baseline', 'simd128', 'relaxed-simd', EMITTED],
    host: inNodeArm64(ARM64),
  },
};
/** Emulated it takes minutes where the others take seconds: only where it is asked for. */
const USUAL = Object.keys(ENGINES).filter((name) => name !== 'arm64');
/** @typedef {keyof typeof ENGINES} EngineName */
const RESULTS = 10_000_000;
const FEWEST_RESULTS = 1000;
/** The product, and what the registry has beside it. */
const OPERATION_NAMES = ['mul', ...modelsIn('operations')];

/** @param {string} option @param {readonly string[]} known @returns {(text: string) => string[]} */
const among = (option, known) => (text) => {
  const chosen = names(text);
  const unknown = chosen.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new UsageError(`--${option} ${unknown}: there are ${known.join(', ')}.`);
  return chosen;
};

/** @param {string} text */
const engines = (text) => {
  const chosen = among('engine', Object.keys(ENGINES))(text);
  if (chosen.includes('wide') && !DENO.installed)
    throw new UsageError(`--engine wide: it needs Deno, which is not there: ${DENO.get}.`);
  if (chosen.includes('arm64') && !ARM64.command)
    throw new UsageError(`--engine arm64: ${ARM64.lacks}${ARM64.install ? `; ${ARM64.get}` : ''}.`);
  return chosen;
};

const commandLine = () =>
  commandNamed(
    'fuzz',
    'Compares results of every kernel with those of big integers, on operands at which limbs, carries ' +
      'and reductions change behaviour.',
  )
    .option('--kernel <a,b>', 'only these kernels (default: all)', names)
    .option(
      '--engine <a,b>',
      'native: scalar kernels on this machine; wasm: each kernel from its build, in this Node; ' +
        'emitted: the emitted kernels, in this Node; wide: the kernels for wide arithmetic, with it, in Deno; ' +
        'arm64: all that Node has, in an emulated one (default: all but arm64, Deno if it is there)',
      engines,
    )
    .option(
      '--operation <a,b>',
      `of ${OPERATION_NAMES.join(', ')} (default: those that a kernel is there for, mostly mul)`,
      among('operation', OPERATION_NAMES),
    )
    .option('--field <a,b>', 'only these fields, as the table names them (default: all that a kernel is for)', names)
    .option(
      '--products <n>',
      'or sums and so on, of each kernel in each field on each engine',
      wholeNumber(1, 2 ** 40),
      RESULTS,
    )
    .option('--seed <n>', 'of the operands', wholeNumber(0, Number.MAX_SAFE_INTEGER), 1);

/** @typedef {{ id: string, build: string, operations: string[], fields: string[] }} KernelRow */

/**
 * @param {string} text ID,BUILD,OPERATION+OPERATION,FIELD+FIELD: the operations that the kernel is there for, and the
 *   fields that this program has it in, of which there may be none
 * @returns {KernelRow}
 */
export function kernelRow(text) {
  const [id, build, operations, fields] = text.split(',');
  return { id, build, operations: operations.split('+'), fields: fields.split('+').filter(Boolean) };
}

/**
 * @param {string[]} args
 * @returns {Promise<number>} exit code: 1 when a result was wrong or a kernel could not be asked
 */
const main = (args) =>
  obey(commandLine(), args, async (options) => {
    const interruption = new AbortController();
    process.once('SIGINT', () => interruption.abort());
    const signal = interruption.signal;
    /** @type {string[][]} */
    const rows = [];
    const problems = [];
    const products = SMALLEST ? FEWEST_RESULTS : options.products;
    /** Of the Rust registry, as every build tells it. @type {KernelRow[] | undefined} */
    let registry;
    /** Of any kernel in a build that was asked. @type {Set<string>} */
    const fields = new Set();
    const ids = () => [...(registry ?? []).map(({ id }) => id), ...EMITTED_IDS];
    /** @returns {string | undefined} what is wrong with the kernels that are asked for */
    const unknownKernel = () => {
      const unknown = options.kernel?.find((/** @type {string} */ id) => !ids().includes(id));
      return unknown === undefined ? undefined : `--kernel ${unknown}: on these engines there are ${ids().join(', ')}.`;
    };
    const wanted = (/** @type {string} */ id) => (options.kernel ?? [id]).includes(id);
    const chosen = (/** @type {KernelRow[]} */ rows, /** @type {string} */ build) =>
      rows.filter((row) => row.build === build && wanted(row.id));
    /** @param {string} id of an emitted kernel @param {EngineName} engine */
    const emittedFor = (id, engine) => wanted(id) && (engine !== 'wide' || needsOf(id) === WIDE_ARITHMETIC);
    /** What is wanted of a kernel. Each emitted one does one thing. @param {KernelRow} row */
    const runs = ({ id: kernel, build, operations: own, fields }) =>
      fields
        .filter((field) => (options.field ?? fields).includes(field))
        .flatMap((field) =>
          (options.operation ?? own)
            .filter((/** @type {string} */ operation) => build !== EMITTED || own.includes(operation))
            .map((/** @type {string} */ operation) => ({ kernel, field, operation })),
        );
    /** @type {import('./src/setup/toolchain.mjs').Environment | undefined} */
    let env;

    /** @param {EngineName} engine @param {string} build */
    const command = async (engine, build) => {
      const { host } = ENGINES[engine];
      if (host && build === EMITTED) return emittedProgram(host);
      env ??= await ensureToolchain({ onProgress: showProgress() });
      const context = { env, onProgress: showProgress() };
      return host ? buildWasm(/** @type {BuildName} */ (build), host, context) : buildNative(context);
    };

    for (const engine of /** @type {EngineName[]} */ (options.engine ?? fewOf(USUAL, 1))) {
      const { label, builds, host } = ENGINES[engine];
      if (host === null) continue;
      // Every build tells which has a kernel, and the last one has most of them.
      for (const build of options.kernel ? builds.toReversed() : builds) {
        if (signal.aborted) break;
        const emitted = build === EMITTED;
        const none = emitted
          ? !EMITTED_IDS.some((id) => emittedFor(id, engine))
          : EMITTED_IDS.filter(wanted).length === options.kernel?.length ||
            (registry && chosen(registry, build).length === 0);
        if (none) continue;
        const program = startProgram(await command(engine, build));
        try {
          const there = (await program.ask('kernels')).split(' ').map(kernelRow);
          if (!emitted) registry ??= there;
          const wrong = unknownKernel();
          if (wrong !== undefined && registry && rows.length === 0) throw new UsageError(wrong);
          for (const field of there.flatMap((row) => row.fields)) fields.add(field);
          const asked = chosen(there, build).filter(({ id }) => !emitted || emittedFor(id, engine));
          for (const { kernel, field, operation } of asked.flatMap(runs)) {
            if (signal.aborted) break;
            const what = `${operation} of ${kernel} in ${field} on ${label}`;
            const { results, mismatches, first, block, refused } = await withBar(what, products, (onProgress) =>
              fuzz(program.ask, {
                kernel,
                field,
                operation,
                seed: String(options.seed),
                results: products,
                onProgress,
                signal,
              }),
            );
            const found = refused ? 'no answer' : String(mismatches);
            rows.push([kernel, field, operation, label, build, results.toLocaleString('en'), found]);
            if (refused) problems.push(`${what}: ${refused}`);
            if (first) problems.push(`${what}: ${first} (seed ${options.seed}, block ${block})`);
          }
        } finally {
          program.stop();
        }
        if (SMALLEST && rows.length > 0) break;
      }
    }

    // One build may lack a field that another has, and an engine a kernel.
    const unknown = options.field?.find((/** @type {string} */ field) => fields.size > 0 && !fields.has(field));
    const wrong = [
      unknownKernel(),
      unknown === undefined ? undefined : `--field ${unknown}: there are ${[...fields].join(', ')}.`,
    ].filter((problem) => problem !== undefined);
    if (!signal.aborted && !SMALLEST) problems.push(...wrong);
    if (rows.length === 0 && wrong.length > 0 && !signal.aborted) throw new UsageError(wrong.join('\n'));
    if (rows.length === 0 && !signal.aborted)
      throw new UsageError('there is none of these kernels, fields and operations on these engines.');
    const columns = ['kernel', 'field', 'operation', 'engine', 'build', 'compared', 'mismatches'];
    console.log(tableOf(columns, rows, (at) => at > 4));
    for (const problem of problems) console.log(problem);
    if (signal.aborted) console.log('stopped before the end');
    if (problems.length > 0) return EXIT.failed;
    return signal.aborted ? EXIT.interrupted : EXIT.ok;
  });

/**
 * @template T
 * @param {string} what
 * @param {number} total results
 * @param {(onProgress: (results: number) => void) => Promise<T>} action
 */
async function withBar(what, total, action) {
  const bar = new SingleBar({
    format: '{bar} {what} | {value}/{total} | {eta_formatted} left',
    barsize: 20,
    hideCursor: true,
    clearOnComplete: true,
    noTTYOutput: true,
    notTTYSchedule: 5000,
    gracefulExit: false,
  });
  bar.start(total, 0, { what });
  try {
    return await action((results) => bar.update(results));
  } finally {
    bar.stop();
  }
}

if (isProgram(import.meta.url)) {
  failUnlessPrinted();
  process.exitCode = await main(typedWords());
}
