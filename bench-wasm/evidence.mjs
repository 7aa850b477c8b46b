#!/usr/bin/env node
/** `npm run evidence`: every committed result and every page with figures, made from the current commit. */

import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InvalidArgumentError, Option } from 'commander';
import { execa } from 'execa';
import { EXIT, UsageError, commandNamed, isProgram, obey, typedWords } from './src/command/options.mjs';
import { SMALLEST } from './src/command/smallest.mjs';
import { interruptible } from './src/command/interrupt.mjs';
import { checkout } from './src/measure/environment.mjs';
import { FIELD_IDS } from './src/measure/patched.mjs';
import { watchOthers } from './src/measure/quiet.mjs';
import { PATCH } from './pages/arkworks-patch.mjs';
import { FIELD, OTHER_BATCHES, OTHER_FIELDS } from './pages/other-fields.mjs';
import { LARGE, LARGE_PROOF } from './pages/proof.mjs';
import { readResult, writeResult } from './src/result/result-file.mjs';
import { ENDING, STORE, folderFor, writeSummary } from './src/result/stored-results.mjs';
import { main as report } from './report.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = join(HERE, '..');

/**
 * @typedef {object} Part
 * @property {string} id the file it makes
 * @property {string} what it is
 * @property {number} minutes it takes, about
 * @property {keyof typeof PROGRAMS} [command] the npm script that measures it, where it is not `bench`
 * @property {string[]} args of it
 */

/** Share of the processors' time that others may have while a part is measured; with more it is measured again. */
const MOST_OF_OTHERS = 0.05;
/** How often at most. */
const TIMES = SMALLEST ? 1 : 2;

/** The program behind each command. */
export const PROGRAMS = { bench: 'index.mjs', proof: 'proof.mjs', upstream: 'upstream.mjs' };

/** What neighbours are compared with: kernels with their residues, and kernels with a format of their own. */
const DROPINS = 'limbs29-dropin,simd-dropin,fma-pair-dropin';
const OWN_FORMATS = 'limbs29,limbs29-emitted,simd,dot14-emitted,fma-single,fma-pair,fma-pair-emitted';

/** Kernels in batches: alone in `stream`, in this project's sums and transforms, and beside them arkworks'. */
const IN_STREAM = 'multi3-mitigated,limbs29-dropin,limbs29,simd,fma-pair';
const IN_BATCHES = 'batch-multi3-mitigated,batch-limbs29-dropin,batch-limbs29,batch-simd,batch-fma-pair';
/** Kernels for wide arithmetic, and arkworks' two products beside them. */
const WIDE = 'multi3-wide,multi3-mitigated-wide,wide,wide-lazy,wide-pair,wide-emitted';
/** Kernels that reduce every product of a sum by itself, and those that do not. */
const SUMS = 'multi3-mitigated,limbs29,limbs29-sop2,limbs29-sop3,limbs29-sop4,simd,fma-pair,fma-sop2,fma-sop3,fma-sop4';
const LIBRARIES = 'ark-native,taceo,ffjavascript';
/** The thread that asks, and workers beside it. */
const IN_WORKERS = ['', '-1-worker', '-1-worker-kept', '-2-workers', '-2-workers-kept']
  .map((pool) => `batch-fma-pair${pool}`)
  .join();
/** Every 16th size: where caches end lies between two of them. */
const SIZES = Object.entries({ stream: [8, 20], msm: [8, 16], ntt: [8, 20] })
  .flatMap(([name, [least, most]]) =>
    Array.from({ length: (most - least) / 4 + 1 }, (_, i) => `${name}-${2 ** (least + 4 * i)}`),
  )
  .join();

/**
 * @param {string} id
 * @param {number} minutes
 * @param {string} what
 * @param {...string} phrases of the command line
 * @returns {Part}
 */
const part = (id, minutes, what, ...phrases) => ({ id, minutes, what, args: phrases.join(' ').split(' ') });
/** @param {number} seed @returns {string} as few rounds as make an interval of 95 %, each with a sample of each row */
const size = (seed) => `--rounds 6 --trials 6 --seed ${seed}`;
const NODES = '--engines node20,node26';
const NEWEST = '--engines node26,chromium,firefox';

/** Provers on patched arkworks, and the published one that has no row otherwise. */
const PATCHED_ARKWORKS =
  'ark-0.6.0-patched,ark-0.6.0-patched-msm,ark-0.6.0-patched-msm-native,ark-0.5.0,ark-0.5.0-patched';
