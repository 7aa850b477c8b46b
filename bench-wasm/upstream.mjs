#!/usr/bin/env node
/** `npm run upstream`: the patch by which arkworks has this crate's kernel itself, made, tested and measured. */

import { readdirSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Option } from 'commander';
import { benchmark } from './src/command/benchmark.mjs';
import { compareArkworks } from './src/command/compare-arkworks.mjs';
import {
  EXIT,
  UsageError,
  commandOf,
  measuringCommand,
  isProgram,
  obey,
  typedIn,
  typedWords,
} from './src/command/options.mjs';
import { tableOf } from './src/command/print-table.mjs';
import { SMALLEST } from './src/command/smallest.mjs';
import { FIELD_IDS, FIELD_MODELS, PUBLISHED_ROW, workSubjects } from './src/measure/patched.mjs';
import { neighboursOf } from './src/measure/subjects.mjs';
import { modelsIn } from './src/models/index.mjs';
import { LOOPS, NEIGHBOURS } from './src/neighbours/neighbour-rows.mjs';
import { parseArkworks } from './src/setup/arkworks.mjs';
import { ROOT, ensureToolchain, showProgress } from './src/setup/toolchain.mjs';
import { VERSION, WORK } from './src/upstream/crates.mjs';
import { TARGETS, curvesOn, testCurves } from './src/upstream/curves.mjs';
import { PatchError, howToPaste, leavePatched, pasteable, patchCheckout } from './src/upstream/patch.mjs';
import { WEIGHT_FILE, weigh } from './src/upstream/weight.mjs';

/** @typedef {import('./src/upstream/crates.mjs').Context} Context */

/** Models of what arkworks computes on its fields; they need more of it than a product. */
const ALGORITHMS = modelsIn('algorithms');
/** What is done with the patched crates, in this order. */
const PARTS = /** @type {const} */ (['tests', 'size', 'speed']);
/** Where they lie then: the name is that of their row. */
const PATCHED = join(WORK, 'patched');

const commandLine = () =>
  measuringCommand(
    'upstream',
    `Patches arkworks ${VERSION} so that its products in wasm are this crate's, runs arkworks' own tests of three ` +
      'curves on it, natively and in wasm, weighs a module with one pairing, measures both arkworks as compare does, ' +
      'and prints the lines of Cargo.toml by which anybody has it.',
    ALGORITHMS,
  )
    .addOption(new Option('--only <part...>', 'of that, no more than this').choices(PARTS))
    .addOption(
      new Option('--skip <word...>', "leave out arkworks' tests with such a word in their names, such as _msm").default(
        [],
        'none',
      ),
    )
    .addOption(
      new Option('--field <name>', `measure in this field instead of fq: ${FIELD_IDS.join(', ')}`).choices(FIELD_IDS),
    )
    .option(
      '--neighbours',
      `with --field: the products of other projects in that field too, in ${LOOPS.join(' and ')}: ` +
        NEIGHBOURS.map(({ id, field }) => `${id} (${field})`).join(', '),
    )
    .option('--write', 'with the size: compile each module from nothing, too, and store what the pages say of it')
    .addOption(
      new Option(
        '--into <folder>',
        'leave the patched crates in this folder, print the lines, and do no more',
      ).conflicts(['checkout', 'only']),
    )
    .addOption(
      new Option('--checkout <folder>', 'patch this checkout of arkworks-rs/algebra, and do no more').conflicts('only'),
    );

/**
 * @param {string[]} args what was typed after the program's name
 * @returns {Promise<number>} exit code
 */
async function main(args) {
  return obey(commandLine(), args, async (options) => {
    const { into, checkout, write, only = SMALLEST ? PARTS.slice(1) : PARTS } = options;
    if (into !== undefined) emptyFolder(into);
    const work = workOf(options);
    const onProgress = showProgress();
    const env = await ensureToolchain({ onProgress });
    const context = { env, onProgress };
    if (checkout !== undefined) return patchTheir(checkout, context);

    const folder = into === undefined ? PATCHED : resolve(typedIn(), into);
    await leavePatched(folder, context);
    let exitCode = EXIT.ok;
    if (into === undefined) {
      if (only.includes('tests')) process.stdout.write(`${await testsTable(options.skip, context)}\n\n`);
      if (only.includes('size')) process.stdout.write(`${await sizeTable({ write, ...context })}\n\n`);
      if (only.includes('speed') && work) exitCode = await measureWork(work, options, args, context);
      else if (only.includes('speed')) {
        const arks = [VERSION, `path:${PATCHED}`].map((spec) => parseArkworks(spec, WORK));
        const command = commandOf('upstream', 'upstream.mjs', args);
        exitCode = await compareArkworks(arks, { ...options, build: 'baseline' }, { command, ...context });
      }
    }
    process.stdout.write(pasteable(folder));
    console.error(howToPaste());
    return exitCode;
  });
}

