#!/usr/bin/env node
/** `npm run poseidon`: what one Poseidon costs a chain, step by step, in bytes, ink and gas. */

import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { COLORS, ROOM, commandNamed, isProgram, obey, print, typedIn, typedWords } from './src/command/options.mjs';
import { climb } from './src/measure/ladder.mjs';
import { evmTable, ladderTable } from './pages/poseidon.mjs';
import { LADDER_FILE } from './src/result/stored-results.mjs';
import { writeTable } from './src/report/terminal.mjs';
import { ensureContracts } from './src/setup/contracts.mjs';
import { ROOT, ensureToolchain, showProgress, toolVersions } from './src/setup/toolchain.mjs';

const HASHES = /** @type {const} */ (['poseidon1', 'poseidon2']);

const commandLine = () =>
  commandNamed(
    'poseidon',
    'Builds one contract for each step, from the published ladder to this crate, checks its hash, and prints what ' +
      'it weighs and what one hash costs on Stylus. Beside them: contracts of the EVM.\nThe figures are counted, ' +
      'not timed: they are the same on every machine.',
  ).option('--write', 'store the figures, of which docs/poseidon.md is made');

/** @param {string[]} args what was typed after the program's name @returns {Promise<number>} exit code */
export const main = (args) =>
  obey(commandLine(), args, async ({ write }) => {
    const onProgress = showProgress();
    const env = await ensureToolchain({ onProgress });
    const ladder = await climb(await ensureContracts({ env, onProgress }), await toolVersions(env), onProgress);
    const tables = [...HASHES.map((hash) => ladderTable(ladder, hash)), evmTable(ladder)];
    await print(tables.map((table) => `${writeTable(table, COLORS, ROOM)}\n`).join(''));
    if (write) {
      const file = join(ROOT, LADDER_FILE);
      writeFileSync(file, `${JSON.stringify(ladder, null, 2)}\n`);
      console.log(`stored in ${relative(typedIn(), file)}`);
    }
    return 0;
  });

if (isProgram(import.meta.url)) process.exitCode = await main(typedWords());
