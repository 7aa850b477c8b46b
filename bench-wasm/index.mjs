#!/usr/bin/env node
/** `npm run bench`: measures the kernels of this checkout, and holds the result against a baseline. */

import { Option } from 'commander';
import { benchmark } from './src/command/benchmark.mjs';
import { choices } from './src/command/choices.mjs';
import { FAIL_ON, checkName, holdAgainst, readRun, saveRun } from './src/command/gate.mjs';
import {
  COLOR,
  EXIT,
  ROOM,
  UsageError,
  commandOf,
  measuringCommand,
  names,
  namesOf,
  inWords,
  isProgram,
  obey,
  typedWords,
} from './src/command/options.mjs';
import { allEngines } from './src/engines/index.mjs';
import { OWN, OWN_INTERPRETED } from './src/engines/node.mjs';
import { ANSWER, BASELINE, BUDGETS } from './src/measure/plan.mjs';
import { LOOPS, NEIGHBOUR_IDS, isNeighbour } from './src/neighbours/neighbour-rows.mjs';
import { BEFORE, PUBLISHED_MODELS, PUBLISHED_SIZE, preparePublished } from './src/measure/previous-benchmark.mjs';
import { prepareSubjects } from './src/measure/subjects.mjs';
import { OTHER_BUILDS, rowsInBuilds } from './src/measure/other-builds.mjs';
import { firstProduct } from './src/models/first-product.mjs';
import { inThousands } from './src/models/in-thousands.mjs';
import { modelOf, MODELS } from './src/models/index.mjs';
import { JS } from './src/models/js.mjs';
import { previousBenchmark } from './pages/previous-benchmark.mjs';
import { renderComparison, renderSections } from './src/report/terminal.mjs';

/** @typedef {import('./src/measure/subjects.mjs').Subjects} Subjects */
/** @typedef {import('./src/result/result.mjs').Result} Result */

/** What is not asked of the benchmark that is run again: its rows, its models and its size are what it is. */
const OF_OWN_CHOICE = [
  ...['models', 'kernels', 'all', 'alsoIn', 'neighbours', 'baseline', 'engines', 'budget', 'verbose'],
  ...['save', 'compare', 'failOn'],
];

const commandLine = () =>
  measuringCommand(
    'bench',
    "Measures BN254 field multiplication in WebAssembly: kernels against arkworks' own, with intervals and verdicts. " +
      `Without options: ${ANSWER.kernels.join(', ')} in ${ANSWER.models.join(', ')}, which the answer is made from.`,
    // What proves is no kernel: npm run proof has it. The replicas are those of --as-published.
    MODELS.flatMap(({ id, group, onDemand }) => (onDemand && !['proofs', 'replicas'].includes(group) ? [id] : [])),
  )
    .option('--list', 'print the kernels, models, engines and builds there are, and stop')
    .option('--all', `every kernel and model, in ${inWords(BUDGETS.all)}`)
    .option(
      '--kernels <a,b>',
      `only these kernels, ${JS} being one, and the baseline, in the named --models or in all`,
      names,
    )
    .option(
      '--also-in <a,b>',
      'time the scalar kernels in these builds too, as NAME-in-BUILD: what a module pays or gains by its features, ' +
        'and by wasm-opt',
      namesOf('build', OTHER_BUILDS),
    )
    .option(
      '--neighbours',
      `the products of other projects too, beside the chosen kernels (${NEIGHBOUR_IDS.join(', ')}); ` +
        `without --models in ${LOOPS.join(' and ')} alone`,
    )
    .addOption(
      new Option(
        '--as-published',
        'run the benchmark again that this one replaces: its two paths in one module and its tables, beside a ' +
          `replica of how it measured; ${inThousands(PUBLISHED_SIZE.cases)} cases, ${PUBLISHED_SIZE.trials} ` +
          'trials, on the Node that runs this, about 9 min',
      ).conflicts(OF_OWN_CHOICE),
    )
    .option('--baseline <kernel>', `the kernel that the others are compared with (default: ${BASELINE})`)
    .option('--verbose', 'read every comparison out, and not the answer alone')
    .option('--save <name>', 'keep the run under that name')
    .option('--compare <run>', 'hold the result against an earlier run: a saved name, or a result file')
    .addOption(
      new Option(
        '--fail-on <verdict>',
        'with --compare: exit 1 on a row of that verdict (undecided: or slower), a missing row or a failed control',
      ).choices(FAIL_ON),
    )
    .addHelpText(
      'after',
      `
Exit code: 0 when all that the engines can run was measured (and the gate, if there is one, is open); 1 when a product
was wrong, a round was lost, an engine that was named is not there, the earlier run cannot be read or the gate is shut;
2 for a wrong command line.`,
    );