const OWN_PROVERS = 'batches-fma-pair,batches-limbs29,groth16,groth16-1';

const UPSTREAM = /** @type {const} */ ('upstream');

/** @type {readonly Part[]} what a page decides with, and nothing else */
const PARTS = Object.freeze([
  part('full-1', 1.6, 'every kernel in every model, on the Node that runs this', '--all --budget 100s --seed 1'),
  part(
    'curve',
    1.1,
    "arkworks' pairing on the field of the drop-in, where no patched arkworks is timed",
    '--engines jsc,chromium,firefox --models pairing',
    size(9),
  ),
  part(
    'simd128',
    0.8,
    'the scalar kernels in a module with +simd128, beside themselves in one without',
    '--kernels multi3,multi3-mitigated,limbs29,limbs29-dropin --also-in simd128',
    '--models chain,stream --budget 40s --seed 4',
  ),
  part(
    'poseidon',
    0.4,
    'the hash on every kernel, as contracts and by other libraries, on two versions of Node',
    `${NODES} --models poseidon,poseidon-batch,poseidon2`,
    size(12),
  ),
  part(
    'poseidon-engines',
    1.3,
    'the hash on the kernels to choose from, on other engines with JavaScript',
    '--engines bun,chromium,firefox,jsc --models poseidon,poseidon-batch',
    '--kernels multi3,limbs29,limbs29-dropin,simd,fma-pair,fma-sop2,light-poseidon-0.5',
    size(13),
  ),
  ...FIELD_IDS.map((field, i) => ({
    ...part(
      `${PATCH}${field}`,
      0.1,
      `products in ${field} by arkworks, as published and patched`,
      `--only speed --field ${field} --engines node26 --models chain,stream,square,sop2`,
      size(20 + i),
    ),
    command: UPSTREAM,
  })),
  ...OTHER_FIELDS.map((field, i) => ({
    ...part(
      `${FIELD}${field}`,
      0.4,
      `products in ${field} by arkworks and by every kernel to choose from, on three engines`,
      `--only speed --own-kernels --field ${field} --engines node26,chromium,bun --models stream`,
      size(31 + i),
    ),
    command: UPSTREAM,
  })),
  ...OTHER_BATCHES.map(({ part: id, field, model, over, minutes }, i) => ({
    ...part(
      id,
      minutes,
      `${model} over ${over} by arkworks, in wasm and natively, and by this project`,
      `--only speed --own-kernels --field ${field} --engines node26 --models ${model}`,
      size(36 + i),
    ),
    command: UPSTREAM,
  })),
  {
    ...part(
      `${PATCH}curve`,
      0.7,
      "arkworks' MSM and pairing, as published, with its product patched, and with its MSM, too",
      `--only speed ${NODES} --models msm,pairing`,
      size(16),
    ),
    command: UPSTREAM,
  },
  {
    ...part(
      'proof',
      14.5,
      'a Groth16 proof by arkworks as published and patched, by this project, by snarkjs, and natively',
      '--engines node26,chromium,firefox,jsc',
      `--provers ${[PATCHED_ARKWORKS, OWN_PROVERS].join()},ark-0.6.0-native,snarkjs-threads`,
      '--models proof,proof-cold',
      size(14),
    ),
    command: 'proof',
  },
  {
    ...part(
      'proof-parts',
      1.7,
      'the transforms and the sums of such a proof apart, by arkworks and by this project’s',
      '--engines node26 --provers ark-0.6.0-patched,batches-fma-pair',
      '--models proof-load,proof-fft,proof-g1,proof-g2',
      size(15),
    ),
    command: 'proof',
  },
  {
    ...part(
      LARGE_PROOF,
      7.5,
      `a proof of 2^${LARGE} rows by the package, on all threads and on one, and by snarkjs`,
      `--made ${LARGE}`,
      '--engines node26 --provers groth16,groth16-1,snarkjs-threads --models proof',
      size(41),
    ),
    command: 'proof',
  },
  part(
    'wasm-opt',
    0.6,
    'the scalar kernels at other levels of wasm-opt',
    '--engines node26 --kernels multi3,multi3-mitigated,limbs29,limbs29-dropin',
    '--also-in wasm-opt-off,wasm-opt-o4,wasm-opt-oz --models chain,stream',
    size(23),
  ),
  part(
    'start',
    0.9,
    'a module of one kernel, from its bytes to its first product, on three engines with JavaScript',
    `${NEWEST} --models first-product`,
    '--kernels multi3,multi3-mitigated,limbs29,limbs29-dropin,simd,simd-dropin,fma-pair,fma-single',
    size(19),
  ),
  part(
    'neighbours',
    0.7,
    'the products of other projects beside the best kernels, in Node and Chromium, and natively',
    '--neighbours --engines node26,chromium,native,native-asm',
    `--kernels multi3,multi3-mitigated,${DROPINS},${OWN_FORMATS}`,
    size(17),
  ),
  {
    ...part(
      'neighbours-bls12-381-fq',
      0.8,
      'the same in the field of six words that others have, beside arkworks as published and patched',
      '--only speed --own-kernels --field bls12-381-fq --neighbours',
      '--engines node20,node26,chromium,bun,native,native-asm',
      '--models chain,stream',
      size(18),
    ),
    command: UPSTREAM,
  },
  part(
    'published',
    1.2,
    'the benchmark that this one replaces, run again, beside a replica of how it measured',
    '--as-published --rounds 6 --trials 18 --seed 40',
  ),
  part(
    'calls',
    1.2,
    'what a JavaScript program pays whose numbers are BigInts: one product a call, and batches',
    `${NEWEST} --baseline multi3-mitigated`,
    '--kernels limbs29,limbs29-dropin,fma-pair,add29-emitted,add29-emitted-pallas,js',
    `--models call-io,call-add,call-bigint,call-hex,${[4, 16, 64].map((n) => `call-batch-${n}`).join()}`,
    size(21),
  ),
  part(
    'limb',
    0.6,
    'the product of two limbs by a call, as four, by an instruction, and in lanes, and natively',
    `${NEWEST},native --models chain,limb-chain,limb-stream`,
    '--kernels multi3,multi3-mitigated,multi3-wide,simd,limbs29',
    size(22),
  ),
  part(
    'msm',
    4.2,
    'an MSM of 2^16 points by arkworks and by this project on both fields, by libraries, and natively',
    '--engines node26 --models stream,msm-65536',
    `--kernels ${IN_STREAM},${IN_BATCHES},${LIBRARIES},mcl`,
    size(23),
  ),
  part(
    'msm-engines',
    1.5,
    'an MSM of 2^12 points by arkworks and by this project, on other engines',
    '--engines jsc,chromium,firefox --models stream,msm-4096',
    `--kernels ${IN_STREAM},${IN_BATCHES},ark-native`,
    size(24),
  ),
  part(
    'ntt',
    1.9,
    'a transform of 2^16 values by arkworks and by this project on both fields, by libraries, and natively',
    `${NEWEST} --models stream,ntt-65536`,
    `--kernels ${IN_STREAM},${IN_BATCHES},${LIBRARIES}`,
    size(25),
  ),
  part(
    'sizes',
    2.9,
    'products, sums and transforms over sizes: where caches end, and what a format of 80 bytes costs there',
    `--engines node26 --models ${SIZES}`,
    '--kernels multi3-mitigated,fma-pair,batch-fma-pair',
    size(26),
  ),
  part(
    'workers',
    1.6,
    'an MSM of 2^16 points in one and in two workers, and what sending the operands takes',
    '--engines node26 --models msm-65536',
    `--kernels multi3-mitigated,${IN_WORKERS}`,
    size(27),
  ),
  part(
    'sums',
    0.2,
    'sums of two, three and four products by one reduction, and by one for each, on two versions of Node',
    `${NODES} --models sop2,sop3,sop4 --kernels ${SUMS} --baseline multi3-mitigated`,
    size(28),
  ),
  part(
    'inversions',
    0.2,
    'inversions one at a time and 1024 at once, by arkworks, by this project and on BigInt',
    `${NODES} --models invert,invert-batch`,
    '--kernels multi3-mitigated,limbs29,simd,fma-pair,js --baseline multi3-mitigated',
    size(29),
  ),
  part(
    'wide',
    1.1,
    'the kernels for wide arithmetic against ark-ff 0.4 with it, on the engines that have it',
    '--engines chromium,firefox --models chain,stream,square,sop2',
    `--kernels ${WIDE}`,
    size(30),
  ),
  part(
    'engines',
    4.6,
    'every kernel on every engine that is there, in turns',
    '--engines all --models chain,stream,call-io',
    size(11),
  ),
]);

