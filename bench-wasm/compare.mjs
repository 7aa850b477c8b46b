#!/usr/bin/env node
/** `npm run compare`: arkworks against arkworks, each in its own build of the same bench. */

import { isDeepStrictEqual } from 'node:util';
import { Option } from 'commander';
import { compareArkworks } from './src/command/compare-arkworks.mjs';
import {
  UsageError,
  commandOf,
  measuringCommand,
  isProgram,
  obey,
  typedIn,
  typedWords,
} from './src/command/options.mjs';
import { fewOf } from './src/command/smallest.mjs';
import { parseArkworks, toldApart } from './src/setup/arkworks.mjs';
import { VARIANTS, WASM_OPT_BUILDS } from './src/setup/builds.mjs';
import { ensureToolchain, showProgress } from './src/setup/toolchain.mjs';

/** @typedef {import('./src/setup/arkworks.mjs').Arkworks} Arkworks */

const BUILDS = Object.keys(VARIANTS).filter(
  (name) => !['nodejs', 'published', ...Object.keys(WASM_OPT_BUILDS)].includes(name),
);

const commandLine = () =>
  measuringCommand('compare', 'Measures the Fq multiplication of several arkworks against the first one that is named.')
    .option(
      '--ark <which>',
      'a version of ark-ff, or path:FOLDER of a checkout of arkworks-rs/algebra; give it twice or more',
      (spec, /** @type {string[]} */ before = []) => [...before, spec],
    )
    .addOption(new Option('--build <name>', 'target features to build with').choices(BUILDS).default('baseline'))
    .addHelpText('after', '\nExample: npm run compare -- --ark 0.4.2 --ark 0.6.0 --ark path:../algebra');

/**
 * @param {string[]} args
 * @returns {Promise<number>} exit code
 */
async function main(args) {
  return obey(commandLine(), args, async (options) => {
    // The first, which the others are compared with, and the last.
    const arks = fewOf(chosen(options.ark ?? []), 1, (_, at, all) => at === all.length - 1);
    const onProgress = showProgress();
    const env = await ensureToolchain({ onProgress });
    const command = commandOf('compare', 'compare.mjs', args);
    return compareArkworks(arks, options, { command, env, onProgress });
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
  const twice = arks.findIndex((ark, at) => arks.slice(0, at).some((other) => isDeepStrictEqual(other, ark)));
  if (twice >= 0) throw new UsageError(`--ark ${specs[twice]} is named twice.`);
  return toldApart(arks);
}

if (isProgram(import.meta.url)) process.exitCode = await main(typedWords());
