#!/usr/bin/env node
/** `npm run upstream`: the patches by which arkworks has this crate's kernel and MSM, made, tested and measured. */

import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
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
  namesOf,
  obey,
  shown,
  typedIn,
  typedWords,
} from './src/command/options.mjs';
import { tableOf } from './src/command/print-table.mjs';
import { SMALLEST } from './src/command/smallest.mjs';
import { batchModels } from './src/measure/in-fields.mjs';
import { FIELD_IDS, FIELD_MODELS, PUBLISHED_ROW, workSubjects } from './src/measure/patched.mjs';
import { neighboursOf } from './src/measure/subjects.mjs';
import { modelsIn } from './src/models/index.mjs';
import { LOOPS, NEIGHBOURS } from './src/neighbours/neighbour-rows.mjs';
import { parseArkworks } from './src/setup/arkworks.mjs';
import { ROOT, ensureToolchain, showProgress } from './src/setup/toolchain.mjs';
import { fieldsIn, isModule, msmIn } from './src/upstream/check.mjs';
import { VERSION, VERSIONS, WORK, patchedIn } from './src/upstream/crates.mjs';
import { TARGETS, curvesOn, testCurves } from './src/upstream/curves.mjs';
import { RECORD, install, uninstall } from './src/upstream/install.mjs';
import { patchTableOf } from './src/upstream/lock.mjs';
import { PatchError, howToPaste, leavePatched, pasteable, patchCheckout } from './src/upstream/patch.mjs';
import { PATCH_IDS, patchesFor, versionsOf } from './src/upstream/patches.mjs';
import { WEIGHT_FILE, weigh } from './src/upstream/weight.mjs';

/** @typedef {import('./src/upstream/crates.mjs').Context} Context */
/** @typedef {import('./src/upstream/crates.mjs').Version} Version */
/** @typedef {import('./src/upstream/patches.mjs').PatchId} PatchId */

/** Models of what arkworks computes on its fields; they need more of it than a product. */
const ALGORITHMS = modelsIn('algorithms');
/** What is done with the patched crates, in this order. */
const PARTS = /** @type {const} */ (['tests', 'size', 'speed']);

const commandLine = () =>
  measuringCommand(
    'upstream',
    "Patches arkworks so that its products in wasm are this crate's and its MSM adds affine points, runs arkworks' " +
      'own tests of three curves on it, natively and in wasm, weighs a module with one pairing, measures both ' +
      'arkworks as compare does, ' +
      'and prints the lines of Cargo.toml by which anybody has it.',
    [...ALGORITHMS, ...modelsIn('sums'), ...modelsIn('transforms')],
  )
    .addOption(
      new Option('--ark <version>', `which arkworks: ${VERSIONS.join(', ')}`).choices(VERSIONS).default(VERSION),
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
      '--own-kernels',
      "with --field: this project's kernels in that field too, scalar and in pairs, in chain and stream; in the " +
        'base field of BLS12-381 and in pallas msm-N, in bls12-381-fr ntt-N, beside arkworks in wasm and natively',
    )
    .option(
      '--neighbours',
      `with --field: the products of other projects in that field too, in ${LOOPS.join(' and ')}: ` +
        NEIGHBOURS.map(({ id, field }) => `${id} (${field})`).join(', '),
    )
    .option('--write', 'with the size: compile each module from nothing, too, and store what the pages say of it')
    .addOption(
      new Option(
        '--patches <a,b>',
        `with --into or --checkout: of ${PATCH_IDS.join(' and ')} these (default: all that there are for the version)`,
      )
        .argParser(namesOf('patch', PATCH_IDS))
        .conflicts(['undo', 'only']),
    )
    .addOption(
      new Option(
        '--into <folder>',
        'leave the patched crates in this folder, print the lines, and do no more',
      ).conflicts(['checkout', 'only']),
    )
    .addOption(
      new Option(
        '--manifest <file>',
        'with --into: of whatever arkworks this Cargo.toml has by its Cargo.lock, and with the lines in its ' +
          '.cargo/config.toml; says what is replaced. It builds nothing, and changes nothing the second time',
      ).conflicts(['ark', 'checkout', 'only', 'undo']),
    )
    .addOption(
      new Option(
        '--undo',
        'with --into: take all of that back: crates, lines, and the sources in Cargo.lock',
      ).conflicts([...['ark', 'checkout', 'only']]),
    )
    .addOption(
      new Option(
        '--check <module>',
        'say of which fields this wasm module has the products of the patch, and do no more; exit code 1: of none',
      ).conflicts(['into', 'checkout', 'only', 'ark', 'patches']),
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
    const { ark, into, manifest, undo, checkout, check, write, only = SMALLEST ? PARTS.slice(1) : PARTS } = options;
    if (into === undefined && (manifest !== undefined || undo))
      throw new UsageError(`${undo ? '--undo' : '--manifest'}: with --into <folder>, in which the patched crates lie.`);
    if (undo) return takeBack(into);
    const patches = patchesOf(options);
    if (check !== undefined) return checkModule(check);
    if (into !== undefined && !(manifest && existsSync(resolve(typedIn(), into, RECORD)))) emptyFolder(into);
    const work = workOf(options);
    const onProgress = showProgress();
    const env = await ensureToolchain({ onProgress });
    const context = { env, onProgress };
    if (manifest !== undefined) return patchProgram(manifest, into, patches, context);
    if (checkout !== undefined) return patchTheir(checkout, ark, patches, context);

    const folder = into === undefined ? patchedIn(ark) : resolve(typedIn(), into);
    await leavePatched(folder, context, ark, { patches });
    let exitCode = EXIT.ok;
    if (into === undefined) {
      if (only.includes('tests')) process.stdout.write(`${await testsTable(options, context)}\n\n`);
      if (only.includes('size')) process.stdout.write(`${await sizeTable({ version: ark, write, ...context })}\n\n`);
      if (only.includes('speed') && work) exitCode = await measureWork(work, options, args, context);
      else if (only.includes('speed')) {
        const arks = [ark, `path:${folder}`].map((spec) => parseArkworks(spec, WORK));
        const command = commandOf('upstream', 'upstream.mjs', args);
        exitCode = await compareArkworks(arks, { ...options, build: 'baseline' }, { command, ...context });
      }
    }
    process.stdout.write(pasteable(folder, ark, patches));
    console.error(howToPaste(ark, patches));
    sayMissing(ark, options);
    return exitCode;
  });
}