const commandLine = () =>
  commandNamed(
    'evidence',
    `Measures every part of the evidence on this machine, stores it in ${STORE}, and makes all pages of it.\n` +
      'It goes on where it was interrupted, as long as the commit is the same.',
  )
    .addOption(new Option('--only <part...>', 'these parts only').choices(PARTS.map(({ id }) => id)))
    .option('--cpu <name>', 'what the machine is called, as virtual machines hide it: intel-cascade-lake', (text) => {
      if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(text))
        throw new InvalidArgumentError('Words of small letters and digits with dashes between them are needed.');
      return text;
    })
    .option('--list', 'print the parts and how long they take, and stop');

/**
 * @param {string[]} args
 * @param {object} [places] tests have others
 * @param {string} [places.root]
 * @param {string} [places.bench] the program that measures, whatever the command is
 * @param {typeof checkout} [places.state] of the checkout
 * @param {typeof watchOthers} [places.watch] the machine
 * @returns {Promise<number>} exit code
 */
export async function main(args, { root = ROOT, bench, state = checkout, watch = watchOthers } = {}) {
  return obey(commandLine(), args, async ({ only, cpu, list }) => {
    const chosen = PARTS.filter(({ id }) => only?.includes(id) ?? true);
    const parts = SMALLEST && !list ? [shortestOf(chosen)] : chosen;
    if (list) {
      const together = { id: 'together', minutes: minutesOf(parts), what: `${parts.length} parts` };
      for (const { id, minutes, what } of [...parts, together])
        console.log(`${id.padEnd(23)} ${String(minutes).padStart(3)} min  ${what}`);
      return EXIT.ok;
    }
    return gather(parts, { root, bench, watch, cpu: cpu ?? slug(cpus()[0]?.model ?? 'unknown'), ...(await state()) });
  });
}

