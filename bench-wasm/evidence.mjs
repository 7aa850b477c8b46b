#!/usr/bin/env node
/** `npm run evidence`: every committed result and every page with figures, made from the current commit. */

import { existsSync, mkdirSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { execa } from 'execa';
import { EXIT, UsageError, typedWords } from './src/command/options.mjs';
import { SMALLEST } from './src/command/smallest.mjs';
import { checkout } from './src/measure/environment.mjs';
import { FIELD_IDS } from './src/measure/patched.mjs';
import { PATCH } from './pages/arkworks-patch.mjs';
import { ResultError } from './src/report/result.mjs';
import { readResult, writeResult } from './src/report/result-file.mjs';
import { ENDING, STORE, folderFor, writeSummary } from './pages/stored-results.mjs';
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

/** The program behind each command. */
const PROGRAMS = { bench: 'index.mjs', proof: 'proof.mjs', upstream: 'upstream.mjs' };

/** What neighbours are compared with: kernels with their residues, and kernels with a format of their own. */
const DROPINS = 'limbs29-dropin,simd-dropin,fma-pair-dropin';
const OWN_FORMATS = 'limbs29,limbs29-emitted,simd,fma-single,fma-pair,fma-pair-emitted';

/** Kernels in batches: alone in `stream`, in this project's sums and transforms, and beside them arkworks'. */
const IN_STREAM = 'multi3-mitigated,limbs29-dropin,limbs29,simd,fma-pair';
const IN_BATCHES = IN_STREAM.split(',')
  .map((id) => `batch-${id}`)
  .join();
/** Kernels for wide arithmetic, and arkworks' two products beside them. */
const WIDE = 'multi3-wide,multi3-mitigated-wide,wide,wide-lazy,wide-pair,wide-emitted';
/** Kernels that reduce every product of a sum by itself, and those that do not. */
const SUMS = 'multi3-mitigated,limbs29,limbs29-sop2,limbs29-sop3,limbs29-sop4,simd,fma-pair,fma-sop2,fma-sop3,fma-sop4';
const LIBRARIES = 'ark-native,taceo,ffjavascript';
/** The thread that asks, and workers beside it. */
const IN_WORKERS = ['', '-1-worker', '-1-worker-kept', '-2-workers', '-2-workers-kept'];
const SIZES = Object.entries({ stream: [8, 22], msm: [8, 18], ntt: [8, 20] })
  .flatMap(([name, [least, most]]) =>
    Array.from({ length: (most - least) / 2 + 1 }, (_, i) => `${name}-${2 ** (least + 2 * i)}`),
  )
  .join();

/** @type {readonly Part[]} */
const PARTS = Object.freeze([
  ...[1, 2, 3].map((seed) => ({
    id: `full-${seed}`,
    what: 'every kernel in every model, on the Node that runs this; three times, to see if it says the same again',
    minutes: 4,
    args: ['--budget', '4m', '--seed', String(seed)],
  })),
  {
    id: 'curve',
    what: "arkworks' MSM and pairing on the field of each drop-in",
    minutes: 2,
    args: ['--models', 'msm,pairing', '--rounds', '12', '--trials', '24', '--seed', '9'],
  },
  {
    id: 'simd128',
    what: 'the scalar kernels in a module with +simd128, beside themselves in one without',
    minutes: 2,
    args: [
      ...['--kernels', 'multi3,multi3-mitigated,limbs29,limbs29-dropin', '--also-in', 'simd128'],
      ...['--models', 'chain,stream', '--budget', '2m', '--seed', '4'],
    ],
  },
  {
    id: 'poseidon',
    what: 'the hash on every kernel, as contracts and by other libraries, on two versions of Node',
    minutes: 2,
    args: [
      ...['--engines', 'node20,node26', '--models', 'poseidon,poseidon-batch,poseidon2'],
      ...['--rounds', '12', '--trials', '24', '--seed', '12'],
    ],
  },
  {
    id: 'poseidon-engines',
    what: 'the hash on the kernels to choose from, on every other engine with JavaScript that is there',
    minutes: 2,
    args: [
      ...['--engines', 'node22,node24,bun,deno,chromium,firefox,jsc', '--models', 'poseidon,poseidon-batch'],
      ...['--kernels', 'multi3,limbs29,limbs29-dropin,simd,fma-pair,fma-sop2,light-poseidon-0.5'],
      ...['--rounds', '8', '--trials', '16', '--seed', '13'],
    ],
  },
  ...FIELD_IDS.map((field, i) => ({
    id: `${PATCH}${field}`,
    what: `products in ${field} by arkworks, as published and patched, on two versions of Node`,
    minutes: 1,
    command: /** @type {const} */ ('upstream'),
    args: [
      ...['--only', 'speed', '--field', field, '--engines', 'node20,node26', '--models', 'chain,stream,square,sop2'],
      ...['--rounds', '8', '--trials', '16', '--seed', String(20 + i)],
    ],
  })),
  {
    id: `${PATCH}curve`,
    what: "arkworks' MSM and pairing, as published and patched, on two versions of Node",
    minutes: 1,
    command: 'upstream',
    args: [
      ...['--only', 'speed', '--engines', 'node20,node26', '--models', 'msm,pairing'],
      ...['--rounds', '8', '--trials', '16', '--seed', '16'],
    ],
  },
  {
    id: 'proof',
    what: 'a Groth16 proof by arkworks, by this project’s sums and transforms, by snarkjs, and natively',
    minutes: 14,
    command: 'proof',
    args: [
      ...['--engines', 'node26,chromium,firefox', '--provers'],
      'ark-0.6.0-patched,batches-fma-pair,batches-limbs29,ark-0.6.0-native,snarkjs',
      ...['--rounds', '6', '--trials', '6', '--seed', '14'],
    ],
  },
  {
    id: 'proof-parts',
    what: 'the transforms and the sums of such a proof apart, by arkworks and by this project’s',
    minutes: 6,
    command: 'proof',
    args: [
      ...['--engines', 'node26', '--provers', 'ark-0.6.0-patched,batches-fma-pair,batches-limbs29'],
      ...['--models', 'proof-load,proof-fft,proof-g1,proof-g2', '--rounds', '6', '--trials', '6', '--seed', '15'],
    ],
  },
  {
    id: 'wasm-opt',
    what: 'the scalar kernels at other levels of wasm-opt, on two versions of Node',
    minutes: 3,
    args: [
      ...['--kernels', 'multi3,multi3-mitigated,limbs29,limbs29-dropin', '--engines', 'node20,node26'],
      ...['--also-in', 'wasm-opt-off,wasm-opt-o4,wasm-opt-oz', '--models', 'chain,stream'],
      ...['--rounds', '8', '--trials', '16', '--seed', '23'],
    ],
  },
  {
    id: 'start',
    what: 'a module of one kernel, from its bytes to its first product, on six engines with JavaScript',
    minutes: 3,
    args: [
      ...['--engines', 'node20,node26,bun,deno,chromium,firefox', '--models', 'first-product'],
      ...['--kernels', 'multi3,multi3-mitigated,limbs29,limbs29-dropin,simd,simd-dropin,fma-pair,fma-single'],
      ...['--rounds', '12', '--trials', '24', '--seed', '19'],
    ],
  },
  {
    id: 'neighbours',
    what: 'the products of other projects beside the best kernels, in Node, Bun, Deno and browsers, and natively',
    minutes: 7,
    args: [
      ...['--neighbours', '--engines', 'node20,node26,bun,deno,chromium,firefox,native,native-asm'],
      ...['--kernels', `multi3,multi3-mitigated,${DROPINS},${OWN_FORMATS}`],
      ...['--rounds', '8', '--trials', '16', '--seed', '17'],
    ],
  },
  {
    id: 'neighbours-bls12-381-fq',
    what: 'the same in the field of six words that others have, beside arkworks as published and patched',
    minutes: 2,
    command: 'upstream',
    args: [
      ...['--only', 'speed', '--field', 'bls12-381-fq', '--neighbours'],
      ...['--engines', 'node20,node26,native,native-asm'],
      ...['--models', 'chain,stream', '--rounds', '8', '--trials', '16', '--seed', '18'],
    ],
  },
  {
    id: 'published',
    what: 'the benchmark that this one replaces, run again, beside a replica of how it measured',
    minutes: 5,
    args: ['--as-published', '--rounds', '10', '--trials', '50', '--seed', '40'],
  },
  {
    id: 'calls',
    what: 'what a JavaScript program pays whose numbers are BigInts: one product a call, and batches',
    minutes: 6,
    args: [
      ...['--engines', 'node20,node26,bun,deno,chromium,firefox', '--baseline', 'multi3-mitigated'],
      ...['--kernels', 'limbs29,limbs29-dropin,fma-pair,add29-emitted,add29-emitted-pallas,js'],
      ...[
        '--models',
        'call-io,call-add,call-bigint,call-hex,call-batch-2,call-batch-4,call-batch-8,' +
          'call-batch-16,call-batch-32,call-batch-64',
      ],
      ...['--rounds', '6', '--trials', '6', '--seed', '21'],
    ],
  },
  {
    id: 'limb',
    what: 'the product of two limbs by a call, as four, by an instruction, and in lanes, and natively',
    minutes: 4,
    args: [
      ...['--engines', 'node20,node26,bun,deno,chromium,firefox,native', '--models', 'chain,limb-chain,limb-stream'],
      ...['--kernels', 'multi3,multi3-mitigated,multi3-wide,simd,limbs29'],
      ...['--rounds', '8', '--trials', '16', '--seed', '22'],
    ],
  },
  {
    id: 'msm',
    what: 'an MSM of 2^16 points by arkworks and by this project on both fields, by libraries, and natively',
    minutes: 8,
    args: [
      ...['--engines', 'node26', '--models', 'stream,msm-65536'],
      ...['--kernels', `${IN_STREAM},${IN_BATCHES},${LIBRARIES},mcl`],
      ...['--rounds', '8', '--trials', '8', '--seed', '23'],
    ],
  },
  {
    id: 'msm-engines',
    what: 'an MSM of 2^14 points by arkworks and by this project, on other engines',
    minutes: 10,
    args: [
      ...['--engines', 'node20,bun,deno,jsc,chromium,firefox', '--models', 'stream,msm-16384'],
      ...['--kernels', `${IN_STREAM},${IN_BATCHES},ark-native`],
      ...['--rounds', '6', '--trials', '6', '--seed', '24'],
    ],
  },
  {
    id: 'ntt',
    what: 'a transform of 2^16 values by arkworks and by this project on both fields, by libraries, and natively',
    minutes: 6,
    args: [
      ...['--engines', 'node20,node26,bun,deno,chromium,firefox', '--models', 'stream,ntt-65536'],
      ...['--kernels', `${IN_STREAM},${IN_BATCHES},${LIBRARIES}`],
      ...['--rounds', '6', '--trials', '6', '--seed', '25'],
    ],
  },
  {
    id: 'sizes',
    what: 'products, sums and transforms over sizes: where caches end, and what a format of 72 bytes costs there',
    minutes: 15,
    args: [
      ...['--engines', 'node26', '--models', SIZES],
      ...['--kernels', 'multi3-mitigated,limbs29,simd,fma-pair,batch-limbs29,batch-simd,batch-fma-pair'],
      ...['--rounds', '6', '--trials', '6', '--seed', '26'],
    ],
  },
  {
    id: 'workers',
    what: 'an MSM of 2^16 points in one and in two workers, and what sending the operands takes',
    minutes: 8,
    args: [
      ...['--engines', 'node26,chromium', '--models', 'msm-65536', '--kernels'],
      [
        'multi3-mitigated',
        ...['limbs29', 'fma-pair'].flatMap((id) => IN_WORKERS.map((pool) => `batch-${id}${pool}`)),
      ].join(),
      ...['--rounds', '6', '--trials', '6', '--seed', '27'],
    ],
  },
  {
    id: 'sums',
    what: 'sums of two, three and four products by one reduction, and by one for each, on two versions of Node',
    minutes: 1,
    args: [
      ...['--engines', 'node20,node26', '--models', 'sop2,sop3,sop4', '--kernels', SUMS],
      ...['--baseline', 'multi3-mitigated', '--rounds', '12', '--trials', '24', '--seed', '28'],
    ],
  },
  {
    id: 'inversions',
    what: 'inversions one at a time and 1024 at once, by arkworks, by this project and on BigInt',
    minutes: 1,
    args: [
      ...['--engines', 'node20,node26', '--models', 'invert,invert-batch'],
      ...['--kernels', 'multi3-mitigated,limbs29,simd,fma-pair,js', '--baseline', 'multi3-mitigated'],
      ...['--rounds', '12', '--trials', '24', '--seed', '29'],
    ],
  },
  {
    id: 'wide',
    what: 'the kernels for wide arithmetic against ark-ff 0.4 with it, on the engines that have it',
    minutes: 8,
    args: [
      ...['--engines', 'bun,deno,chromium,firefox,wasmtime', '--models', 'chain,stream,square,sop2'],
      ...['--kernels', WIDE, '--rounds', '12', '--trials', '24', '--seed', '30'],
    ],
  },
  {
    id: 'engines',
    what: 'every kernel on every engine that is there, in turns',
    minutes: 34,
    args: [
      ...['--engines', 'all', '--models', 'chain,stream,call-io', '--cases', '200000'],
      ...['--rounds', '12', '--trials', '12', '--seed', '11'],
    ],
  },
]);

function commandLine() {
  const ids = PARTS.map(({ id }) => id);
  return new Command('evidence')
    .usage('[options]   (npm run evidence -- [options])')
    .description(
      `Measures every part of the evidence on this machine, stores it in ${STORE}, and makes all pages of it.\n` +
        'It goes on where it was interrupted, as long as the commit is the same.',
    )
    .addOption(new Option('--only <part...>', 'these parts only').choices(ids))
    .addOption(
      new Option(
        '--cpu <name>',
        'what the machine is called, as virtual machines hide it: intel-cascade-lake',
      ).argParser((text) => {
        if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(text))
          throw new InvalidArgumentError('Words of small letters and digits with dashes between them are needed.');
        return text;
      }),
    )
    .option('--list', 'print the parts and how long they take, and stop')
    .helpOption('--help', 'show this')
    .allowExcessArguments(false)
    .configureOutput({ outputError: () => {} })
    .exitOverride();
}

