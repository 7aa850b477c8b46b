#!/usr/bin/env node
/** `npm run proof`: one proof, end to end, by arkworks as published and patched, and by snarkjs. */

import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Option } from 'commander';
import { benchmark } from './src/command/benchmark.mjs';
import {
  COLORS,
  ROOM,
  UsageError,
  commandOf,
  measuringCommand,
  names,
  isProgram,
  obey,
  typedIn,
  typedWords,
  wholeNumber,
} from './src/command/options.mjs';
import { prepareProvers } from './src/measure/prover-subjects.mjs';
import { SMALLEST, fewOf } from './src/command/smallest.mjs';
import { modelsIn } from './src/models/index.mjs';
import { ProofError } from './src/proofs/arkworks.mjs';
import { PROVERS, PUBLISHED } from './src/proofs/prover-rows.mjs';
import { proversTable } from './pages/proof.mjs';
import { writeTable } from './src/report/terminal.mjs';
import { DEPTHS, assertProvable, semaphore } from './src/setup/circuits.mjs';
import { SIZES, madeCircuit } from './src/setup/made-circuits.mjs';
import { ensureToolchain, showProgress } from './src/setup/toolchain.mjs';
import { VERSION } from './src/upstream/crates.mjs';
import { cratesOf } from './src/upstream/patches.mjs';

/** A whole proof, warm and from nothing. */
const WHOLE = ['proof', 'proof-cold'];
const PARTS = modelsIn('proofs').filter((id) => !WHOLE.includes(id));
/** A round takes so many samples of each row, where nothing else is asked for: a proof takes seconds. */
const ROUNDS = { full: 12, quick: 6 };
const IDS = PROVERS.map(({ id }) => id);
/** At the smallest size: what the others are compared with, and the patched one. */
const FEWEST_PROVERS = 2;

const commandLine = () =>
  measuringCommand(
    'proof',
    'Measures a Groth16 proof over BN254 with a key that is in use: by arkworks as published and patched, by ' +
      `snarkjs, and natively.\nEach is compared with ${PUBLISHED}. Every proof is verified by arkworks and by snarkjs.`,
    PARTS,
    WHOLE,
  )
    .addOption(
      new Option('--depth <n>', 'of Semaphore’s tree of members, whose circuits have domains of 2^12, 2^13 and 2^14')
        .choices(DEPTHS.map(String))
        .default('20'),
    )
    .option(
      '--made <n>',
      `a circuit of 2^n rows instead, with a key that is made here: ${SIZES.least} to ${SIZES.most}`,
      wholeNumber(SIZES.least, SIZES.most),
    )
    .option('--key <file>', 'a key of your own, a .zkey of Groth16 over BN254, instead of Semaphore’s')
    .option('--witness <file>', 'a witness for it, a .wtns')
    .option('--provers <a,b>', `only these: ${IDS.join(', ')}; ${PUBLISHED} is always measured (default: all)`, names)
    .option('--patched <folder>', `where arkworks ${VERSION} is, patched (default: by npm run upstream)`)
    .addHelpText(
      'after',
      `
The first run fetches Semaphore's keys, 109 MB. Without --models the whole proof is measured, and by the package and
snarkjs from nothing, too, in a process of its own each time.
Exit code: 0 when all that the engines can run was measured; 1 when a proof was wrong or a round was lost; 2 for a wrong
command line, and for a key or a witness that is wrong, which is then said.`,
    );

/** @param {string[]} args what was typed after the program's name @returns {Promise<number>} exit code */
export const main = (args) =>
  obey(commandLine(), args, async (options) => {
    const ids = fewOf(options.provers ?? IDS, FEWEST_PROVERS);
    const unknown = ids.find((/** @type {string} */ id) => !IDS.includes(id));
    if (unknown !== undefined)
      throw new UsageError(`--provers: there is no "${unknown}". There are: ${IDS.join(', ')}.`);
    const own = ownFiles(options);
    if (own && options.made !== undefined) throw new UsageError('--made and --key: one of them is needed, not both.');
    const given = options.patched === undefined ? null : folderOf(options.patched, ids);
    const onProgress = showProgress();
    if (own) await assertProvable(own, { onProgress }).catch(refuse);
    const env = await ensureToolchain({ onProgress });
    const { kernels, unbuilt, circuit, versions } = await prepareProvers(
      {
        files: async () =>
          own ??
          (options.made === undefined
            ? semaphore(SMALLEST ? DEPTHS[0] : Number(options.depth), { onProgress })
            : madeCircuit(SMALLEST ? SIZES.least : options.made, { env, onProgress })),
        ids,
        given,
      },
      { env, onProgress },
    ).catch(refuse);
    process.stdout.write(`${writeTable(proversTable(kernels), COLORS, ROOM)}\n`);
    if (circuit.witnessMs !== null)
      console.log(`The witness of ${circuit.id}, by circom's calculator: ${circuit.witnessMs.toFixed(0)} ms.\n`);

    const fixed = options.rounds !== undefined || options.trials !== undefined || options.budget !== undefined;
    const rounds = options.quick ? ROUNDS.quick : ROUNDS.full;
    const { exitCode } = await benchmark(
      { models: WHOLE, ...options },
      {
        usual: fixed ? {} : { rounds, trials: rounds },
        command: commandOf('proof', 'proof.mjs', args),
        baseline: PUBLISHED,
        unbuilt,
        keyBytes: circuit.keyBytes,
        prepare: async () => ({
          registry: kernels,
          // In the modules of provers the circuit is what is named.
          kernels: kernels.map((kernel) => ({ ...kernel, of: circuit.id })),
          js: false,
          versions,
        }),
      },
    );
    return exitCode;
  });

/** @param {unknown} error @returns {never} */
function refuse(error) {
  throw error instanceof ProofError ? new UsageError(`${error.message}.`) : error;
}

/**
 * @param {{ key?: string, witness?: string }} options
 * @returns {import('./src/setup/circuits.mjs').Files | null} null where Semaphore's are meant
 */
function ownFiles({ key, witness }) {
  if (key === undefined && witness === undefined) return null;
  if (key === undefined || witness === undefined)
    throw new UsageError('--key and --witness go together: a key proves with a witness of its own circuit.');
  if (/\.arkzkey$/i.test(key))
    throw new UsageError(`--key ${key}: it is a key as arkworks writes it; the .zkey that it was made of is needed.`);
  /** @param {string} name @param {string} path */
  const read = (name, path) => {
    try {
      return new Uint8Array(readFileSync(resolve(typedIn(), path)));
    } catch (error) {
      throw new UsageError(`--${name} ${path}: ${error instanceof Error ? error.message : error}`);
    }
  };
  return { id: 'own', key: read('key', key), witness: read('witness', witness), witnessMs: null };
}

/** @param {string} typed @param {string[]} ids of provers */
function folderOf(typed, ids) {
  const folder = resolve(typedIn(), typed);
  for (const { id, arkworks, patches } of PROVERS.filter((row) => ids.includes(row.id) && row.arkworks === VERSION))
    for (const [crate] of cratesOf(arkworks, patches))
      if (!existsSync(join(folder, crate, 'Cargo.toml')))
        throw new UsageError(
          `--patched ${typed}: it has no ${crate}, which ${id} needs; npm run upstream -- --into FOLDER makes one.`,
        );
  return folder;
}

if (isProgram(import.meta.url)) process.exitCode = await main(typedWords());