/**
 * @param {readonly Part[]} parts
 * @param {object} context
 * @param {string} context.root
 * @param {string} [context.bench]
 * @param {typeof watchOthers} context.watch
 * @param {string} context.cpu
 * @param {string | null} context.commit
 * @param {boolean | null} context.dirty
 * @returns {Promise<number>} exit code
 */
async function gather(parts, { root, bench, watch, cpu, commit, dirty }) {
  if (commit === null || dirty !== false)
    throw new UsageError(
      'the checkout has changes that are not committed, or is no checkout: a result must name the commit it is of.',
    );
  const folder = folderFor(root, { cpu, commit, date: new Date().toISOString().slice(0, 10) });
  mkdirSync(folder, { recursive: true });
  const work = join(root, 'bench-wasm/.cache/evidence');
  mkdirSync(work, { recursive: true });
  const there = new Set(readdirSync(folder));
  const missing = parts.filter(({ id }) => !there.has(`${id}${ENDING}`));
  for (const { id } of parts.filter((part) => !missing.includes(part))) console.error(`${id}: is there`);
  console.error(
    missing.length === 0
      ? 'Every part is there.'
      : `${missing.length} parts, about ${minutesOf(missing)} min on a machine that does nothing else, into ` +
          `${relative(root, folder)}.`,
  );

  const { failed, stopped } = await measureAll(missing, { root, bench, watch, folder, work }).finally(() => {
    // However it ends. It reads every part: once for all that were stored.
    if (readdirSync(folder).some((name) => name.endsWith(ENDING))) writeSummary(folder);
  });
  if (stopped !== undefined) return stopped;
  const exitCode = await report(['--pages'], { root });
  if (failed.length === 0) return exitCode;
  console.error(`\nNot stored: ${failed.join(', ')}. The same command measures them again.`);
  return EXIT.failed;
}

/**
 * @param {readonly Part[]} missing
 * @param {object} context
 * @param {string} context.root
 * @param {string} [context.bench]
 * @param {typeof watchOthers} context.watch
 * @param {string} context.folder of results
 * @param {string} context.work
 * @returns {Promise<{ failed: string[], stopped?: number }>} the parts that are not stored; stopped: the exit code of
 *   one that did not end
 */