/**
 * @param {string[]} args
 * @param {object} [places] tests have others
 * @param {string} [places.root]
 * @param {string} [places.bench] the program that measures, whatever the command is
 * @param {typeof checkout} [places.state] of the checkout
 * @returns {Promise<number>} exit code
 */
export async function main(args, { root = ROOT, bench, state = checkout } = {}) {
  try {
    const program = commandLine();
    program.parse(args, { from: 'user' });
    const { only, cpu, list } = /** @type {{ only?: string[], cpu?: string, list?: true }} */ (program.opts());
    const chosen = PARTS.filter(({ id }) => only?.includes(id) ?? true);
    const parts = SMALLEST && !list ? [shortestOf(chosen)] : chosen;
    if (list) {
      const line = (/** @type {string} */ id, /** @type {number} */ minutes, /** @type {string} */ what) =>
        console.log(`${id.padEnd(23)} ${String(minutes).padStart(3)} min  ${what}`);
      for (const { id, minutes, what } of parts) line(id, minutes, what);
      line('together', minutesOf(parts), `${parts.length} parts`);
      return EXIT.ok;
    }
    return await gather(parts, { root, bench, cpu: cpu ?? slug(cpus()[0]?.model ?? 'unknown'), ...(await state()) });
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.ok;
    if (!(error instanceof CommanderError || error instanceof UsageError || error instanceof ResultError)) throw error;
    console.error(error.message.startsWith('error:') ? error.message : `error: ${error.message}`);
    return error instanceof ResultError ? EXIT.failed : EXIT.usage;
  }
}