/**
 * @param {{ ark: Version, patches?: PatchId[], into?: string, checkout?: string, manifest?: string }} options
 * @returns {PatchId[]} what is applied, in the order in which it is
 * @throws {UsageError} when one is not for this arkworks, or nothing is left anywhere
 */
function patchesOf({ ark, patches, into, checkout, manifest }) {
  const there = manifest === undefined ? patchesFor(ark) : PATCH_IDS;
  if (patches === undefined) return there;
  if (into === undefined && checkout === undefined)
    throw new UsageError('--patches: with --into or --checkout; what is tested and measured has all.');
  const without = patches.find((id) => !there.includes(id));
  if (without !== undefined)
    throw new UsageError(`--patches ${without}: for ${versionsOf(without).join(' and ')}, not for ${ark}.`);
  return patches;
}

/** @param {Version} ark @param {{ patches?: string[] }} options says which patches there are not for the version */
function sayMissing(ark, { patches }) {
  for (const id of PATCH_IDS.filter((one) => patches === undefined && !patchesFor(ark).includes(one)))
    console.error(`arkworks ${ark} has no patch "${id}": it is for ${versionsOf(id).join(' and ')}.`);
}

/**
 * @param {{ ark: Version, field?: string, models?: string[], neighbours?: true, write?: true, ownKernels?: true }}
 *   options
 * @returns {{ field: string, models: string[] } | null} what is measured; null where it is BN254's product alone, as
 *   compare does it
 * @throws {UsageError} when the field has no such model, or no neighbours, or is not measured on this arkworks
 */