/**
 * @param {{ field?: string, models?: string[], neighbours?: true }} options
 * @returns {{ field: string, models: string[] } | null} what is measured; null where it is BN254's product alone, as
 *   compare does it
 * @throws {UsageError} when the field has no such model, or no neighbours
 */
function workOf({ field, models, neighbours }) {
  if (neighbours && !NEIGHBOURS.some((one) => one.field === field)) {
    const fields = [...new Set(NEIGHBOURS.map((one) => one.field))];
    throw new UsageError(`--neighbours: with --field ${fields.join(' or --field ')} alone, where there are any.`);
  }
  const algorithms = models?.filter((id) => ALGORITHMS.includes(id)) ?? [];
  if (field === undefined && algorithms.length === 0) return null;
  if (field !== undefined && field !== FIELD_IDS[0] && algorithms.length > 0)
    throw new UsageError(`--field ${field}: ${algorithms.join(' and ')}: of BN254 alone, without --field.`);
  const known = [...FIELD_MODELS, ...ALGORITHMS];
  const without = models?.find((id) => !known.includes(id));
  if (without !== undefined)
    throw new UsageError(
      `--models ${without}: not with a field, nor with an algorithm; there are ${known.join(', ')}.`,
    );
  return { field: field ?? FIELD_IDS[0], models: models ?? [...FIELD_MODELS] };
}

/**
 * @param {{ field: string, models: string[] }} work
 * @param {any} options
 * @param {string[]} args
 * @param {Context} context
 * @returns {Promise<number>} exit code
 */
async function measureWork({ field, models }, options, args, context) {
  const { exitCode } = await benchmark(
    { ...options, models },
    {
      command: commandOf('upstream', 'upstream.mjs', args),
      baseline: PUBLISHED_ROW,
      async prepare() {
        const { kernels, registry, versions } = await workSubjects(field, PATCHED, context);
        const others = options.neighbours ? await neighboursOf(field, context) : [];
        return { kernels: [...kernels, ...others], registry: [...registry, ...others], versions, js: false };
      },
    },
  );
  return exitCode;
}

/** @param {string} typed @throws {UsageError} when there is something in it */
function emptyFolder(typed) {
  const folder = resolve(typedIn(), typed);
  const there = statSync(folder, { throwIfNoEntry: false });
  if (there && !there.isDirectory()) throw new UsageError(`--into ${typed}: it is no folder.`);
  if (there && readdirSync(folder).length > 0) {
    throw new UsageError(`--into ${typed}: it is not empty; a new folder, or an empty one, is needed.`);
  }
}

/** @param {string} typed @param {Context} context @returns {Promise<number>} exit code */
async function patchTheir(typed, context) {
  try {
    for (const file of await patchCheckout(resolve(typedIn(), typed), context)) console.log(file);
    return EXIT.ok;
  } catch (error) {
    throw error instanceof PatchError ? new UsageError(`--checkout ${typed}: ${error.message}`) : error;
  }
}

/** @param {readonly string[]} skip @param {Context} context */
async function testsTable(skip, context) {
  const curves = await curvesOn(PATCHED, context);
  const counted = [];
  for (const where of /** @type {(keyof typeof TARGETS)[]} */ (Object.keys(TARGETS)))
    counted.push(...(await testCurves(curves, where, { skip, ...context })));
  return tableOf(
    ["arkworks' tests", 'run', 'passed', 'ignored', 'skipped'],
    counted.map(({ crate, where, passed, ignored, skipped }) => [crate, where, passed, ignored, skipped]),
  );
}

/** @param {{ write?: true } & Context} context */
async function sizeTable({ write, ...context }) {
  const weight = await weigh(PATCHED, { fully: write, ...context });
  if (write) await writeFile(join(ROOT, WEIGHT_FILE), `${JSON.stringify(weight, null, 2)}\n`);
  const [{ bytes: published }] = weight.modules;
  return tableOf(
    ['a module with one pairing', 'bytes', 'of it'],
    weight.modules.map(({ ark, bytes }) => [ark, bytes, `${(bytes / published).toFixed(2)}×`]),
  );
}

if (isProgram(import.meta.url)) process.exitCode = await main(typedWords());