/**
 * @param {readonly Part[]} parts
 * @param {{ root: string, bench?: string, cpu: string, commit: string | null, dirty: boolean | null }} context
 * @returns {Promise<number>} exit code
 */
async function gather(parts, { root, bench, cpu, commit, dirty }) {
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

  /** @type {string[]} */
  const failed = [];
  for (const { id, args, what, command = 'bench' } of missing) {
    console.error(`\n== ${id}: ${what}`);
    const unfinished = join(work, `${id}.json`);
    rmSync(unfinished, { force: true });
    const { exitCode } = await execa(
      process.execPath,
      [bench ?? join(HERE, PROGRAMS[command]), ...args, '--json', unfinished],
      {
        stdio: 'inherit',
        cwd: root,
        env: { npm_lifecycle_event: '' },
        reject: false,
      },
    );
    if (!existsSync(unfinished) || exitCode === EXIT.interrupted || readResult(unfinished).partial) {
      console.error(`\n${id} did not end. What is stored stays; the same command goes on with ${id}.`);
      return exitCode === EXIT.interrupted ? EXIT.interrupted : EXIT.failed;
    }
    const result = readResult(unfinished);
    const reason = reasonToRepeat(result, { args, exitCode });
    if (reason !== null) {
      console.error(`\n${id} is not stored: ${reason}. It is in ${relative(root, unfinished)}.`);
      failed.push(id);
      continue;
    }
    writeResult(join(folder, `${id}${ENDING}`), { ...result, command: `npm run ${command} -- ${args.join(' ')}` });
    writeSummary(folder);
  }
  const exitCode = report(['--pages'], { root });
  if (failed.length === 0) return exitCode;
  console.error(`\nNot stored: ${failed.join(', ')}. The same command measures them again.`);
  return EXIT.failed;
}

/**
 * @param {import('./src/report/result.mjs').Result} result
 * @param {{ args: string[], exitCode: number | undefined }} run
 * @returns {string | null} why the part is not done, null where it is
 */
function reasonToRepeat({ environment }, { args, exitCode }) {
  const absent = (environment.absent ?? []).map(({ id }) => id);
  if (exitCode !== EXIT.ok) return `it ended with ${exitCode}`;
  // Of all engines, those that are there are meant.
  return absent.length > 0 && !args.includes('all') ? `${absent.join(' and ')} could not be measured` : null;
}

/** Of several, the last: those before it build more. @param {readonly Part[]} parts */
const shortestOf = (parts) => parts.reduce((shortest, part) => (part.minutes <= shortest.minutes ? part : shortest));

/** @param {readonly Part[]} parts */
const minutesOf = (parts) => parts.reduce((sum, { minutes }) => sum + minutes, 0);

/** @param {string} model of a CPU @returns {string} */
const slug = (model) =>
  model
    .toLowerCase()
    .replace(/\((r|tm)\)|cpu|processor|@.*$/g, ' ')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || 'unknown';

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  process.exitCode = await main(typedWords());
}