async function measureAll(missing, { root, bench, watch, folder, work }) {
  /** @type {string[]} */
  const failed = [];
  for (const part of missing) {
    const { id, args, what, command = 'bench' } = part;
    console.error(`\n== ${id}: ${what}`);
    const unfinished = join(work, `${id}.json`);
    const began = performance.now();
    let measured = await measure(part, unfinished, { root, bench, watch });
    for (let times = 1; disturbed(measured) && !measured.stopped; times++) {
      const again = times < TIMES;
      console.error(`\n${id} was disturbed: ${sentenceOn(measured)}.${again ? ' It is measured again.' : ''}`);
      if (!again) break;
      measured = await measure(part, unfinished, { root, bench, watch });
    }
    const { exitCode, result, others } = measured;
    if (result === null || measured.stopped) {
      console.error(`\n${id} did not end. What is stored stays; the same command goes on with ${id}.`);
      return { failed, stopped: exitCode === EXIT.interrupted ? EXIT.interrupted : EXIT.failed };
    }
    const reason = reasonToRepeat(result, { args, exitCode });
    if (reason !== null) {
      console.error(`\n${id} is not stored: ${reason}. It is in ${relative(root, unfinished)}.`);
      failed.push(id);
      continue;
    }
    writeResult(join(folder, `${id}${ENDING}`), {
      ...result,
      command: `npm run ${command} -- ${args.join(' ')}`,
      environment: { ...result.environment, ...(others !== null && { others }) },
    });
    console.error(`\n${id}: stored after ${((performance.now() - began) / 60_000).toFixed(1)} min`);
  }
  return { failed };
}

/**
 * @param {Part} part
 * @param {string} path of its result
 * @param {{ root: string, bench?: string, watch: typeof watchOthers }} context
 */
async function measure({ args, command = 'bench' }, path, { root, bench, watch }) {
  rmSync(path, { force: true });
  const others = watch();
  const child = execa(process.execPath, [bench ?? join(HERE, PROGRAMS[command]), ...args, '--json', path], {
    stdio: 'inherit',
    cwd: root,
    env: { npm_lifecycle_event: '' },
    reject: false,
  });
  // It stores what it has, and is waited for.
  const { signal, release } = interruptible(() => child.kill('SIGKILL'));
  signal.addEventListener('abort', () => child.kill('SIGINT'));
  const { exitCode } = await child;
  release();
  const result = existsSync(path) ? readResult(path) : null;
  const stopped = signal.aborted || exitCode === EXIT.interrupted || result?.partial;
  return { exitCode: signal.aborted ? EXIT.interrupted : exitCode, result, stopped, others: others() };
}

/** @param {{ others: number | null }} measured */
const disturbed = ({ others }) => (others ?? 0) > MOST_OF_OTHERS;

/** @param {{ others: number | null }} measured */
const sentenceOn = ({ others }) => `other programs had ${(100 * (others ?? 0)).toFixed(0)} % of the processors’ time`;

/**
 * @param {import('./src/result/result.mjs').Result} result
 * @param {{ args: string[], exitCode: number | undefined }} run
 * @returns {string | null} why the part is not done, null where it is
 */
function reasonToRepeat({ environment }, { args, exitCode }) {
  const absent = (environment.absent ?? []).map(({ id }) => id);
  if (exitCode !== EXIT.ok) return `it ended with ${exitCode}`;
  // Of all engines, those that are there are meant.
  return absent.length > 0 && !args.includes('all') ? `${absent.join(' and ')} could not be measured` : null;
}

/**
 * Of those that `bench` measures, where there are some: the other commands compile arkworks for themselves. None is on
 * jsc, which no command installs.
 *
 * @param {readonly Part[]} parts
 * @returns {Part} of several, the last: those before it build more
 */
function shortestOf(parts) {
  const ofBench = parts.filter(({ command, args }) => command === undefined && !args.join().includes('jsc'));
  return (ofBench.length > 0 ? ofBench : parts).reduce((shortest, part) =>
    part.minutes <= shortest.minutes ? part : shortest,
  );
}

/** @param {readonly Part[]} parts */
const minutesOf = (parts) => Math.round(10 * parts.reduce((sum, { minutes }) => sum + minutes, 0)) / 10;

/** @param {string} model of a CPU @returns {string} */
const slug = (model) =>
  model
    .toLowerCase()
    .replace(/\((r|tm)\)|cpu|processor|@.*$/g, ' ')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || 'unknown';

if (isProgram(import.meta.url)) process.exitCode = await main(typedWords());
