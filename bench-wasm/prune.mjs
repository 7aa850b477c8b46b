#!/usr/bin/env node
/** `npm run prune`: removes builds that nothing uses any more. */

import { EXIT, commandNamed, isProgram, obey, typedWords } from './src/command/options.mjs';
import { pruneArtefacts } from './src/setup/artefacts.mjs';

const commandLine = () =>
  commandNamed(
    'prune',
    'Removes builds of earlier sources: the folders of bench-wasm/pkg/by-hash/ to which no link in bench-wasm/pkg/ ' +
      'leads. Do not run it while something is measured.',
  );

/** @param {string[]} args @returns {Promise<number>} exit code */
const main = (args) =>
  obey(commandLine(), args, async () => {
    const { removed, bytes } = await pruneArtefacts();
    for (const name of removed) console.log(`removed ${name}`);
    console.log(`${removed.length} builds removed, ${(bytes / 1e6).toFixed(1)} MB`);
    return EXIT.ok;
  });

if (isProgram(import.meta.url)) process.exitCode = await main(typedWords());