function workOf({ ark, field, models, neighbours, write, ownKernels }) {
  const batch = models?.find((id) => [...modelsIn('sums'), ...modelsIn('transforms')].includes(id));
  if (batch !== undefined && field === undefined)
    throw new UsageError(`--models ${batch}: with --field NAME alone; BN254's are those of npm run bench.`);
  if (ownKernels && field === undefined) throw new UsageError('--own-kernels: with --field NAME alone.');
  if (ark !== VERSION && write)
    throw new UsageError(`--write: the pages are of arkworks ${VERSION}, without --ark ${ark}.`);
  if (neighbours && !NEIGHBOURS.some((one) => one.field === field)) {
    const fields = [...new Set(NEIGHBOURS.map((one) => one.field))];
    throw new UsageError(`--neighbours: with --field ${fields.join(' or --field ')} alone, where there are any.`);
  }
  const algorithms = models?.filter((id) => ALGORITHMS.includes(id)) ?? [];
  if (field === undefined && algorithms.length === 0) return null;
  if (field !== undefined && field !== FIELD_IDS[0] && algorithms.length > 0)
    throw new UsageError(`--field ${field}: ${algorithms.join(' and ')}: of BN254 alone, without --field.`);
  if (ark !== VERSION)
    throw new UsageError(
      `--ark ${ark}: of it the product of BN254's Fq is measured; fields and work are of ${VERSION}.`,
    );
  const batches = field === undefined ? [] : batchModels(field);
  const known = [...FIELD_MODELS, ...ALGORITHMS, ...batches];
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
        const what = { patched: patchedIn(VERSION), own: options.ownKernels ?? false, models, smallest: SMALLEST };
        const { kernels, registry, versions } = await workSubjects(field, what, context);
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

/**
 * @param {string} typed
 * @param {Version} ark
 * @param {PatchId[]} patches
 * @param {Context} context
 * @returns {Promise<number>} exit code
 */
async function patchTheir(typed, ark, patches, context) {
  const patch = () => patchCheckout(resolve(typedIn(), typed), context, ark, patches);
  for (const file of await asTyped(`--checkout ${typed}`, patch)) console.log(file);
  return EXIT.ok;
}

/**
 * @param {string} typed a manifest
 * @param {string} into
 * @param {PatchId[]} patches
 * @param {Context} context
 * @returns {Promise<number>} exit code
 */
async function patchProgram(typed, into, patches, context) {
  const [manifest, folder] = [typed, into].map((path) => resolve(typedIn(), path));
  const { workspace, replaced, kept } = await asTyped(`--manifest ${typed}`, () =>
    install(manifest, folder, context, patches),
  );
  const rows = [
    ...replaced.map(({ name, version, table, path, reason }) => [
      ...[name, version, table],
      reason === undefined ? `replaced by ${path}` : `as it is, in ${path}: ${reason}`,
    ]),
    ...kept.map((one) => [one.name, one.version, patchTableOf(one) ?? one.source ?? '', `as it is: ${one.reason}`]),
  ];
  process.stdout.write(`${tableOf(['crate', 'version', 'from', 'now'], rows)}\n`);
  console.error(
    `Cargo takes them where it is started in ${shown(workspace)} or below, from the next build on. That build ` +
      'changes Cargo.lock: it is one without --locked.',
  );
  return EXIT.ok;
}

/** @param {string} into @returns {Promise<number>} exit code */
async function takeBack(into) {
  const { workspace, lockChanged, left } = await asTyped(`--into ${into}`, () => uninstall(resolve(typedIn(), into)));
  console.log(`${shown(workspace)} is as it was.`);
  if (lockChanged) console.log('Its Cargo.lock has changed otherwise since, and keeps that.');
  if (left.length > 0) console.log(`${into} stays, for what else is in it: ${left.join(', ')}.`);
  return EXIT.ok;
}

/** @param {string} typed @returns {number} exit code */
function checkModule(typed) {
  const file = resolve(typedIn(), typed);
  if (!statSync(file, { throwIfNoEntry: false })?.isFile())
    throw new UsageError(`--check ${typed}: there is no such file.`);
  const bytes = readFileSync(file);
  if (!isModule(bytes)) throw new UsageError(`--check ${typed}: it is no wasm module.`);
  const fields = fieldsIn(bytes);
  if (fields.length === 0) console.log(`It has the modulus of no field that is known here: ${FIELD_IDS.join(', ')}.`);
  else {
    const rows = fields.map(({ field, patched }) => [
      field.length === 2 ? `bn254-${field}` : field,
      patched ? 'those of the patch' : 'not those of the patch',
    ]);
    console.log(tableOf(['field', 'products'], rows));
  }
  const msm = msmIn(bytes);
  if (msm) console.log(`Its MSM is ${msm.patched ? 'that' : 'not that'} of the patch.`);
  return fields.some(({ patched }) => patched) ? EXIT.ok : EXIT.failed;
}

/** @template T @param {string} option @param {() => Promise<T>} patching @returns {Promise<T>} */
async function asTyped(option, patching) {
  try {
    return await patching();
  } catch (error) {
    throw error instanceof PatchError ? new UsageError(`${option}: ${error.message}`) : error;
  }
}

/** @param {{ ark: Version, skip: readonly string[] }} options @param {Context} context */
async function testsTable({ ark, skip }, context) {
  const curves = await curvesOn(patchedIn(ark), context, ark);
  const counted = [];
  for (const where of /** @type {(keyof typeof TARGETS)[]} */ (Object.keys(TARGETS)))
    counted.push(...(await testCurves(curves, where, { version: ark, skip, ...context })));
  return tableOf(
    ["arkworks' tests", 'run', 'passed', 'ignored', 'skipped'],
    counted.map(({ crate, where, passed, ignored, skipped }) => [crate, where, passed, ignored, skipped]),
  );
}

/** @param {{ version: Version, write?: true } & Context} context */
async function sizeTable({ version, write, ...context }) {
  const weight = await weigh(patchedIn(version), { version, fully: write, ...context });
  if (write) await writeFile(join(ROOT, WEIGHT_FILE), `${JSON.stringify(weight, null, 2)}\n`);
  const [{ bytes: published }] = weight.modules;
  return tableOf(
    ['a module with one pairing', 'bytes', 'of it'],
    weight.modules.map(({ ark, bytes }) => [ark, bytes, `${(bytes / published).toFixed(2)}×`]),
  );
}

if (isProgram(import.meta.url)) process.exitCode = await main(typedWords());