/**
 * @param {string[]} args what was typed after the program's name
 * @param {object} [parts] tests put fakes here
 * @param {(options: import('./src/measure/subjects.mjs').Needs) => Promise<Subjects>} [parts.prepare]
 * @param {string} [parts.loader] URL of the module from which sessions load theirs
 * @param {typeof import('./src/engines/index.mjs').allEngines} [parts.enginesOf]
 * @param {number} [parts.longestWarmUpNs] of a row
 * @returns {Promise<number>} exit code
 */
export async function main(args, { prepare = prepareSubjects, loader, enginesOf, longestWarmUpNs } = {}) {
  return obey(commandLine(), args, async (options) => {
    if (options.asPublished) return asPublished(options, { args, loader });
    if (options.list) {
      const { kernels } = await prepare({});
      console.log(await choices(kernels, (enginesOf ?? allEngines)(), OTHER_BUILDS));
      return EXIT.ok;
    }
    if (options.save !== undefined) checkName(options.save);
    if (options.failOn && options.compare === undefined)
      throw new UsageError('--fail-on needs --compare NAME: there is nothing to be slower than.');
    // Before the run: minutes later would be late to hear that the file is broken.
    const before = options.compare === undefined ? null : readRun(options.compare);

    const named = options.models ?? (options.neighbours ? [...LOOPS] : undefined);
    // Who names models or kernels wants all of the other.
    const short = !options.all && named === undefined && options.kernels === undefined;
    const models = short ? [...ANSWER.models] : named;
    const chosen = short ? ANSWER.kernels : options.kernels;
    const has = (/** @type {string} */ group) =>
      models?.some((/** @type {string} */ id) => modelOf(id).group === group) ?? false;
    const batches = has('sums') || has('transforms');
    const baseline = options.baseline ?? BASELINE;
    const { result, exitCode } = await benchmark(
      { ...options, models },
      {
        command: commandOf('bench', 'index.mjs', args),
        loader,
        enginesOf,
        longestWarmUpNs,
        baseline,
        prepare: async () => {
          const { kernels: registry, versions } = await prepare({
            curves: has('algorithms'),
            hashes: has('hashes'),
            // Rows in other builds are compared by their code, too.
            alone: options.alsoIn !== undefined || (models?.includes(firstProduct.id) ?? false),
            neighbours: options.neighbours ?? false,
            batches,
          });
          const { kernels, js } = choose(registry, { named: options.kernels, chosen }, baseline);
          const inOthers = options.alsoIn === undefined ? [] : await rowsInBuilds(options.alsoIn, kernels);
          return {
            registry: [...registry, ...inOthers].map(recorded),
            kernels: [...kernels, ...inOthers],
            js,
            versions,
          };
        },
      },
    );

    if (result === null) return exitCode;
    if (options.save !== undefined && !result.partial) {
      saveRun(options.save, result);
      console.log(`saved as ${options.save}`);
    }
    if (before === null) return exitCode;
    const { comparison, failures } = holdAgainst(
      before,
      result,
      options.failOn,
      askedFor(before, result, { ...options, kernels: chosen }),
    );
    process.stdout.write(
      `\n${renderComparison(comparison, { before, now: result, name: options.compare, color: COLOR, room: ROOM })}`,
    );
    if (!options.failOn) return exitCode;
    for (const failure of failures) console.error(failure);
    return exitCode === EXIT.ok && failures.length > 0 ? EXIT.failed : exitCode;
  });
}

