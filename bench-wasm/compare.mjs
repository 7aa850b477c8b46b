#!/usr/bin/env node
/** `npm run compare`: arkworks against arkworks, each in its own build of the same bench. */

import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Option } from 'commander';
import pc from 'picocolors';
import { SUBJECT, buildArkworks, parseArkworks } from './src/setup/arkworks.mjs';
import { PACKAGES, VARIANTS } from './src/setup/builds.mjs';
import { benchmark } from './src/command/benchmark.mjs';
import { COLOR, EXIT, UsageError, commandOf, measuringCommand, obey, typedIn } from './src/command/options.mjs';
import { loadModule } from './src/setup/modules.mjs';
import { multiplications, readOpcodes } from './src/setup/opcodes.mjs';
import { writeTable } from './src/report/terminal.mjs';
import { SetupError, ensureToolchain, showProgress, toolVersions } from './src/setup/toolchain.mjs';

/** @typedef {import('./src/setup/arkworks.mjs').Arkworks} Arkworks */

const BUILDS = Object.keys(VARIANTS).filter((name) => name !== 'nodejs');

const commandLine = () =>
  measuringCommand('compare', 'Measures the Fq multiplication of several arkworks against the first one that is named.')
    .addOption(
      new Option(
        '--ark <which>',
        'a version of ark-ff, or path:FOLDER of a checkout of arkworks-rs/algebra; give it twice or more',
      ).argParser((spec, /** @type {string[]} */ before = []) => [...before, spec]),
    )
    .addOption(new Option('--build <name>', 'target features to build with').choices(BUILDS).default('baseline'))
    .addHelpText('after', '\nExample: npm run compare -- --ark 0.4.2 --ark 0.6.0 --ark path:../algebra');

/**
 * @param {string[]} args
 * @returns {Promise<number>} exit code
 */
async function main(args) {
  return obey(commandLine(), args, async (options) => {
    const arks = chosen(options.ark ?? []);
    const onProgress = showProgress();
    const env = await ensureToolchain({ onProgress });
    /** @type {(Arkworks & { variant: string, sha256: string })[]} */
    const built = [];
    /** @type {{ kernel: string, message: string }[]} */
    const unbuilt = [];
    for (const ark of arks) {
      try {
        built.push({ ...ark, ...(await buildArkworks(ark, options.build, { env, onProgress })) });
      } catch (error) {
        if (!(error instanceof SetupError)) throw error;
        console.error(`\n${ark.id}: ${error.message}\n`);
        unbuilt.push({ kernel: ark.id, message: `does not build: ${reasonOf(error)}` });
      }
    }
    if (built.length === 0) return EXIT.failed;
    process.stdout.write(`${renderOpcodes(built)}\n\n`);

    const { exitCode } = await benchmark(options, {
      command: commandOf('compare', 'compare.mjs', args),
      baseline: built[0].id,
      unbuilt,
      prepare: async () => {
        const { rustc, wasmPack, wasmOpt } = await toolVersions(env);
        const kernels = await Promise.all(built.map(describe));
        return {
          registry: kernels.map(({ of: _, fused: __, multiplies: ___, ...row }) => row),
          kernels,
          js: false,
          versions: { rustc, wasmPack, wasmOpt, arkFf: built.map(({ id }) => id.replace(/^ark-/, '')) },
        };
      },
    });
    return exitCode;
  });
}

/** @param {string[]} specs @returns {Arkworks[]} */
function chosen(specs) {
  if (specs.length < 2) throw new UsageError('two --ark or more are needed, such as --ark 0.4.2 --ark 0.6.0.');
  const arks = specs.map((spec) => {
    try {
      return parseArkworks(spec, typedIn());
    } catch (error) {
      throw error instanceof RangeError ? new UsageError(error.message) : error;
    }
  });
  const twice = arks.find(({ id }, i) => arks.findIndex((ark) => ark.id === id) !== i);
  if (twice) throw new UsageError(`--ark: ${twice.id} is named twice.`);
  return arks;
}

/** @param {SetupError} error @returns {string} cargo's own line, if there is one */
function reasonOf({ message }) {
  const line = /^\s*(error.*)$/m.exec(message);
  return line ? line[1] : message.split('\n')[0];
}

/** @param {Arkworks & { variant: string, sha256: string }} ark */
async function describe({ id, variant, sha256 }) {
  const { kernels } = await loadModule(variant);
  const row = kernels.find((kernel) => kernel.id === SUBJECT);
  if (!row) throw new Error(`the build of ${id} has no ${SUBJECT}`);
  return { ...row, id, of: SUBJECT, build: variant, summary: `arkworks ${id}`, sha256 };
}

/** @param {{ id: string, variant: string }[]} built */
function renderOpcodes(built) {
  const counted = built.map(({ id, variant }) => {
    const bytes = readFileSync(join(PACKAGES, variant, 'fqmul_bg.wasm'));
    const counts = readOpcodes(bytes).product(SUBJECT);
    const instructions = [...counts.values()].reduce((sum, times) => sum + times, 0);
    return { id, bytes: bytes.length, instructions, multiplies: multiplications(counts) };
  });
  const names = [...new Set(counted.flatMap(({ multiplies }) => Object.keys(multiplies)))].sort();
  /** @type {Record<string, (row: typeof counted[number]) => string | number>} */
  const columns = {
    'one product': ({ id }) => id,
    ...Object.fromEntries(
      names.map((name) => [name, (/** @type {typeof counted[number]} */ { multiplies }) => multiplies[name] ?? 0]),
    ),
    instructions: ({ instructions }) => instructions,
    'module bytes': ({ bytes }) => bytes,
  };
  const table = {
    caption: 'What one product consists of',
    columns: Object.keys(columns).map((label, at) => ({ label, numeric: at > 0 })),
    rows: counted.map((row) => ({ cells: Object.values(columns).map((cell) => ({ text: String(cell(row)) })) })),
  };
  return writeTable(table, pc.createColors(COLOR));
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  process.exitCode = await main(process.argv.slice(2));
}