/**
 * @param {any} options
 * @param {{ args: string[], loader?: string }} context
 * @returns {Promise<number>} exit code
 */
async function asPublished(options, { args, loader }) {
  const { cases, trials = options.rounds ?? PUBLISHED_SIZE.trials } = options;
  const { exitCode } = await benchmark(
    {
      ...options,
      engines: [OWN, OWN_INTERPRETED],
      models: [...PUBLISHED_MODELS],
      cases: cases ?? PUBLISHED_SIZE.cases,
      trials,
      rounds: options.rounds ?? Math.min(PUBLISHED_SIZE.rounds, trials),
    },
    {
      command: commandOf('bench', 'index.mjs', args),
      loader,
      baseline: BEFORE,
      prepare: preparePublished,
      render: (result, how) => renderSections(result, previousBenchmark(result), how),
    },
  );
  return exitCode;
}

/**
 * @param {Subjects['kernels']} registry
 * @param {{ named?: readonly string[], chosen?: readonly string[] }} kernels named: as typed; all, where there are none
 * @param {string} baseline
 */
function choose(registry, { named, chosen }, baseline) {
  const known = [...registry.map(({ id }) => id), JS];
  const unknown = named?.filter((id) => !known.includes(id)) ?? [];
  if (unknown.length > 0) {
    throw new UsageError(
      `there is no kernel ${unknown.map((id) => JSON.stringify(id)).join(', ')}. There are: ${known.join(', ')}.`,
    );
  }
  const able = registry.filter(({ models = null }) => models === null).map(({ id }) => id);
  if (!able.includes(baseline))
    throw new UsageError(`--baseline ${baseline}: it must be a kernel that has all models: ${able.join(', ')}.`);
  return {
    kernels: registry.filter(
      ({ id, build }) => id === baseline || isNeighbour(build) || (chosen?.includes(id) ?? true),
    ),
    js: chosen?.includes(JS) ?? true,
  };
}

/**
 * @param {Result} before
 * @param {Result} now
 * @param {{ kernels?: readonly string[], alsoIn?: string[], neighbours?: boolean }} options kernels: all without
 * @returns {(row: import('./src/stats/index.mjs').RowName) => boolean} whether the run was to measure a row of the
 *   baseline: one that is in its plan, or one that would be, were the kernel still there
 */
function askedFor(before, now, { kernels, alsoIn = [], neighbours = false }) {
  const { plan, environment } = now;
  const engines = [...plan.engines, ...(environment.absent ?? []).map(({ id }) => id)];
  const builds = new Map(before.kernels.map(({ id, build }) => [id, build]));
  const others = OTHER_BUILDS.filter((build) => !alsoIn.includes(build)).map((build) => `-in-${build}`);
  const gone = (/** @type {string} */ id) =>
    kernels === undefined &&
    (neighbours || !isNeighbour(builds.get(id) ?? '')) &&
    !others.some((ending) => id.endsWith(ending));
  return ({ kernel, model, engine }) =>
    engines.includes(engine) &&
    plan.models.includes(model) &&
    (plan.rows.some((row) => row.kernel === kernel && row.model === model) || gone(kernel));
}

/**
 * @param {Subjects['kernels'][number] & { of?: string }} kernel
 * @returns {Subjects['kernels'][number]} what the result says of it: where its parts are called is the plan's
 */
const recorded = ({ of: _, sums: __, transforms: ___, ...row }) => row;

if (isProgram(import.meta.url)) process.exitCode = await main(typedWords());
